#include "kit/xodr_text.h"

#include <fmt/format.h>

namespace scrutineer::kit {

std::string xodr(const XodrText& parts) {
  std::string out = "<OpenDRIVE>\n" + parts.header + '\n';
  out += "<road " + parts.road + ">\n";
  out += "<link>" + parts.link + "</link>\n";
  out += parts.type + '\n';
  out += "<planView>" + parts.plan_view + "</planView>\n";
  out += "<elevationProfile>" + parts.elevation + "</elevationProfile>\n";
  out += "<lateralProfile>" + parts.lateral + "</lateralProfile>\n";
  out += "<lanes>" + parts.lane_offset + '\n' + parts.sections + "</lanes>\n";
  out += "<objects>" + parts.objects + "</objects>\n";
  out += "<signals>" + parts.signals + "</signals></road>\n";
  out += parts.after + "</OpenDRIVE>\n";
  return out;
}

std::string right_section_text(const std::string& lanes, const std::string& attributes) {
  return fmt::format(R"(<laneSection {}><center><lane id="0"/></center><right>{}</right></laneSection>)", attributes,
                     lanes);
}

std::string lane_text(int number, const std::string& content) {
  return fmt::format(R"(<lane id="{}" type="driving" level="false">{}</lane>)", number, content);
}

}  // namespace scrutineer::kit
