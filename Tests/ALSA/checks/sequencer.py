"""A client of ALSA's sequencer to send with: what the library libasound.so.2 does, by ctypes.

Events are sent directly, so they arrive at once.
"""

import ctypes
import errno

from .check import Failure

NOTE_ON, NOTE_OFF, CONTROLLER, PROGRAM = 6, 7, 10, 11
SYSEX = 130
READ, SUBS_READ = 1, 32
MIDI_GENERIC, HARDWARE, APPLICATION = 2, 1 << 16, 1 << 20
SUBSCRIBERS, UNKNOWN, DIRECT, VARIABLE = 254, 253, 253, 4


class Note(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint8) for name in ("channel", "note", "velocity", "off")] + [
        ("duration", ctypes.c_uint32)
    ]


class Control(ctypes.Structure):
    _fields_ = [
        ("channel", ctypes.c_uint8), ("unused", ctypes.c_uint8 * 3),
        ("param", ctypes.c_uint32), ("value", ctypes.c_int32),
    ]


class External(ctypes.Structure):
    _pack_ = 1
    _fields_ = [("length", ctypes.c_uint32), ("bytes", ctypes.c_char_p)]


class Data(ctypes.Union):
    _fields_ = [("note", Note), ("control", Control), ("external", External)]


class Event(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint8) for name in ("type", "flags", "tag", "queue")] + [
        ("time", ctypes.c_uint32 * 2),
        ("source", ctypes.c_uint8 * 2),
        ("dest", ctypes.c_uint8 * 2),
        ("data", Data),
    ]


asound = ctypes.CDLL("libasound.so.2")


def checked(status, what):
    if status < 0:
        asound.snd_strerror.restype = ctypes.c_char_p
        raise Failure(f"{what}: {asound.snd_strerror(status).decode()}")
    return status


class Client:
    """A client with ports that others may read."""

    def __init__(self, name, ports=("out",), hardware=False):
        self.handle = ctypes.c_void_p()
        checked(asound.snd_seq_open(ctypes.byref(self.handle), b"default", 3, 0), "snd_seq_open")
        asound.snd_seq_set_client_name(self.handle, name.encode())
        self.number = asound.snd_seq_client_id(self.handle)
        kind = MIDI_GENERIC | (HARDWARE if hardware else APPLICATION)
        for port in ports:
            checked(
                asound.snd_seq_create_simple_port(
                    self.handle, port.encode(), READ | SUBS_READ, kind
                ),
                "create port",
            )

    def close(self):
        asound.snd_seq_close(self.handle)

    def connect(self, client, port=0):
        checked(asound.snd_seq_connect_to(self.handle, 0, client, port), "connect")

    def disconnect(self, client, port=0):
        checked(asound.snd_seq_disconnect_to(self.handle, 0, client, port), "disconnect")

    def send(self, kind, data, to=None, port=0, flags=0, is_forced=False):
        """Sends an event to those who are connected, or to a client and port.

        `is_forced`: also when nobody has room for it.
        """
        event = Event(type=kind, flags=flags, queue=DIRECT, data=data)
        event.source[1] = port
        event.dest[:] = to if to else (SUBSCRIBERS, UNKNOWN)
        status = asound.snd_seq_event_output_direct(self.handle, ctypes.byref(event))
        if not (is_forced and status == -errno.EAGAIN):
            checked(status, "event_output")

    def note_on(self, channel, key, velocity=100, **more):
        self.send(NOTE_ON, Data(note=Note(channel, key, velocity)), **more)

    def note_off(self, channel, key, **more):
        self.send(NOTE_OFF, Data(note=Note(channel, key, 64)), **more)

    def control(self, channel, number, value, **more):
        data = Data(control=Control(channel=channel, param=number, value=value))
        self.send(CONTROLLER, data, **more)

    def program(self, channel, number, **more):
        self.send(PROGRAM, Data(control=Control(channel=channel, value=number)), **more)

    def exclusive(self, data, **more):
        """A piece of a System Exclusive message, or a whole one."""
        self.send(SYSEX, Data(external=External(len(data), data)), flags=VARIABLE, **more)


def clients():
    """The numbers of all clients, by name (the last of each)."""
    found = {}
    with open("/proc/asound/seq/clients") as listing:
        for line in listing:
            if line.startswith("Client ") and '"' in line:
                found[line.split('"')[1]] = int(line.split()[1])
    return found
