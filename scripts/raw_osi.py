"""Positions in OSI traces (.osi and .mcap), read byte by byte: a second reader for the scripts that judge the program's verdicts.

It shares nothing with the program but the field numbers of ASAM OSI.
"""

import math
import struct
import subprocess


def fields_of(message):
    """Pairs of field number and value of a protobuf message: a number, or the bytes of a text or of another message."""
    at = 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = message[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while at < len(message):
        tag = varint()
        number, kind = tag >> 3, tag & 7
        if kind == 0:
            yield number, varint()
        elif kind == 2:
            size = varint()
            yield number, message[at:at + size]
            at += size
        else:
            size = {1: 8, 5: 4}[kind]
            yield number, struct.unpack("<d" if kind == 1 else "<f", message[at:at + size])[0]
            at += size


def first(message, *path):
    """The value at a path of field numbers; none where one is missing."""
    for number in path:
        message = next((value for field, value in fields_of(message) if field == number), None)
        if message is None:
            return None
    return message


def frame_of(message, is_sensor_view):
    """Time in seconds, and by actor: x, y, yaw, and the velocity or none."""
    truth = first(message, 7) if is_sensor_view else message
    time = (first(truth, 2, 1) or 0) + (first(truth, 2, 2) or 0) * 1e-9
    actors = {}
    for number, value in fields_of(truth):
        if number != 5:
            continue
        base = first(value, 2)
        velocity = first(base, 4)
        speed = None if velocity is None else tuple(first(velocity, axis) or 0.0 for axis in (1, 2))
        actors[str(first(value, 1, 1) or 0)] = (first(base, 2, 1) or 0.0, first(base, 2, 2) or 0.0, first(base, 3, 3) or 0.0, speed)
    return time, actors


def messages_of_osi(data):
    at = 0
    while at < len(data):
        size = struct.unpack_from("<I", data, at)[0]
        yield data[at + 4:at + 4 + size]
        at += 4 + size


def unpacked(compression, data):
    """By the program of that name: zstd or lz4."""
    if not compression:
        return data
    return subprocess.run([compression, "-d", "-c"], input=data, capture_output=True, check=True).stdout


def messages_of_mcap(data):
    """The messages of all channels whose schema is a GroundTruth or a SensorView, in order of their times; with whether it is the latter."""
    schemas, channels, found = {}, {}, []

    def text(body, at):
        size = struct.unpack_from("<I", body, at)[0]
        return body[at + 4:at + 4 + size].decode(), at + 4 + size

    def records(body, at):
        while at + 9 <= len(body) and body[at:at + 5] != b"\x89MCAP":
            opcode, size = body[at], struct.unpack_from("<Q", body, at + 1)[0]
            record, at = body[at + 9:at + 9 + size], at + 9 + size
            if opcode == 3:
                schemas[struct.unpack_from("<H", record)[0]] = text(record, 2)[0]
            elif opcode == 4:
                channels[struct.unpack_from("<H", record)[0]] = struct.unpack_from("<H", record, 2)[0]
            elif opcode == 5:
                name = schemas.get(channels[struct.unpack_from("<H", record)[0]])
                if name in ("osi3.GroundTruth", "osi3.SensorView"):
                    found.append((struct.unpack_from("<Q", record, 6)[0], name == "osi3.SensorView", record[22:]))
            elif opcode == 6:
                compression, place = text(record, 28)
                records(unpacked(compression, record[place + 8:]), 0)

    records(data, 8)
    return [(message, is_view) for _, is_view, message in sorted(found, key=lambda one: one[0])]


def read_frames(file):
    """All frames: seconds from the first one, and the actors as frame_of gives them."""
    data = file.read_bytes()
    if file.suffix == ".mcap":
        frames = [frame_of(message, is_view) for message, is_view in messages_of_mcap(data)]
    else:
        frames = [frame_of(message, "_sv_" in file.name) for message in messages_of_osi(data)]
    begin = frames[0][0]
    return [(time - begin, actors) for time, actors in frames]


def speeds_of(frames, actor):
    """(time, speed) of each frame that has one: below 0 where it moves against its heading; else from where it was a frame before."""
    found, before = [], None
    for time, actors in frames:
        now = actors.get(actor)
        velocity = None
        if now is not None and now[3] is not None:
            velocity = now[3]
        elif now is not None and before is not None:
            velocity = ((now[0] - before[1][0]) / (time - before[0]), (now[1] - before[1][1]) / (time - before[0]))
        before = None if now is None else (time, now)
        if velocity is not None:
            along = velocity[0] * math.cos(now[2]) + velocity[1] * math.sin(now[2])
            found.append((time, math.copysign(math.hypot(*velocity), along)))
    return found
