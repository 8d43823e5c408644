"""Clients of ALSA's sequencer to send and to receive with: what the library libasound.so.2 does, by ctypes.

Events are sent directly, so they arrive at once.
"""

import ctypes
import errno
import select
import time

from .check import Failure

NOTE_ON, NOTE_OFF, CONTROLLER, PROGRAM = 6, 7, 10, 11
PRESSURE, BEND = 12, 13
SONG_POSITION, QUARTER_FRAME, START, CONTINUE, STOP, CLOCK = 20, 22, 30, 31, 32, 36
SYSEX = 130
READ, SUBS_READ = 1, 32
WRITE, SUBS_WRITE = 2, 64
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
        self.kind = MIDI_GENERIC | (HARDWARE if hardware else APPLICATION)
        for port in ports:
            self.add_port(port)

    def add_port(self, name):
        """A further port; its number."""
        return checked(
            asound.snd_seq_create_simple_port(
                self.handle, name.encode(), READ | SUBS_READ, self.kind
            ),
            "create port",
        )

    def remove_port(self, number):
        checked(asound.snd_seq_delete_simple_port(self.handle, number), "delete port")

    def close(self):
        asound.snd_seq_close(self.handle)

    def rename(self, name):
        checked(asound.snd_seq_set_client_name(self.handle, name.encode()), "set name")

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


class Poll(ctypes.Structure):
    _fields_ = [("fd", ctypes.c_int), ("events", ctypes.c_short), ("revents", ctypes.c_short)]


class Receiver:
    """A client with ports that others may play to, and what has come: tuples (time, port, status,
    first, second), and (time, port, bytes) for System Exclusive messages."""

    def __init__(self, name, ports=("in",)):
        self.handle = ctypes.c_void_p()
        checked(asound.snd_seq_open(ctypes.byref(self.handle), b"default", 3, 1), "snd_seq_open")
        asound.snd_seq_set_client_name(self.handle, name.encode())
        asound.snd_seq_set_client_pool_input(self.handle, 2_000)
        asound.snd_seq_set_input_buffer_size(self.handle, 1 << 17)
        self.number = asound.snd_seq_client_id(self.handle)
        for port in ports:
            checked(
                asound.snd_seq_create_simple_port(
                    self.handle, port.encode(), WRITE | SUBS_WRITE, MIDI_GENERIC | APPLICATION
                ),
                "create port",
            )
        poll = Poll()
        asound.snd_seq_poll_descriptors(self.handle, ctypes.byref(poll), 1, select.POLLIN)
        self.descriptor = poll.fd
        self.events = []
        self.overruns = 0

    def close(self):
        asound.snd_seq_close(self.handle)

    def receive(self, seconds):
        """Takes what comes within a time; all that has come so far."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if select.select([self.descriptor], [], [], left)[0]:
                self.take()
        return self.events

    def receive_until(self, is_enough, what, seconds=5.0):
        end = time.monotonic() + seconds
        while not is_enough(self.events):
            left = end - time.monotonic()
            if left <= 0:
                raise Failure(f"not within {seconds} s: {what}; {self.events[-20:]}")
            if select.select([self.descriptor], [], [], left)[0]:
                self.take()
        return self.events

    def take(self):
        now = time.monotonic()
        while True:
            event = ctypes.POINTER(Event)()
            status = asound.snd_seq_event_input(self.handle, ctypes.byref(event))
            if status == -errno.ENOSPC:
                self.overruns += 1
                continue
            if status < 0:
                return
            message = self.message(event.contents)
            if message:
                self.events.append((now, event.contents.dest[1]) + message)

    @staticmethod
    def message(event):
        note, control = event.data.note, event.data.control
        if event.type in (NOTE_ON, NOTE_OFF, 8):
            status = {NOTE_ON: 0x90, NOTE_OFF: 0x80, 8: 0xA0}[event.type]
            return (status | note.channel, note.note, note.velocity)
        if event.type == CONTROLLER:
            return (0xB0 | control.channel, control.param, control.value)
        if event.type in (PROGRAM, PRESSURE):
            return ({PROGRAM: 0xC0, PRESSURE: 0xD0}[event.type] | control.channel, control.value, 0)
        if event.type == BEND:
            value = control.value + 8_192
            return (0xE0 | control.channel, value & 127, value >> 7)
        if event.type in (SONG_POSITION, QUARTER_FRAME):
            status = {SONG_POSITION: 0xF2, QUARTER_FRAME: 0xF1}[event.type]
            return (status, control.value & 127, control.value >> 7)
        if event.type in (START, CONTINUE, STOP, CLOCK):
            return ({START: 0xFA, CONTINUE: 0xFB, STOP: 0xFC, CLOCK: 0xF8}[event.type], 0, 0)
        if event.type == SYSEX:
            # The structure is packed: the address stands behind the length.
            address = ctypes.addressof(event.data)
            length = ctypes.c_uint32.from_address(address).value
            start = ctypes.c_void_p.from_address(address + 4).value
            return (ctypes.string_at(start, length),)
        return None


def clients():
    """The numbers of all clients, by name (the last of each)."""
    found = {}
    with open("/proc/asound/seq/clients") as listing:
        for line in listing:
            if line.startswith("Client ") and '"' in line:
                found[line.split('"')[1]] = int(line.split()[1])
    return found
