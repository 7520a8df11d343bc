#include "map/detail/element_table.h"

#include "map/detail/document_reader.h"

// Bottom up: an element's children stand above it. Rows follow the order of the standard's chapters; elements that only
// older versions have say so in their note. A skipped element's children are listed for the coverage page alone.
namespace scrutineer::map::detail {
namespace {

using enum Treatment;
using Reader = DocumentReader;

// ---- anywhere -------------------------------------------------------------------------------------------------------

constexpr ElementRow kDataQuality[] = {{"error"}, {"rawData"}};
constexpr ElementRow kAdditionalData[] = {
    {"userData"},
    {"include", skipped, &Reader::skip_include, {}, "warned of: the other file is not read"},
    {"dataQuality", skipped, nullptr, kDataQuality},
};

constexpr ElementRow kPerson[] = {{"type"}};
constexpr ElementRow kVehicle[] = {{"type"}};
constexpr ElementRow kTrafficParticipants[] = {
    {"animal"}, {"person", skipped, nullptr, kPerson}, {"vehicle", skipped, nullptr, kVehicle}};
constexpr ElementRow kSemantics[] = {
    {"speed"},
    {"lane"},
    {"priority"},
    {"prohibited", skipped, nullptr, kTrafficParticipants},
    {"warning"},
    {"routing"},
    {"streetname"},
    {"parking"},
    {"tourist"},
    {"supplementaryTime"},
    {"supplementaryAllows", skipped, nullptr, kTrafficParticipants},
    {"supplementaryProhibits", skipped, nullptr, kTrafficParticipants},
    {"supplementaryDistance"},
    {"supplementaryEnvironment"},
    {"supplementaryExplanatory"},
};

// ---- header ---------------------------------------------------------------------------------------------------------

constexpr ElementRow kRegulation[] = {{"semantics", skipped, nullptr, kSemantics}};
constexpr ElementRow kDefaultRegulations[] = {{"roadRegulations", skipped, nullptr, kRegulation},
                                              {"signalRegulations", skipped, nullptr, kRegulation}};
constexpr ElementRow kHeader[] = {
    {"geoReference", read, &Reader::read_geo_reference},
    {"offset", read, &Reader::read_offset, {}, "coordinates stay those of the file"},
    {"license"},
    {"defaultRegulations", skipped, nullptr, kDefaultRegulations},
};

// ---- road: links, types, plan view, profiles ------------------------------------------------------------------------

constexpr ElementRow kRoadLink[] = {
    {"predecessor", used, &Reader::read_road_predecessor},
    {"successor", used, &Reader::read_road_successor},
    {"neighbor", skipped, nullptr, {}, "OpenDRIVE 1.1 to 1.4"},
};
constexpr ElementRow kRoadType[] = {{"speed", used, &Reader::read_road_speed}};

constexpr ElementRow kGeometry[] = {
    {"line", used, &Reader::read_line},
    {"spiral", used, &Reader::read_spiral},
    {"arc", used, &Reader::read_arc},
    {"poly3", used, &Reader::read_poly3},
    {"paramPoly3", used, &Reader::read_param_poly3},
};
constexpr ElementRow kPlanView[] = {{"geometry", used, &Reader::read_geometry, kGeometry}};

constexpr ElementRow kElevationProfile[] = {{"elevation", used, &Reader::read_elevation}};

constexpr ElementRow kCoefficients[] = {{"coefficients"}};
constexpr ElementRow kStrip[] = {
    {"width", skipped, nullptr, kCoefficients},  {"constant", skipped, nullptr, kCoefficients},
    {"linear", skipped, nullptr, kCoefficients}, {"quadratic", skipped, nullptr, kCoefficients},
    {"cubic", skipped, nullptr, kCoefficients},
};
constexpr ElementRow kSurfaceStrips[] = {{"strip", skipped, nullptr, kStrip}};
constexpr ElementRow kCrossSectionSurface[] = {{"tOffset", skipped, nullptr, kCoefficients},
                                               {"surfaceStrips", skipped, nullptr, kSurfaceStrips}};
constexpr ElementRow kLateralProfile[] = {
    {"superelevation", used, &Reader::read_superelevation},
    {"shape"},
    {"crossSectionSurface", skipped, nullptr, kCrossSectionSurface},
    {"crossfall", skipped, nullptr, {}, "OpenDRIVE 1.1 to 1.4"},
};

// ---- road: lanes ----------------------------------------------------------------------------------------------------

constexpr ElementRow kLaneLink[] = {{"predecessor", used, &Reader::read_lane_predecessor},
                                    {"successor", used, &Reader::read_lane_successor}};
constexpr ElementRow kRoadMarkLine[] = {{"line"}};
constexpr ElementRow kRoadMark[] = {
    {"sway"}, {"type", skipped, nullptr, kRoadMarkLine}, {"explicit", skipped, nullptr, kRoadMarkLine}};
constexpr ElementRow kAccess[] = {{"restriction", read, &Reader::read_access_restriction}};
constexpr ElementRow kLane[] = {
    {"link", used, &Reader::read_children, kLaneLink},
    {"border",
     used,
     &Reader::read_border,
     {},
     "ignored where the lane has `width`; on the other side of the road: taken as a distance, with a warning"},
    {"width", used, &Reader::read_width},
    {"roadMark", used, &Reader::read_road_mark, kRoadMark, "its type, colour and width"},
    {"material"},
    {"speed", used, &Reader::read_lane_speed},
    {"access", read, &Reader::read_lane_access, kAccess},
    {"height"},
    {"rule"},
    {"visibility", skipped, nullptr, {}, "OpenDRIVE 1.1 to 1.4"},
};
constexpr ElementRow kCenterLaneLink[] = {{"predecessor"}, {"successor"}};
constexpr ElementRow kCenterLane[] = {
    {"link", skipped, nullptr, kCenterLaneLink},
    {"roadMark", used, &Reader::read_road_mark, kRoadMark, "its type, colour and width"}};
constexpr ElementRow kSide[] = {{"lane", used, &Reader::read_lane, kLane}};
constexpr ElementRow kCenter[] = {{"lane", read, &Reader::read_center_lane, kCenterLane, "its number and road marks"}};
constexpr ElementRow kLaneSection[] = {
    {"left", used, &Reader::read_left, kSide},
    {"center", used, &Reader::read_children, kCenter},
    {"right", used, &Reader::read_right, kSide},
};
constexpr ElementRow kLanes[] = {
    {"laneOffset", used, &Reader::read_lane_offset},
    {"laneSection", used, &Reader::read_lane_section, kLaneSection, "singleSide sections are completed"},
};

// ---- road: objects --------------------------------------------------------------------------------------------------

constexpr ElementRow kCornerReference[] = {{"cornerReference"}};
constexpr ElementRow kMarkings[] = {{"marking", skipped, nullptr, kCornerReference}};
constexpr ElementRow kBorders[] = {{"border", skipped, nullptr, kCornerReference}};
constexpr ElementRow kCurveLocal[] = {{"arc"}, {"line"}, {"paramPoly3"}};
constexpr ElementRow kOutline[] = {
    {"cornerRoad", used, &Reader::read_corner_road},
    {"cornerLocal", used, &Reader::read_corner_local},
    {"curveLocal", skipped, nullptr, kCurveLocal},
    {"markings", skipped, nullptr, kMarkings},
};
constexpr ElementRow kOutlines[] = {{"outline", used, &Reader::read_outline, kOutline}};
constexpr ElementRow kPolyline[] = {{"vertexRoad"}, {"vertexLocal"}};
constexpr ElementRow kSkeleton[] = {{"polyline", skipped, nullptr, kPolyline}};
constexpr ElementRow kSurface[] = {{"CRG"}};
constexpr ElementRow kObject[] = {
    {"repeat"},
    {"outline", used, &Reader::read_outline, kOutline, "OpenDRIVE 1.1 to 1.4, later in `outlines`"},
    {"outlines", used, &Reader::read_children, kOutlines},
    {"material"},
    {"validity", used, &Reader::read_object_validity},
    {"parkingSpace"},
    {"markings", skipped, nullptr, kMarkings},
    {"borders", skipped, nullptr, kBorders},
    {"surface", skipped, nullptr, kSurface},
    {"skeleton", skipped, nullptr, kSkeleton},
};
constexpr ElementRow kSkippedValidity[] = {{"validity"}};
constexpr ElementRow kObjects[] = {
    {"object", used, &Reader::read_object, kObject, "stop lines and crosswalks; not pitch and roll"},
    {"objectReference", skipped, nullptr, kSkippedValidity},
    {"tunnel", used, &Reader::read_tunnel, kSkippedValidity, "where it is, across all lanes"},
    {"bridge", used, &Reader::read_bridge, kSkippedValidity, "where it is, across all lanes"},
};

// ---- road: signals --------------------------------------------------------------------------------------------------

constexpr ElementRow kSign[] = {
    {"validity"},         {"dependency"},   {"reference"},
    {"positionInertial"}, {"positionRoad"}, {"semantics", skipped, nullptr, kSemantics},
};
constexpr ElementRow kStaticBoard[] = {{"validity"}, {"dependency"}, {"reference"}, {"sign", skipped, nullptr, kSign}};
constexpr ElementRow kVmsBoard[] = {{"validity"}, {"dependency"}, {"reference"}, {"displayArea"}};
constexpr ElementRow kSignal[] = {
    {"validity", used, &Reader::read_signal_validity},
    {"dependency", used, &Reader::read_signal_dependency},
    {"reference", used, &Reader::read_signal_link, {}, "to signals; references to objects are skipped"},
    {"positionInertial"},
    {"positionRoad"},
    {"semantics", skipped, nullptr, kSemantics},
    {"staticBoard", skipped, nullptr, kStaticBoard},
    {"vmsBoard", skipped, nullptr, kVmsBoard},
};
constexpr ElementRow kSignalReference[] = {{"validity", used, &Reader::read_reference_validity}};
constexpr ElementRow kSignals[] = {
    {"signal", used, &Reader::read_signal, kSignal, "not pitch and roll"},
    {"signalReference", used, &Reader::read_signal_reference, kSignalReference},
};

// ---- road -----------------------------------------------------------------------------------------------------------

constexpr ElementRow kSwitch[] = {{"mainTrack"}, {"sideTrack"}, {"partner"}};
constexpr ElementRow kRailroad[] = {{"switch", skipped, nullptr, kSwitch}};
constexpr ElementRow kRoad[] = {
    {"link", used, &Reader::read_children, kRoadLink},
    {"type", used, &Reader::read_road_type, kRoadType},
    {"planView", used, &Reader::read_children, kPlanView},
    {"elevationProfile", used, &Reader::read_children, kElevationProfile},
    {"lateralProfile", used, &Reader::read_children, kLateralProfile},
    {"lanes", used, &Reader::read_lanes, kLanes, "the permanent layer"},
    {"objects", used, &Reader::read_children, kObjects},
    {"signals", used, &Reader::read_children, kSignals},
    {"surface", skipped, nullptr, kSurface},
    {"railroad", skipped, nullptr, kRailroad},
};

// ---- junctions ------------------------------------------------------------------------------------------------------

constexpr ElementRow kConnection[] = {
    {"laneLink", used, &Reader::read_lane_link},
    {"predecessor", skipped, nullptr, {}, "virtual connections"},
    {"successor", skipped, nullptr, {}, "virtual connections"},
};
constexpr ElementRow kCrossPath[] = {{"startLaneLink"}, {"endLaneLink"}};
constexpr ElementRow kBoundary[] = {{"segment", used, &Reader::read_boundary_segment}};
constexpr ElementRow kElevationGrid[] = {{"elevation"}};
constexpr ElementRow kJunction[] = {
    {"connection", used, &Reader::read_connection, kConnection, "also of direct junctions, which have a linkedRoad"},
    {"crossPath", skipped, nullptr, kCrossPath},
    {"roadSection", skipped, nullptr, {}, "crossings"},
    {"priority", read, &Reader::read_priority},
    {"controller", used, &Reader::read_junction_controller},
    {"surface", skipped, nullptr, kSurface},
    {"planView", skipped, nullptr, kPlanView},
    {"objects", skipped, nullptr, kObjects},
    {"boundary", used, &Reader::read_children, kBoundary},
    {"elevationGrid", skipped, nullptr, kElevationGrid},
};

// ---- the file -------------------------------------------------------------------------------------------------------

constexpr ElementRow kController[] = {{"control", used, &Reader::read_control}};
constexpr ElementRow kJunctionGroup[] = {{"junctionReference"}};
constexpr ElementRow kPlatform[] = {{"segment"}};
constexpr ElementRow kStation[] = {{"platform", skipped, nullptr, kPlatform}};
constexpr ElementRow kVmsGroup[] = {{"vmsBoardReference"}};
constexpr ElementRow kOpenDrive[] = {
    {"header", used, &Reader::read_header, kHeader},
    {"road", used, &Reader::read_road, kRoad},
    {"controller", used, &Reader::read_controller, kController},
    {"junction", used, &Reader::read_junction, kJunction,
     "default and direct; of virtual ones mainRoad, sStart and sEnd are not used, and crossings have no connections"},
    {"junctionGroup", skipped, nullptr, kJunctionGroup},
    {"station", skipped, nullptr, kStation},
    {"vmsGroup", skipped, nullptr, kVmsGroup},
};
constexpr ElementRow kRoot{"OpenDRIVE", used, nullptr, kOpenDrive};

}  // namespace

const ElementRow& open_drive_row() { return kRoot; }
std::span<const ElementRow> additional_data_rows() { return kAdditionalData; }

}  // namespace scrutineer::map::detail
