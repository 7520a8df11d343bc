"""Scrutineer beside a running CARLA: every tick becomes a frame.

    python3 carla_session.py --host localhost --port 2000 --hero hero --seconds 60

Untried: there was no CARLA where this was written. Names, units and axes are those of CARLA's documented Python API (0.9.10 to
0.9.16); docs/embedding_carla.md explains each.
"""

import argparse
import math

import carla
import scrutineer as sc

TWO_WHEELS = {"bike": "bicycle", "bicycle": "bicycle", "motorcycle": "motorcycle"}
COLOURS = {"Red": "red", "Yellow": "yellow", "Green": "green", "Off": "off", "Unknown": "unknown"}


def type_of(actor):
    """From what the blueprint says of itself; older releases say less."""
    if actor.type_id.startswith("walker."):
        return "person"
    kind = actor.attributes.get("base_type", "").lower()
    if kind in ("car", "truck", "van", "bus", "motorcycle", "bicycle"):
        return kind
    if actor.attributes.get("number_of_wheels") == "2":
        return next((word for name, word in TWO_WHEELS.items() if name in actor.type_id), "motorcycle")
    return "car"


def indicator_of(actor):
    lights = int(actor.get_light_state()) if hasattr(actor, "get_light_state") else 0
    left, right = bool(lights & int(carla.VehicleLightState.LeftBlinker)), bool(lights & int(carla.VehicleLightState.RightBlinker))
    return "hazard" if left and right else "left" if left else "right" if right else "off"


def actor_of(actor, state, hero):
    """CARLA's axes are left-handed: y, yaw, and what follows from them change their signs."""
    transform, velocity, acceleration = state.get_transform(), state.get_velocity(), state.get_acceleration()
    box, is_vehicle = actor.bounding_box, actor.type_id.startswith("vehicle.")
    centre = transform.transform(carla.Location(box.location.x, box.location.y, box.location.z - box.extent.z))  # its lowest point
    return sc.Actor(
        id=str(actor.id),
        type=type_of(actor),
        role="ego" if actor.attributes.get("role_name") == hero else "",
        x=centre.x,
        y=-centre.y,
        z=centre.z,
        yaw=-math.radians(transform.rotation.yaw),
        pitch=-math.radians(transform.rotation.pitch),
        roll=math.radians(transform.rotation.roll),
        vx=velocity.x,
        vy=-velocity.y,
        vz=velocity.z,
        ax=acceleration.x,
        ay=-acceleration.y,
        az=acceleration.z,
        yaw_rate=-math.radians(state.get_angular_velocity().z),
        length=2.0 * box.extent.x,
        width=2.0 * box.extent.y,
        height=2.0 * box.extent.z,
        indicator=indicator_of(actor) if is_vehicle else "",
    )


def main():
    parser = argparse.ArgumentParser(description="Scrutineer beside a running CARLA.")
    parser.add_argument("--host", default="localhost")
    parser.add_argument("--port", type=int, default=2000)
    parser.add_argument("--hero", default="hero", help="role_name of the ego")
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args()

    client = carla.Client(options.host, options.port)
    client.set_timeout(20.0)
    world = client.get_world()
    town = sc.Map.from_text(world.get_map().to_opendrive(), world.get_map().name + ".xodr")
    shown = {}  # of each light, so that only changes are told
    with sc.Session(map=town, info={"sim": {"simulator_name": "CARLA", "simulator_version": client.get_server_version()}}) as session:
        start = None
        while True:
            snapshot = world.wait_for_tick()
            now = snapshot.timestamp.elapsed_seconds
            start = now if start is None else start
            if now - start > options.seconds:
                break
            actors = [actor for actor in world.get_actors() if actor.type_id.startswith(("vehicle.", "walker.pedestrian."))]
            frame = [actor_of(actor, snapshot.find(actor.id), options.hero) for actor in actors if snapshot.has_actor(actor.id)]
            changed = []
            for light in world.get_actors().filter("traffic.traffic_light"):
                colour, signal = COLOURS[str(light.get_state())], light.get_opendrive_id()
                if signal and shown.get(signal) != colour:
                    shown[signal] = colour
                    changed.append(sc.Light(signal, colour))
            for event in session.step(now, frame, changed):
                if event.kind == "issue":
                    print(f"{event.time:.2f} s: {event.actor}: {event.message}")
    print(session.result.verdict)


if __name__ == "__main__":
    main()
