#include "base/version.h"

namespace scrutineer {

std::string_view version() { return SCRUTINEER_VERSION; }

}  // namespace scrutineer
