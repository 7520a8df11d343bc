#include "app/version.h"

namespace scrutineer::app {

std::string_view version() { return SCRUTINEER_VERSION; }

}  // namespace scrutineer::app
