// Any text as a table of tracks, of each family and with named columns, and any text as the names: reading it ends, with
// frames or a problem.
#include <array>
#include <string_view>

#include "kit/fuzz_trace.h"
#include "trace/trace.h"

namespace {

constexpr std::array<std::string_view, 5> kHeaders = {
    "frame,id,x,y,width,height,xVelocity,yVelocity,xAcceleration,yAcceleration,laneId\n",
    "recordingId,trackId,frame,xCenter,yCenter,heading,width,length,xVelocity,yVelocity\n",
    "case_id,track_id,frame_id,timestamp_ms,agent_type,x,y,vx,vy,psi_rad,length,width\n",
    "t;who;kind;px;py;h;v\n",
    "t;who;kind;px;py;h;v\n0;a;car;1;2;3;4\n100;a;car;2,5;2;3;4\n",
};
constexpr const char* kColumns = "time=t:ms,id=who,type=kind,x=px:cm,y=-py,yaw=h:deg_north,speed=v:km/h";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::size_t which = data[0] % kHeaders.size();
  std::string bytes(kHeaders[which]);
  const std::string rest(reinterpret_cast<const char*>(data + 1), size - 1);
  const bool names_are_given = which + 1 == kHeaders.size();  // by the input; the table is not
  if (!names_are_given) bytes += rest;
  scrutineer::kit::read_all(std::move(bytes), {.file = "fuzz.csv",
                                               .columns = names_are_given ? rest
                                                          : which == 3    ? kColumns
                                                                          : ""});
  return 0;
}
