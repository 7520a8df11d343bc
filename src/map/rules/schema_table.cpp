// clang-format off
// Elements, children, attributes, types and enumerations of OpenDRIVE 1.1 to 1.9, made by scripts/schema-table, which says
// how to read it. A test holds it against the XSDs of the standard.
#include "map/rules/schema_table.h"

namespace scrutineer::map::rules {

std::span<const std::string_view> schema_table() {
  static constexpr std::string_view kPieces[] = {
R"table(T t1 enum 1
T t2 enum 5
T t3 limited float	pattern \d\.\d{2}
T t4 enum start	end
T t5 enum road	junction
T t6 enum +	-
T t7 limited double	minInclusive 0.0
T t8 enum same	opposite
T t9 enum left	right
T t10 enum unknown	rural	motorway	town	lowSpeed	pedestrian	bicycle
T t11 enum OpenDRIVE	Austria	Brazil	China	France	Germany	Italy	Switzerland	USA
T t12 limited string	pattern [A-Z]{3}
T t13 union t11	t12
T t14 enum unknown	rural	motorway	town	lowSpeed	pedestrian	bicycle	townExpressway	townCollector	townArterial	townPrivate	townLocal	townPlayStreet
T t15 limited string	pattern [A-Z]{2}
T t16 union t15	t12	t11
T t17 limited double	minExclusive 0.0
T t18 enum left	right	both
T t19 enum standard	blue	green	red	white	yellow
T t20 enum increase	decrease	both	none
T t21 enum none	solid	broken	solid solid	solid broken	broken solid	broken broken	botts dots	grass	curb
T t22 enum standard	bold
T t23 enum standard	blue	green	red	white	yellow	orange
T t24 enum none	solid	broken	solid solid	solid broken	broken solid	broken broken	botts dots	grass	curb	custom	edge
T t25 enum standard	blue	green	red	white	yellow	orange	violet
T t26 enum standard	blue	green	red	white	yellow	black	orange	violet
T t27 enum m	km	ft	mile	m/s	mph	km/h	kg	t	%
T t28 enum m/s	mph	km/h
T t29 enum simulator	autonomous traffic	pedestrian	none
T t30 enum simulator	autonomousTraffic	pedestrian	passengerCar	bus	delivery	emergency	taxi	throughTraffic	truck	bicycle	motorcycle	none	trucks
T t31 enum allow	deny
T t32 enum simulator	autonomousTraffic	pedestrian	passengerCar	bus	delivery	emergency	taxi	throughTraffic	truck	bicycle	motorcycle	none	trucks	HOV
T t33 enum true	false
T t34 enum none	driving	stop	shoulder	biking	sidewalk	border	restricted	parking	bidirectional	median	special1	special2	special3	roadWorks	tram	rail	entry	exit	offRamp	onRamp
T t35 enum none	driving	stop	shoulder	biking	sidewalk	border	restricted	parking	bidirectional	median	special1	special2	special3	roadWorks	tram	rail	entry	exit	offRamp	onRamp	connectingRamp	bus	taxi	HOV	mwyEntry	mwyExit
T t36 enum shoulder	border	driving	stop	none	restricted	parking	median	biking	sidewalk	curb	exit	entry	onRamp	offRamp	connectingRamp	bidirectional	special1	special2	special3	roadWorks	tram	rail	bus	taxi	HOV	mwyEntry	mwyExit
T t37 enum both	inner	none	outer
T t38 enum both	reversed	standard
T t39 enum shoulder	border	driving	stop	none	restricted	parking	median	biking	shared	sidewalk	curb	exit	entry	onRamp	offRamp	connectingRamp	bidirectional	special1	special2	special3	roadWorks	tram	rail	bus	taxi	HOV	mwyEntry	mwyExit	walking	slipLane
T t40 enum 0
T t41 enum temporary	permanent
T t42 enum grass	concrete	cobble	asphalt	pavement	gravel	soil
T t43 enum grass	concrete	cobble	asphalt	pavement	gravel	soil	paint
T t44 enum +	-	none
T t45 enum yes	no
T t46 enum none	obstacle	car	pole	tree	vegetation	barrier	building	parkingSpace	patch	railing	trafficIsland	crosswalk	streetLamp	gantry	soundBarrier	truck	van	bus	trailer	bike	motorbike	tram	train	pedestrian	wind
T t47 enum none	obstacle	car	pole	tree	vegetation	barrier	building	parkingSpace	patch	railing	trafficIsland	crosswalk	streetLamp	gantry	soundBarrier	van	bus	trailer	bike	motorbike	tram	train	pedestrian	wind	roadMark
T t48 enum none	obstacle	car	pole	tree	vegetation	barrier	building	parkingSpace	patch	railing	trafficIsland	crosswalk	streetLamp	gantry	soundBarrier	van	bus	trailer	bike	motorbike	tram	train	pedestrian	wind	roadMark	roadSurface
T t49 enum standard	underpass
T t50 limited double	minInclusive 0.0	maxInclusive 1.0
T t51 enum concrete	steel	brick	wood
T t52 enum m	km	ft	mile
T t53 enum kg	t
T t54 enum %
T t55 union t52	t28	t53	t54
T t56 enum RHT	LHT
T t57 enum default	virtual
T t58 enum default	virtual	direct
T t59 enum attached	attached0	genuine
T t60 enum elevation	friction
T t61 enum attached	attached0	genuine	global
T t62 enum no passing	caution	none
T t63 enum no limit	undefined
T t64 limited integer	minInclusive 0
T t65 union t63	t64
T t66 union t63	t7
T t67 union t7	t63
T t68 enum arcLength	normalized
T t69 enum front	rear	left	right
T t70 enum all	car	women	handicapped	bus	truck	electric	residents
T t71 enum dynamic	straight	turn
T t72 enum roundabout	unknown
T t73 enum roundabout	unknown	complexJunction	highwayInterchange
T t74 enum small	medium	large
T t75 enum raw	cleaned	processed	fused
T t76 enum sensor	cadaster	custom
T t77 enum left	right	front	rear
T t78 enum concrete	curb
T t79 enum concrete	curb	paint
T t80 enum object	signal
T t81 enum road
T t82 enum global
T t83 enum maximum	maximumEnd	minimum	minimumEnd	recommended	recommendedEnd	zone	zoneEnd
T t84 enum noOvertakeCars	noOvertakeCarsEnd	noOvertakeTrucks	noOvertakeTrucksEnd	priorityOverOncoming	roundabout	yieldForOncoming
T t85 enum noOvertakeCars	noOvertakeCarsEnd	noOvertakeTrucks	noOvertakeTrucksEnd	priorityOverOncoming	roundabout	yieldForOncoming	other
T t86 enum 4way	keepClearLine	noParkingLine	noTurnOnRed	priorityRoad	priorityRoadEnd	priorityToTheRightRule	stop	stopLine	turnOnRedAllowed	trafficLight	waitingLine	yield
T t87 enum day	time
T t88 enum for	in
T t89 enum fog	rain	snow
T t90 enum independent	relative
T t91 enum LED	monochromGraphic	rotatingPrismHorizontal	rotatingPrismVertical	simpleMatrix	other
T t92 enum virtual
T t93 enum default	virtual	direct	crossing
T t94 union t17	t4
T t95 enum joint	lane
E */userData
A 1-1 code:int value:string
A 2-4 code:string value:string
A 5-5 !code:string !value:string
A 6-9 !code:string value:string
C 1-2
C 3-9 #any
E */include
A 1-4 file:string
A 5-9 !file:string
C 1-9
E header
A 1-1 date:string east:double maxJunc:unsignedInt maxPrg:unsignedInt maxRoad:unsignedInt name:string north:double revMajor:unsignedShort revMinor:unsignedShort south:double version:double west:double
A 2-2 date:string east:double name:string north:double revMajor:unsignedShort revMinor:unsignedShort south:double version:double west:double
A 3-3 date:string east:double name:string north:double revMajor:unsignedShort revMinor:unsignedShort south:double vendor:string version:double west:double
A 4-4 date:string east:double name:string north:double revMajor:unsignedShort revMinor:unsignedShort south:double vendor:string version:float west:double
A 5-5 date:string east:double name:string north:double !revMajor:t1 !revMinor:t2 south:double vendor:string version:t3 west:double
A 6-9 date:string east:double name:string north:double !revMajor:t1 !revMinor:integer south:double vendor:string version:string west:double
C 1-2 (userData?,include?)
C 3-3 (userData*,include*)
C 4-4 (geoReference?,userData*,include*)
C 5-5 (geoReference?,offset?,(userData*,include*,dataQuality?))
C 6-7 (geoReference?,offset?,~)
C 8-9 (geoReference?,offset?,license?,~,defaultRegulations?)
E road/link/predecessor
A 1-1 contactPoint:string elementId:unsignedInt elementType:string
A 2-3 contactPoint:string elementId:string elementType:string
A 4-4 contactPoint:t4 elementId:string elementType:t5
A 5-5 contactPoint:t4 elementDir:t6 !elementId:string elementS:t7 !elementType:t5
A 6-6 contactPoint:string elementDir:string !elementId:string elementS:t7 elementType:string
A 7-9 contactPoint:t4 elementDir:t6 !elementId:string elementS:t7 elementType:t5
C 1-4
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/link/successor
= road/link/predecessor
E road/link/neighbor
A 1-1 direction:string elementId:unsignedInt
A 2-3 direction:string elementId:string side:string
A 4-4 direction:t8 elementId:string side:t9
A 5-5 !direction:t8 !elementId:string !side:t9
C 1-4
C 5-5 (userData*,include*,dataQuality?)
E road/link
C 1-1 (predecessor?,successor?,neighbor?,userData?,include?)
C 2-2 (predecessor?,successor?,neighbor{0,2},userData?,include?)
C 3-4 (predecessor?,successor?,neighbor{0,2},userData*,include*)
C 5-5 (predecessor?,successor?,neighbor{0,2},(userData*,include*,dataQuality?))
C 6-9 (predecessor?,successor?,~)
E road/type
A 1-3 s:double type:string
A 4-4 s:double type:t10
A 5-5 country:t13 !s:t7 !type:t14
A 6-9 country:t16 !s:t7 !type:t14
C 1-2 (userData?,include?)
C 3-3 (userData*,include*)
C 4-4 (speed?,userData*,include*)
C 5-5 (speed?,(userData*,include*,dataQuality?))
C 6-9 (speed?,~)
E road/planView/geometry/line
C 1-2 (userData?,include?)
C 3-4 (userData*,include*)
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/planView/geometry/spiral
A 1-4 curvEnd:double curvStart:double
A 5-9 !curvEnd:double !curvStart:double
C 1-2 (userData?,include?)
C 3-4 (userData*,include*)
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/planView/geometry/arc
A 1-4 curvature:double
A 5-9 !curvature:double
C 1-2 (userData?,include?)
C 3-4 (userData*,include*)
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/planView/geometry/poly3
A 1-4 a:double b:double c:double d:double
A 5-9 !a:double !b:double !c:double !d:double
C 1-2 (userData?,include?)
C 3-4 (userData*,include*)
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/planView/geometry
A 1-4 hdg:double length:double s:double x:double y:double
A 5-5 !hdg:double !length:t7 !s:t7 !x:double !y:double
A 6-6 !hdg:double !length:string !s:t7 !x:double !y:double
A 7-9 !hdg:double !length:t17 !s:t7 !x:double !y:double
C 1-2 (line|spiral|arc|poly3|userData?|include?)
C 3-3 (line|spiral|arc|poly3|userData*|include*)
C 4-4 (line|spiral|arc|poly3|paramPoly3|userData*|include*)
C 5-5 (line|spiral|arc|poly3|paramPoly3|(userData*,include*,dataQuality?))
C 6-9 (line|spiral|arc|poly3|paramPoly3|~)
E road/planView
C 1-4 geometry+
C 5-5 (geometry+,(userData*,include*,dataQuality?))
C 6-9 (geometry+,~)
E road/elevationProfile/elevation
A 1-4 a:double b:double c:double d:double s:double
A 5-9 !a:double !b:double !c:double !d:double !s:t7
C 1-2 (userData?,include?)
C 3-4 (userData*,include*)
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/elevationProfile
C 1-2 (elevation*,userData?,include?)
C 3-3 (elevation*,userData*,include*)
C 4-4 (elevation+,userData*,include*)
C 5-5 (elevation+,(userData*,include*,dataQuality?))
C 6-9 (elevation*,~)
E road/lateralProfile/superelevation
= road/elevationProfile/elevation
E road/lateralProfile/crossfall
A 1-3 a:double b:double c:double d:double s:double side:string
A 4-4 a:double b:double c:double d:double s:double side:t18
A 5-5 !a:double !b:double !c:double !d:double !s:t7 !side:t18
C 1-2 (userData?,include?)
C 3-4 (userData*,include*)
C 5-5 (userData*,include*,dataQuality?)
E road/lateralProfile
C 1-2 (superelevation*,crossfall*,userData?,include?)
C 3-3 (superelevation*,crossfall*,userData*,include*)
C 4-4 (superelevation*,crossfall*,shape*,userData*,include*)
C 5-5 (superelevation*,crossfall*,shape*,(userData*,include*,dataQuality?))
C 6-7 (superelevation*,shape*,~)
C 8-9 (superelevation*,shape*,crossSectionSurface?,~)
E road/lanes/laneSection/left/lane/link/predecessor
A 1-4 id:int
A 5-8 !id:integer
A 9-9 !id:integer layer:string
C 1-4
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/lanes/laneSection/left/lane/link/successor
= road/lanes/laneSection/left/lane/link/predecessor
E road/lanes/laneSection/left/lane/link
C 1-2 (predecessor?,successor?,userData?,include?)
C 3-4 (predecessor?,successor?,userData*,include*)
C 5-5 (predecessor*,successor*,(userData*,include*,dataQuality?))
C 6-9 (predecessor*,successor*,~)
E road/lanes/laneSection/left/lane/width
A 1-4 a:double b:double c:double d:double sOffset:double
A 5-9 !a:double !b:double !c:double !d:double !sOffset:t7
C 1-2 (userData?,include?)
C 3-4 (userData*,include*)
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/lanes/laneSection/left/lane/roadMark
A 1-1 color:string sOffset:double type:string weight:string width:double
A 2-3 color:string laneChange:string sOffset:double type:string weight:string width:double
A 4-4 color:t19 height:double laneChange:t20 material:string sOffset:double type:t21 weight:t22 width:double
A 5-6 !color:t23 height:double laneChange:t20 material:string !sOffset:t7 !type:t24 weight:t22 width:t7
A 7-7 !color:t25 height:t17 laneChange:t20 material:string !sOffset:t7 !type:t24 weight:t22 width:t7
A 8-9 !color:t26 height:t17 laneChange:t20 material:string !sOffset:t7 !type:t24 weight:t22 width:t7
C 1-2 (userData?,include?)
C 3-4 (type?,userData*,include*)
C 5-5 (sway*,type?,explicit?,(userData*,include*,dataQuality?))
C 6-9 (sway*,type?,explicit?,~)
E road/lanes/laneSection/left/lane/material
A 1-1 friction:double materialCode:unsignedInt roughness:double sOffset:double
A 2-4 friction:double roughness:double sOffset:double surface:string
A 5-9 !friction:t7 roughness:t7 !sOffset:t7 surface:string
C 1-2 (userData?,include?)
C 3-4 (userData*,include*)
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/lanes/laneSection/left/lane/visibility
A 1-4 back:double forward:double left:double right:double sOffset:double
A 5-5 !back:t7 !forward:t7 !left:t7 !right:t7 !sOffset:t7
C 1-2 (userData?,include?)
C 3-4 (userData*,include*)
C 5-5 (userData*,include*,dataQuality?)
E road/lanes/laneSection/left/lane/speed
A 1-3 max:double sOffset:double
A 4-4 max:double sOffset:double unit:t27
A 5-9 !max:t7 !sOffset:t7 unit:t28
C 1-2 (userData?,include?)
C 3-4 (userData*,include*)
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/lanes/laneSection/left/lane/access
A 1-3 restriction:string sOffset:double
A 4-4 restriction:t29 sOffset:double
A 5-5 !restriction:t30 !rule:t31 !sOffset:t7
A 6-7 !restriction:t30 rule:t31 !sOffset:t7
A 8-9 restriction:t32 rule:t31 !sOffset:t7
C 1-2 (userData?,include?)
C 3-4 (userData*,include*)
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 (restriction*,~)
E road/lanes/laneSection/left/lane
A 1-1 id:int level:unsignedInt type:unsignedInt
A 2-3 id:int level:string type:string
A 4-4 id:int level:t33 type:t34
A 5-5 !id:positiveInteger level:t33 !type:t35
A 6-7 !id:positiveInteger level:t33 !type:t36
A 8-9 advisory:t37 direction:t38 dynamicLaneDirection:t33 dynamicLaneType:t33 !id:positiveInteger level:t33 roadWorks:t33 !type:t39
C 1-1 (link?,width+,roadMark*,material*,visibility*,speed*,access*,userData?,include?)
C 2-2 (link?,width+,roadMark*,material*,visibility*,speed*,access*,height*,userData?,include?)
C 3-3 (link?,width+,roadMark*,material*,visibility*,speed*,access*,height*,userData*,include*)
C 4-4 (link?,(width+|border+),roadMark*,material*,visibility*,speed*,access*,height*,rule*,userData*,include*)
C 5-5 (link?,(width+|border+)+,roadMark*,material*,visibility*,speed*,access*,height*,rule*,(userData*,include*,dataQuality?))
C 6-7 (link?,(border*|width*)+,roadMark*,material*,speed*,access*,height*,rule*,~)
C 8-9 (link?,(border+|width+)?,roadMark*,material*,speed*,access*,height*,rule*,~)
E road/lanes/laneSection/left
C 1-2 (lane+,userData?,include?)
C 3-4 (lane+,userData*,include*)
C 5-5 (lane+,(userData*,include*,dataQuality?))
C 6-9 (lane+,~)
E road/lanes/laneSection/center/lane/link/predecessor
= road/lanes/laneSection/left/lane/link/predecessor
E road/lanes/laneSection/center/lane/link/successor
= road/lanes/laneSection/left/lane/link/predecessor
E road/lanes/laneSection/center/lane/link
= road/lanes/laneSection/left/lane/link
E road/lanes/laneSection/center/lane/roadMark
A 1-2 color:string sOffset:double type:string weight:string width:double
A 3-3 color:string laneChange:string sOffset:double type:string weight:string width:double
A 4-4 color:t19 height:double laneChange:t20 material:string sOffset:double type:t21 weight:t22 width:double
A 5-6 !color:t23 height:double laneChange:t20 material:string !sOffset:t7 !type:t24 weight:t22 width:t7
A 7-7 !color:t25 height:t17 laneChange:t20 material:string !sOffset:t7 !type:t24 weight:t22 width:t7
A 8-9 !color:t26 height:t17 laneChange:t20 material:string !sOffset:t7 !type:t24 weight:t22 width:t7
C 1-2 (userData?,include?)
C 3-4 (type?,userData*,include*)
C 5-5 (sway*,type?,explicit?,(userData*,include*,dataQuality?))
C 6-9 (sway*,type?,explicit?,~)
E road/lanes/laneSection/center/lane
A 1-1 id:int type:unsignedInt
A 2-3 id:int level:string type:string
A 4-4 id:int level:t33 type:t34
A 5-5 !id:t40 level:t33 !type:t35
A 6-7 !id:t40 level:t33 !type:t36
A 8-9 !id:t40 level:t33 type:t39
C 1-2 (link?,roadMark*,userData?,include?)
C 3-4 (link?,roadMark*,userData*,include*)
C 5-5 (link?,roadMark*,(userData*,include*,dataQuality?))
C 6-7 (link?,(border*|width*)+,roadMark*,material*,speed*,access*,height*,rule*,~)
C 8-9 (link?,roadMark*)
E road/lanes/laneSection/center
C 1-2 (lane?,userData?,include?)
C 3-4 (lane?,userData*,include*)
C 5-5 (lane+,(userData*,include*,dataQuality?))
C 6-7 (lane+,~)
C 8-9 (lane,~)
E road/lanes/laneSection/right/lane/link/predecessor
= road/lanes/laneSection/left/lane/link/predecessor
E road/lanes/laneSection/right/lane/link/successor
= road/lanes/laneSection/left/lane/link/predecessor
E road/lanes/laneSection/right/lane/link
= road/lanes/laneSection/left/lane/link
E road/lanes/laneSection/right/lane/width
= road/lanes/laneSection/left/lane/width
E road/lanes/laneSection/right/lane/roadMark
= road/lanes/laneSection/left/lane/roadMark
E road/lanes/laneSection/right/lane/material
= road/lanes/laneSection/left/lane/material
E road/lanes/laneSection/right/lane/visibility
= road/lanes/laneSection/left/lane/visibility
E road/lanes/laneSection/right/lane/speed
= road/lanes/laneSection/left/lane/speed
E road/lanes/laneSection/right/lane/access
= road/lanes/laneSection/left/lane/access
E road/lanes/laneSection/right/lane
A 1-1 id:int level:unsignedInt type:unsignedInt
A 2-3 id:int level:string type:string
A 4-4 id:int level:t33 type:t34
A 5-5 !id:negativeInteger level:t33 !type:t35
A 6-7 !id:negativeInteger level:t33 !type:t36
A 8-9 advisory:t37 direction:t38 dynamicLaneDirection:t33 dynamicLaneType:t33 !id:negativeInteger level:t33 roadWorks:t33 !type:t39
C 1-1 (link?,width+,roadMark*,material*,visibility*,speed*,access*,userData?,include?)
C 2-2 (link?,width+,roadMark*,material*,visibility*,speed*,access*,height*,userData?,include?)
C 3-3 (link?,width+,roadMark*,material*,visibility*,speed*,access*,height*,userData*,include*)
C 4-4 (link?,(width+|border+),roadMark*,material*,visibility*,speed*,access*,height*,rule*,userData*,include*)
C 5-5 (link?,(width+|border+)+,roadMark*,material*,visibility*,speed*,access*,height*,rule*,(userData*,include*,dataQuality?))
C 6-7 (link?,(border*|width*)+,roadMark*,material*,speed*,access*,height*,rule*,~)
C 8-9 (link?,(border+|width+)?,roadMark*,material*,speed*,access*,height*,rule*,~)
E road/lanes/laneSection/right
C 1-2 (lane+,userData?,include?)
C 3-4 (lane+,userData*,include*)
C 5-5 (lane+,(userData*,include*,dataQuality?))
C 6-9 (lane+,~)
E road/lanes/laneSection
A 1-3 s:double
A 4-4 s:double singleSide:t33
A 5-8 !s:t7 singleSide:t33
A 9-9 length:t7 !s:t7 singleSide:t33
C 1-2 (left?,center?,right?,userData?,include?)
C 3-3 (left?,center?,right?,userData*,include*)
C 4-4 (left?,center,right?,userData*,include*)
C 5-5 (left?,center?,right?,(userData*,include*,dataQuality?))
C 6-9 (left?,center,right?,~)
E road/lanes
A 9-9 layer:t41
C 1-2 laneSection+
C 3-4 (laneOffset*,laneSection+)
C 5-5 (laneOffset*,laneSection+,(userData*,include*,dataQuality?))
C 6-9 (laneOffset*,laneSection+,~)
E road/objects/object/outline/cornerInertial
A 1-2 height:double x:double y:double z:double
C 1-2 (userData?,include?)
E road/objects/object/outline/cornerRoad
A 1-4 dz:double height:double s:double t:double
A 5-5 !dz:double !height:double !id:nonNegativeInteger !s:t7 !t:double
A 6-6 !dz:double !height:double id:nonNegativeInteger !s:t7 !t:double
A 7-9 !dz:double !height:t7 id:nonNegativeInteger !s:t7 !t:double
C 1-2 (userData?,include?)
C 3-4 (userData*,include*)
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/objects/object/outline/cornerRelative
A 1-2 height:double u:double v:double z:double
C 1-2 (userData?,include?)
E road/objects/object/outline
A 5-5 !closed:t33 !fillType:t42 !id:nonNegativeInteger !laneType:t35 !outer:t33
A 6-7 closed:t33 fillType:t42 id:nonNegativeInteger laneType:t36 outer:t33
A 8-9 closed:t33 fillType:t43 id:nonNegativeInteger laneType:t39 outer:t33
C 1-2 (cornerInertial*,cornerRoad*,cornerRelative*,userData?,include?)
C 3-3 (cornerRoad*,cornerLocal*,userData*,include*)
C 4-4 (cornerRoad*|cornerLocal*|userData*|include*)
C 5-5 (cornerRoad*,cornerLocal*,(userData*,include*,dataQuality?))
C 6-7 ((cornerRoad*|cornerLocal*)?,~)
C 8-8 ((cornerRoad{2,}|cornerLocal{2,}),~)
C 9-9 ((cornerRoad{2,}|cornerLocal{2,}|curveLocal+),~,markings?)
E road/objects/object/laneValidity
A 1-1 fromLane:int toLane:int
C 1-1 (userData?,include?)
E road/objects/object
A 1-1 hdg:double height:double id:unsignedInt length:double name:string orientation:string pitch:double radius:double roll:double s:double t:double type:unsignedInt validLength:double width:double zOffset:double
A 2-3 hdg:double height:double id:string length:double name:string orientation:string pitch:double radius:double roll:double s:double t:double type:string validLength:double width:double zOffset:double
A 4-4 hdg:double height:double id:string length:double name:string orientation:t44 pitch:double radius:double roll:double s:double t:double type:string validLength:double width:double zOffset:double
A 5-5 !dynamic:t45 !hdg:double !height:double !id:string length:double name:string !orientation:t44 !pitch:double radius:double !roll:double !s:t7 subtype:string !t:double type:t46 !validLength:t7 width:double !zOffset:double
A 6-6 dynamic:t45 hdg:double height:double !id:string length:double name:string orientation:t44 pitch:double radius:double roll:double !s:t7 subtype:string !t:double type:t47 validLength:t7 width:double !zOffset:double
A 7-7 dynamic:t45 hdg:double height:t7 !id:string length:t17 name:string orientation:t44 perpToRoad:t33 pitch:double radius:t17 roll:double !s:t7 subtype:string !t:double type:t47 validLength:t7 width:double !zOffset:double
A 8-8 dynamic:t45 hdg:double height:t7 !id:string length:t17 name:string orientation:t44 perpToRoad:t33 pitch:double radius:t17 roll:double !s:t7 subtype:string !t:double type:t48 validLength:t7 width:double !zOffset:double
A 9-9 dynamic:t45 hdg:double height:t7 !id:string invalidated:boolean length:t17 name:string orientation:t44 perpToRoad:t33 pitch:double radius:t17 roll:double !s:t7 subtype:string !t:double temporary:boolean type:t48 validLength:t7 width:double !zOffset:double
C 1-1 (outline?,laneValidity*,userData?,include?)
C 2-2 (repeat?,outline?,validity*,userData?,include?)
C 3-3 (repeat?,outline?,material?,validity*,userData*,include*)
C 4-4 (repeat*,outline?,material?,validity*,parkingSpace?,userData*,include*)
C 5-5 (repeat?,outline?,outlines?,material*,validity*,parkingSpace?,markings?,borders?,(userData*,include*,dataQuality?))
C 6-6 (repeat*,outline?,outlines?,material*,validity*,parkingSpace?,markings?,borders?,~)
C 7-7 (repeat*,outline?,outlines?,material*,validity*,parkingSpace?,markings?,borders?,~,surface?)
C 8-9 (repeat*,outline?,outlines?,material*,validity*,parkingSpace?,markings?,borders?,~,surface?,skeleton?)
E road/objects/tunnel/laneValidity
A 1-1 fromLane:int toLane:int
C 1-1 (userData?,include?)
E road/objects/tunnel
A 1-1 daylight:double id:unsignedInt length:double lighting:double name:string s:double type:string
A 2-3 daylight:double id:string length:double lighting:double name:string s:double type:string
A 4-4 daylight:double id:string length:double lighting:double name:string s:double type:t49
A 5-9 daylight:t50 !id:string !length:t7 lighting:t50 name:string !s:t7 !type:t49
C 1-1 (laneValidity*,userData?,include?)
C 2-2 (validity*,userData?,include?)
C 3-4 (validity*,userData*,include*)
C 5-5 (validity*,(userData*,include*,dataQuality?))
C 6-9 (validity*,~)
E road/objects/bridge/laneValidity
A 1-1 fromLane:int toLane:int
C 1-1 (userData?,include?)
E road/objects/bridge
A 1-1 id:unsignedInt length:double name:string s:double type:string
A 2-3 id:string length:double name:string s:double type:string
A 4-4 id:string length:double name:string s:double type:t51
A 5-9 !id:string !length:t7 name:string !s:t7 !type:t51
C 1-1 (laneValidity*,userData?,include?)
C 2-2 (validity*,userData?,include?)
C 3-4 (validity*,userData*,include*)
C 5-5 (validity*,(userData*,include*,dataQuality?))
C 6-9 (validity*,~)
E road/objects
C 1-1 (object*,tunnel*,bridge*,userData?,include?)
C 2-2 (object*,objectReference*,tunnel*,bridge*,userData?,include?)
C 3-4 (object*,objectReference*,tunnel*,bridge*,userData*,include*)
C 5-5 (object*,objectReference*,tunnel*,bridge*,(userData*,include*,dataQuality?))
C 6-9 (object*,objectReference*,tunnel*,bridge*,~)
E road/signals/signal/laneValidity
A 1-1 fromLane:int toLane:int
C 1-1 (userData?,include?)
E road/signals/signal/dependency
A 1-1 id:unsignedInt type:unsignedInt
A 2-4 id:string type:string
A 5-9 !id:string type:string
C 1-2 (userData?,include?)
C 3-4 (userData*,include*)
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/signals/signal
A 1-1 country:string dynamic:string id:unsignedInt name:string orientation:string s:double subtype:int t:double type:int value:double zOffset:double
A 2-3 country:string dynamic:string id:string name:string orientation:string s:double subtype:int t:double type:int value:double zOffset:double
A 4-4 country:string dynamic:t45 hOffset:double height:double id:string name:string orientation:t44 pitch:double roll:double s:double subtype:string t:double text:string type:string unit:t27 value:double width:double zOffset:double
A 5-5 country:t13 countryRevision:string !dynamic:t45 hOffset:double !height:t7 !id:string name:string !orientation:t44 pitch:double roll:double !s:t7 !subtype:string !t:double text:string !type:string unit:t55 value:double !width:t7 !zOffset:double
A 6-7 country:t16 countryRevision:string !dynamic:t45 hOffset:double height:t7 !id:string name:string !orientation:t44 pitch:double roll:double !s:t7 !subtype:string !t:double text:string !type:string unit:t55 value:double width:t7 !zOffset:double
A 8-8 country:t16 countryRevision:string !dynamic:t45 hOffset:double height:t7 !id:string length:t7 name:string !orientation:t44 pitch:double roll:double s:t7 !subtype:string t:double text:string !type:string unit:t55 value:double width:t7 zOffset:double
A 9-9 country:t16 countryRevision:string !dynamic:t45 hOffset:double height:t7 !id:string invalidated:boolean length:t7 name:string !orientation:t44 pitch:double roll:double s:t7 !subtype:string t:double temporary:boolean text:string !type:string unit:t55 value:double width:t7 zOffset:double
C 1-1 (laneValidity*,dependency*,userData?,include?)
C 2-2 (Validity*,dependency*,userData?,include?)
C 3-4 (validity*,dependency*,userData*,include*)
C 5-5 (validity*,dependency*,reference*,(positionRoad|positionInertial)?,(userData*,include*,dataQuality?))
C 6-6 (validity*,dependency*,reference*,(positionRoad|positionInertial)?,~)
C 7-7 (validity*,dependency*,reference*,(positionInertial|positionRoad)?,~)
C 8-9 (validity*,dependency*,reference*,(positionInertial|positionRoad)?,~,semantics?),(staticBoard*,vmsBoard*)
E road/signals/signalReference/laneValidity
A 1-1 fromLane:int toLane:int
C 1-1 (userData?,include?)
E road/signals/signalReference
A 1-1 id:unsignedInt s:double t:double
A 2-2 id:string s:double t:double
A 3-3 id:string orientation:string s:double t:double
A 4-4 id:string orientation:t44 s:double t:double
A 5-9 !id:string !orientation:t44 !s:t7 !t:double
C 1-1 (laneValidity*,userData?,include?)
C 2-2 (Validity*,userData?,include?)
C 3-4 (validity*,userData*,include*)
C 5-5 (validity*,(userData*,include*,dataQuality?))
C 6-9 (validity*,~)
E road/signals
C 1-2 (signal*,signalReference*,userData?,include?)
C 3-4 (signal*,signalReference*,userData*,include*)
C 5-5 (signal*,signalReference*,(userData*,include*,dataQuality?))
C 6-9 (signal*,signalReference*,~)
E road
A 1-1 id:unsignedInt junction:int length:double name:string
A 2-4 id:string junction:string length:double name:string
A 5-5 !id:string !junction:string !length:t7 name:string rule:t56
A 6-6 !id:string !junction:string !length:string name:string rule:t56
A 7-9 !id:string !junction:string !length:t17 name:string rule:t56
C 1-1 (link?,type*,planView,elevationProfile?,lateralProfile?,lanes,objects?,signals?)
C 2-2 (link?,type*,planView,elevationProfile?,lateralProfile?,lanes,objects?,signals?,surface?)
C 3-3 (link?,type*,planView,elevationProfile?,lateralProfile?,lanes,objects?,signals?,surface?,userData*,include*)
C 4-4 (link?,type*,planView,elevationProfile?,lateralProfile?,lanes,objects?,signals?,surface?,railroad?,userData*,include*)
C 5-5 (link?,type*,planView,elevationProfile?,lateralProfile?,lanes,objects?,signals?,surface?,railroad?,(userData*,include*,dataQuality?))
C 6-8 (link?,type*,planView,elevationProfile?,lateralProfile?,lanes,objects?,signals?,surface?,railroad?,~)
C 9-9 (link?,type*,planView,elevationProfile?,lateralProfile?,lanes{1,2},objects?,signals?,surface?,railroad?,~)
E controller/control
A 1-1 signalID:unsignedInt type:unsignedInt
A 2-2 signalID:string type:string
A 3-4 signalId:string type:string
A 5-9 !signalId:string type:string
C 1-2 userData?
C 3-4 (userData*,include*)
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E controller
A 1-1 ID:unsignedInt name:string
A 2-2 ID:string name:string
A 3-4 id:string name:string sequence:int
A 5-9 !id:string name:string sequence:nonNegativeInteger
C 1-2 (control+,userData?,include?)
C 3-4 (control+,userData*,include*)
C 5-5 (control+,(userData*,include*,dataQuality?))
C 6-9 (control+,~)
E junction/connection/laneLink
A 1-4 from:int to:int
A 5-7 !from:integer !to:integer
C 1-2 userData?
C 3-4 (userData*,include*)
C 5-5 (userData*,include*,dataQuality?)
C 6-7
E junction/connection
A 1-1 connectingRoad:unsignedInt contactPoint:string id:unsignedInt incomingRoad:unsignedInt
A 2-3 connectingRoad:string contactPoint:string id:string incomingRoad:string
A 4-4 connectingRoad:string contactPoint:t4 id:string incomingRoad:string
A 5-5 !connectingRoad:string connectionMaster:string !contactPoint:t4 !id:string !incomingRoad:string type:t57
A 6-6 connectingRoad:string contactPoint:string !id:string incomingRoad:string type:t57
A 7-7 connectingRoad:string contactPoint:t4 !id:string incomingRoad:string linkedRoad:string type:t57
C 1-2 (laneLink*,userData?,include?)
C 3-4 (laneLink*,userData*,include*)
C 5-5 (predecessor?,successor?,laneLink*,(userData*,include*,dataQuality?))
C 6-7 (predecessor?,successor?,laneLink*)
E junction/priority
A 1-1 high:unsignedInt low:unsignedInt
A 2-7 high:string low:string
C 1-2 (userData?,include?)
C 3-4 (userData*,include*)
C 5-5 (userData*,include*,dataQuality?)
C 6-7
E junction/controller
A 1-1 id:unsignedInt type:unsignedInt
A 2-2 id:string type:string
A 3-4 id:string sequence:int type:string
A 5-7 !id:string sequence:nonNegativeInteger type:string
C 1-2 (userData?,include?)
C 3-4 (userData*,include*)
C 5-5 (userData*,include*,dataQuality?)
C 6-7
E junction
A 1-1 id:unsignedInt name:string
A 2-4 id:string name:string
A 5-6 !id:string name:string type:t57
A 7-7 !id:string mainRoad:string name:string orientation:t44 sEnd:t7 sStart:t7 type:t58
C 1-2 (connection+,priority*,controller*,userData?,include?)
C 3-4 (connection+,priority*,controller*,userData*,include*)
C 5-5 (connection+,priority*,controller*,surface?,(userData*,include*,dataQuality?))
C 6-7 (connection+,priority*,controller*,surface?,~)
E 
C 1-3 (header,road+,controller*,junction*)
C 4-4 (header,road+,controller*,junction*,junctionGroup*,station*)
C 5-5 (header,road+,controller*,junction*,junctionGroup*,station*,(userData*,include*,dataQuality?))
C 6-7 (header,road+,controller*,junction*,junctionGroup*,station*,~)
C 8-9 (header,road+,controller*,junction*,junctionGroup*,station*,~,vmsGroup*)
E road/lanes/laneSection/left/lane/height
A 2-4 inner:double outer:double sOffset:double
A 5-9 !inner:double !outer:double !sOffset:t7
C 2-2 (userData?,include?)
C 3-4 (userData*,include*)
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/lanes/laneSection/right/lane/height
= road/lanes/laneSection/left/lane/height
E road/objects/object/repeat
A 2-3 distance:double length:double s:double
A 4-4 distance:double heightEnd:double heightStart:double length:double s:double tEnd:double tStart:double widthEnd:double widthStart:double zOffsetEnd:double zOffsetStart:double
A 5-5 !distance:t7 !heightEnd:double !heightStart:double !length:t7 lengthEnd:t7 lengthStart:t7 radiusEnd:t7 radiusStart:t7 !s:t7 !tEnd:double !tStart:double !widthEnd:t7 !widthStart:t7 !zOffsetEnd:double !zOffsetStart:double
A 6-6 !distance:t7 !heightEnd:double !heightStart:double !length:t7 lengthEnd:t7 lengthStart:t7 radiusEnd:t7 radiusStart:t7 !s:t7 !tEnd:double !tStart:double widthEnd:t7 widthStart:t7 !zOffsetEnd:double !zOffsetStart:double
A 7-7 !distance:t7 !heightEnd:t7 !heightStart:t7 !length:t7 lengthEnd:t7 lengthStart:t7 radiusEnd:t7 radiusStart:t7 !s:t7 !tEnd:double !tStart:double widthEnd:t7 widthStart:t7 !zOffsetEnd:double !zOffsetStart:double
A 8-8 detachFromReferenceLine:t33 !distance:t7 !heightEnd:t7 !heightStart:t7 !length:t7 lengthEnd:t7 lengthStart:t7 radiusEnd:t7 radiusStart:t7 !s:t7 !tEnd:double !tStart:double widthEnd:t7 widthStart:t7 !zOffsetEnd:double !zOffsetStart:double
A 9-9 bT:t7 cT:t7 dT:t7 detachFromReferenceLine:t33 !distance:t7 !heightEnd:t7 !heightStart:t7 !length:t7 lengthEnd:t7 lengthStart:t7 radiusEnd:t7 radiusStart:t7 !s:t7 !tEnd:double !tStart:double widthEnd:t7 widthStart:t7 !zOffsetEnd:double !zOffsetStart:double
C 2-2 (userData?,include?)
C 3-4 (userData*,include*)
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/objects/object/validity
A 2-4 fromLane:int toLane:int
A 5-8 !fromLane:integer !toLane:integer
A 9-9 !fromLane:integer layer:t41 !toLane:integer
C 2-2 (userData?,include?)
C 3-4 (userData*,include*)
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/objects/objectReference/validity
= road/objects/object/validity
E road/objects/objectReference
A 2-2 id:string length:double orientation:string s:double validLength:double
A 3-3 id:string orientation:string s:double t:double validLength:double zOffset:double
A 4-4 id:string orientation:t44 s:double t:double validLength:double zOffset:double
A 5-5 !id:string !orientation:t44 !s:t7 !t:double !validLength:t7 !zOffset:double
A 6-9 !id:string !orientation:t44 !s:t7 !t:double validLength:t7 zOffset:double
C 2-2 (validity*,userData?,include?)
C 3-4 (validity*,userData*,include*)
C 5-5 (validity*,(userData*,include*,dataQuality?))
C 6-9 (validity*,~)
E road/objects/tunnel/validity
= road/objects/object/validity
E road/objects/bridge/validity
= road/objects/object/validity
E road/signals/signal/Validity
A 2-2 fromLane:int toLane:int
C 2-2 (userData?,include?)
E road/signals/signalReference/Validity
A 2-2 fromLane:int toLane:int
C 2-2 (userData?,include?)
E road/surface/CRG
A 2-3 file:string hOffset:double mode:string orientation:string sEnd:double sOffset:double sStart:double tOffset:double zOffset:double zScale:double
A 4-4 file:string hOffset:double mode:t59 orientation:t8 purpose:t60 sEnd:double sOffset:double sStart:double tOffset:double zOffset:double zScale:double
A 5-8 !file:string hOffset:double !mode:t61 !orientation:t8 purpose:t60 !sEnd:t7 sOffset:double !sStart:t7 tOffset:double zOffset:double zScale:double
A 9-9 !file:string hOffset:double !mode:t61 !orientation:t8 purpose:t60 !sEnd:t7 sOffset:double !sStart:t7 tOffset:double xOffset:double yOffset:double zOffset:double zScale:double
C 2-2 (userData?,include?)
C 3-4 (userData*,include*)
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/surface
C 2-2 (CRG*,userData?,include?)
C 3-4 (CRG*,userData*,include*)
C 5-5 (CRG*,(userData*,include*,dataQuality?))
C 6-9 (CRG*,~)
E road/lanes/laneOffset
A 3-4 a:double b:double c:double d:double s:double
A 5-9 !a:double !b:double !c:double !d:double !s:t7
C 3-4 (userData*,include*)
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/lanes/laneSection/left/lane/roadMark/type/line
A 3-3 length:double rule:string sOffset:double space:double tOffset:double
A 4-4 length:double rule:t62 sOffset:double space:double tOffset:double width:double
A 5-5 color:t23 !length:t7 rule:t62 !sOffset:t7 !space:t7 !tOffset:double !width:t7
A 6-6 color:t23 !length:string rule:t62 !sOffset:t7 !space:t7 !tOffset:double width:string
A 7-7 color:t25 !length:t7 rule:t62 !sOffset:t7 !space:t7 !tOffset:double width:t17
A 8-9 color:t26 !length:t7 rule:t62 !sOffset:t7 !space:t7 !tOffset:double width:t17
C 3-4
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/lanes/laneSection/left/lane/roadMark/type
A 3-4 name:string width:double
A 5-6 !name:string !width:t7
A 7-9 !name:string !width:t17
C 3-4 line+
C 5-5 (line+,(userData*,include*,dataQuality?))
C 6-9 (line+,~)
E road/lanes/laneSection/center/lane/roadMark/type/line
= road/lanes/laneSection/left/lane/roadMark/type/line
E road/lanes/laneSection/center/lane/roadMark/type
= road/lanes/laneSection/left/lane/roadMark/type
E road/objects/object/outline/cornerLocal
A 3-4 height:double u:double v:double z:double
A 5-5 !height:double !id:nonNegativeInteger !u:double !v:double !z:double
A 6-6 !height:double id:nonNegativeInteger !u:double !v:double !z:double
A 7-9 !height:t7 id:nonNegativeInteger !u:double !v:double !z:double
C 3-4 (userData*,include*)
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/objects/object/material
A 3-4 friction:double roughness:double surface:string
A 5-7 friction:t7 roughness:t7 surface:string
A 8-9 friction:t7 roadMarkColor:t26 roughness:t7 surface:string
C 3-4 (userData*,include*)
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/signals/signal/validity
A 3-4 fromLane:int toLane:int
A 5-8 !fromLane:integer !toLane:integer
A 9-9 !fromLane:integer layer:t41 !toLane:integer
C 3-4 (userData*,include*)
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/signals/signalReference/validity
= road/signals/signal/validity
E header/geoReference
C 4-4 #text
C 5-5 (userData*,include*,dataQuality?)
C 6-7 ~
C 8-9
E road/type/speed
A 4-4 max:t65 unit:t27
A 5-5 !max:t66 unit:t28
A 6-9 !max:t67 unit:t28
C 4-4
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/planView/geometry/paramPoly3
A 4-4 aU:double aV:double bU:double bV:double cU:double cV:double dU:double dV:double pRange:t68
A 5-9 !aU:double !aV:double !bU:double !bV:double !cU:double !cV:double !dU:double !dV:double !pRange:t68
C 4-4 (userData*,include*)
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/lateralProfile/shape
A 4-4 a:double b:double c:double d:double s:double t:double
A 5-9 !a:double !b:double !c:double !d:double !s:t7 !t:double
C 4-4 (userData*,include*)
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/lanes/laneSection/left/lane/border
A 4-4 a:double b:double c:double d:double sOffset:double
A 5-9 !a:double !b:double !c:double !d:double !sOffset:t7
C 4-4 (userData*,include*)
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/lanes/laneSection/left/lane/rule
A 4-4 sOffset:double value:string
A 5-9 !sOffset:t7 !value:string
C 4-4 (userData*,include*)
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/lanes/laneSection/right/lane/border
= road/lanes/laneSection/left/lane/border
E road/lanes/laneSection/right/lane/rule
= road/lanes/laneSection/left/lane/rule
E road/objects/object/parkingSpace/marking
A 4-4 color:t19 side:t69 type:t21 width:double
C 4-4
E road/objects/object/parkingSpace
A 4-4 access:t70 restrictions:string
A 5-9 !access:t70 restrictions:string
C 4-4 (marking{0,4},userData*,include*)
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/railroad/switch/mainTrack
A 4-4 dir:t6 id:string s:double
A 5-9 !dir:t6 !id:string !s:t7
C 4-4
C 5-5 (userData*,include*,dataQuality?)
C 6-6 ~
C 7-7
C 8-9 ~
E road/railroad/switch/sideTrack
= road/railroad/switch/mainTrack
E road/railroad/switch/partner
A 4-4 id:string name:string
A 5-9 !id:string name:string
C 4-4
C 5-5 (userData*,include*,dataQuality?)
C 6-6 ~
C 7-7
C 8-9 ~
E road/railroad/switch
A 4-4 id:string name:string position:t71
A 5-9 !id:string !name:string !position:t71
C 4-4 (mainTrack,sideTrack,partner?,userData*,include*)
C 5-5 (mainTrack,sideTrack,partner?,(userData*,include*,dataQuality?))
C 6-9 (mainTrack,sideTrack,partner?,~)
E road/railroad
C 4-4 (switch*,userData*,include*)
C 5-5 (switch*,(userData*,include*,dataQuality?))
C 6-9 (switch*,~)
E junctionGroup/junctionReference
A 4-4 junction:string
A 5-9 !junction:string
C 4-4
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E junctionGroup
A 4-4 id:string name:string type:t72
A 5-7 !id:string name:string !type:t72
A 8-9 !id:string name:string !type:t73
C 4-4 (junctionReference+,userData*,include*)
C 5-5 (junctionReference+,(userData*,include*,dataQuality?))
C 6-9 (junctionReference+,~)
E station/platform/segment
A 4-4 roadId:string sEnd:double sStart:double side:t9
A 5-9 !roadId:string !sEnd:t7 !sStart:t7 !side:t9
C 4-4 (userData*,include*)
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E station/platform
A 4-4 id:string name:string
A 5-9 !id:string name:string
C 4-4 segment+
C 5-5 (segment+,(userData*,include*,dataQuality?))
C 6-9 (segment+,~)
E station
A 4-4 id:string name:string type:t74
A 5-9 !id:string !name:string type:t74
C 4-4 (platform+,userData*,include*)
C 5-5 (platform+,(userData*,include*,dataQuality?))
C 6-9 (platform+,~)
E */dataQuality/error
A 5-9 !xyAbsolute:double !xyRelative:double !zAbsolute:double !zRelative:double
C 5-9
E */dataQuality/rawData
A 5-9 !date:string !postProcessing:t75 postProcessingComment:string !source:t76 sourceComment:string
C 5-9
E */dataQuality
C 5-9 (error?,rawData?)
E header/offset
A 5-6 !hdg:float !x:double !y:double !z:double
A 7-9 !hdg:double !x:double !y:double !z:double
C 5-5 (userData*,include*,dataQuality?)
C 6-9 ~
E road/lanes/laneSection/left/lane/roadMark/sway
A 5-9 !a:double !b:double !c:double !d:double !ds:t7
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/lanes/laneSection/left/lane/roadMark/explicit/line
A 5-5 !length:t7 rule:t62 !sOffset:t7 !tOffset:double !width:t7
A 6-6 !length:string rule:t62 !sOffset:t7 !tOffset:double width:string
A 7-9 !length:t17 rule:t62 !sOffset:t7 !tOffset:double width:t17
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/lanes/laneSection/left/lane/roadMark/explicit
C 5-5 (line+,(userData*,include*,dataQuality?))
C 6-9 (line+,~)
E road/lanes/laneSection/center/lane/roadMark/sway
= road/lanes/laneSection/left/lane/roadMark/sway
E road/lanes/laneSection/center/lane/roadMark/explicit/line
= road/lanes/laneSection/left/lane/roadMark/explicit/line
E road/lanes/laneSection/center/lane/roadMark/explicit
= road/lanes/laneSection/left/lane/roadMark/explicit
E road/objects/object/outlines/outline/cornerRoad
A 5-5 !dz:double !height:double !id:nonNegativeInteger !s:t7 !t:double
A 6-6 !dz:double !height:double id:nonNegativeInteger !s:t7 !t:double
A 7-9 !dz:double !height:t7 id:nonNegativeInteger !s:t7 !t:double
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/objects/object/outlines/outline/cornerLocal
A 5-5 !height:double !id:nonNegativeInteger !u:double !v:double !z:double
A 6-6 !height:double id:nonNegativeInteger !u:double !v:double !z:double
A 7-9 !height:t7 id:nonNegativeInteger !u:double !v:double !z:double
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/objects/object/outlines/outline
A 5-5 !closed:t33 !fillType:t42 !id:nonNegativeInteger !laneType:t35 !outer:t33
A 6-7 closed:t33 fillType:t42 id:nonNegativeInteger laneType:t36 outer:t33
A 8-9 closed:t33 fillType:t43 id:nonNegativeInteger laneType:t39 outer:t33
C 5-5 (cornerRoad*,cornerLocal*,(userData*,include*,dataQuality?))
C 6-7 ((cornerRoad*|cornerLocal*)?,~)
C 8-8 ((cornerRoad{2,}|cornerLocal{2,}),~)
C 9-9 ((cornerRoad{2,}|cornerLocal{2,}|curveLocal+),~,markings?)
E road/objects/object/outlines
C 5-5 (outline+,(userData*,include*,dataQuality?))
C 6-9 (outline+,~)
E road/objects/object/markings/marking/cornerReference
A 5-9 !id:nonNegativeInteger
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/objects/object/markings/marking
A 5-5 !color:t23 !lineLength:t7 !side:t77 !spaceLength:t7 !startOffset:double !stopOffset:double !weight:t22 width:t7 zOffset:t7
A 6-6 !color:t23 !lineLength:string side:t77 !spaceLength:t7 !startOffset:double !stopOffset:double weight:t22 width:string zOffset:t7
A 7-7 !color:t25 !lineLength:t17 side:t77 !spaceLength:t7 !startOffset:double !stopOffset:double weight:t22 width:t17 zOffset:t7
A 8-9 !color:t26 !lineLength:t17 side:t77 !spaceLength:t7 !startOffset:double !stopOffset:double weight:t22 width:t17 zOffset:t7
C 5-5 (cornerReference{2,},(userData*,include*,dataQuality?))
C 6-9 (cornerReference*,~)
E road/objects/object/markings
C 5-5 (marking+,(userData*,include*,dataQuality?))
C 6-9 (marking+,~)
E road/objects/object/borders/border/cornerReference
= road/objects/object/markings/marking/cornerReference
E road/objects/object/borders/border
A 5-7 !outlineId:nonNegativeInteger !type:t78 useCompleteOutline:t33 !width:t7
A 8-9 !outlineId:nonNegativeInteger !type:t79 useCompleteOutline:t33 !width:t7
C 5-5 (cornerReference{2,},(userData*,include*,dataQuality?))
C 6-9 (cornerReference*,~)
E road/objects/object/borders
C 5-5 (border+,(userData*,include*,dataQuality?))
C 6-9 (border+,~)
E road/signals/signal/reference
A 5-9 !elementId:string !elementType:t80 type:string
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/signals/signal/positionRoad
A 5-9 !hOffset:double pitch:double !roadId:string roll:double !s:t7 !t:double !zOffset:double
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E road/signals/signal/positionInertial
A 5-9 !hdg:double pitch:double roll:double !x:double !y:double !z:double
C 5-5 (userData*,include*,dataQuality?)
C 6-7
C 8-9 ~
E junction/connection/predecessor
A 5-6 !elementDir:t6 !elementId:string !elementS:t17 !elementType:t81
A 7-7 !elementDir:t6 !elementId:string !elementS:t7 !elementType:t81
C 5-5 (userData*,include*,dataQuality?)
C 6-7
E junction/connection/successor
= junction/connection/predecessor
E junction/surface/CRG
A 5-7 !file:string !mode:t82 purpose:t60 zOffset:double zScale:double
C 5-5 (userData*,include*,dataQuality?)
C 6-7
E junction/surface
C 5-5 (CRG*,(userData*,include*,dataQuality?))
C 6-7 (CRG*,~)
E road/lanes/laneSection/center/lane/border
A 6-7 !a:double !b:double !c:double !d:double !sOffset:t7
C 6-7
E road/lanes/laneSection/center/lane/width
A 6-7 !a:double !b:double !c:double !d:double !sOffset:t7
C 6-7
E road/lanes/laneSection/center/lane/material
A 6-7 !friction:t7 roughness:t7 !sOffset:t7 surface:string
C 6-7
E road/lanes/laneSection/center/lane/speed
A 6-7 !max:t7 !sOffset:t7 unit:t28
C 6-7
E road/lanes/laneSection/center/lane/access
A 6-7 !restriction:t30 rule:t31 !sOffset:t7
C 6-7
E road/lanes/laneSection/center/lane/height
A 6-7 !inner:double !outer:double !sOffset:t7
C 6-7
E road/lanes/laneSection/center/lane/rule
A 6-7 !sOffset:t7 !value:string
C 6-7
E road/objects/object/surface/CRG
A 7-9 file:string hideRoadSurfaceCRG:t33 zScale:double
C 7-7
C 8-9 ~
E road/objects/object/surface
C 7-7 (CRG?,~)
C 8-9 (~,CRG?)
E header/license
A 8-9 name:string resource:string spdxid:string text:string
C 8-9 ~
E header/defaultRegulations/roadRegulations/_OpenDriveElement
C 8-9
E header/defaultRegulations/roadRegulations/semantics/speed
A 8-9 type:t83 unit:t28 value:double
C 8-9 ~
E header/defaultRegulations/roadRegulations/semantics/lane
A 8-8 type:t84
A 9-9 type:t85
C 8-9 ~
E header/defaultRegulations/roadRegulations/semantics/priority
A 8-9 type:t86
C 8-9 ~
E header/defaultRegulations/roadRegulations/semantics/prohibited
C 8-8 ~
C 9-9 (~,animal*,person*,vehicle*)
E header/defaultRegulations/roadRegulations/semantics/warning
C 8-9 ~
E header/defaultRegulations/roadRegulations/semantics/routing
C 8-9 ~
E header/defaultRegulations/roadRegulations/semantics/streetname
C 8-9 ~
E header/defaultRegulations/roadRegulations/semantics/parking
C 8-9 ~
E header/defaultRegulations/roadRegulations/semantics/tourist
C 8-9 ~
E header/defaultRegulations/roadRegulations/semantics/supplementaryTime
A 8-9 type:t87 value:double
C 8-9 ~
E header/defaultRegulations/roadRegulations/semantics/supplementaryAllows
= header/defaultRegulations/roadRegulations/semantics/prohibited
E header/defaultRegulations/roadRegulations/semantics/supplementaryProhibits
= header/defaultRegulations/roadRegulations/semantics/prohibited
E header/defaultRegulations/roadRegulations/semantics/supplementaryDistance
A 8-9 type:t88 unit:t52 value:double
C 8-9 ~
E header/defaultRegulations/roadRegulations/semantics/supplementaryEnvironment
A 8-9 type:t89
C 8-9 ~
E header/defaultRegulations/roadRegulations/semantics/supplementaryExplanatory
C 8-9 ~
E header/defaultRegulations/roadRegulations/semantics
C 8-9 (speed*,lane*,priority*,prohibited*,warning*,routing*,streetname*,parking*,tourist*,supplementaryTime*,supplementaryAllows*,supplementaryProhibits*,supplementaryDistance*,supplementaryEnvironment*,supplementaryExplanatory*,~)
E header/defaultRegulations/roadRegulations
A 8-9 type:t14
C 8-9 (_OpenDriveElement,~,semantics?)
E header/defaultRegulations/signalRegulations/_OpenDriveElement
C 8-9
E header/defaultRegulations/signalRegulations/semantics/speed
A 8-9 type:t83 unit:t28 value:double
C 8-9 ~
E header/defaultRegulations/signalRegulations/semantics/lane
= header/defaultRegulations/roadRegulations/semantics/lane
E header/defaultRegulations/signalRegulations/semantics/priority
A 8-9 type:t86
C 8-9 ~
E header/defaultRegulations/signalRegulations/semantics/prohibited
= header/defaultRegulations/roadRegulations/semantics/prohibited
E header/defaultRegulations/signalRegulations/semantics/warning
C 8-9 ~
E header/defaultRegulations/signalRegulations/semantics/routing
C 8-9 ~
E header/defaultRegulations/signalRegulations/semantics/streetname
C 8-9 ~
E header/defaultRegulations/signalRegulations/semantics/parking
C 8-9 ~
E header/defaultRegulations/signalRegulations/semantics/tourist
C 8-9 ~
E header/defaultRegulations/signalRegulations/semantics/supplementaryTime
A 8-9 type:t87 value:double
C 8-9 ~
E header/defaultRegulations/signalRegulations/semantics/supplementaryAllows
= header/defaultRegulations/roadRegulations/semantics/prohibited
E header/defaultRegulations/signalRegulations/semantics/supplementaryProhibits
= header/defaultRegulations/roadRegulations/semantics/prohibited
E header/defaultRegulations/signalRegulations/semantics/supplementaryDistance
A 8-9 type:t88 unit:t52 value:double
C 8-9 ~
E header/defaultRegulations/signalRegulations/semantics/supplementaryEnvironment
A 8-9 type:t89
C 8-9 ~
E header/defaultRegulations/signalRegulations/semantics/supplementaryExplanatory
C 8-9 ~
E header/defaultRegulations/signalRegulations/semantics
= header/defaultRegulations/roadRegulations/semantics
E header/defaultRegulations/signalRegulations
A 8-9 subtype:string type:string
C 8-9 (_OpenDriveElement,~,semantics?)
E header/defaultRegulations/_OpenDriveElement
C 8-9
E header/defaultRegulations
C 8-9 (roadRegulations*,signalRegulations*,_OpenDriveElement,~)
E road/lateralProfile/crossSectionSurface/tOffset/coefficients
A 8-9 a:double b:double c:double d:double s:t7
C 8-9 ~
E road/lateralProfile/crossSectionSurface/tOffset
C 8-9 (coefficients+,~)
E road/lateralProfile/crossSectionSurface/surfaceStrips/strip/width/coefficients
A 8-9 a:double b:double c:double d:double s:t7
C 8-9 ~
E road/lateralProfile/crossSectionSurface/surfaceStrips/strip/width
= road/lateralProfile/crossSectionSurface/tOffset
E road/lateralProfile/crossSectionSurface/surfaceStrips/strip/constant/coefficients
A 8-9 a:double b:double c:double d:double s:t7
C 8-9 ~
E road/lateralProfile/crossSectionSurface/surfaceStrips/strip/constant
= road/lateralProfile/crossSectionSurface/tOffset
E road/lateralProfile/crossSectionSurface/surfaceStrips/strip/linear/coefficients
A 8-9 a:double b:double c:double d:double s:t7
C 8-9 ~
E road/lateralProfile/crossSectionSurface/surfaceStrips/strip/linear
C 8-9 (~,coefficients+)
E road/lateralProfile/crossSectionSurface/surfaceStrips/strip/quadratic/coefficients
A 8-9 a:double b:double c:double d:double s:t7
C 8-9 ~
E road/lateralProfile/crossSectionSurface/surfaceStrips/strip/quadratic
= road/lateralProfile/crossSectionSurface/tOffset
E road/lateralProfile/crossSectionSurface/surfaceStrips/strip/cubic/coefficients
A 8-9 a:double b:double c:double d:double s:t7
C 8-9 ~
E road/lateralProfile/crossSectionSurface/surfaceStrips/strip/cubic
= road/lateralProfile/crossSectionSurface/tOffset
E road/lateralProfile/crossSectionSurface/surfaceStrips/strip
A 8-9 id:int mode:t90
C 8-9 (width?,constant?,linear?,quadratic?,cubic?,~)
E road/lateralProfile/crossSectionSurface/surfaceStrips
C 8-9 (strip{1,4},~)
E road/lateralProfile/crossSectionSurface
C 8-9 (tOffset?,surfaceStrips,~)
E road/lanes/laneSection/left/lane/access/restriction
A 8-9 type:t32
C 8-9 ~
E road/objects/object/skeleton/polyline/vertexRoad
A 8-9 dz:double id:positiveInteger intersectionPoint:t33 radius:double s:t7 t:double
C 8-9 ~
E road/objects/object/skeleton/polyline/vertexLocal
A 8-9 id:positiveInteger intersectionPoint:t33 radius:double u:double v:double z:double
C 8-9 ~
E road/objects/object/skeleton/polyline
A 8-9 id:positiveInteger
C 8-9 ((vertexRoad{2,}|vertexLocal{2,}),~)
E road/objects/object/skeleton
C 8-9 (polyline+,~)
E road/signals/signal/semantics/speed
A 8-9 type:t83 unit:t28 value:double
C 8-9 ~
E road/signals/signal/semantics/lane
= header/defaultRegulations/roadRegulations/semantics/lane
E road/signals/signal/semantics/priority
A 8-9 type:t86
C 8-9 ~
E road/signals/signal/semantics/prohibited
= header/defaultRegulations/roadRegulations/semantics/prohibited
E road/signals/signal/semantics/warning
C 8-9 ~
E road/signals/signal/semantics/routing
C 8-9 ~
E road/signals/signal/semantics/streetname
C 8-9 ~
E road/signals/signal/semantics/parking
C 8-9 ~
E road/signals/signal/semantics/tourist
C 8-9 ~
E road/signals/signal/semantics/supplementaryTime
A 8-9 type:t87 value:double
C 8-9 ~
E road/signals/signal/semantics/supplementaryAllows
= header/defaultRegulations/roadRegulations/semantics/prohibited
E road/signals/signal/semantics/supplementaryProhibits
= header/defaultRegulations/roadRegulations/semantics/prohibited
E road/signals/signal/semantics/supplementaryDistance
A 8-9 type:t88 unit:t52 value:double
C 8-9 ~
E road/signals/signal/semantics/supplementaryEnvironment
A 8-9 type:t89
C 8-9 ~
E road/signals/signal/semantics/supplementaryExplanatory
C 8-9 ~
E road/signals/signal/semantics
= header/defaultRegulations/roadRegulations/semantics
E road/signals/signal/staticBoard/validity
A 8-8 !fromLane:integer !toLane:integer
A 9-9 !fromLane:integer layer:t41 !toLane:integer
C 8-9 ~
E road/signals/signal/staticBoard/dependency
A 8-9 !id:string type:string
C 8-9 ~
E road/signals/signal/staticBoard/reference
A 8-9 !elementId:string !elementType:t80 type:string
C 8-9 ~
E road/signals/signal/staticBoard/sign/validity
= road/signals/signal/staticBoard/validity
E road/signals/signal/staticBoard/sign/dependency
A 8-9 !id:string type:string
C 8-9 ~
E road/signals/signal/staticBoard/sign/reference
A 8-9 !elementId:string !elementType:t80 type:string
C 8-9 ~
E road/signals/signal/staticBoard/sign/positionInertial
A 8-9 !hdg:double pitch:double roll:double !x:double !y:double !z:double
C 8-9 ~
E road/signals/signal/staticBoard/sign/positionRoad
A 8-9 !hOffset:double pitch:double !roadId:string roll:double !s:t7 !t:double !zOffset:double
C 8-9 ~
E road/signals/signal/staticBoard/sign/semantics/speed
A 8-9 type:t83 unit:t28 value:double
C 8-9 ~
E road/signals/signal/staticBoard/sign/semantics/lane
= header/defaultRegulations/roadRegulations/semantics/lane
E road/signals/signal/staticBoard/sign/semantics/priority
A 8-9 type:t86
C 8-9 ~
E road/signals/signal/staticBoard/sign/semantics/prohibited
= header/defaultRegulations/roadRegulations/semantics/prohibited
E road/signals/signal/staticBoard/sign/semantics/warning
C 8-9 ~
E road/signals/signal/staticBoard/sign/semantics/routing
C 8-9 ~
E road/signals/signal/staticBoard/sign/semantics/streetname
C 8-9 ~
E road/signals/signal/staticBoard/sign/semantics/parking
C 8-9 ~
E road/signals/signal/staticBoard/sign/semantics/tourist
C 8-9 ~
E road/signals/signal/staticBoard/sign/semantics/supplementaryTime
A 8-9 type:t87 value:double
C 8-9 ~
E road/signals/signal/staticBoard/sign/semantics/supplementaryAllows
= header/defaultRegulations/roadRegulations/semantics/prohibited
E road/signals/signal/staticBoard/sign/semantics/supplementaryProhibits
= header/defaultRegulations/roadRegulations/semantics/prohibited
E road/signals/signal/staticBoard/sign/semantics/supplementaryDistance
A 8-9 type:t88 unit:t52 value:double
C 8-9 ~
E road/signals/signal/staticBoard/sign/semantics/supplementaryEnvironment
A 8-9 type:t89
C 8-9 ~
E road/signals/signal/staticBoard/sign/semantics/supplementaryExplanatory
C 8-9 ~
E road/signals/signal/staticBoard/sign/semantics
= header/defaultRegulations/roadRegulations/semantics
E road/signals/signal/staticBoard/sign
A 8-8 country:t16 countryRevision:string !dynamic:t45 hOffset:double height:t7 !id:string length:t7 name:string !orientation:t44 pitch:double roll:double !subtype:string text:string !type:string unit:t55 v:double value:double width:t7 z:double
A 9-9 country:t16 countryRevision:string !dynamic:t45 hOffset:double height:t7 !id:string invalidated:boolean length:t7 name:string !orientation:t44 pitch:double roll:double !subtype:string temporary:boolean text:string !type:string unit:t55 v:double value:double width:t7 z:double
C 8-9 (validity*,dependency*,reference*,(positionInertial|positionRoad)?,~,semantics?)
E road/signals/signal/staticBoard
C 8-9 (validity*,dependency*,reference*),(~,sign*)
E road/signals/signal/vmsBoard/validity
= road/signals/signal/staticBoard/validity
E road/signals/signal/vmsBoard/dependency
A 8-9 !id:string type:string
C 8-9 ~
E road/signals/signal/vmsBoard/reference
A 8-9 !elementId:string !elementType:t80 type:string
C 8-9 ~
E road/signals/signal/vmsBoard/displayArea
A 8-9 height:string index:int v:double width:string z:double
C 8-9 ~
E road/signals/signal/vmsBoard
A 8-9 displayHeight:double displayType:t91 displayWidth:double v:double z:double
C 8-9 (validity*,dependency*,reference*),(~,displayArea*)
E junction:virtual/connection:virtual/laneLink
A 8-8 !from:integer overlapZone:t17 !to:integer
A 9-9 !from:integer fromLayer:t41 overlapZone:t17 !to:integer toLayer:t41
C 8-9 ~
E junction:virtual/connection:virtual/predecessor
A 8-9 elementDir:t6 !elementId:string !elementS:t7 !elementType:t81
C 8-9 ~
E junction:virtual/connection:virtual/successor
A 8-9 elementDir:t6 !elementId:string !elementS:t7 !elementType:t81
C 8-9 ~
E junction:virtual/connection:virtual
A 8-8 connectingRoad:string contactPoint:t4 !id:string incomingRoad:string type:t57
A 9-9 connectingRoad:string contactPoint:t4 !id:string incomingRoad:string !type:t92
C 8-9 (laneLink*,~),(predecessor,successor)
E junction:virtual/connection:*/laneLink
= junction:virtual/connection:virtual/laneLink
E junction:virtual/connection:*
A 8-9 connectingRoad:string contactPoint:t4 !id:string incomingRoad:string type:t57
C 8-9 (laneLink*,~)
E junction:virtual/crossPath/startLaneLink
A 8-9 from:integer s:t7 to:integer
C 8-9 ~
E junction:virtual/crossPath/endLaneLink
A 8-9 from:integer s:t7 to:integer
C 8-9 ~
E junction:virtual/crossPath
A 8-9 crossingRoad:string id:string roadAtEnd:string roadAtStart:string
C 8-9 (startLaneLink,endLaneLink,~)
E junction:virtual/priority
A 8-9 !high:string !low:string
C 8-9 ~
E junction:virtual/controller
A 8-9 !id:string sequence:nonNegativeInteger type:string
C 8-9 ~
E junction:virtual/surface/CRG
A 8-8 !file:string hOffset:double !mode:t61 !orientation:t8 purpose:t60 !sEnd:t7 sOffset:double !sStart:t7 tOffset:double zOffset:double zScale:double
A 9-9 !file:string hOffset:double !mode:t61 !orientation:t8 purpose:t60 !sEnd:t7 sOffset:double !sStart:t7 tOffset:double xOffset:double yOffset:double zOffset:double zScale:double
C 8-9 ~
E junction:virtual/surface
)table",
R"table(C 8-9 (CRG*,~)
E junction:virtual/planView/geometry/line
C 8-9 ~
E junction:virtual/planView/geometry/spiral
A 8-9 !curvEnd:double !curvStart:double
C 8-9 ~
E junction:virtual/planView/geometry/arc
A 8-9 !curvature:double
C 8-9 ~
E junction:virtual/planView/geometry/poly3
A 8-9 !a:double !b:double !c:double !d:double
C 8-9 ~
E junction:virtual/planView/geometry/paramPoly3
A 8-9 !aU:double !aV:double !bU:double !bV:double !cU:double !cV:double !dU:double !dV:double !pRange:t68
C 8-9 ~
E junction:virtual/planView/geometry
A 8-9 !hdg:double !length:t17 !s:t7 !x:double !y:double
C 8-9 (line|spiral|arc|poly3|paramPoly3|~)
E junction:virtual/planView
C 8-9 (geometry+,~)
E junction:virtual/objects/object/repeat
A 8-8 detachFromReferenceLine:t33 !distance:t7 !heightEnd:t7 !heightStart:t7 !length:t7 lengthEnd:t7 lengthStart:t7 radiusEnd:t7 radiusStart:t7 !s:t7 !tEnd:double !tStart:double widthEnd:t7 widthStart:t7 !zOffsetEnd:double !zOffsetStart:double
A 9-9 bT:t7 cT:t7 dT:t7 detachFromReferenceLine:t33 !distance:t7 !heightEnd:t7 !heightStart:t7 !length:t7 lengthEnd:t7 lengthStart:t7 radiusEnd:t7 radiusStart:t7 !s:t7 !tEnd:double !tStart:double widthEnd:t7 widthStart:t7 !zOffsetEnd:double !zOffsetStart:double
C 8-9 ~
E junction:virtual/objects/object/outline/cornerRoad
A 8-9 !dz:double !height:t7 id:nonNegativeInteger !s:t7 !t:double
C 8-9 ~
E junction:virtual/objects/object/outline/cornerLocal
A 8-9 !height:t7 id:nonNegativeInteger !u:double !v:double !z:double
C 8-9 ~
E junction:virtual/objects/object/outline
A 8-9 closed:t33 fillType:t43 id:nonNegativeInteger laneType:t39 outer:t33
C 8-8 ((cornerRoad{2,}|cornerLocal{2,}),~)
C 9-9 ((cornerRoad{2,}|cornerLocal{2,}|curveLocal+),~,markings?)
E junction:virtual/objects/object/outlines/outline/cornerRoad
A 8-9 !dz:double !height:t7 id:nonNegativeInteger !s:t7 !t:double
C 8-9 ~
E junction:virtual/objects/object/outlines/outline/cornerLocal
A 8-9 !height:t7 id:nonNegativeInteger !u:double !v:double !z:double
C 8-9 ~
E junction:virtual/objects/object/outlines/outline
= junction:virtual/objects/object/outline
E junction:virtual/objects/object/outlines
C 8-9 (outline+,~)
E junction:virtual/objects/object/material
A 8-9 friction:t7 roadMarkColor:t26 roughness:t7 surface:string
C 8-9 ~
E junction:virtual/objects/object/validity
= road/signals/signal/staticBoard/validity
E junction:virtual/objects/object/parkingSpace
A 8-9 !access:t70 restrictions:string
C 8-9 ~
E junction:virtual/objects/object/markings/marking/cornerReference
A 8-9 !id:nonNegativeInteger
C 8-9 ~
E junction:virtual/objects/object/markings/marking
A 8-9 !color:t26 !lineLength:t17 side:t77 !spaceLength:t7 !startOffset:double !stopOffset:double weight:t22 width:t17 zOffset:t7
C 8-9 (cornerReference*,~)
E junction:virtual/objects/object/markings
C 8-9 (marking+,~)
E junction:virtual/objects/object/borders/border/cornerReference
A 8-9 !id:nonNegativeInteger
C 8-9 ~
E junction:virtual/objects/object/borders/border
A 8-9 !outlineId:nonNegativeInteger !type:t79 useCompleteOutline:t33 !width:t7
C 8-9 (cornerReference*,~)
E junction:virtual/objects/object/borders
C 8-9 (border+,~)
E junction:virtual/objects/object/surface/CRG
A 8-9 file:string hideRoadSurfaceCRG:t33 zScale:double
C 8-9 ~
E junction:virtual/objects/object/surface
C 8-9 (~,CRG?)
E junction:virtual/objects/object/skeleton/polyline/vertexRoad
A 8-9 dz:double id:positiveInteger intersectionPoint:t33 radius:double s:t7 t:double
C 8-9 ~
E junction:virtual/objects/object/skeleton/polyline/vertexLocal
A 8-9 id:positiveInteger intersectionPoint:t33 radius:double u:double v:double z:double
C 8-9 ~
E junction:virtual/objects/object/skeleton/polyline
= road/objects/object/skeleton/polyline
E junction:virtual/objects/object/skeleton
= road/objects/object/skeleton
E junction:virtual/objects/object
A 8-8 dynamic:t45 hdg:double height:t7 !id:string length:t17 name:string orientation:t44 perpToRoad:t33 pitch:double radius:t17 roll:double !s:t7 subtype:string !t:double type:t48 validLength:t7 width:double !zOffset:double
A 9-9 dynamic:t45 hdg:double height:t7 !id:string invalidated:boolean length:t17 name:string orientation:t44 perpToRoad:t33 pitch:double radius:t17 roll:double !s:t7 subtype:string !t:double temporary:boolean type:t48 validLength:t7 width:double !zOffset:double
C 8-9 (repeat*,outline?,outlines?,material*,validity*,parkingSpace?,markings?,borders?,~,surface?,skeleton?)
E junction:virtual/objects/objectReference/validity
= road/signals/signal/staticBoard/validity
E junction:virtual/objects/objectReference
A 8-9 !id:string !orientation:t44 !s:t7 !t:double validLength:t7 zOffset:double
C 8-9 (validity*,~)
E junction:virtual/objects/tunnel/validity
= road/signals/signal/staticBoard/validity
E junction:virtual/objects/tunnel
A 8-9 daylight:t50 !id:string !length:t7 lighting:t50 name:string !s:t7 !type:t49
C 8-9 (validity*,~)
E junction:virtual/objects/bridge/validity
= road/signals/signal/staticBoard/validity
E junction:virtual/objects/bridge
A 8-9 !id:string !length:t7 name:string !s:t7 !type:t51
C 8-9 (validity*,~)
E junction:virtual/objects
C 8-9 (object*,objectReference*,tunnel*,bridge*,~)
E junction:virtual
A 8-9 !id:string mainRoad:string name:string orientation:t44 sEnd:t7 sStart:t7 type:t93
C 8-9 (connection*,crossPath*,priority*,controller*,surface?,planView?,objects?,~)
E junction:direct/connection/laneLink
= junction:virtual/connection:virtual/laneLink
E junction:direct/connection
A 8-9 contactPoint:t4 !id:string incomingRoad:string linkedRoad:string
C 8-9 (laneLink*,~)
E junction:direct/priority
A 8-9 !high:string !low:string
C 8-9 ~
E junction:direct/controller
A 8-9 !id:string sequence:nonNegativeInteger type:string
C 8-9 ~
E junction:direct/surface/CRG
= junction:virtual/surface/CRG
E junction:direct/surface
= junction:virtual/surface
E junction:direct/planView/geometry/line
C 8-9 ~
E junction:direct/planView/geometry/spiral
A 8-9 !curvEnd:double !curvStart:double
C 8-9 ~
E junction:direct/planView/geometry/arc
A 8-9 !curvature:double
C 8-9 ~
E junction:direct/planView/geometry/poly3
A 8-9 !a:double !b:double !c:double !d:double
C 8-9 ~
E junction:direct/planView/geometry/paramPoly3
A 8-9 !aU:double !aV:double !bU:double !bV:double !cU:double !cV:double !dU:double !dV:double !pRange:t68
C 8-9 ~
E junction:direct/planView/geometry
= junction:virtual/planView/geometry
E junction:direct/planView
= junction:virtual/planView
E junction:direct/objects/object/repeat
= junction:virtual/objects/object/repeat
E junction:direct/objects/object/outline/cornerRoad
A 8-9 !dz:double !height:t7 id:nonNegativeInteger !s:t7 !t:double
C 8-9 ~
E junction:direct/objects/object/outline/cornerLocal
A 8-9 !height:t7 id:nonNegativeInteger !u:double !v:double !z:double
C 8-9 ~
E junction:direct/objects/object/outline
= junction:virtual/objects/object/outline
E junction:direct/objects/object/outlines/outline/cornerRoad
A 8-9 !dz:double !height:t7 id:nonNegativeInteger !s:t7 !t:double
C 8-9 ~
E junction:direct/objects/object/outlines/outline/cornerLocal
A 8-9 !height:t7 id:nonNegativeInteger !u:double !v:double !z:double
C 8-9 ~
E junction:direct/objects/object/outlines/outline
= junction:virtual/objects/object/outline
E junction:direct/objects/object/outlines
= junction:virtual/objects/object/outlines
E junction:direct/objects/object/material
A 8-9 friction:t7 roadMarkColor:t26 roughness:t7 surface:string
C 8-9 ~
E junction:direct/objects/object/validity
= road/signals/signal/staticBoard/validity
E junction:direct/objects/object/parkingSpace
A 8-9 !access:t70 restrictions:string
C 8-9 ~
E junction:direct/objects/object/markings/marking/cornerReference
A 8-9 !id:nonNegativeInteger
C 8-9 ~
E junction:direct/objects/object/markings/marking
= junction:virtual/objects/object/markings/marking
E junction:direct/objects/object/markings
= junction:virtual/objects/object/markings
E junction:direct/objects/object/borders/border/cornerReference
A 8-9 !id:nonNegativeInteger
C 8-9 ~
E junction:direct/objects/object/borders/border
= junction:virtual/objects/object/borders/border
E junction:direct/objects/object/borders
= junction:virtual/objects/object/borders
E junction:direct/objects/object/surface/CRG
A 8-9 file:string hideRoadSurfaceCRG:t33 zScale:double
C 8-9 ~
E junction:direct/objects/object/surface
= junction:virtual/objects/object/surface
E junction:direct/objects/object/skeleton/polyline/vertexRoad
A 8-9 dz:double id:positiveInteger intersectionPoint:t33 radius:double s:t7 t:double
C 8-9 ~
E junction:direct/objects/object/skeleton/polyline/vertexLocal
A 8-9 id:positiveInteger intersectionPoint:t33 radius:double u:double v:double z:double
C 8-9 ~
E junction:direct/objects/object/skeleton/polyline
= road/objects/object/skeleton/polyline
E junction:direct/objects/object/skeleton
= road/objects/object/skeleton
E junction:direct/objects/object
= junction:virtual/objects/object
E junction:direct/objects/objectReference/validity
= road/signals/signal/staticBoard/validity
E junction:direct/objects/objectReference
= junction:virtual/objects/objectReference
E junction:direct/objects/tunnel/validity
= road/signals/signal/staticBoard/validity
E junction:direct/objects/tunnel
= junction:virtual/objects/tunnel
E junction:direct/objects/bridge/validity
= road/signals/signal/staticBoard/validity
E junction:direct/objects/bridge
= junction:virtual/objects/bridge
E junction:direct/objects
= junction:virtual/objects
E junction:direct
A 8-9 !id:string name:string type:t93
C 8-9 (connection+,priority*,controller*,surface?,planView?,objects?,~)
E junction:crossing/roadSection
A 8-9 id:string roadId:string sEnd:t7 sStart:t7
C 8-9 ~
E junction:crossing/priority
A 8-9 !high:string !low:string
C 8-9 ~
E junction:crossing/controller
A 8-9 !id:string sequence:nonNegativeInteger type:string
C 8-9 ~
E junction:crossing/surface/CRG
= junction:virtual/surface/CRG
E junction:crossing/surface
= junction:virtual/surface
E junction:crossing/planView/geometry/line
C 8-9 ~
E junction:crossing/planView/geometry/spiral
A 8-9 !curvEnd:double !curvStart:double
C 8-9 ~
E junction:crossing/planView/geometry/arc
A 8-9 !curvature:double
C 8-9 ~
E junction:crossing/planView/geometry/poly3
A 8-9 !a:double !b:double !c:double !d:double
C 8-9 ~
E junction:crossing/planView/geometry/paramPoly3
A 8-9 !aU:double !aV:double !bU:double !bV:double !cU:double !cV:double !dU:double !dV:double !pRange:t68
C 8-9 ~
E junction:crossing/planView/geometry
= junction:virtual/planView/geometry
E junction:crossing/planView
= junction:virtual/planView
E junction:crossing/objects/object/repeat
= junction:virtual/objects/object/repeat
E junction:crossing/objects/object/outline/cornerRoad
A 8-9 !dz:double !height:t7 id:nonNegativeInteger !s:t7 !t:double
C 8-9 ~
E junction:crossing/objects/object/outline/cornerLocal
A 8-9 !height:t7 id:nonNegativeInteger !u:double !v:double !z:double
C 8-9 ~
E junction:crossing/objects/object/outline
= junction:virtual/objects/object/outline
E junction:crossing/objects/object/outlines/outline/cornerRoad
A 8-9 !dz:double !height:t7 id:nonNegativeInteger !s:t7 !t:double
C 8-9 ~
E junction:crossing/objects/object/outlines/outline/cornerLocal
A 8-9 !height:t7 id:nonNegativeInteger !u:double !v:double !z:double
C 8-9 ~
E junction:crossing/objects/object/outlines/outline
= junction:virtual/objects/object/outline
E junction:crossing/objects/object/outlines
= junction:virtual/objects/object/outlines
E junction:crossing/objects/object/material
A 8-9 friction:t7 roadMarkColor:t26 roughness:t7 surface:string
C 8-9 ~
E junction:crossing/objects/object/validity
= road/signals/signal/staticBoard/validity
E junction:crossing/objects/object/parkingSpace
A 8-9 !access:t70 restrictions:string
C 8-9 ~
E junction:crossing/objects/object/markings/marking/cornerReference
A 8-9 !id:nonNegativeInteger
C 8-9 ~
E junction:crossing/objects/object/markings/marking
= junction:virtual/objects/object/markings/marking
E junction:crossing/objects/object/markings
= junction:virtual/objects/object/markings
E junction:crossing/objects/object/borders/border/cornerReference
A 8-9 !id:nonNegativeInteger
C 8-9 ~
E junction:crossing/objects/object/borders/border
= junction:virtual/objects/object/borders/border
E junction:crossing/objects/object/borders
= junction:virtual/objects/object/borders
E junction:crossing/objects/object/surface/CRG
A 8-9 file:string hideRoadSurfaceCRG:t33 zScale:double
C 8-9 ~
E junction:crossing/objects/object/surface
= junction:virtual/objects/object/surface
E junction:crossing/objects/object/skeleton/polyline/vertexRoad
A 8-9 dz:double id:positiveInteger intersectionPoint:t33 radius:double s:t7 t:double
C 8-9 ~
E junction:crossing/objects/object/skeleton/polyline/vertexLocal
A 8-9 id:positiveInteger intersectionPoint:t33 radius:double u:double v:double z:double
C 8-9 ~
E junction:crossing/objects/object/skeleton/polyline
= road/objects/object/skeleton/polyline
E junction:crossing/objects/object/skeleton
= road/objects/object/skeleton
E junction:crossing/objects/object
= junction:virtual/objects/object
E junction:crossing/objects/objectReference/validity
= road/signals/signal/staticBoard/validity
E junction:crossing/objects/objectReference
= junction:virtual/objects/objectReference
E junction:crossing/objects/tunnel/validity
= road/signals/signal/staticBoard/validity
E junction:crossing/objects/tunnel
= junction:virtual/objects/tunnel
E junction:crossing/objects/bridge/validity
= road/signals/signal/staticBoard/validity
E junction:crossing/objects/bridge
= junction:virtual/objects/bridge
E junction:crossing/objects
= junction:virtual/objects
E junction:crossing
A 8-9 !id:string name:string type:t93
C 8-9 (roadSection+,priority*,controller*,surface?,planView?,objects?,~)
E junction:*/connection/laneLink
= junction:virtual/connection:virtual/laneLink
E junction:*/connection
A 8-9 connectingRoad:string contactPoint:t4 !id:string incomingRoad:string
C 8-9 (laneLink*,~)
E junction:*/crossPath/startLaneLink
A 8-9 from:integer s:t7 to:integer
C 8-9 ~
E junction:*/crossPath/endLaneLink
A 8-9 from:integer s:t7 to:integer
C 8-9 ~
E junction:*/crossPath
= junction:virtual/crossPath
E junction:*/priority
A 8-9 !high:string !low:string
C 8-9 ~
E junction:*/controller
A 8-9 !id:string sequence:nonNegativeInteger type:string
C 8-9 ~
E junction:*/surface/CRG
= junction:virtual/surface/CRG
E junction:*/surface
= junction:virtual/surface
E junction:*/planView/geometry/line
C 8-9 ~
E junction:*/planView/geometry/spiral
A 8-9 !curvEnd:double !curvStart:double
C 8-9 ~
E junction:*/planView/geometry/arc
A 8-9 !curvature:double
C 8-9 ~
E junction:*/planView/geometry/poly3
A 8-9 !a:double !b:double !c:double !d:double
C 8-9 ~
E junction:*/planView/geometry/paramPoly3
A 8-9 !aU:double !aV:double !bU:double !bV:double !cU:double !cV:double !dU:double !dV:double !pRange:t68
C 8-9 ~
E junction:*/planView/geometry
= junction:virtual/planView/geometry
E junction:*/planView
= junction:virtual/planView
E junction:*/objects/object/repeat
= junction:virtual/objects/object/repeat
E junction:*/objects/object/outline/cornerRoad
A 8-9 !dz:double !height:t7 id:nonNegativeInteger !s:t7 !t:double
C 8-9 ~
E junction:*/objects/object/outline/cornerLocal
A 8-9 !height:t7 id:nonNegativeInteger !u:double !v:double !z:double
C 8-9 ~
E junction:*/objects/object/outline
= junction:virtual/objects/object/outline
E junction:*/objects/object/outlines/outline/cornerRoad
A 8-9 !dz:double !height:t7 id:nonNegativeInteger !s:t7 !t:double
C 8-9 ~
E junction:*/objects/object/outlines/outline/cornerLocal
A 8-9 !height:t7 id:nonNegativeInteger !u:double !v:double !z:double
C 8-9 ~
E junction:*/objects/object/outlines/outline
= junction:virtual/objects/object/outline
E junction:*/objects/object/outlines
= junction:virtual/objects/object/outlines
E junction:*/objects/object/material
A 8-9 friction:t7 roadMarkColor:t26 roughness:t7 surface:string
C 8-9 ~
E junction:*/objects/object/validity
= road/signals/signal/staticBoard/validity
E junction:*/objects/object/parkingSpace
A 8-9 !access:t70 restrictions:string
C 8-9 ~
E junction:*/objects/object/markings/marking/cornerReference
A 8-9 !id:nonNegativeInteger
C 8-9 ~
E junction:*/objects/object/markings/marking
= junction:virtual/objects/object/markings/marking
E junction:*/objects/object/markings
= junction:virtual/objects/object/markings
E junction:*/objects/object/borders/border/cornerReference
A 8-9 !id:nonNegativeInteger
C 8-9 ~
E junction:*/objects/object/borders/border
= junction:virtual/objects/object/borders/border
E junction:*/objects/object/borders
= junction:virtual/objects/object/borders
E junction:*/objects/object/surface/CRG
A 8-9 file:string hideRoadSurfaceCRG:t33 zScale:double
C 8-9 ~
E junction:*/objects/object/surface
= junction:virtual/objects/object/surface
E junction:*/objects/object/skeleton/polyline/vertexRoad
A 8-9 dz:double id:positiveInteger intersectionPoint:t33 radius:double s:t7 t:double
C 8-9 ~
E junction:*/objects/object/skeleton/polyline/vertexLocal
A 8-9 id:positiveInteger intersectionPoint:t33 radius:double u:double v:double z:double
C 8-9 ~
E junction:*/objects/object/skeleton/polyline
= road/objects/object/skeleton/polyline
E junction:*/objects/object/skeleton
= road/objects/object/skeleton
E junction:*/objects/object
= junction:virtual/objects/object
E junction:*/objects/objectReference/validity
= road/signals/signal/staticBoard/validity
E junction:*/objects/objectReference
= junction:virtual/objects/objectReference
E junction:*/objects/tunnel/validity
= road/signals/signal/staticBoard/validity
E junction:*/objects/tunnel
= junction:virtual/objects/tunnel
E junction:*/objects/bridge/validity
= road/signals/signal/staticBoard/validity
E junction:*/objects/bridge
= junction:virtual/objects/bridge
E junction:*/objects
= junction:virtual/objects
E junction:*/boundary/segment:lane
A 8-9 boundaryLane:int roadId:string sEnd:t94 sStart:t94 type:t95
C 8-9 ~
E junction:*/boundary/segment:joint
A 8-9 contactPoint:t94 jointLaneEnd:int jointLaneStart:int roadId:string transitionLength:t7 type:t95
C 8-9 ~
E junction:*/boundary
C 8-9 (segment+,~)
E junction:*/elevationGrid/elevation
A 8-9 center:string left:string right:string
C 8-9 ~
E junction:*/elevationGrid
A 8-9 gridSpacing:string sStart:string
C 8-9 (elevation*,~)
E junction:*
A 8-9 !id:string name:string type:t93
C 8-9 (connection*,crossPath*,priority*,controller*,surface?,planView?,objects?,boundary?,elevationGrid?,~)
E vmsGroup/vmsBoardReference
A 8-9 groupIndex:int signalId:string vmsIndex:int
C 8-9 ~
E vmsGroup/_OpenDriveElement
C 8-9
E vmsGroup
A 8-9 id:string
C 8-9 (vmsBoardReference+,_OpenDriveElement,~)
E header/defaultRegulations/roadRegulations/semantics/prohibited/animal
C 9-9
E header/defaultRegulations/roadRegulations/semantics/prohibited/person/type
C 9-9 #text
E header/defaultRegulations/roadRegulations/semantics/prohibited/person
C 9-9 type
E header/defaultRegulations/roadRegulations/semantics/prohibited/vehicle/type
C 9-9 #text
E header/defaultRegulations/roadRegulations/semantics/prohibited/vehicle
= header/defaultRegulations/roadRegulations/semantics/prohibited/person
E road/objects/object/outline/curveLocal/arc
A 9-9 !curvature:double
C 9-9
E road/objects/object/outline/curveLocal/line
C 9-9
E road/objects/object/outline/curveLocal/paramPoly3
A 9-9 !aU:double !aV:double !bU:double !bV:double !cU:double !cV:double !dU:double !dV:double !pRange:t68
C 9-9
E road/objects/object/outline/curveLocal
A 9-9 !hdg:double !height:t7 id:nonNegativeInteger !length:t17 !u:double !v:double !z:double
C 9-9 (arc|line|paramPoly3)
E road/objects/object/outline/markings/marking/cornerReference
A 9-9 !id:nonNegativeInteger
C 9-9 ~
E road/objects/object/outline/markings/marking
A 9-9 !color:t26 !lineLength:t17 side:t77 !spaceLength:t7 !startOffset:double !stopOffset:double weight:t22 width:t17 zOffset:t7
C 9-9 (cornerReference*,~)
E road/objects/object/outline/markings
C 9-9 (marking+,~)
E road/objects/object/outlines/outline/curveLocal/arc
A 9-9 !curvature:double
C 9-9
E road/objects/object/outlines/outline/curveLocal/line
C 9-9
E road/objects/object/outlines/outline/curveLocal/paramPoly3
A 9-9 !aU:double !aV:double !bU:double !bV:double !cU:double !cV:double !dU:double !dV:double !pRange:t68
C 9-9
E road/objects/object/outlines/outline/curveLocal
= road/objects/object/outline/curveLocal
E road/objects/object/outlines/outline/markings/marking/cornerReference
A 9-9 !id:nonNegativeInteger
C 9-9 ~
E road/objects/object/outlines/outline/markings/marking
= road/objects/object/outline/markings/marking
E road/objects/object/outlines/outline/markings
= road/objects/object/outline/markings
E junction:virtual/objects/object/outline/curveLocal/arc
A 9-9 !curvature:double
C 9-9
E junction:virtual/objects/object/outline/curveLocal/line
C 9-9
E junction:virtual/objects/object/outline/curveLocal/paramPoly3
A 9-9 !aU:double !aV:double !bU:double !bV:double !cU:double !cV:double !dU:double !dV:double !pRange:t68
C 9-9
E junction:virtual/objects/object/outline/curveLocal
= road/objects/object/outline/curveLocal
E junction:virtual/objects/object/outline/markings/marking/cornerReference
A 9-9 !id:nonNegativeInteger
C 9-9 ~
E junction:virtual/objects/object/outline/markings/marking
= road/objects/object/outline/markings/marking
E junction:virtual/objects/object/outline/markings
= road/objects/object/outline/markings
)table",
  };
  return kPieces;
}

}  // namespace scrutineer::map::rules
