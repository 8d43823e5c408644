#!/usr/bin/env python3
"""A client of the seqd daemon, for blocking programs and for asyncio.

Blocking:

    from seqd_client import Client

    with Client() as seqd:
        seqd.play("/music/song.mid", from_="17:1")
        for event in seqd.events("transport", "bar"):
            print(event)

With asyncio, each method is the same and is awaited:

    from seqd_client import AsyncClient

    async with AsyncClient() as seqd:
        await seqd.play("/music/song.mid")
        async for event in seqd.events("lyric"):
            print(event["text"], end="")

The socket is `$SEQD_SOCKET`, else `seqd/control.sock` in the user's runtime folder. Arguments that
are None are not sent. Errors of the daemon are SeqdError. One file, Python 3.9 or later, no
packages; copy it into your program.

As a program, it plays a file and prints the daemon's events until the end:

    Examples/clients/seqd_client.py song.mid

Made by make_clients.py from `seqd daemon --print-openrpc`; docs/PROTOCOL.md describes the protocol.
"""
from __future__ import annotations

import asyncio
import collections
import json
import os
import socket as sockets
import sys
from typing import (
    Any,
    AsyncIterator,
    Deque,
    Dict,
    Iterator,
    List,
    Literal,
    Optional,
    Tuple,
    TypedDict,
    Union,
)

#: An event of the daemon: `type`, `seq` and the keys of the type.
Event = Dict[str, Any]


class SeqdError(Exception):
    """An error that the daemon answers, or the end of the connection (code 69).

    `code` is the number of docs/PROTOCOL.md, the same as exit statuses of seqd.
    """

    def __init__(self, code: int, message: str):
        super().__init__(message)
        self.code = code
        self.message = message


def socket_path() -> str:
    """The path of the daemon's socket."""
    folder = os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{os.getuid()}"
    return os.environ.get("SEQD_SOCKET") or folder + "/seqd/control.sock"


def _no_daemon(path: str, error: OSError) -> SeqdError:
    reason = error.strerror or str(error)
    return SeqdError(69, f"no daemon at {path}: {reason} (seqd daemon starts one)")


_CLOSED = "the daemon closed the connection"


def _request(number: int, method: str, parameters: Dict[str, Any]) -> bytes:
    sent = {key: value for key, value in parameters.items() if value is not None}
    request = {"jsonrpc": "2.0", "id": number, "method": method, "params": sent}
    return json.dumps(request).encode() + b"\n"


def _result(answer: Dict[str, Any]) -> Any:
    if "error" in answer:
        raise SeqdError(answer["error"]["code"], answer["error"]["message"])
    return answer["result"]


class PlayResult(TypedDict, total=False):
    """The answer of `play`; a key that does not apply is not there."""

    added: int
    """Number of queue entries added, if not 1."""

    skipped: List[str]
    """Each file left out, and why; in JSON, a list."""

    warning: str
    """Why nothing is audible, if so: device lost, everything muted."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class NextResult(TypedDict, total=False):
    """The answer of `next`; a key that does not apply is not there."""

    warning: str
    """Why nothing is audible, if so: device lost, everything muted."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class PreviousResult(TypedDict, total=False):
    """The answer of `previous`; a key that does not apply is not there."""

    warning: str
    """Why nothing is audible, if so: device lost, everything muted."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class ToggleResult(TypedDict, total=False):
    """The answer of `toggle`; a key that does not apply is not there."""

    warning: str
    """Why nothing is audible, if so: device lost, everything muted."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class PauseResult(TypedDict, total=False):
    """The answer of `pause`; a key that does not apply is not there."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class ContinueResult(TypedDict, total=False):
    """The answer of `continue`; a key that does not apply is not there."""

    warning: str
    """Why nothing is audible, if so: device lost, everything muted."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class StopResult(TypedDict, total=False):
    """The answer of `stop`; a key that does not apply is not there."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class SeekResult(TypedDict, total=False):
    """The answer of `seek`; a key that does not apply is not there."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class ScrubResult(TypedDict, total=False):
    """The answer of `scrub`; a key that does not apply is not there."""


class SpeedResult(TypedDict, total=False):
    """The answer of `speed`; a key that does not apply is not there."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class VarispeedResult(TypedDict, total=False):
    """The answer of `varispeed`; a key that does not apply is not there."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class LoopResult(TypedDict, total=False):
    """The answer of `loop`; a key that does not apply is not there."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class SeekLyricResult(TypedDict, total=False):
    """The answer of `seek-lyric`; a key that does not apply is not there."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class TempoResult(TypedDict, total=False):
    """The answer of `tempo`; a key that does not apply is not there."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class MetronomeResult(TypedDict, total=False):
    """The answer of `metronome`; a key that does not apply is not there."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class CancelResult(TypedDict, total=False):
    """The answer of `cancel`; a key that does not apply is not there."""

    cancelled: int
    """Number of commands cancelled."""


class ChaseNotesResult(TypedDict, total=False):
    """The answer of `chase-notes`; a key that does not apply is not there."""


class WatchResult(TypedDict, total=False):
    """The answer of `watch`; a key that does not apply is not there."""


class EnqueueResult(TypedDict, total=False):
    """The answer of `enqueue`; a key that does not apply is not there."""

    entry: int
    """Queue position of the first added file, from 1."""

    added: int
    """Number of queue entries added, if not 1."""

    skipped: List[str]
    """Each file left out, and why; in JSON, a list."""


class InsertResult(TypedDict, total=False):
    """The answer of `insert`; a key that does not apply is not there."""

    entry: int
    """Queue position of the first added file, from 1."""

    added: int
    """Number of queue entries added, if not 1."""

    skipped: List[str]
    """Each file left out, and why; in JSON, a list."""


class QueueResult(TypedDict, total=False):
    """The answer of `queue`; a key that does not apply is not there."""

    current: int
    """The current entry, from 1."""

    version: int
    """A number that grows with each change of the queue."""

    entries: List[Dict[str, Any]]
    """Each file: number, length and path; in JSON, objects with `path`, `seconds`, `priority` and
    `id`, which stays the same when the queue is edited."""


class JumpResult(TypedDict, total=False):
    """The answer of `jump`; a key that does not apply is not there."""

    warning: str
    """Why nothing is audible, if so: device lost, everything muted."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class RemoveResult(TypedDict, total=False):
    """The answer of `remove`; a key that does not apply is not there."""


class MoveResult(TypedDict, total=False):
    """The answer of `move`; a key that does not apply is not there."""


class SwapResult(TypedDict, total=False):
    """The answer of `swap`; a key that does not apply is not there."""


class ShuffleResult(TypedDict, total=False):
    """The answer of `shuffle`; a key that does not apply is not there."""


class ClearResult(TypedDict, total=False):
    """The answer of `clear`; a key that does not apply is not there."""


class RepeatResult(TypedDict, total=False):
    """The answer of `repeat`; a key that does not apply is not there."""


class SingleResult(TypedDict, total=False):
    """The answer of `single`; a key that does not apply is not there."""


class RandomResult(TypedDict, total=False):
    """The answer of `random`; a key that does not apply is not there."""


class ConsumeResult(TypedDict, total=False):
    """The answer of `consume`; a key that does not apply is not there."""


class CrossfadeResult(TypedDict, total=False):
    """The answer of `crossfade`; a key that does not apply is not there."""


class PriorityResult(TypedDict, total=False):
    """The answer of `priority`; a key that does not apply is not there."""


class SaveResult(TypedDict, total=False):
    """The answer of `save`; a key that does not apply is not there."""


class LoadResult(TypedDict, total=False):
    """The answer of `load`; a key that does not apply is not there."""

    entry: int
    """Queue position of the first added file, from 1."""

    added: int
    """Number of queue entries added, if not 1."""

    skipped: List[str]
    """Each file left out, and why; in JSON, a list."""


class PlaylistsResult(TypedDict, total=False):
    """The answer of `playlists`; a key that does not apply is not there."""

    playlists: List[Dict[str, Any]]
    """Each playlist: number of files, and name; in JSON, objects with `name` and `entries`."""


class DeletePlaylistResult(TypedDict, total=False):
    """The answer of `delete-playlist`; a key that does not apply is not there."""


class GainResult(TypedDict, total=False):
    """The answer of `gain`; a key that does not apply is not there."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class LevelResult(TypedDict, total=False):
    """The answer of `level`; a key that does not apply is not there."""


class MuteResult(TypedDict, total=False):
    """The answer of `mute`; a key that does not apply is not there."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class UnmuteResult(TypedDict, total=False):
    """The answer of `unmute`; a key that does not apply is not there."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class SoloResult(TypedDict, total=False):
    """The answer of `solo`; a key that does not apply is not there."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class TransposeResult(TypedDict, total=False):
    """The answer of `transpose`; a key that does not apply is not there."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class LoadFontResult(TypedDict, total=False):
    """The answer of `load-font`; a key that does not apply is not there."""

    substitutions: List[Dict[str, Any]]
    """Each preset in use that the new SoundFonts lack, and its substitute: `8:48 Slow Strings ->
    0:48 Strings`, or `-> none`; in JSON, objects with `preset`, `presetName` (its name in the
    old SoundFonts), `substitute` and `name`."""

    warnings: List[str]
    """A sample that cannot be played correctly, with its preset."""

    engine: str
    """The engine whose voices play the SoundFonts, `auto`, `fluidsynth` or `seqd`; in words only if
    it is not `auto`."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class AddFontResult(TypedDict, total=False):
    """The answer of `add-font`; a key that does not apply is not there."""

    substitutions: List[Dict[str, Any]]
    """Each preset in use that the new SoundFonts lack, and its substitute: `8:48 Slow Strings ->
    0:48 Strings`, or `-> none`; in JSON, objects with `preset`, `presetName` (its name in the
    old SoundFonts), `substitute` and `name`."""

    warnings: List[str]
    """A sample that cannot be played correctly, with its preset."""

    engine: str
    """The engine whose voices play the SoundFonts, `auto`, `fluidsynth` or `seqd`; in words only if
    it is not `auto`."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class RemoveFontResult(TypedDict, total=False):
    """The answer of `remove-font`; a key that does not apply is not there."""

    substitutions: List[Dict[str, Any]]
    """Each preset in use that the new SoundFonts lack, and its substitute: `8:48 Slow Strings ->
    0:48 Strings`, or `-> none`; in JSON, objects with `preset`, `presetName` (its name in the
    old SoundFonts), `substitute` and `name`."""

    warnings: List[str]
    """A sample that cannot be played correctly, with its preset."""

    engine: str
    """The engine whose voices play the SoundFonts, `auto`, `fluidsynth` or `seqd`; in words only if
    it is not `auto`."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class ReloadFontsResult(TypedDict, total=False):
    """The answer of `reload-fonts`; a key that does not apply is not there."""

    substitutions: List[Dict[str, Any]]
    """Each preset in use that the new SoundFonts lack, and its substitute: `8:48 Slow Strings ->
    0:48 Strings`, or `-> none`; in JSON, objects with `preset`, `presetName` (its name in the
    old SoundFonts), `substitute` and `name`."""

    warnings: List[str]
    """A sample that cannot be played correctly, with its preset."""

    engine: str
    """The engine whose voices play the SoundFonts, `auto`, `fluidsynth` or `seqd`; in words only if
    it is not `auto`."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class UndoFontResult(TypedDict, total=False):
    """The answer of `undo-font`; a key that does not apply is not there."""

    substitutions: List[Dict[str, Any]]
    """Each preset in use that the new SoundFonts lack, and its substitute: `8:48 Slow Strings ->
    0:48 Strings`, or `-> none`; in JSON, objects with `preset`, `presetName` (its name in the
    old SoundFonts), `substitute` and `name`."""

    warnings: List[str]
    """A sample that cannot be played correctly, with its preset."""

    engine: str
    """The engine whose voices play the SoundFonts, `auto`, `fluidsynth` or `seqd`; in words only if
    it is not `auto`."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class PresetsResult(TypedDict, total=False):
    """The answer of `presets`; a key that does not apply is not there."""

    presets: List[Dict[str, Any]]
    """Each preset: `bank:program` and name; in JSON, objects with `bank`, `program` and `name`."""


class RackResult(TypedDict, total=False):
    """The answer of `rack`; a key that does not apply is not there."""

    file: str
    """File of the rack, if there is one."""

    routes: List[str]
    """Each route, the first with the highest priority."""

    programs: List[str]
    """Each preset of a part, the first with the highest priority."""

    changes: List[str]
    """Each change of controllers in everything."""

    samplers: List[Dict[str, Any]]
    """Each sampler, `=`, its SoundFonts and, unless it is `auto`, `engine=ENGINE`; the fallback
    last; in JSON, objects with `name`, `fonts` and `engine`."""


class LoadRackResult(TypedDict, total=False):
    """The answer of `load-rack`; a key that does not apply is not there."""

    substitutions: List[Dict[str, Any]]
    """Each preset of the current file that its sampler lacks, and its substitute, as for
    `load-font`."""

    warnings: List[str]
    """A rule that matches nothing in the current file, or a part that nothing plays."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class UnloadRackResult(TypedDict, total=False):
    """The answer of `unload-rack`; a key that does not apply is not there."""

    substitutions: List[Dict[str, Any]]
    """Each preset of the current file that its sampler lacks, and its substitute, as for
    `load-font`."""

    warnings: List[str]
    """A rule that matches nothing in the current file, or a part that nothing plays."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class RouteResult(TypedDict, total=False):
    """The answer of `route`; a key that does not apply is not there."""

    substitutions: List[Dict[str, Any]]
    """Each preset of the current file that its sampler lacks, and its substitute, as for
    `load-font`."""

    warnings: List[str]
    """A rule that matches nothing in the current file, or a part that nothing plays."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class UnrouteResult(TypedDict, total=False):
    """The answer of `unroute`; a key that does not apply is not there."""

    substitutions: List[Dict[str, Any]]
    """Each preset of the current file that its sampler lacks, and its substitute, as for
    `load-font`."""

    warnings: List[str]
    """A rule that matches nothing in the current file, or a part that nothing plays."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class SetProgramResult(TypedDict, total=False):
    """The answer of `set-program`; a key that does not apply is not there."""

    substitutions: List[Dict[str, Any]]
    """Each preset of the current file that its sampler lacks, and its substitute, as for
    `load-font`."""

    warnings: List[str]
    """A rule that matches nothing in the current file, or a part that nothing plays."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class UnsetProgramResult(TypedDict, total=False):
    """The answer of `unset-program`; a key that does not apply is not there."""

    substitutions: List[Dict[str, Any]]
    """Each preset of the current file that its sampler lacks, and its substitute, as for
    `load-font`."""

    warnings: List[str]
    """A rule that matches nothing in the current file, or a part that nothing plays."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class SaveSceneResult(TypedDict, total=False):
    """The answer of `save-scene`; a key that does not apply is not there."""


class SceneResult(TypedDict, total=False):
    """The answer of `scene`; a key that does not apply is not there."""

    substitutions: List[Dict[str, Any]]
    """Each preset of the current file that its sampler lacks, and its substitute, as for
    `load-font`."""

    warnings: List[str]
    """A rule that matches nothing in the current file, or a part that nothing plays."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class ScenesResult(TypedDict, total=False):
    """The answer of `scenes`; a key that does not apply is not there."""

    scenes: List[Dict[str, Any]]
    """The name of each scene; in JSON, objects with `name` and `rack`."""


class DeleteSceneResult(TypedDict, total=False):
    """The answer of `delete-scene`; a key that does not apply is not there."""


class StripsResult(TypedDict, total=False):
    """The answer of `strips`; a key that does not apply is not there."""

    strips: List[Dict[str, Any]]
    """Each strip: settings as for `strip`, `peak=LEFT/RIGHT` in dBFS, with inserts `reduction=DB`,
    the gain reduction of compressors and limiters, and `insert-levels=NUMBER:PEAK/REDUCTION,…`
    of those that are not bypassed, and name; in JSON, objects with `name`, these settings,
    `peakLeft`, `peakRight`, `heldPeakLeft`, `heldPeakRight`, `insertLevels` and, with inserts,
    `reduction`; silence is `-inf`."""


class StripResult(TypedDict, total=False):
    """The answer of `strip`; a key that does not apply is not there."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class AddInsertResult(TypedDict, total=False):
    """The answer of `add-insert`; a key that does not apply is not there."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class SetInsertResult(TypedDict, total=False):
    """The answer of `set-insert`; a key that does not apply is not there."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class MoveInsertResult(TypedDict, total=False):
    """The answer of `move-insert`; a key that does not apply is not there."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class RemoveInsertResult(TypedDict, total=False):
    """The answer of `remove-insert`; a key that does not apply is not there."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class EffectsResult(TypedDict, total=False):
    """The answer of `effects`; a key that does not apply is not there."""

    effects: List[Dict[str, Any]]
    """Each bus: reverb, chorus and name; in JSON, objects with `bus`, `reverb` and `chorus`."""


class EffectResult(TypedDict, total=False):
    """The answer of `effect`; a key that does not apply is not there."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class SendSoundResult(TypedDict, total=False):
    """The answer of `send-sound`; a key that does not apply is not there."""

    bytes: int
    """The bytes of the sound so far."""


class RemoveSoundResult(TypedDict, total=False):
    """The answer of `remove-sound`; a key that does not apply is not there."""


class LoadClipResult(TypedDict, total=False):
    """The answer of `load-clip`; a key that does not apply is not there."""


class PlayClipResult(TypedDict, total=False):
    """The answer of `play-clip`; a key that does not apply is not there."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class StopClipResult(TypedDict, total=False):
    """The answer of `stop-clip`; a key that does not apply is not there."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class RemoveClipResult(TypedDict, total=False):
    """The answer of `remove-clip`; a key that does not apply is not there."""


class ClipsResult(TypedDict, total=False):
    """The answer of `clips`; a key that does not apply is not there."""

    clips: List[Dict[str, Any]]
    """Each clip: `idle`, `waiting` or `playing`, length in seconds or `endless`, name, strip `<-`
    file; in JSON, objects."""


class TapResult(TypedDict, total=False):
    """The answer of `tap`; a key that does not apply is not there."""

    tap: int
    """The number that identifies it."""


class UntapResult(TypedDict, total=False):
    """The answer of `untap`; a key that does not apply is not there."""

    taps: List[Dict[str, Any]]
    """Each tap: number, `running`, `ended` or `failed`, seconds written, `lost=` and the frames
    lost, strip `->` target, and the error if it failed; in JSON, objects."""


class TapsResult(TypedDict, total=False):
    """The answer of `taps`; a key that does not apply is not there."""

    taps: List[Dict[str, Any]]
    """Each tap: number, `running`, `ended` or `failed`, seconds written, `lost=` and the frames
    lost, strip `->` target, and the error if it failed; in JSON, objects."""


class RecordResult(TypedDict, total=False):
    """The answer of `record`; a key that does not apply is not there."""


class RecordStopResult(TypedDict, total=False):
    """The answer of `record-stop`; a key that does not apply is not there."""

    target: str
    """The file."""

    notes: int
    """Number of notes."""

    tracks: int
    """Number of tracks with music."""

    seconds: float
    """Duration of the file; a recording made along with a piece starts where the piece starts."""

    lost: int
    """Number of messages that were lost."""


class CaptureResult(TypedDict, total=False):
    """The answer of `capture`; a key that does not apply is not there."""

    target: str
    """The file."""

    notes: int
    """Number of notes."""

    tracks: int
    """Number of tracks with music."""

    seconds: float
    """Duration of the file; a recording made along with a piece starts where the piece starts."""

    lost: int
    """Number of messages that were lost."""

    bpm: float
    """The tempo, if it was guessed."""


class OutputsResult(TypedDict, total=False):
    """The answer of `outputs`; a key that does not apply is not there."""

    outputs: List[Dict[str, Any]]
    """Each device: the channels of the mix that it plays, `running`, `idle` or `lost`, rate in Hz,
    buffer underruns, name, and the reason of a loss; in JSON, objects."""

    assigned: List[Dict[str, Any]]
    """Each strip or effects bus (`effects:NAME`) that plays on other channels than 1-2: the
    channels, and its name; in JSON, objects."""


class DeviceResult(TypedDict, total=False):
    """The answer of `device`; a key that does not apply is not there."""


class ProgramResult(TypedDict, total=False):
    """The answer of `program`; a key that does not apply is not there."""

    warning: str
    """The substitute, if the preset is missing; with a rack, that of each sampler."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class NoteResult(TypedDict, total=False):
    """The answer of `note`; a key that does not apply is not there."""

    warning: str
    """Why nothing is audible, if so: device lost, everything muted."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class CcResult(TypedDict, total=False):
    """The answer of `cc`; a key that does not apply is not there."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class MidiResult(TypedDict, total=False):
    """The answer of `midi`; a key that does not apply is not there."""

    warning: str
    """Why nothing is audible, if so: device lost, everything muted."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class PanicResult(TypedDict, total=False):
    """The answer of `panic`; a key that does not apply is not there."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class WhyResult(TypedDict, total=False):
    """The answer of `why`; a key that does not apply is not there."""

    sounding: List[Dict[str, Any]]
    """Each key that sounds: `C4 on STRIP/CHANNEL, voices N: ` and what holds it; in JSON, objects
    with `sampler`, `channel`, `key`, `name`, `voices` and `causes`."""

    silent: List[Dict[str, Any]]
    """Each part that is not heard, or hardly, and the reason; in JSON, objects with `part` and
    `reason`."""

    altered: List[Dict[str, Any]]
    """Each part that sounds otherwise than it is written or set, and the reason; in JSON, objects
    with `part` and `reason`."""


class PortsResult(TypedDict, total=False):
    """The answer of `ports`; a key that does not apply is not there."""

    ports: List[Dict[str, Any]]
    """Each port that can play on a live input: address, `->`, its live input, `out:` and its
    output, or `-`, and name; in JSON, objects with `address`, `name` and, if connected, `input`
    or `output`."""

    receivers: List[Dict[str, Any]]
    """Each port that a MIDI output can play to, none without outputs: address, `->`, its live
    input, `out:` and its output, or `-`, and name; in JSON, objects with `address`, `name` and,
    if connected, `input` or `output`."""

    rules: List[str]
    """Each rule by which ports are connected, as `connect` takes it."""


class ConnectResult(TypedDict, total=False):
    """The answer of `connect`; a key that does not apply is not there."""

    ports: List[Dict[str, Any]]
    """Each port that was connected; none is not an error: address, `->`, its live input, `out:` and
    its output, or `-`, and name; in JSON, objects with `address`, `name` and, if connected,
    `input` or `output`."""


class DisconnectResult(TypedDict, total=False):
    """The answer of `disconnect`; a key that does not apply is not there."""

    ports: List[Dict[str, Any]]
    """Each port that was disconnected: address, `->`, its live input, `out:` and its output, or
    `-`, and name; in JSON, objects with `address`, `name` and, if connected, `input` or
    `output`."""


class PracticeResult(TypedDict, total=False):
    """The answer of `practice`; a key that does not apply is not there."""


class RampResult(TypedDict, total=False):
    """The answer of `ramp`; a key that does not apply is not there."""


class FollowResult(TypedDict, total=False):
    """The answer of `follow`; a key that does not apply is not there."""


class MapResult(TypedDict, total=False):
    """The answer of `map`; a key that does not apply is not there."""

    maps: List[Dict[str, Any]]
    """The map that was made: its number, its role, and the arguments of `map`; in JSON, objects."""


class LearnResult(TypedDict, total=False):
    """The answer of `learn`; a key that does not apply is not there."""

    maps: List[Dict[str, Any]]
    """The map that was made: its number, its role, and the arguments of `map`; in JSON, objects."""


class UnmapResult(TypedDict, total=False):
    """The answer of `unmap`; a key that does not apply is not there."""

    removed: int
    """Number of maps removed."""


class MapsResult(TypedDict, total=False):
    """The answer of `maps`; a key that does not apply is not there."""

    maps: List[Dict[str, Any]]
    """Each map: its number, its role, and the arguments of `map`; in JSON, objects."""


class BeginResult(TypedDict, total=False):
    """The answer of `begin`; a key that does not apply is not there."""


class EndResult(TypedDict, total=False):
    """The answer of `end`; a key that does not apply is not there."""

    warning: str
    """Why nothing is audible, if so: device lost, everything muted."""

    action: int
    """With `at`: the number that identifies it in events."""

    due: int
    """With `at`: the frame of the file at which it is due."""


class DiscardResult(TypedDict, total=False):
    """The answer of `discard`; a key that does not apply is not there."""


class RenderResult(TypedDict, total=False):
    """The answer of `render`; a key that does not apply is not there."""

    job: int
    """The number that identifies it."""


class JobsResult(TypedDict, total=False):
    """The answer of `jobs`; a key that does not apply is not there."""

    jobs: List[Dict[str, Any]]
    """Each job: number, `waiting`, `running`, `done`, `failed` or `cancelled`, percent, seconds
    rendered, speed, source `->` target, and the error if it failed; in JSON, objects."""


class CancelJobResult(TypedDict, total=False):
    """The answer of `cancel-job`; a key that does not apply is not there."""


class StatusResult(TypedDict, total=False):
    """The answer of `status`; a key that does not apply is not there."""

    state: str
    """`playing`, `paused` or `stopped`."""

    file: str
    """The loaded file, if any."""

    entry: int
    """Its position in the queue, from 1."""

    entries: int
    """Number of files in the queue."""

    queueVersion: int
    """A number that grows with each change of the queue."""

    position: str
    """Bar:beat:tick, if a file is loaded."""

    seconds: float
    """The position as a time at speed 1, and at the tempo set with `tempo`."""

    frames: int
    """The position in frames."""

    ticks: int
    """The position in ticks."""

    lengthSeconds: float
    """The file's length at speed 1, and at the tempo set with `tempo`."""

    bpm: float
    """Quarter notes per minute at the position."""

    speed: str
    """Playback speed; 1 is normal."""

    varispeed: str
    """Speed and pitch together; 1 is normal."""

    tempo: str
    """The tempo override in quarter notes per minute, or `off`."""

    loop: str
    """`off`, `on`, `file` or the two positions."""

    loopCount: int
    """Number of times it is played, if a count was given."""

    repeat: bool
    """`on` or `off`; in JSON, true or false."""

    single: bool
    """`on` or `off`; in JSON, true or false."""

    random: bool
    """`on` or `off`; in JSON, true or false."""

    consume: bool
    """`on` or `off`; in JSON, true or false."""

    crossfade: float
    """Seconds for which two files play together."""

    metronome: bool
    """`on` or `off`; in JSON, true or false."""

    chaseNotes: bool
    """`on` or `off`; in JSON, true or false."""

    watch: bool
    """`on` or `off`; in JSON, true or false."""

    watchAt: str
    """When a new version takes over, `now` or `bar`; only if files are watched."""

    logLevel: str
    """The lowest level that is logged: `debug`, `info`, `warning` or `error`."""

    practice: str
    """The parts and options as `practice` has them, or `off`."""

    ramp: str
    """Two speeds and the number of repetitions, or `off`."""

    follow: str
    """`clock`, `mtc`, `jack` or `off`."""

    waiting: List[Dict[str, Any]]
    """Each scheduled command: `action`, command, position and `due`, even behind an endless loop;
    in JSON, objects with `action`, `command`, `position`, `due`."""

    practiceKeys: str
    """The keys that playback waits for, such as `C4 E4`; only while it waits."""

    practiceWrongKey: str
    """The last wrong key since the note or chord before, such as `D4`; only if there was one."""

    practiceSteps: int
    """Number of notes and chords that were played; this and the following only during practice."""

    practiceWrong: int
    """Number of wrong keys."""

    practiceWaits: int
    """Number of notes and chords that playback has waited for."""

    practiceWaitedSeconds: float
    """For how long playback has waited, also for the present note or chord."""

    followState: str
    """The source's state: `waiting` (for the first message), `stopped`, `running`, `freewheeling`
    (its messages have ceased) or `lost` (for longer than that); this and the following only
    while a source is followed."""

    followOffsetSeconds: float
    """The time that the source is ahead of playback, in words in ms."""

    followJitterSeconds: float
    """The standard deviation of the arrival of messages, in words in ms."""

    followCorrectionPPM: float
    """The correction of the speed, in ppm of the source's."""

    followDropouts: int
    """Number of gaps in the messages."""

    followJumps: int
    """Number of jumps to the source's position, starts included."""

    followBPM: float
    """The tempo of a clock in quarter notes per minute, if known."""

    followTimeCode: str
    """The position of time code, if known."""

    gain: float
    """Output gain in dB."""

    gainDecibels: float
    """Output gain in dB."""

    level: str
    """The level that files are brought to, or `off`."""

    levelGain: float
    """The gain in dB that brings the file to it, if there is one."""

    muted: List[str]
    """Selectors."""

    soloed: List[str]
    """Selectors."""

    transpose: int
    """Semitones."""

    voices: int
    """Number of sounding voices."""

    xruns: int
    """Number of buffer underruns."""

    load: float
    """Render load as a fraction of the available time; 1 is full load."""

    late: int
    """Number of periods that took longer to render than they last."""

    renderP50: float
    """Median render time as a fraction of the available time, since the start."""

    renderP99: float
    """Its 99th percentile; it and the median may read up to an eighth too high."""

    renderMax: float
    """Its maximum."""

    peakDecibels: Union[float, None]
    """Peak level since this client's last `status` in dBFS, in words to a tenth; in its first one,
    of the last second or longer; `-inf` below -120 dB (in JSON, null for digital silence)."""

    gainReductionDecibels: float
    """The largest gain reduction of the limiter in the same time, in dB."""

    fonts: List[str]
    """The SoundFonts, highest priority first."""

    engine: str
    """The engine whose voices play them, `auto`, `fluidsynth` or `seqd`."""

    samplers: List[Dict[str, Any]]
    """Each sampler of the rack whose engine is not `auto`: engine and name, the fallback last; in
    JSON all of them, objects with `name` and `engine`."""

    substitutions: List[Dict[str, Any]]
    """Each selected preset that the SoundFonts lack, and its substitute or `none`; in JSON, objects
    with `preset`, `substitute` and `name`."""

    plugins: List[Dict[str, Any]]
    """Each LV2 plugin: the mean and the longest time that it takes in percent of a period, the
    number of its insert, its name and its strip; in JSON, objects with `strip`, `insert`,
    `plugin`, `meanPercent` and `longestPercent`."""

    warnings: List[str]
    """Each plugin that is bypassed because it failed: its strip, insert and fault in words."""

    device: str
    """The audio device."""

    output: str
    """`running`, `idle` (device released) or `lost`."""

    reason: str
    """Why the device was lost."""

    lostSeconds: float
    """For how long the device has been lost."""

    rate: int
    """Sample rate in Hz."""

    requestedRate: int
    """The requested rate; this and the next seven only with a device."""

    period: int
    """Frames per period."""

    requestedPeriod: int
    """The requested frames per period."""

    buffer: int
    """Frames that the device's buffer holds."""

    requestedBuffer: int
    """The requested frames of the buffer."""

    format: str
    """`s16`, `s24`, `s32` or `float`."""

    requestedFormat: str
    """The requested format, if one was."""

    latencySeconds: float
    """The latency of the buffer and of JACK's ports."""

    deviceClockPPM: float
    """How fast the device's clock is against the system's, in ppm; measured while playback runs,
    known after 10 s."""

    furtherDevices: List[Dict[str, Any]]
    """Each audio device after the first: its output, the drift of its clock in ppm or `unknown`,
    its buffer underruns and its name; in JSON, objects with `device`, `output`, `reason`,
    `driftPPM` (positive if it is faster) and `xruns`."""

    sources: int
    """Number of connected MIDI sources: ports connected to the live inputs, and open raw inputs."""

    sourceNames: List[str]
    """The name of each source."""

    sequencer: str
    """The ALSA sequencer client, or why there is none."""

    recording: str
    """The file that is being recorded, if one is."""

    recordedNotes: int
    """Number of notes recorded so far."""

    clients: int
    """Number of connections to the socket."""


class HelpResult(TypedDict, total=False):
    """The answer of `help`; a key that does not apply is not there."""

    commands: List[Dict[str, Any]]
    """Each command and its summary; in JSON, objects with `name`, `usage` and `summary`."""

    usage: str
    """Of the given command."""

    summary: str
    """Of the given command."""

    parameters: List[Dict[str, Any]]
    """Of the given command; in JSON, objects with `name`, `type`, `required`, `description`."""

    discussion: str
    """Of the given command, if it has one."""


class PingResult(TypedDict, total=False):
    """The answer of `ping`; a key that does not apply is not there."""


class VersionResult(TypedDict, total=False):
    """The answer of `version`; a key that does not apply is not there."""

    version: str
    """Version of seqd."""

    protocol: int
    """Version of the protocol."""

    pid: int
    """Process ID of the daemon."""


class StatsResult(TypedDict, total=False):
    """The answer of `stats`; a key that does not apply is not there."""

    uptime: float
    """Seconds since its start."""

    clients: int
    """Clients that are connected."""

    connections: int
    """Clients that have connected."""

    requests: int
    """Requests of all clients."""

    events: int
    """Events sent to clients."""

    dropped: int
    """Events dropped because clients did not take them."""

    xruns: int
    """Buffer underruns."""

    starved: int
    """Notes that faded out because samples were not read in time."""

    memory: int
    """Resident memory in bytes."""

    descriptors: int
    """Open file descriptors."""


class WhoamiResult(TypedDict, total=False):
    """The answer of `whoami`; a key that does not apply is not there."""

    role: str
    """`observer`, `transport` or `admin`."""

    user: int
    """User ID of the client."""

    pid: int
    """Process ID of the client."""


class RpcDiscoverResult(TypedDict, total=False):
    """The answer of `rpc.discover`; a key that does not apply is not there."""

    openrpc: str
    """The version of OpenRPC."""

    info: Dict[str, Any]
    """Title, description, and version of the protocol."""

    methods: List[Dict[str, Any]]
    """Each command: `name`, `summary`, `description`, `tags` (its role), `params` and `result` with
    JSON Schemas."""


class ReloadConfigResult(TypedDict, total=False):
    """The answer of `reload-config`; a key that does not apply is not there."""

    changed: List[str]
    """Each setting that has changed."""


class LogLevelResult(TypedDict, total=False):
    """The answer of `log-level`; a key that does not apply is not there."""


class QuitResult(TypedDict, total=False):
    """The answer of `quit`; a key that does not apply is not there."""


class SubscribeResult(TypedDict, total=False):
    """The answer of `subscribe`; a key that does not apply is not there."""


class UnsubscribeResult(TypedDict, total=False):
    """The answer of `unsubscribe`; a key that does not apply is not there."""


class Client:
    """A blocking client. One thread at a time may use it."""

    def __init__(self, path: Optional[str] = None, timeout: Optional[float] = None):
        """Connects.

        Arguments:
            path: The socket; default: socket_path().
            timeout: The longest time to wait for the daemon, in seconds; default: for ever. When it
                is over, OSError (`socket.timeout`) is raised, and the client should be closed.
        """
        path = path or socket_path()
        self._socket = sockets.socket(sockets.AF_UNIX)
        self._socket.settimeout(timeout)
        try:
            self._socket.connect(path)
        except OSError as error:
            self._socket.close()
            raise _no_daemon(path, error) from None
        self._lines = self._socket.makefile("r", encoding="utf-8", newline="\n")
        self._number = 0
        self._events: Deque[Event] = collections.deque()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connection."""
        self._lines.close()
        self._socket.close()

    def call(self, method: str, parameters: Optional[Dict[str, Any]] = None) -> Any:
        """Sends a command by its name, and returns its answer."""
        self._number += 1
        number = self._number
        try:
            self._socket.sendall(_request(number, method, parameters or {}))
        except ConnectionError:
            raise SeqdError(69, _CLOSED) from None
        while True:
            message = self._read()
            if message.get("id") == number:
                return _result(message)
            if "params" in message:
                self._events.append(message["params"])

    def events(
        self,
        *types: str,
        position: Optional[float] = None,
        levels: Optional[float] = None,
    ) -> Iterator[Event]:
        """Subscribes to types of events (none: to those subscribed to), and yields each one.

        It ends when the daemon does. Between two events, other methods may be called.

        Arguments:
            position: The rate of `position` events in Hz.
            levels: The rate of `levels` events in Hz.
        """
        if types:
            self.subscribe(list(types), position=position, levels=levels)
        return self._following()

    def _following(self) -> Iterator[Event]:
        while True:
            while self._events:
                yield self._events.popleft()
            try:
                message = self._read()
            except SeqdError:
                return
            if "params" in message:
                self._events.append(message["params"])

    def _read(self) -> Dict[str, Any]:
        try:
            line = self._lines.readline()
        except ConnectionError:
            line = ""
        if not line:
            raise SeqdError(69, _CLOSED)
        return json.loads(line)

    def play(
        self,
        path: Optional[Union[str, List[str]]] = None,
        *,
        count_in: Optional[int] = None,
        from_: Optional[Union[str, float]] = None,
        paused: Optional[Union[str, bool]] = None,
        encoding: Optional[str] = None,
        embedded_font: Optional[Union[str, bool]] = None,
        at: Optional[Union[str, float]] = None,
    ) -> PlayResult:
        """Replace the queue with these files and play.

        Without a path, it works like `continue`. The answer comes when the first file plays. If it
        cannot be played, the answer is the error, and the previous file keeps playing. If one of
        the paths cannot be read, nothing changes. Unreadable files of a folder or playlist are left
        out and listed in `skipped`. In words, quote each path; without quotation marks, the rest of
        the line is one path, including blanks. Options come before or after the paths. Queue
        entries keep their `encoding` and `embedded-font`. With `paused=on`, the answer comes when
        the first file is ready: a `continue` then plays it without delay.

        Needs the role transport.

        Arguments:
            path: MIDI files, folders or playlists (.m3u); in JSON, `paths` is an alias (absolute
            path).
            count_in: Bars of count-in before playback starts (integer, 1 to 16).
            from_: Start position in the first file; default: its start (position: `17:1`,
            `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`).
            paused: Whether playback waits there for `continue`; default `off` (`on` or `off`).
            encoding: Text encoding of names, markers and lyrics; default: the daemon's option, or
            guessed (encoding name, as listed by `iconv -l`).
            embedded_font: Whether a SoundFont inside the file has priority over the others; default
            `off`, or `on` if the daemon was started with --embedded-font (`on` or `off`).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call(
            "play",
            {
                "path": path,
                "count-in": count_in,
                "from": from_,
                "paused": paused,
                "encoding": encoding,
                "embedded-font": embedded_font,
                "at": at,
            },
        )

    def next(
        self,
        at: Optional[Union[str, float]] = None,
    ) -> NextResult:
        """Go to the next file in the queue.

        The answer comes when the next file plays. If it cannot be played, the answer is the error;
        the previous file keeps playing and stays the current entry. Paused or stopped playback
        stays so, and `continue` starts the new entry.

        Needs the role transport.

        Arguments:
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("next", {"at": at})

    def previous(
        self,
        at: Optional[Union[str, float]] = None,
    ) -> PreviousResult:
        """Go to the previous file in the queue.

        It works like `next`.

        Needs the role transport.

        Arguments:
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("previous", {"at": at})

    def toggle(
        self,
        at: Optional[Union[str, float]] = None,
    ) -> ToggleResult:
        """Pause playback, or resume it.

        It works like `pause` while a file plays, else like `continue`.

        Needs the role transport.

        Arguments:
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("toggle", {"at": at})

    def pause(
        self,
        at: Optional[Union[str, float]] = None,
    ) -> PauseResult:
        """Pause playback.

        Sounding notes are released. Pausing twice is not an error.

        Needs the role transport.

        Arguments:
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("pause", {"at": at})

    def continue_(
        self,
        count_in: Optional[int] = None,
        *,
        at: Optional[Union[str, float]] = None,
    ) -> ContinueResult:
        """Resume after pause, or play the queue after stop.

        After the end of the queue, it plays the files added since; if there are none, it plays the
        last file again. An unreadable file causes an event `error`, and the next one plays. If none
        can be played, the answer is the error.

        Needs the role transport.

        Arguments:
            count_in: Bars of count-in before playback starts (integer, 1 to 16).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("continue", {"count-in": count_in, "at": at})

    def stop(
        self,
        at: Optional[Union[str, float]] = None,
    ) -> StopResult:
        """Stop, and return to the start of the file.

        Needs the role transport.

        Arguments:
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("stop", {"at": at})

    def seek(
        self,
        position: Union[str, float],
        *,
        at: Optional[Union[str, float]] = None,
    ) -> SeekResult:
        """Go to a position in the file.

        An offset counts from the playback position, and leads to the start or the end of the file
        at most. With bars, the beat stays the same. Channel state is chased: it becomes what
        playing the file up to there would give. In JSON, a number is seconds. Times are given at
        speed 1, and at the tempo set with `tempo`.

        Needs the role transport.

        Arguments:
            position: The new position (position as for `at`, or an offset: `+10s`, `-1m30s`, `-2
            bars`, `+1 beat`, `+480t`).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("seek", {"position": position, "at": at})

    def scrub(
        self,
        position: Union[str, float],
    ) -> ScrubResult:
        """Move the position by hand, with sound.

        Playback pauses. The notes that begin between the old position and the new one are heard
        shortened, and clips as on a tape, backwards too; of a passage longer than 0.6 seconds, only
        the end is heard. The sound ends where the position rests. A jog wheel gives it by `map`:
        `map cc 60 "scrub {}s" mode=wheel`.

        Needs the role transport.

        Arguments:
            position: The new position (position as for `at`, or an offset: `+10s`, `-1m30s`, `-2
            bars`, `+1 beat`, `+480t`).
        """
        return self.call("scrub", {"position": position})

    def speed(
        self,
        speed: Union[str, float],
        *,
        over: Optional[Union[str, float]] = None,
        at: Optional[Union[str, float]] = None,
    ) -> SpeedResult:
        """Set the playback speed; the pitch stays the same.

        With `over` it moves there evenly: a ritardando or an accelerando, in steps of 10 ms.

        Needs the role transport.

        Arguments:
            speed: Playback speed; 1 is normal (speed: `0.5`, `3/4`, `150%`; 1/100 to 100).
            over: Time that it takes (time, bars or beats: `2s`, `1m30s`, `4bars`, `1beat`).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("speed", {"speed": speed, "over": over, "at": at})

    def varispeed(
        self,
        speed: Union[str, float],
        *,
        over: Optional[Union[str, float]] = None,
        at: Optional[Union[str, float]] = None,
    ) -> VarispeedResult:
        """Set speed and pitch together, like a tape.

        All samplers sound higher or lower by it, and all clips are played as much faster or slower;
        the metronome keeps its sound. The tempo is the product of `varispeed` and `speed`. With
        `over` both move evenly, as when a tape starts or stops.

        Needs the role transport.

        Arguments:
            speed: Speed and pitch; 1 is normal (speed: `0.5`, `3/4`, `150%`; 1/100 to 8).
            over: Time that it takes (time, bars or beats: `2s`, `1m30s`, `4bars`, `1beat`).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("varispeed", {"speed": speed, "over": over, "at": at})

    def loop(
        self,
        loop: Union[str, bool],
        *,
        loop_count: Optional[int] = None,
        at: Optional[Union[str, float]] = None,
    ) -> LoopResult:
        """Repeat the file or a part of it.

        `on` and `file` also apply to the files that follow. `file` repeats the part between the
        file's own loop points, if it has any. Playback that is outside a loop between two positions
        goes to its start, even while paused. Such a loop ends when another file plays. `off` takes
        no count.

        Needs the role transport.

        Arguments:
            loop: The part to repeat; in JSON, `range` is an alias (`on`, `off`, `file` or two
            positions, `17:1..25:1`).
            loop_count: Number of times to play it before continuing; default: endless; in JSON,
            `count` is an alias (integer, 1 to 1000000).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("loop", {"loop": loop, "loop-count": loop_count, "at": at})

    def seek_lyric(
        self,
        text: str,
        *,
        at: Optional[Union[str, float]] = None,
    ) -> SeekLyricResult:
        """Go to a position in the lyrics.

        The search starts at the current position and wraps around at the end. Case and the division
        into syllables do not matter.

        Needs the role transport.

        Arguments:
            text: The lyrics to find (text).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("seek-lyric", {"text": text, "at": at})

    def tempo(
        self,
        tempo: Union[str, float],
        *,
        over: Optional[Union[str, float]] = None,
        at: Optional[Union[str, float]] = None,
    ) -> TempoResult:
        """Override the file's tempo.

        It also applies to the files that follow, and `speed` multiplies it. All times depend on it:
        positions, lengths and `seek`. It is rounded to whole microseconds per quarter note, as in
        MIDI files. With `over` it moves there evenly from the tempo that is played, in steps of 10
        ms; positions and lengths are those of the new tempo at once.

        Needs the role transport.

        Arguments:
            tempo: One fixed tempo, or `off` for the file's own; in JSON, `bpm` is an alias (quarter
            notes per minute, 4 to 1000, such as `92.5`, or `off`).
            over: Time that it takes (time, bars or beats: `2s`, `1m30s`, `4bars`, `1beat`).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("tempo", {"tempo": tempo, "over": over, "at": at})

    def metronome(
        self,
        metronome: Union[str, bool],
        *,
        at: Optional[Union[str, float]] = None,
    ) -> MetronomeResult:
        """Turn the metronome on or off.

        The answer comes when the change is audible. It also applies to the files that follow.

        Needs the role transport.

        Arguments:
            metronome: Whether to click on each beat; in JSON, `click` is an alias (`on` or `off`).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("metronome", {"metronome": metronome, "at": at})

    def cancel(
        self,
        action: Optional[int] = None,
    ) -> CancelResult:
        """Cancel scheduled commands.

        Needs the role transport.

        Arguments:
            action: The `action` number from the answer to a command with `at`; default: all
            (integer, 1 or more).
        """
        return self.call("cancel", {"action": action})

    def chase_notes(
        self,
        chase_notes: Union[str, bool],
    ) -> ChaseNotesResult:
        """Restart notes held at the start position after a seek.

        Needs the role transport.

        Arguments:
            chase_notes: Whether to restart them; default `off`; in JSON, `chase` is an alias (`on`
            or `off`).
        """
        return self.call("chase-notes", {"chase-notes": chase_notes})

    def watch(
        self,
        watch: Union[str, bool],
        *,
        watch_at: Optional[Literal["now", "bar"]] = None,
    ) -> WatchResult:
        """Reload the current file when it changes on disk.

        Playback continues at the same beat of the same bar, and an event `reload` lists the
        changes. If the new version cannot be read, or has lost music that the previous version had,
        an event `error` says so, and the previous version keeps playing.

        Needs the role transport.

        Arguments:
            watch: Whether to watch files; default `off`; in JSON, `files` is an alias (`on` or
            `off`).
            watch_at: When to switch to the new version, at once or at the next bar; default `now`;
            in JSON, `when` is an alias (`now` or `bar`).
        """
        return self.call("watch", {"watch": watch, "watch-at": watch_at})

    def enqueue(
        self,
        path: Union[str, List[str]],
        *,
        encoding: Optional[str] = None,
        embedded_font: Optional[Union[str, bool]] = None,
    ) -> EnqueueResult:
        """Add files to the end of the queue.

        They follow without a gap. If nothing is playing, `continue` starts them. The answer comes
        when all files have been read. Paths are written and refused as for `play`; the options are
        the same too.

        Needs the role transport.

        Arguments:
            path: MIDI files, folders or playlists (.m3u); in JSON, `paths` is an alias (absolute
            path).
            encoding: Text encoding of names, markers and lyrics; default: the daemon's option, or
            guessed (encoding name, as listed by `iconv -l`).
            embedded_font: Whether a SoundFont inside the file has priority over the others; default
            `off`, or `on` if the daemon was started with --embedded-font (`on` or `off`).
        """
        return self.call(
            "enqueue",
            {
                "path": path,
                "encoding": encoding,
                "embedded-font": embedded_font,
            },
        )

    def insert(
        self,
        path: Union[str, List[str]],
        *,
        position: Optional[int] = None,
        encoding: Optional[str] = None,
        embedded_font: Optional[Union[str, bool]] = None,
    ) -> InsertResult:
        """Insert files into the queue.

        They play after the current file, also in random order, or at the given queue position.
        Otherwise it works like `enqueue`.

        Needs the role transport.

        Arguments:
            path: MIDI files, folders or playlists (.m3u); in JSON, `paths` is an alias (absolute
            path).
            position: Queue position of the first file, from 1; default: after the current file
            (integer, 1 to 10000).
            encoding: Text encoding of names, markers and lyrics; default: the daemon's option, or
            guessed (encoding name, as listed by `iconv -l`).
            embedded_font: Whether a SoundFont inside the file has priority over the others; default
            `off`, or `on` if the daemon was started with --embedded-font (`on` or `off`).
        """
        return self.call(
            "insert",
            {
                "path": path,
                "position": position,
                "encoding": encoding,
                "embedded-font": embedded_font,
            },
        )

    def queue(
        self,
    ) -> QueueResult:
        """List the queue.

        Lengths are given at speed 1, and at the tempo set with `tempo`.

        Needs the role observer.
        """
        return self.call("queue", {})

    def jump(
        self,
        entry: Union[str, float],
        *,
        at: Optional[Union[str, float]] = None,
    ) -> JumpResult:
        """Go to a file in the queue.

        It works like `next`.

        Needs the role transport.

        Arguments:
            entry: The file (queue position from 1, or `id:ID`).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("jump", {"entry": entry, "at": at})

    def remove(
        self,
        first: Union[str, float],
        *,
        last: Optional[Union[str, float]] = None,
    ) -> RemoveResult:
        """Remove files from the queue.

        If the current file is among them, the one after them plays, or playback stops if there is
        none. The files after them move up.

        Needs the role transport.

        Arguments:
            first: The file to remove (queue position from 1, or `id:ID`).
            last: The last of several files to remove (queue position from 1, or `id:ID`).
        """
        return self.call("remove", {"first": first, "last": last})

    def move(
        self,
        entry: Union[str, float],
        position: int,
    ) -> MoveResult:
        """Move a file to another position in the queue.

        Playback is not interrupted.

        Needs the role transport.

        Arguments:
            entry: The file to move (queue position from 1, or `id:ID`).
            position: Its new queue position, from 1 (integer, 1 to 10000).
        """
        return self.call("move", {"entry": entry, "position": position})

    def swap(
        self,
        first: Union[str, float],
        second: Union[str, float],
    ) -> SwapResult:
        """Exchange two files in the queue.

        Playback is not interrupted.

        Needs the role transport.

        Arguments:
            first: One file (queue position from 1, or `id:ID`).
            second: The other file (queue position from 1, or `id:ID`).
        """
        return self.call("swap", {"first": first, "second": second})

    def shuffle(
        self,
    ) -> ShuffleResult:
        """Put the queue into a random order.

        The current file keeps playing, and becomes the first.

        Needs the role transport.
        """
        return self.call("shuffle", {})

    def clear(
        self,
    ) -> ClearResult:
        """Clear the queue.

        The current file plays to its end, and stays in the queue until then.

        Needs the role transport.
        """
        return self.call("clear", {})

    def repeat(
        self,
        repeat: Union[str, bool],
    ) -> RepeatResult:
        """Repeat the queue.

        The first file follows the last without a gap. With `single on`, each file repeats. `loop`
        repeats a file or a part of it without leaving it.

        Needs the role transport.

        Arguments:
            repeat: Whether to repeat; `off` at start; in JSON, `on` is an alias (`on` or `off`).
        """
        return self.call("repeat", {"repeat": repeat})

    def single(
        self,
        single: Union[str, bool],
    ) -> SingleResult:
        """Stop after each file.

        `continue` then plays the next file.

        Needs the role transport.

        Arguments:
            single: Whether to stop; `off` at start; in JSON, `on` is an alias (`on` or `off`).
        """
        return self.call("single", {"single": single})

    def random(
        self,
        random: Union[str, bool],
    ) -> RandomResult:
        """Play the queue in random order.

        Each file plays once; with `repeat on`, the next pass has another order. `previous` goes
        back to the files that were played. The queue itself keeps its order; `shuffle` changes
        that.

        Needs the role transport.

        Arguments:
            random: Whether the order is random; `off` at start; in JSON, `on` is an alias (`on` or
            `off`).
        """
        return self.call("random", {"random": random})

    def consume(
        self,
        consume: Union[str, bool],
    ) -> ConsumeResult:
        """Remove files from the queue when they have been played.

        `next` removes the current file, too.

        Needs the role transport.

        Arguments:
            consume: Whether to remove them; `off` at start; in JSON, `on` is an alias (`on` or
            `off`).
        """
        return self.call("consume", {"consume": consume})

    def crossfade(
        self,
        crossfade: float,
    ) -> CrossfadeResult:
        """Fade from each file to the next.

        The next file begins this long before the end of the current one, and fades in while that
        fades out; the loudness stays about the same. It is at most half of either file. A file that
        `next` or `jump` begins is not faded in, and files on MIDI outputs are not faded. When the
        fade begins, events and `status` already name the next file, and commands that wait for a
        later position of the current one are cancelled.

        Needs the role transport.

        Arguments:
            crossfade: 0 is the default: each file begins where the one before ends (number, 0 to 60
            seconds).
        """
        return self.call("crossfade", {"crossfade": crossfade})

    def priority(
        self,
        first: Union[str, float],
        priority: int,
        *,
        last: Optional[Union[str, float]] = None,
    ) -> PriorityResult:
        """Play files earlier in random order.

        With `random on`, files with a higher priority play before the others. A file that was
        already played plays once more if its priority is above 0. When a file begins, its priority
        is 0 again. Without `random`, `move` changes the order.

        Needs the role transport.

        Arguments:
            first: The file (queue position from 1, or `id:ID`).
            priority: 0 is the default (integer, 0 to 255).
            last: The last of several files (queue position from 1, or `id:ID`).
        """
        return self.call("priority", {"first": first, "priority": priority, "last": last})

    def save(
        self,
        name: str,
        *,
        replace: Optional[Union[str, bool]] = None,
    ) -> SaveResult:
        """Save the queue as a playlist.

        The playlist is a file in the M3U format, which other players read too:
        `$XDG_STATE_HOME/seqd/playlists/NAME.m3u` (default: `~/.local/state`). It has the paths of
        the files. The answer comes when it is on disk.

        Needs the role transport.

        Arguments:
            name: Name of the playlist (name: up to 200 bytes without `/`, not beginning with `.`;
            quote blanks).
            replace: Whether a playlist of this name is replaced; default `off` (`on` or `off`).
        """
        return self.call("save", {"name": name, "replace": replace})

    def load(
        self,
        name: str,
        *,
        encoding: Optional[str] = None,
        embedded_font: Optional[Union[str, bool]] = None,
    ) -> LoadResult:
        """Add the files of a playlist to the end of the queue.

        It works like `enqueue` with the playlist's file. Files that cannot be read are left out and
        listed in `skipped`. A file that has several patterns is added with all of them. To play
        only this playlist, `clear` the queue first.

        Needs the role transport.

        Arguments:
            name: Name of the playlist (name: up to 200 bytes without `/`, not beginning with `.`;
            quote blanks).
            encoding: Text encoding of names, markers and lyrics; default: the daemon's option, or
            guessed (encoding name, as listed by `iconv -l`).
            embedded_font: Whether a SoundFont inside the file has priority over the others; default
            `off`, or `on` if the daemon was started with --embedded-font (`on` or `off`).
        """
        return self.call(
            "load",
            {
                "name": name,
                "encoding": encoding,
                "embedded-font": embedded_font,
            },
        )

    def playlists(
        self,
    ) -> PlaylistsResult:
        """List the playlists.

        Needs the role observer.
        """
        return self.call("playlists", {})

    def delete_playlist(
        self,
        name: str,
    ) -> DeletePlaylistResult:
        """Delete a playlist.

        The queue and the files stay.

        Needs the role transport.

        Arguments:
            name: Name of the playlist (name: up to 200 bytes without `/`, not beginning with `.`;
            quote blanks).
        """
        return self.call("delete-playlist", {"name": name})

    def gain(
        self,
        gain: float,
        *,
        over: Optional[Union[str, float]] = None,
        at: Optional[Union[str, float]] = None,
    ) -> GainResult:
        """Set the output gain.

        With `over` it moves evenly over that time, like a fader (see `strip`).

        Needs the role transport.

        Arguments:
            gain: 0 is the default; in JSON, `decibels` is an alias (number, -60 to 24 dB).
            over: Time that it takes (time, bars or beats: `2s`, `1m30s`, `4bars`, `1beat`).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("gain", {"gain": gain, "over": over, "at": at})

    def level(
        self,
        level: str,
    ) -> LevelResult:
        """Set the level that files are brought to.

        It applies to files that are loaded from now on. Each file is rendered once to measure it
        (at most its first hour), and the result is stored. The gain, -60 to 24 dB, is applied
        before the strips, and `status` shows it as `level-gain`; `gain` is added to it. The
        metronome and the live inputs stay as they are. It cannot be used with `at` or in a group.

        Needs the role transport.

        Arguments:
            level: The level, or `off` (`peak=DBFS` or `true-peak=DBFS`, -60 to 0, or `lufs=LUFS`,
            -60 to -5; or `off`).
        """
        return self.call("level", {"level": level})

    def mute(
        self,
        selectors: Union[Union[str, float, List[Any]], List[Union[str, float, List[Any]]]],
        *,
        at: Optional[Union[str, float]] = None,
    ) -> MuteResult:
        """Mute channels or tracks.

        They are added to the parts already muted.

        Needs the role transport.

        Arguments:
            selectors: Parts to mute (comma-separated selectors: `10`, `ch:2/10`, `track:3`,
            `track:Bass`, `all`).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("mute", {"selectors": selectors, "at": at})

    def unmute(
        self,
        selectors: Union[Union[str, float, List[Any]], List[Union[str, float, List[Any]]]],
        *,
        at: Optional[Union[str, float]] = None,
    ) -> UnmuteResult:
        """Unmute channels or tracks.

        Needs the role transport.

        Arguments:
            selectors: Parts to unmute (comma-separated selectors: `10`, `ch:2/10`, `track:3`,
            `track:Bass`, `all`).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("unmute", {"selectors": selectors, "at": at})

    def solo(
        self,
        selectors: Union[Union[str, float, List[Any]], List[Union[str, float, List[Any]]]],
        *,
        at: Optional[Union[str, float]] = None,
    ) -> SoloResult:
        """Solo channels or tracks.

        It replaces the previous solo.

        Needs the role transport.

        Arguments:
            selectors: Parts to solo, or `off` (selectors as for `mute`, or `off`).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("solo", {"selectors": selectors, "at": at})

    def transpose(
        self,
        transpose: int,
        *,
        at: Optional[Union[str, float]] = None,
    ) -> TransposeResult:
        """Transpose all notes except drums.

        Needs the role transport.

        Arguments:
            transpose: Up or down; drums are unaffected; in JSON, `semitones` is an alias (integer,
            -48 to 48).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("transpose", {"transpose": transpose, "at": at})

    def load_font(
        self,
        fonts: Union[str, List[str]],
        *,
        engine: Optional[Literal["auto", "fluidsynth", "seqd"]] = None,
        strict: Optional[Union[str, bool]] = None,
        at: Optional[Union[str, float]] = None,
    ) -> LoadFontResult:
        """Replace the SoundFonts during playback.

        The new ones are read and checked in the background, and compared with what the file and the
        live inputs play. The answer comes when they are in use, or with `at` when they are ready to
        take over. If one of them cannot be loaded, the old ones stay. Sounding notes continue on
        the old ones. Quote a path that contains blanks. An engine applies to these SoundFonts, also
        when they replace those of the rack's fallback; the samplers of routes and of the rack have
        their own. At the start it is that of `--engine`, or of the fallback. Warnings name samples
        that cannot be played, ten at most; the log names them too.

        Needs the role admin.

        Arguments:
            fonts: The new SoundFonts, highest priority first (absolute path of a SoundFont;
            `FONT+128` adds 128 to its bank numbers).
            engine: The engine whose voices play them, as `--engine`; default: as now (`auto`,
            `fluidsynth`, `seqd`).
            strict: Whether SoundFonts that lack a preset in use are refused; default `off` (`on` or
            `off`).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call(
            "load-font",
            {
                "fonts": fonts,
                "engine": engine,
                "strict": strict,
                "at": at,
            },
        )

    def add_font(
        self,
        font: str,
        *,
        place: Optional[int] = None,
        strict: Optional[Union[str, bool]] = None,
        at: Optional[Union[str, float]] = None,
    ) -> AddFontResult:
        """Add a SoundFont to those in use, or move it to another place.

        Works like `load-font` with the SoundFonts in use and this one. A SoundFont that is in use
        already moves to the place.

        Needs the role admin.

        Arguments:
            font: The SoundFont (absolute path of a SoundFont; `FONT+128` adds 128 to its bank
            numbers).
            place: Its place; 1, the default, has the highest priority, and a number beyond the last
            place means the last (integer, 1 to 1000).
            strict: Whether SoundFonts that lack a preset in use are refused; default `off` (`on` or
            `off`).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("add-font", {"font": font, "place": place, "strict": strict, "at": at})

    def remove_font(
        self,
        font: str,
        *,
        strict: Optional[Union[str, bool]] = None,
        at: Optional[Union[str, float]] = None,
    ) -> RemoveFontResult:
        """Remove a SoundFont from those in use.

        Works like `load-font` with the other SoundFonts in use. The last one cannot be removed.

        Needs the role admin.

        Arguments:
            font: A SoundFont in use, as `status` lists it (absolute path of a SoundFont; `FONT+128`
            adds 128 to its bank numbers).
            strict: Whether SoundFonts that lack a preset in use are refused; default `off` (`on` or
            `off`).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("remove-font", {"font": font, "strict": strict, "at": at})

    def reload_fonts(
        self,
        at: Optional[Union[str, float]] = None,
    ) -> ReloadFontsResult:
        """Read the SoundFonts again whose files have changed.

        The SoundFonts of the rack's samplers are read again too. Sounding notes continue on the old
        ones. If one of the files cannot be loaded, everything stays as it is.

        Needs the role admin.

        Arguments:
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("reload-fonts", {"at": at})

    def undo_font(
        self,
        at: Optional[Union[str, float]] = None,
    ) -> UndoFontResult:
        """Take back the last change of the SoundFonts.

        Plays with the SoundFonts and the engine from before the last `load-font`, `add-font` or
        `remove-font`; given once more, it makes that change again. Their files are read as by
        `load-font`. It is refused after a restart, and if something else, such as `reload-config`
        or `load-rack`, has changed the SoundFonts since.

        Needs the role admin.

        Arguments:
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("undo-font", {"at": at})

    def presets(
        self,
        sampler: Optional[str] = None,
    ) -> PresetsResult:
        """List the presets of the SoundFonts.

        Needs the role observer.

        Arguments:
            sampler: The sampler of a rack, as listed by `rack`; default: the first one (text).
        """
        return self.call("presets", {"sampler": sampler})

    def rack(
        self,
    ) -> RackResult:
        """Show the rack and the routes.

        Needs the role observer.
        """
        return self.call("rack", {})

    def load_rack(
        self,
        path: str,
        *,
        at: Optional[Union[str, float]] = None,
    ) -> LoadRackResult:
        """Give parts their own samplers, as a rack describes.

        The samplers are made in the background; the answer comes when they are in use. If the rack
        or one of its SoundFonts cannot be used, everything stays as it is. Routes remain, and have
        priority over the rules of the rack. The strips get the settings of the rack. If the rack
        has a fallback, its SoundFonts replace those of `load-font`. Output pairs need a restart.

        Needs the role admin.

        Arguments:
            path: A rack, as docs/routing.md describes it (absolute path).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("load-rack", {"path": path, "at": at})

    def unload_rack(
        self,
        at: Optional[Union[str, float]] = None,
    ) -> UnloadRackResult:
        """Remove the rack and the routes.

        The presets of parts go too. Each port of a file then has a sampler with the default
        SoundFonts. `--drums` and `--change` continue to apply.

        Needs the role admin.

        Arguments:
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("unload-rack", {"at": at})

    def route(
        self,
        routes: Union[str, List[str]],
        *,
        at: Optional[Union[str, float]] = None,
    ) -> RouteResult:
        """Give a part its own sampler.

        A route has priority over earlier ones. Paths are absolute. Without a rack, `sampler` is the
        sampler of all other parts: `track:2=sampler,transpose=12`. Otherwise it works like
        `load-rack`; docs/routing.md describes routes.

        Needs the role admin.

        Arguments:
            routes: As for `--route`: `ch:10=/a/drums.sf2,gain=-3` (route:
            `PART=DESTINATION[,OPTION=VALUE …]`).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("route", {"routes": routes, "at": at})

    def unroute(
        self,
        routes: Optional[Union[str, List[str]]] = None,
        *,
        at: Optional[Union[str, float]] = None,
    ) -> UnrouteResult:
        """Remove routes.

        Needs the role admin.

        Arguments:
            routes: As in `rack`; default: all routes (route: `PART=DESTINATION[,OPTION=VALUE …]`).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("unroute", {"routes": routes, "at": at})

    def set_program(
        self,
        programs: Union[str, List[str]],
        *,
        at: Optional[Union[str, float]] = None,
    ) -> SetProgramResult:
        """Give a part of the music another preset.

        The part plays the preset whatever the music selects, until `unset-program`. A preset is
        `BANK:PROGRAM`, `PROGRAM`, or a name or part of one, as listed by `presets`. For a single
        program change on a live input, use `program`. Otherwise it works like `route`.

        Needs the role admin.

        Arguments:
            programs: As for `--program`: `track:Lead=Violin`, `4=0:40` (preset of a part:
            `PART=PRESET`).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("set-program", {"programs": programs, "at": at})

    def unset_program(
        self,
        programs: Optional[Union[str, List[str]]] = None,
        *,
        at: Optional[Union[str, float]] = None,
    ) -> UnsetProgramResult:
        """Let parts play the presets that the music selects again.

        Needs the role admin.

        Arguments:
            programs: As in `rack`; default: all of them (preset of a part: `PART=PRESET`).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("unset-program", {"programs": programs, "at": at})

    def save_scene(
        self,
        name: str,
        *,
        replace: Optional[Union[str, bool]] = None,
    ) -> SaveSceneResult:
        """Save the instruments and the mixer as a scene.

        A scene has the SoundFonts, the rack with its routes and presets, all that clients have set
        of strips, inserts and effects, and the maps of controllers. It does not have the music, its
        position and speed, nor the gain of the master. Scenes are remembered across restarts; there
        can be 128.

        Needs the role admin.

        Arguments:
            name: Name of the scene (name: up to 200 bytes without `/`, not beginning with `.`;
            quote blanks).
            replace: Whether a scene of this name is replaced; default `off` (`on` or `off`).
        """
        return self.call("save-scene", {"name": name, "replace": replace})

    def scene(
        self,
        name: str,
        *,
        at: Optional[Union[str, float]] = None,
    ) -> SceneResult:
        """Change to a scene.

        The samplers are made in the background; then all of the scene takes effect without a gap,
        with `at` on the frame of the position. What a keyboard holds sounds until it is released;
        notes of the music that move to another sampler are released at the change. If something
        cannot be used, such as a SoundFont that is missing, everything stays as it is. If rack and
        SoundFonts are those in use, only the mixer and the maps change; otherwise the files are
        read as they are now. Maps whose command is `scene` stay. To change scenes from a keyboard:
        `map program 5 "scene verse"`.

        Needs the role transport.

        Arguments:
            name: Name of the scene (name: up to 200 bytes without `/`, not beginning with `.`;
            quote blanks).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("scene", {"name": name, "at": at})

    def scenes(
        self,
    ) -> ScenesResult:
        """List the scenes.

        Needs the role observer.
        """
        return self.call("scenes", {})

    def delete_scene(
        self,
        name: str,
    ) -> DeleteSceneResult:
        """Delete a scene.

        Everything sounds on as it is.

        Needs the role admin.

        Arguments:
            name: Name of the scene (name: up to 200 bytes without `/`, not beginning with `.`;
            quote blanks).
        """
        return self.call("delete-scene", {"name": name})

    def strips(
        self,
    ) -> StripsResult:
        """List the mixer's strips, with their levels.

        Each sampler has a strip: `sampler` and, for further ports of a file, `sampler 2` and so on;
        those of a rack by their names; `live`, `live 2` … for live inputs; and `metronome`. A strip
        of a removed rack remains if a client has set it. The peak is that of the last period, after
        gain and pan.

        Needs the role observer.
        """
        return self.call("strips", {})

    def strip(
        self,
        name: str,
        *,
        gain: Optional[Union[str, float]] = None,
        pan: Optional[float] = None,
        mute: Optional[Union[str, bool]] = None,
        solo: Optional[Union[str, bool]] = None,
        reverb: Optional[Union[str, float]] = None,
        chorus: Optional[Union[str, float]] = None,
        transpose: Optional[int] = None,
        tune: Optional[float] = None,
        inserts: Optional[str] = None,
        over: Optional[Union[str, float]] = None,
        at: Optional[Union[str, float]] = None,
    ) -> StripResult:
        """Set a strip of the mixer.

        Omitted settings are unchanged. A change is ramped over 6 ms, to avoid clicks; inserts fade
        or move over 1,024 frames. The settings of a strip also apply to the files that follow. The
        strip `master` is the whole mix: it has only `gain` (the same as the command `gain`), `mute`
        and `inserts`, which act on the first output pair; further pairs (`output:3-4`) and effects
        buses (`effects:main`) have `inserts` alone. With `over` the gains, the pan, the tuning and
        the parameters of inserts of the same kinds move evenly over that time, gains like a fader
        that is moved by hand: halfway to `-inf` they are at -18 dB. Other settings of the strip can
        change in the meantime; a setting that moves already starts from where it is. Bars and beats
        are those of the loaded file; a move ends with the file at the latest.

        Needs the role transport.

        Arguments:
            name: Name of the strip; quote blanks (text).
            gain: Gain (number, -200 to 12 dB, or `-inf`).
            pan: -100 is left, 100 is right (number, -100 to 100).
            mute: Whether it is muted (`on` or `off`).
            solo: Whether only this strip and other soloed ones are heard (`on` or `off`).
            reverb: Level of its reverb send; 0 is as the instruments have it (number, -200 to 12
            dB, or `-inf`).
            chorus: Level of its chorus send (number, -200 to 12 dB, or `-inf`).
            transpose: Semitones; drums too (integer, -24 to 24).
            tune: Fine tuning (number, -100 to 100 cents).
            inserts: Effects before the gain, such as `compressor,vocal;eq,warm`; `none` for none
            (kind, preset and parameters of each, with `;` between them, or `none`).
            over: Time that it takes (time, bars or beats: `2s`, `1m30s`, `4bars`, `1beat`).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call(
            "strip",
            {
                "name": name,
                "gain": gain,
                "pan": pan,
                "mute": mute,
                "solo": solo,
                "reverb": reverb,
                "chorus": chorus,
                "transpose": transpose,
                "tune": tune,
                "inserts": inserts,
                "over": over,
                "at": at,
            },
        )

    def add_insert(
        self,
        name: str,
        insert: str,
        *,
        number: Optional[int] = None,
        at: Optional[Union[str, float]] = None,
    ) -> AddInsertResult:
        """Add an insert to a strip.

        The inserts from that number on move one place back. The inserts of the strip fade over
        1,024 frames into new ones, which begin in silence.

        Needs the role transport.

        Arguments:
            name: Strip, `master`, `output:3-4` or `effects:main` (text).
            insert: The insert: `compressor,vocal` (kind, preset and parameters).
            number: Its number; by default it is the last (integer, 1 to 16).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("add-insert", {"name": name, "insert": insert, "number": number, "at": at})

    def set_insert(
        self,
        name: str,
        number: int,
        parameters: str,
        *,
        over: Optional[Union[str, float]] = None,
        at: Optional[Union[str, float]] = None,
    ) -> SetInsertResult:
        """Change an insert of a strip.

        Other parameters are unchanged; a preset sets all of them. A band of an equalizer replaces
        the one of its kind and frequency, or is added. Numbers move within 1,024 frames, or evenly
        over the time of `over`, frequencies and times by their ratio; echoes and reverb continue.
        For `bypass`, `curve`, `look-ahead`, the `release` of a limiter, another number of filters
        in an `eq` and the controls of a plugin, the inserts of the strip fade over 1,024 frames
        into new ones, which begin in silence.

        Needs the role transport.

        Arguments:
            name: Strip, `master`, `output:3-4` or `effects:main` (text).
            number: Its number, from 1 (integer, 1 to 16).
            parameters: A preset, and parameters that change: `threshold=-20,mix=0.8`, `bypass=yes`
            (text).
            over: Time that it takes (time, bars or beats: `2s`, `1m30s`, `4bars`, `1beat`).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call(
            "set-insert",
            {
                "name": name,
                "number": number,
                "parameters": parameters,
                "over": over,
                "at": at,
            },
        )

    def move_insert(
        self,
        name: str,
        number: int,
        to: int,
        *,
        at: Optional[Union[str, float]] = None,
    ) -> MoveInsertResult:
        """Move an insert of a strip.

        The others keep their order. The inserts of the strip fade over 1,024 frames into new ones,
        which begin in silence.

        Needs the role transport.

        Arguments:
            name: Strip, `master`, `output:3-4` or `effects:main` (text).
            number: Its number, from 1 (integer, 1 to 16).
            to: The number that it gets (integer, 1 to 16).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("move-insert", {"name": name, "number": number, "to": to, "at": at})

    def remove_insert(
        self,
        name: str,
        number: int,
        *,
        at: Optional[Union[str, float]] = None,
    ) -> RemoveInsertResult:
        """Remove an insert of a strip.

        The inserts of the strip fade over 1,024 frames into new ones, which begin in silence.

        Needs the role transport.

        Arguments:
            name: Strip, `master`, `output:3-4` or `effects:main` (text).
            number: Its number, from 1 (integer, 1 to 16).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("remove-insert", {"name": name, "number": number, "at": at})

    def effects(
        self,
    ) -> EffectsResult:
        """List the effects of all buses.

        MIDI messages may have changed them since they were set.

        Needs the role observer.
        """
        return self.call("effects", {})

    def effect(
        self,
        bus: Optional[str] = None,
        *,
        reverb: Optional[str] = None,
        chorus: Optional[str] = None,
        over: Optional[Union[str, float]] = None,
        at: Optional[Union[str, float]] = None,
    ) -> EffectResult:
        """Set the effects of a bus.

        An omitted effect is unchanged. Changes that MIDI messages have made are undone. With `over`
        the parameters move evenly, in steps of 10 ms, and an effect that is switched on or off
        fades; another `type` changes at once.

        Needs the role transport.

        Arguments:
            bus: Effects bus of the rack; default `main` (text).
            reverb: As `--reverb`: `room`, `off`, `large-hall,level=0.5` (text).
            chorus: As `--chorus`: `off`, `chorus-3` (text).
            over: Time that it takes (time, bars or beats: `2s`, `1m30s`, `4bars`, `1beat`).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call(
            "effect",
            {
                "bus": bus,
                "reverb": reverb,
                "chorus": chorus,
                "over": over,
                "at": at,
            },
        )

    def send_sound(
        self,
        name: str,
        data: str,
        *,
        append: Optional[Union[str, bool]] = None,
    ) -> SendSoundResult:
        """Send a sound file to be played by `load-clip`.

        The daemon has it in memory, and `load-clip NAME memory:SOUND` makes a clip of it. The bytes
        are those of a file: WAV, FLAC, Ogg, MP3 and others. Send one that is longer than a line in
        parts of up to 48,000 bytes, with `append=on` from the second on. Without `append`, a sound
        of that name is replaced; clips that were loaded from the old one continue to play it. A
        sound is removed with the last clip that was loaded from it. At most 64 sounds and 64 MiB in
        all; they are lost when the daemon ends.

        Needs the role transport.

        Arguments:
            name: A name for it (text).
            data: The file, or a part of it (Base64 with its padding, without line breaks).
            append: Whether it follows what was sent before; default `off`, which begins a sound
            (`on` or `off`).
        """
        return self.call("send-sound", {"name": name, "data": data, "append": append})

    def remove_sound(
        self,
        name: str,
    ) -> RemoveSoundResult:
        """Remove a sound that was sent.

        One that a clip was loaded from is removed by `remove-clip`.

        Needs the role transport.

        Arguments:
            name: The name of a sound (text).
        """
        return self.call("remove-sound", {"name": name})

    def load_clip(
        self,
        name: str,
        file: str,
        *,
        strip: Optional[str] = None,
        gain: Optional[Union[str, float]] = None,
        pan: Optional[Union[str, float]] = None,
        offset: Optional[Union[str, float]] = None,
        length: Optional[Union[str, float]] = None,
        fade_in: Optional[Union[str, float]] = None,
        fade_out: Optional[Union[str, float]] = None,
        loop: Optional[Union[str, float]] = None,
        loop_start: Optional[Union[str, float]] = None,
        loop_end: Optional[Union[str, float]] = None,
    ) -> LoadClipResult:
        """Load a sound file to be played by `play-clip`.

        Clips with one strip are one player: of them, one plays at a time. At most 64 clips; unless
        the daemon has `--no-state`, they are loaded again when it starts again, and do not play;
        those of sounds in memory are not.

        Needs the role transport.

        Arguments:
            name: A name for it, which no other clip has (text).
            file: A sound file: WAV, FLAC, Ogg, MP3 and others, or one in memory (absolute path, or
            `memory:SOUND`).
            strip: Its strip; default: one of its name (text).
            gain: Gain (-inf, or -200 to 12 dB).
            pan: -100 is left, 100 is right (-100 to 100).
            offset: Position in the file at which it begins (0 to 86400 seconds).
            length: Duration, repeats included; default: all of it (0.001 to 86400 seconds).
            fade_in: Fade at its beginning (0 to 86400 seconds).
            fade_out: Fade at its end (0 to 86400 seconds).
            loop: Number of passes; `yes` repeats it endlessly (yes, or a whole number, 1 to
            1000000).
            loop_start: Position in the file at which its loop begins (0 to 86400 seconds).
            loop_end: Position in the file at which its loop ends; default: its end (0.001 to 86400
            seconds).
        """
        return self.call(
            "load-clip",
            {
                "name": name,
                "file": file,
                "strip": strip,
                "gain": gain,
                "pan": pan,
                "offset": offset,
                "length": length,
                "fade-in": fade_in,
                "fade-out": fade_out,
                "loop": loop,
                "loop-start": loop_start,
                "loop-end": loop_end,
            },
        )

    def play_clip(
        self,
        name: str,
        *,
        queue: Optional[Union[str, bool]] = None,
        at: Optional[Union[str, float]] = None,
    ) -> PlayClipResult:
        """Play a clip from its beginning.

        What its strip plays ends within 5 ms. With `queue=on` it begins on the frame behind that,
        without a gap; a clip that repeats for ever ends with the pass that it plays then. `pause`
        and `stop` are for the files of the queue, and leave clips playing. The event `clip` tells
        when one begins and ends.

        Needs the role transport.

        Arguments:
            name: The name of a clip (text).
            queue: Whether it begins when what its strip plays is over; default `off` (`on` or
            `off`).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("play-clip", {"name": name, "queue": queue, "at": at})

    def stop_clip(
        self,
        name: str,
        *,
        at: Optional[Union[str, float]] = None,
    ) -> StopClipResult:
        """Stop a clip.

        It fades out within 5 ms; one that waits is taken out of the queue of its strip. Clips that
        wait behind it keep the time at which they begin.

        Needs the role transport.

        Arguments:
            name: The name of a clip (text).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("stop-clip", {"name": name, "at": at})

    def remove_clip(
        self,
        name: str,
    ) -> RemoveClipResult:
        """Remove a clip.

        If it plays, it is stopped first.

        Needs the role transport.

        Arguments:
            name: The name of a clip (text).
        """
        return self.call("remove-clip", {"name": name})

    def clips(
        self,
    ) -> ClipsResult:
        """List the clips that were loaded.

        Those that play with a piece are not among them; `strips` has theirs.

        Needs the role observer.
        """
        return self.call("clips", {})

    def tap(
        self,
        strip: str,
        target: str,
        *,
        type: Optional[Literal["wav", "rf64", "flac", "ogg", "opus", "mp3", "aiff", "raw"]] = None,
        format: Optional[Literal["s16", "s24", "s32", "float"]] = None,
        rate: Optional[int] = None,
        point: Optional[Literal["pre", "post"]] = None,
        replace: Optional[Union[str, bool]] = None,
    ) -> TapResult:
        """Record a strip or the whole mix while it plays.

        The output does not change. A strip is recorded with its inserts, after its gain and pan,
        without the effects buses; `master` is the output, after the limiter. With `point=pre` a
        strip is recorded in front of its inserts, gain and pan, and `master` in front of the
        inserts, gain and limiter of the output. A channel has a strip if the rack gives it one.
        Several taps may record one strip. The tap runs until `untap`, from file to file, and does
        not grow while the daemon has released its device. If a target is too slow, the tap loses
        frames, and the output does not; `taps` and the event `tap` tell how many. A pipe is written
        as soon as something reads from it. A WAV file may grow beyond 4 GiB (RF64). At most 64
        taps; they are not restored when the daemon starts again.

        Needs the role admin.

        Arguments:
            strip: The name of a strip, or `master` (text).
            target: A sound file in a folder that exists, or a named pipe (absolute path).
            type: File type; default: by the extension, for a pipe `wav` (`wav`, `rf64`, `flac`,
            `ogg`, `opus`, `mp3`, `aiff`, `raw`).
            format: Format of the samples, for wav, rf64, flac, aiff and raw; default `s16` (`s16`,
            `s24`, `s32`, `float`).
            rate: Frames per second; by default those of the output (integer, 8000 to 96000).
            point: In front of inserts, gain and pan, or behind them; default `post` (`pre` or
            `post`).
            replace: Whether an existing file is replaced; default `off` (`on` or `off`).
        """
        return self.call(
            "tap",
            {
                "strip": strip,
                "target": target,
                "type": type,
                "format": format,
                "rate": rate,
                "point": point,
                "replace": replace,
            },
        )

    def untap(
        self,
        tap: int,
    ) -> UntapResult:
        """End a tap.

        The answer comes when the file is complete. A pipe that nobody reads from is given up after
        five seconds.

        Needs the role admin.

        Arguments:
            tap: The number from the answer to `tap` (integer, 1 or more).
        """
        return self.call("untap", {"tap": tap})

    def taps(
        self,
    ) -> TapsResult:
        """List the taps.

        The list has the running ones, including those of the option `--tap`, and the last 100 that
        have ended.

        Needs the role observer.
        """
        return self.call("taps", {})

    def record(
        self,
        target: str,
        *,
        input: Optional[int] = None,
        tempo: Optional[Union[str, float]] = None,
        meter: Optional[str] = None,
        from_: Optional[Union[str, float]] = None,
        to: Optional[Union[str, float]] = None,
        split: Optional[Literal["input", "channel"]] = None,
        quantise: Optional[str] = None,
        replace: Optional[Union[str, bool]] = None,
    ) -> RecordResult:
        """Record what is played on the live inputs to a MIDI file.

        While a file plays or is paused, the recording has its tempo and meter, and each message has
        the position that was audible when it arrived. Messages that arrive during a pause are left
        out, and each pass of a loop becomes a track. The recording ends with the file. Otherwise
        the first note is the beginning of bar 1, and the recording runs until `record-stop`. It is
        written continuously to a file whose name ends in `.part`, which is a MIDI file too. A crash
        loses less than a second, and the next start of the daemon completes the file.

        Needs the role admin.

        Arguments:
            target: The MIDI file, in a folder that exists (absolute path).
            input: The live input to record; default: all (integer, 1 to 16).
            tempo: Quarter notes per minute, if nothing plays; default 120 (quarter notes per
            minute, 4 to 1000, such as `92.5`).
            meter: Meter, if nothing plays; default `4/4` (meter: `4/4`, `6/8`).
            from_: First position that is recorded; default: all of them (position: `17:1`,
            `17:1:240`, `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
            to: Position up to which is recorded; default: the end (position: `17:1`, `17:1:240`,
            `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
            split: A track for each input, or for each channel of each input; default `input`
            (`input` or `channel`).
            quantise: Grid for the notes; default: as they were played (note value: `1/16`, or
            `1/8t` for triplets).
            replace: Whether an existing file is replaced; default `off` (`on` or `off`).
        """
        return self.call(
            "record",
            {
                "target": target,
                "input": input,
                "tempo": tempo,
                "meter": meter,
                "from": from_,
                "to": to,
                "split": split,
                "quantise": quantise,
                "replace": replace,
            },
        )

    def record_stop(
        self,
    ) -> RecordStopResult:
        """End the recording, and write its file.

        Held notes and pedals end there.

        Needs the role admin.
        """
        return self.call("record-stop", {})

    def capture(
        self,
        target: str,
        *,
        last: Optional[Union[str, float]] = None,
        split: Optional[Literal["input", "channel"]] = None,
        quantise: Optional[str] = None,
        replace: Optional[Union[str, bool]] = None,
    ) -> CaptureResult:
        """Write what was just played on the live inputs to a MIDI file.

        Everything from MIDI sources is kept for a while (the daemon's option `--capture`, by
        default an hour), across restarts too. Tempo, meter and bars are those of the file that
        plays. If nothing plays, the tempo is guessed from the times between the notes, and the
        first note is the beginning of bar 1.

        Needs the role admin.

        Arguments:
            target: The MIDI file, in a folder that exists (absolute path).
            last: Time before the last message that came in; default: all that was kept (time:
            `10m`, `1m30s`, `90` for seconds).
            split: A track for each input, or for each channel of each input; default `input`
            (`input` or `channel`).
            quantise: Grid for the notes; default: as they were played (note value: `1/16`, or
            `1/8t` for triplets).
            replace: Whether an existing file is replaced; default `off` (`on` or `off`).
        """
        return self.call(
            "capture",
            {
                "target": target,
                "last": last,
                "split": split,
                "quantise": quantise,
                "replace": replace,
            },
        )

    def outputs(
        self,
    ) -> OutputsResult:
        """List the audio devices, and the strips on outputs of their own.

        Needs the role observer.
        """
        return self.call("outputs", {})

    def device(
        self,
        name: str,
    ) -> DeviceResult:
        """Play on another audio device.

        The new device is opened during playback and then replaces the old one, whose buffer (some
        20 ms) is lost. It must support the same rate, period, format and channels. If it does not,
        the error says why, and the old one continues. With `none`, the old one is closed, and
        playback continues in real time, silently. While the daemon is idle, the device is tried and
        released. The change does not outlast the daemon.

        Needs the role admin.

        Arguments:
            name: ALSA device, as `seqd devices` shows it, or `none` (text).
        """
        return self.call("device", {"name": name})

    def program(
        self,
        channel: Union[str, float],
        preset: Union[str, float],
        *,
        at: Optional[Union[str, float]] = None,
    ) -> ProgramResult:
        """Select the preset of a live input's channel.

        For a part of the music, use `set-program`. With a rack, the preset is selected on all
        samplers that the rules lead the channel to, except where a rule gives a preset. If the
        SoundFonts lack the preset, the same program of bank 0 plays instead, else the first program
        of its family of eight, else 0:0, else the first preset that is not a drum kit; for a drum
        kit, 128:0, else the first kit. If they lack those too, the channel is silent. The answer
        then has a `warning`.

        Needs the role transport.

        Arguments:
            channel: Channel of a live input (channel, 1 to 16, or `INPUT/CHANNEL` such as `2/10`).
            preset: A preset, as listed by `presets` (`BANK:PROGRAM` such as `0:48`, or `PROGRAM` in
            bank 0; bank 0 to 16383, program 0 to 127).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("program", {"channel": channel, "preset": preset, "at": at})

    def note(
        self,
        channel: Union[str, float],
        key: Union[str, float],
        velocity: int,
        *,
        seconds: Optional[float] = None,
        at: Optional[Union[str, float]] = None,
    ) -> NoteResult:
        """Play a note.

        The answer does not wait for the end of the note. The note plays the sound of the live input
        but does not count as input: the event `midi` and the commands `record`, `capture`, `map`
        and `practice` do not get it.

        Needs the role transport.

        Arguments:
            channel: Channel of a live input (channel, 1 to 16, or `INPUT/CHANNEL` such as `2/10`).
            key: The key; C4 is middle C (0 to 127, or a note such as `C4` (60), `F#3`, `Bb-1`).
            velocity: 0 releases the note (integer, 0 to 127).
            seconds: Duration; default: until velocity 0 or `panic` (number, 0.001 to 3600 seconds).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call(
            "note",
            {
                "channel": channel,
                "key": key,
                "velocity": velocity,
                "seconds": seconds,
                "at": at,
            },
        )

    def cc(
        self,
        channel: Union[str, float],
        number: int,
        value: int,
        *,
        at: Optional[Union[str, float]] = None,
    ) -> CcResult:
        """Send a control change.

        Needs the role transport.

        Arguments:
            channel: Channel of a live input (channel, 1 to 16, or `INPUT/CHANNEL` such as `2/10`).
            number: 64 is the sustain pedal (integer, 0 to 127).
            value: The controller's value (integer, 0 to 127).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("cc", {"channel": channel, "number": number, "value": value, "at": at})

    def midi(
        self,
        bytes: Union[str, List[str]],
        *,
        input: Optional[int] = None,
        at: Optional[Union[str, float]] = None,
    ) -> MidiResult:
        """Send MIDI messages to a live input.

        Blanks between bytes are ignored: `midi 90 3C 64` equals `midi 903C64`. As with `note`, only
        the samplers and MIDI outputs of the input get the messages.

        Needs the role transport.

        Arguments:
            bytes: One or more complete MIDI messages (hexadecimal digits, two per byte, such as
            `903C64`).
            input: The live input; default 1 (integer, 1 to 16).
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("midi", {"bytes": bytes, "input": input, "at": at})

    def panic(
        self,
        at: Optional[Union[str, float]] = None,
    ) -> PanicResult:
        """Silence all notes at once.

        This includes the notes of the file, which continues with its next note.

        Needs the role transport.

        Arguments:
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("panic", {"at": at})

    def why(
        self,
    ) -> WhyResult:
        """Explain which notes are sounding and which parts are silent, and why.

        A note that sounds is held by a key or a pedal of a track, a client or a MIDI source, or is
        dying away. A part is silent because it is muted, because its strip is, because no route
        leads to a sampler, because no live source has the name of its rule, because nothing is
        connected to its MIDI output, because its preset is missing, or because its volume is 0;
        everything is silent if nothing plays or the device is lost.

        Needs the role observer.
        """
        return self.call("why", {})

    def ports(
        self,
    ) -> PortsResult:
        """List the MIDI ports, their connections and the rules for them.

        Needs the role observer.
        """
        return self.call("ports", {})

    def connect(
        self,
        pattern: str,
    ) -> ConnectResult:
        """Connect MIDI ports to a live input or output, now and whenever they appear.

        This adds a rule, as `--connect` and `--out` do, and the daemon remembers it across
        restarts. If the rule exists, the ports that it matches are connected again. There can be 64
        rules. Without the ALSA sequencer the answer is the error 69, or 77 if permission is
        missing.

        Needs the role admin.

        Arguments:
            pattern: Name or number of a client or port (`*`, `?` and `[…]` match as in a shell), or
            `hardware`; `2=PATTERN` for input 2, `out:2=PATTERN` for MIDI output 2 (text).
        """
        return self.call("connect", {"pattern": pattern})

    def disconnect(
        self,
        pattern: str,
    ) -> DisconnectResult:
        """Disconnect MIDI ports from the live inputs or a MIDI output.

        Rules with this pattern are removed, and all ports that it matches are disconnected, no
        matter who connected them. Their notes and pedals are released. Without an input's number
        this means all inputs. A port that another rule matches stays disconnected until it appears
        again. A pattern that names neither a rule nor a connected port is an error.

        Needs the role admin.

        Arguments:
            pattern: Name or number of a client or port (`*`, `?` and `[…]` match as in a shell), or
            `hardware`; `2=PATTERN` for input 2, `out:2=PATTERN` for MIDI output 2 (text).
        """
        return self.call("disconnect", {"pattern": pattern})

    def practice(
        self,
        practice: Union[Union[str, float, List[Any]], List[Union[str, float, List[Any]]]],
        *,
        tolerance: Optional[int] = None,
        heard: Optional[Union[str, bool]] = None,
    ) -> PracticeResult:
        """Wait for the keys of some parts before each of their notes.

        The parts are silent, and playback stops before each of their notes or chords until its keys
        have been pressed on a live input. Sounding notes continue meanwhile. If the keys are
        pressed in time, nothing stops. Wrong keys are counted. A key counts as long as it is held,
        and for the tolerance after its press. It applies to the files that follow too, which then
        begin with a short gap; one that lacks the parts plays as usual, and an event `error` says
        so. The event `practice` lists the keys that playback waits for. Practice cannot be used
        while a source is followed, and `follow` ends it.

        Needs the role transport.

        Arguments:
            practice: The parts that you play, or `off`; in JSON, `parts` is an alias (selectors as
            for `mute`, or `off`).
            tolerance: The time by which a key may be early, and within which the keys of a chord
            are pressed, in ms; default 250 (integer, 20 to 2000).
            heard: Whether the notes of the parts are played as the file has them; default `off`
            (`on` or `off`).
        """
        return self.call("practice", {"practice": practice, "tolerance": tolerance, "heard": heard})

    def ramp(
        self,
        ramp: str,
    ) -> RampResult:
        """Change the speed from one repetition of the loop to the next.

        The first speed applies at once, and the last one from the last repetition. The speed
        changes at the end of each pass of `loop`. `speed`, `follow` and `off` end the ramp; `off`
        keeps the speed.

        Needs the role transport.

        Arguments:
            ramp: The first speed, the last one, and the number of repetitions (two speeds and 2 to
            1000 repetitions, such as `60%..100%/5`, or `off`).
        """
        return self.call("ramp", {"ramp": ramp})

    def follow(
        self,
        follow: Literal["off", "clock", "mtc", "jack"],
        *,
        input: Optional[int] = None,
        freewheel: Optional[float] = None,
        start: Optional[str] = None,
        jump: Optional[float] = None,
        tolerance: Optional[float] = None,
        strength: Optional[float] = None,
    ) -> FollowResult:
        """Keep playback in step with MIDI clock, MIDI time code or JACK.

        The source starts, stops and moves playback, and sets its speed. A difference above `jump`
        is a jump. A smaller one is corrected by the speed, which is multiplied by 10 to the power
        of (difference in seconds times `strength`): by a factor from 0.5 to 2. With `jack`, the
        transport of a JACK server starts, stops and moves playback, and the file begins at its
        position 0. With `clock`, a quarter note of the source is one of the file, whose own tempo
        is ignored. `pause` and `stop` hold playback until the source is started or moved, or until
        `continue`. At the end of a file, playback stops; `next` continues. While a source is
        followed, `seek` and `speed` cannot be used; nor can `tempo` with `clock`. Files with SMPTE
        division have no quarter notes and cannot follow a clock. It is remembered across restarts.

        Needs the role transport.

        Arguments:
            follow: MIDI clock, MIDI time code, JACK's transport, or nothing; in JSON, `source` is
            an alias (`off`, `clock`, `mtc`, `jack`).
            input: The live input to listen to; default: all (integer, 1 to 16).
            freewheel: Seconds that playback continues without messages; default 1 (number, 0.1 to
            60 seconds).
            start: The time code at which the file begins; default `00:00:00` (`HH:MM:SS`, 00:00:00
            to 23:59:59).
            jump: Difference above which playback jumps instead of changing its speed; default 0.1
            (number, 0.01 to 10 seconds).
            tolerance: Difference below which nothing is corrected, less than `jump`; default 0.0001
            (number, 0 to 0.1 seconds).
            strength: How fast a difference is corrected; default 1 (number, 0.1 to 10).
        """
        return self.call(
            "follow",
            {
                "follow": follow,
                "input": input,
                "freewheel": freewheel,
                "start": start,
                "jump": jump,
                "tolerance": tolerance,
                "strength": strength,
            },
        )

    def map(
        self,
        kind: Literal["cc", "note", "program"],
        number: int,
        command: str,
        *,
        channel: Optional[int] = None,
        input: Optional[int] = None,
        mode: Optional[
            Literal["absolute", "twos-complement", "sign-magnitude", "offset", "wheel"]
        ] = None,
        min: Optional[float] = None,
        max: Optional[float] = None,
        step: Optional[float] = None,
        wrap: Optional[Union[str, bool]] = None,
        turn: Optional[int] = None,
        per_turn: Optional[float] = None,
    ) -> MapResult:
        """Run a command whenever a controller of a live input moves.

        `{}` in the command stands for the value: `map cc 20 "strip bass gain={}" min=-40 max=6`.
        Without `{}`, the command runs when the value rises to 64 or more, the key is pressed, or
        the program is selected: `map note 36 next`, `map program 5 "scene verse"` (programs count
        from 0). Relative modes are for encoders without ends: their changes move a value that
        begins at `min`, 127 changes from `min` to `max`. With `turn`, or for a `wheel`, `{}` is the
        change itself, with a sign: `map cc 60 "seek {}s" mode=twos-complement turn=24 per-turn=4`.
        The command runs with the role of the client, and needs that role. Maps are remembered
        across restarts; there can be 256. Mapped controllers and keys also play. An error of a
        mapped command is an event.

        Needs the role transport.

        Arguments:
            kind: A controller, a key, or a program change (`cc`, `note`, `program`).
            number: Its number (integer, 0 to 127).
            command: A command in words, in quotation marks; `{}` is the value (text).
            channel: Its channel; default: all (integer, 1 to 16).
            input: The live input; default: all (integer, 1 to 16).
            mode: Meaning of the controller's values; default `absolute` (`absolute`,
            `twos-complement`, `sign-magnitude`, `offset`, `wheel`).
            min: Value at the lower end; default 0 (number, -1000000 to 1000000).
            max: Value at the upper end; default 127 (number, -1000000 to 1000000).
            step: Multiple to which values are rounded; default: none (number, 0 to 1000000).
            wrap: Whether a value wraps around from one end of its range to the other (`on` or
            `off`).
            turn: Changes in a turn of a relative encoder; then `{}` is the change, in turns
            (integer, 1 to 10000).
            per_turn: Change in a turn; default 1 (number, -1000000 to 1000000).
        """
        return self.call(
            "map",
            {
                "kind": kind,
                "number": number,
                "command": command,
                "channel": channel,
                "input": input,
                "mode": mode,
                "min": min,
                "max": max,
                "step": step,
                "wrap": wrap,
                "turn": turn,
                "per-turn": per_turn,
            },
        )

    def learn(
        self,
        command: str,
        *,
        timeout: Optional[float] = None,
        input: Optional[int] = None,
        mode: Optional[
            Literal["absolute", "twos-complement", "sign-magnitude", "offset", "wheel"]
        ] = None,
        min: Optional[float] = None,
        max: Optional[float] = None,
        step: Optional[float] = None,
        wrap: Optional[Union[str, bool]] = None,
        turn: Optional[int] = None,
        per_turn: Optional[float] = None,
    ) -> LearnResult:
        """Map the next controller that moves, or the next key.

        The answer comes when one does; if nothing moves in time, the answer is error 75.

        Needs the role transport.

        Arguments:
            command: A command in words, in quotation marks; `{}` is the value (text).
            timeout: For how long to wait; default 30 (number, 1 to 3600 seconds).
            input: The live input; default: all (integer, 1 to 16).
            mode: Meaning of the controller's values; default `absolute` (`absolute`,
            `twos-complement`, `sign-magnitude`, `offset`, `wheel`).
            min: Value at the lower end; default 0 (number, -1000000 to 1000000).
            max: Value at the upper end; default 127 (number, -1000000 to 1000000).
            step: Multiple to which values are rounded; default: none (number, 0 to 1000000).
            wrap: Whether a value wraps around from one end of its range to the other (`on` or
            `off`).
            turn: Changes in a turn of a relative encoder; then `{}` is the change, in turns
            (integer, 1 to 10000).
            per_turn: Change in a turn; default 1 (number, -1000000 to 1000000).
        """
        return self.call(
            "learn",
            {
                "command": command,
                "timeout": timeout,
                "input": input,
                "mode": mode,
                "min": min,
                "max": max,
                "step": step,
                "wrap": wrap,
                "turn": turn,
                "per-turn": per_turn,
            },
        )

    def unmap(
        self,
        map: Optional[int] = None,
    ) -> UnmapResult:
        """Remove a map, or all.

        Needs the role transport.

        Arguments:
            map: Its number; default: all (integer, 1 or more).
        """
        return self.call("unmap", {"map": map})

    def maps(
        self,
    ) -> MapsResult:
        """List the maps of controllers.

        Needs the role observer.
        """
        return self.call("maps", {})

    def begin(
        self,
    ) -> BeginResult:
        """Begin a group of commands that take effect together.

        The commands up to `end` are checked and kept. A group belongs to the client, and is
        discarded if it disconnects. It can have these commands: `pause`, `seek`, `speed`,
        `varispeed`, `loop`, `tempo`, `chase-notes`, `gain`, `mute`, `unmute`, `solo`, `transpose`,
        `strip`, `add-insert`, `set-insert`, `move-insert`, `remove-insert`, `effect`, `play-clip`,
        `stop-clip`, `program`, `note`, `cc`, `midi` and `panic`. Commands that only read are
        answered at once.

        Needs the role transport.
        """
        return self.call("begin", {})

    def end(
        self,
        at: Optional[Union[str, float]] = None,
    ) -> EndResult:
        """Carry out the commands since `begin` together, or none of them.

        All of them take effect in the same frame. If one of them was refused, or cannot be done,
        the answer is its error and nothing changes. `seek` and `pause` are done last; with one of
        them, a group with `at` is done in the audio period in which the position is reached.

        Needs the role transport.

        Arguments:
            at: Position in the current file to wait for (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`, `next-bar`, `next-beat`).
        """
        return self.call("end", {"at": at})

    def discard(
        self,
    ) -> DiscardResult:
        """Discard the commands since `begin`.

        Needs the role transport.
        """
        return self.call("discard", {})

    def render(
        self,
        source: str,
        target: str,
        *,
        type: Optional[Literal["wav", "rf64", "flac", "ogg", "opus", "mp3", "aiff", "raw"]] = None,
        format: Optional[Literal["s16", "s24", "s32", "float"]] = None,
        rate: Optional[int] = None,
        from_: Optional[Union[str, float]] = None,
        to: Optional[Union[str, float]] = None,
        tail: Optional[Union[str, float]] = None,
        max_length: Optional[Union[str, float]] = None,
        speed: Optional[Union[str, float]] = None,
        varispeed: Optional[Union[str, float]] = None,
        tempo: Optional[Union[str, float]] = None,
        transpose: Optional[int] = None,
        normalize: Optional[str] = None,
        stems: Optional[Literal["channels", "samplers", "tracks"]] = None,
        encoding: Optional[str] = None,
        embedded_font: Optional[Union[str, bool]] = None,
        replace: Optional[Union[str, bool]] = None,
    ) -> RenderResult:
        """Render a file to a sound file.

        The answer comes at once; the daemon renders in the background, one job after another, while
        it plays. The samplers are those that play now: SoundFonts, rack, routes, strips, effects
        and gain; with `normalize`, the gain does not matter. Everything else is as for `seqd
        render`, which makes the same bytes with the same settings. An event `job` reports the end.
        No file is replaced without `replace`, and a job that fails or is cancelled leaves none. At
        most 100 jobs wait.

        Needs the role admin.

        Arguments:
            source: The MIDI file (absolute path).
            target: The sound file, in a folder that exists (absolute path).
            type: File type; default: by the extension (`wav`, `rf64`, `flac`, `ogg`, `opus`, `mp3`,
            `aiff`, `raw`).
            format: Format of the samples, for wav, rf64, flac, aiff and raw; default `s16` (`s16`,
            `s24`, `s32`, `float`).
            rate: Sample rate in Hz; default: that of the daemon (integer, 8000 to 96000).
            from_: Start position; default: the start of the file (position: `17:1`, `17:1:240`,
            `1m23.5s`, `1:23.5`, `83.5`, `480t`, `@Marker`).
            to: End position; default: the end of the file (position: `17:1`, `17:1:240`, `1m23.5s`,
            `1:23.5`, `83.5`, `480t`, `@Marker`).
            tail: Sound after the last note; default `auto` (`auto` (until -80 dBFS, at most 10 s),
            `none`, or 0 to 3600 seconds).
            max_length: Longest sound that is rendered, tail included; default `4h` (time: `10m`,
            `1m30s`, `90` for seconds).
            speed: Speed at the same pitch; default 1 (speed: `0.5`, `3/4`, `150%`; 1/100 to 100).
            varispeed: Speed and pitch together, like a tape; default 1 (speed: `0.5`, `3/4`,
            `150%`; 1/100 to 8).
            tempo: One fixed tempo; default `off`: the file's own (quarter notes per minute, 4 to
            1000, such as `92.5`, or `off`).
            transpose: Semitones for all notes except drums; default 0 (integer, -48 to 48).
            normalize: Level that the file is brought to; default: none (`peak=DBFS` or
            `true-peak=DBFS`, -60 to 0, or `lufs=LUFS`, -60 to -5).
            stems: Also write a file for each part, and one for the effects, into a folder with the
            name of the target; their sum is the mix before the limiter; default: none (`channels`,
            `samplers`, `tracks`).
            encoding: Text encoding of names, markers and lyrics; default: the daemon's option, or
            guessed (encoding name, as listed by `iconv -l`).
            embedded_font: Whether a SoundFont inside the file has priority over the others; default
            `off`, or `on` if the daemon was started with --embedded-font (`on` or `off`).
            replace: Whether existing files are replaced; default `off` (`on` or `off`).
        """
        return self.call(
            "render",
            {
                "source": source,
                "target": target,
                "type": type,
                "format": format,
                "rate": rate,
                "from": from_,
                "to": to,
                "tail": tail,
                "max-length": max_length,
                "speed": speed,
                "varispeed": varispeed,
                "tempo": tempo,
                "transpose": transpose,
                "normalize": normalize,
                "stems": stems,
                "encoding": encoding,
                "embedded-font": embedded_font,
                "replace": replace,
            },
        )

    def jobs(
        self,
    ) -> JobsResult:
        """List the render jobs.

        The list has the waiting and running ones, and the last 100 that have ended. `seconds` is
        the length of the sound so far; `speed` is seconds of sound per second of work.

        Needs the role observer.
        """
        return self.call("jobs", {})

    def cancel_job(
        self,
        job: int,
    ) -> CancelJobResult:
        """Cancel a render job.

        A running job ends within a moment and leaves no file. A job that has ended cannot be
        cancelled.

        Needs the role admin.

        Arguments:
            job: The number from the answer to `render` (integer, 1 or more).
        """
        return self.call("cancel-job", {"job": job})

    def status(
        self,
    ) -> StatusResult:
        """Show the state of the daemon.

        Needs the role observer.
        """
        return self.call("status", {})

    def help(
        self,
        command: Optional[str] = None,
    ) -> HelpResult:
        """List the commands, or explain one.

        Needs the role observer.

        Arguments:
            command: The command to explain (text).
        """
        return self.call("help", {"command": command})

    def ping(
        self,
    ) -> PingResult:
        """Test the connection.

        Needs the role observer.
        """
        return self.call("ping", {})

    def version(
        self,
    ) -> VersionResult:
        """Show the versions of seqd and of this protocol.

        Needs the role observer.
        """
        return self.call("version", {})

    def stats(
        self,
    ) -> StatsResult:
        """Show figures about the daemon since its start.

        `status` has the render times.

        Needs the role observer.
        """
        return self.call("stats", {})

    def whoami(
        self,
    ) -> WhoamiResult:
        """Show the role of this client.

        The socket gives the role to all its clients. The reference in docs/PROTOCOL.md has the role
        that each command needs.

        Needs the role observer.
        """
        return self.call("whoami", {})

    def rpc_discover(
        self,
    ) -> RpcDiscoverResult:
        """Describe all commands for programs.

        The result is an OpenRPC document (https://open-rpc.org), version 1.3.

        Needs the role observer.
        """
        return self.call("rpc.discover", {})

    def reload_config(
        self,
    ) -> ReloadConfigResult:
        """Read the configuration again, and apply it.

        Sound continues. If a file has a fault, or a setting has changed that needs a restart, the
        answer is the error and nothing changes. These can change: `sf2`, `gain`, `reverb`,
        `chorus`, `engine`, `bank-mode`, `interpolation`, `polyphony`, `half-pedal`, `note-cut`,
        `tuning`, `a4`, `encoding`, `embedded-font`, `connect`, `on-device-loss` and `log-level`. A
        setting that a client has changed stays unless the value in the configuration has changed
        too. Connection rules of clients always stay. SIGHUP does the same.

        Needs the role admin.
        """
        return self.call("reload-config", {})

    def log_level(
        self,
        log_level: Literal["debug", "info", "warning", "error"],
    ) -> LogLevelResult:
        """Set the lowest level that is logged.

        The configuration's level applies again after a restart.

        Needs the role admin.

        Arguments:
            log_level: The level; in JSON, `level` is an alias (`debug`, `info`, `warning`,
            `error`).
        """
        return self.call("log-level", {"log-level": log_level})

    def quit(
        self,
    ) -> QuitResult:
        """Shut down the daemon.

        The sound fades out, the socket is removed, all connections are closed.

        Needs the role admin.
        """
        return self.call("quit", {})

    def subscribe(
        self,
        types: Union[str, List[str]],
        *,
        position: Optional[float] = None,
        levels: Optional[float] = None,
    ) -> SubscribeResult:
        """Subscribe to events.

        The types are added to those already subscribed to. Events use the dialect of the last
        `subscribe`.

        Needs the role observer.

        Arguments:
            types: Event types (`all`, `transport`, `position`, `bar`, `beat`, `meter`, `tempo`,
            `marker`, `lyric`, `track-end`, `note`, `chord`, `reload`, `setting`, `queue`, `rack`,
            `action`, `error`, `substitution`, `output`, `ports`, `tap`, `clip`, `record`, `job`,
            `levels`, `follow`, `practice`, `midi`).
            position: Rate of `position` events during playback; default 10 (number, 0.1 to 100 Hz).
            levels: Rate of `levels` events; default 10 (number, 0.1 to 50 Hz).
        """
        return self.call("subscribe", {"types": types, "position": position, "levels": levels})

    def unsubscribe(
        self,
        types: Optional[Union[str, List[str]]] = None,
    ) -> UnsubscribeResult:
        """Unsubscribe from events.

        Needs the role observer.

        Arguments:
            types: Event types; default: all (`all`, `transport`, `position`, `bar`, `beat`,
            `meter`, `tempo`, `marker`, `lyric`, `track-end`, `note`, `chord`, `reload`, `setting`,
            `queue`, `rack`, `action`, `error`, `substitution`, `output`, `ports`, `tap`, `clip`,
            `record`, `job`, `levels`, `follow`, `practice`, `midi`).
        """
        return self.call("unsubscribe", {"types": types})


class AsyncClient:
    """A client for asyncio. Any task of one event loop may use it, and several at a time."""

    def __init__(self, path: Optional[str] = None):
        """Makes a client, which open() or `async with` connects.

        Arguments:
            path: The socket; default: socket_path().
        """
        self._path = path or socket_path()
        self._number = 0
        self._waiting: Dict[int, asyncio.Future[Any]] = {}
        self._followers: List[asyncio.Queue[Optional[Event]]] = []
        self._streams: Optional[Tuple[asyncio.StreamReader, asyncio.StreamWriter]] = None
        self._reader: Optional[asyncio.Task[None]] = None
        self._has_ended = False

    async def open(self) -> AsyncClient:
        """Connects."""
        try:
            # Answers may be long: status with all parts, presets of a large SoundFont.
            self._streams = await asyncio.open_unix_connection(self._path, limit=1 << 26)
        except OSError as error:
            raise _no_daemon(self._path, error) from None
        self._has_ended = False
        self._reader = asyncio.get_running_loop().create_task(self._read(self._streams[0]))
        return self

    async def __aenter__(self) -> AsyncClient:
        return await self.open()

    async def __aexit__(self, *_: Any) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connection."""
        if self._streams is None or self._reader is None:
            return
        self._streams[1].close()
        self._streams = None
        self._reader.cancel()
        await asyncio.gather(self._reader, return_exceptions=True)
        self._end()

    async def call(self, method: str, parameters: Optional[Dict[str, Any]] = None) -> Any:
        """Sends a command by its name, and returns its answer."""
        if self._streams is None:
            raise SeqdError(69, "not connected")
        if self._has_ended:
            raise SeqdError(69, _CLOSED)
        self._number += 1
        number = self._number
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            self._streams[1].write(_request(number, method, parameters or {}))
            await self._streams[1].drain()
            return _result(await answer)
        except ConnectionError:
            raise SeqdError(69, _CLOSED) from None
        finally:
            self._waiting.pop(number, None)

    async def events(
        self,
        *types: str,
        position: Optional[float] = None,
        levels: Optional[float] = None,
    ) -> AsyncIterator[Event]:
        """Subscribes to types of events (none: to those subscribed to), and yields each one.

        It subscribes when its first event is awaited, and ends when the daemon does. Each
        iteration gets the events of all subscriptions.

        Arguments:
            position: The rate of `position` events in Hz.
            levels: The rate of `levels` events in Hz.
        """
        followed: asyncio.Queue[Optional[Event]] = asyncio.Queue()
        self._followers.append(followed)
        try:
            if types:
                await self.subscribe(list(types), position=position, levels=levels)
            while not (self._has_ended and followed.empty()):
                event = await followed.get()
                if event is None:
                    return
                yield event
        finally:
            self._followers.remove(followed)

    async def _read(self, lines: asyncio.StreamReader) -> None:
        try:
            while True:
                line = await lines.readline()
                if not line:
                    break
                message = json.loads(line)
                answer = self._waiting.get(message.get("id"))
                if answer is not None and not answer.done():
                    answer.set_result(message)
                elif "params" in message:
                    for followed in self._followers:
                        followed.put_nowait(message["params"])
        except ConnectionError:
            pass
        finally:
            self._end()

    def _end(self) -> None:
        self._has_ended = True
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(SeqdError(69, _CLOSED))
        for followed in self._followers:
            followed.put_nowait(None)

    async def play(
        self,
        path: Optional[Union[str, List[str]]] = None,
        *,
        count_in: Optional[int] = None,
        from_: Optional[Union[str, float]] = None,
        paused: Optional[Union[str, bool]] = None,
        encoding: Optional[str] = None,
        embedded_font: Optional[Union[str, bool]] = None,
        at: Optional[Union[str, float]] = None,
    ) -> PlayResult:
        """Replace the queue with these files and play; see Client.play()."""
        return await self.call(
            "play",
            {
                "path": path,
                "count-in": count_in,
                "from": from_,
                "paused": paused,
                "encoding": encoding,
                "embedded-font": embedded_font,
                "at": at,
            },
        )

    async def next(
        self,
        at: Optional[Union[str, float]] = None,
    ) -> NextResult:
        """Go to the next file in the queue; see Client.next()."""
        return await self.call("next", {"at": at})

    async def previous(
        self,
        at: Optional[Union[str, float]] = None,
    ) -> PreviousResult:
        """Go to the previous file in the queue; see Client.previous()."""
        return await self.call("previous", {"at": at})

    async def toggle(
        self,
        at: Optional[Union[str, float]] = None,
    ) -> ToggleResult:
        """Pause playback, or resume it; see Client.toggle()."""
        return await self.call("toggle", {"at": at})

    async def pause(
        self,
        at: Optional[Union[str, float]] = None,
    ) -> PauseResult:
        """Pause playback; see Client.pause()."""
        return await self.call("pause", {"at": at})

    async def continue_(
        self,
        count_in: Optional[int] = None,
        *,
        at: Optional[Union[str, float]] = None,
    ) -> ContinueResult:
        """Resume after pause, or play the queue after stop; see Client.continue_()."""
        return await self.call("continue", {"count-in": count_in, "at": at})

    async def stop(
        self,
        at: Optional[Union[str, float]] = None,
    ) -> StopResult:
        """Stop, and return to the start of the file; see Client.stop()."""
        return await self.call("stop", {"at": at})

    async def seek(
        self,
        position: Union[str, float],
        *,
        at: Optional[Union[str, float]] = None,
    ) -> SeekResult:
        """Go to a position in the file; see Client.seek()."""
        return await self.call("seek", {"position": position, "at": at})

    async def scrub(
        self,
        position: Union[str, float],
    ) -> ScrubResult:
        """Move the position by hand, with sound; see Client.scrub()."""
        return await self.call("scrub", {"position": position})

    async def speed(
        self,
        speed: Union[str, float],
        *,
        over: Optional[Union[str, float]] = None,
        at: Optional[Union[str, float]] = None,
    ) -> SpeedResult:
        """Set the playback speed; the pitch stays the same; see Client.speed()."""
        return await self.call("speed", {"speed": speed, "over": over, "at": at})

    async def varispeed(
        self,
        speed: Union[str, float],
        *,
        over: Optional[Union[str, float]] = None,
        at: Optional[Union[str, float]] = None,
    ) -> VarispeedResult:
        """Set speed and pitch together, like a tape; see Client.varispeed()."""
        return await self.call("varispeed", {"speed": speed, "over": over, "at": at})

    async def loop(
        self,
        loop: Union[str, bool],
        *,
        loop_count: Optional[int] = None,
        at: Optional[Union[str, float]] = None,
    ) -> LoopResult:
        """Repeat the file or a part of it; see Client.loop()."""
        return await self.call("loop", {"loop": loop, "loop-count": loop_count, "at": at})

    async def seek_lyric(
        self,
        text: str,
        *,
        at: Optional[Union[str, float]] = None,
    ) -> SeekLyricResult:
        """Go to a position in the lyrics; see Client.seek_lyric()."""
        return await self.call("seek-lyric", {"text": text, "at": at})

    async def tempo(
        self,
        tempo: Union[str, float],
        *,
        over: Optional[Union[str, float]] = None,
        at: Optional[Union[str, float]] = None,
    ) -> TempoResult:
        """Override the file's tempo; see Client.tempo()."""
        return await self.call("tempo", {"tempo": tempo, "over": over, "at": at})

    async def metronome(
        self,
        metronome: Union[str, bool],
        *,
        at: Optional[Union[str, float]] = None,
    ) -> MetronomeResult:
        """Turn the metronome on or off; see Client.metronome()."""
        return await self.call("metronome", {"metronome": metronome, "at": at})

    async def cancel(
        self,
        action: Optional[int] = None,
    ) -> CancelResult:
        """Cancel scheduled commands; see Client.cancel()."""
        return await self.call("cancel", {"action": action})

    async def chase_notes(
        self,
        chase_notes: Union[str, bool],
    ) -> ChaseNotesResult:
        """Restart notes held at the start position after a seek; see Client.chase_notes()."""
        return await self.call("chase-notes", {"chase-notes": chase_notes})

    async def watch(
        self,
        watch: Union[str, bool],
        *,
        watch_at: Optional[Literal["now", "bar"]] = None,
    ) -> WatchResult:
        """Reload the current file when it changes on disk; see Client.watch()."""
        return await self.call("watch", {"watch": watch, "watch-at": watch_at})

    async def enqueue(
        self,
        path: Union[str, List[str]],
        *,
        encoding: Optional[str] = None,
        embedded_font: Optional[Union[str, bool]] = None,
    ) -> EnqueueResult:
        """Add files to the end of the queue; see Client.enqueue()."""
        return await self.call(
            "enqueue",
            {
                "path": path,
                "encoding": encoding,
                "embedded-font": embedded_font,
            },
        )

    async def insert(
        self,
        path: Union[str, List[str]],
        *,
        position: Optional[int] = None,
        encoding: Optional[str] = None,
        embedded_font: Optional[Union[str, bool]] = None,
    ) -> InsertResult:
        """Insert files into the queue; see Client.insert()."""
        return await self.call(
            "insert",
            {
                "path": path,
                "position": position,
                "encoding": encoding,
                "embedded-font": embedded_font,
            },
        )

    async def queue(
        self,
    ) -> QueueResult:
        """List the queue; see Client.queue()."""
        return await self.call("queue", {})

    async def jump(
        self,
        entry: Union[str, float],
        *,
        at: Optional[Union[str, float]] = None,
    ) -> JumpResult:
        """Go to a file in the queue; see Client.jump()."""
        return await self.call("jump", {"entry": entry, "at": at})

    async def remove(
        self,
        first: Union[str, float],
        *,
        last: Optional[Union[str, float]] = None,
    ) -> RemoveResult:
        """Remove files from the queue; see Client.remove()."""
        return await self.call("remove", {"first": first, "last": last})

    async def move(
        self,
        entry: Union[str, float],
        position: int,
    ) -> MoveResult:
        """Move a file to another position in the queue; see Client.move()."""
        return await self.call("move", {"entry": entry, "position": position})

    async def swap(
        self,
        first: Union[str, float],
        second: Union[str, float],
    ) -> SwapResult:
        """Exchange two files in the queue; see Client.swap()."""
        return await self.call("swap", {"first": first, "second": second})

    async def shuffle(
        self,
    ) -> ShuffleResult:
        """Put the queue into a random order; see Client.shuffle()."""
        return await self.call("shuffle", {})

    async def clear(
        self,
    ) -> ClearResult:
        """Clear the queue; see Client.clear()."""
        return await self.call("clear", {})

    async def repeat(
        self,
        repeat: Union[str, bool],
    ) -> RepeatResult:
        """Repeat the queue; see Client.repeat()."""
        return await self.call("repeat", {"repeat": repeat})

    async def single(
        self,
        single: Union[str, bool],
    ) -> SingleResult:
        """Stop after each file; see Client.single()."""
        return await self.call("single", {"single": single})

    async def random(
        self,
        random: Union[str, bool],
    ) -> RandomResult:
        """Play the queue in random order; see Client.random()."""
        return await self.call("random", {"random": random})

    async def consume(
        self,
        consume: Union[str, bool],
    ) -> ConsumeResult:
        """Remove files from the queue when they have been played; see Client.consume()."""
        return await self.call("consume", {"consume": consume})

    async def crossfade(
        self,
        crossfade: float,
    ) -> CrossfadeResult:
        """Fade from each file to the next; see Client.crossfade()."""
        return await self.call("crossfade", {"crossfade": crossfade})

    async def priority(
        self,
        first: Union[str, float],
        priority: int,
        *,
        last: Optional[Union[str, float]] = None,
    ) -> PriorityResult:
        """Play files earlier in random order; see Client.priority()."""
        return await self.call("priority", {"first": first, "priority": priority, "last": last})

    async def save(
        self,
        name: str,
        *,
        replace: Optional[Union[str, bool]] = None,
    ) -> SaveResult:
        """Save the queue as a playlist; see Client.save()."""
        return await self.call("save", {"name": name, "replace": replace})

    async def load(
        self,
        name: str,
        *,
        encoding: Optional[str] = None,
        embedded_font: Optional[Union[str, bool]] = None,
    ) -> LoadResult:
        """Add the files of a playlist to the end of the queue; see Client.load()."""
        return await self.call(
            "load",
            {
                "name": name,
                "encoding": encoding,
                "embedded-font": embedded_font,
            },
        )

    async def playlists(
        self,
    ) -> PlaylistsResult:
        """List the playlists; see Client.playlists()."""
        return await self.call("playlists", {})

    async def delete_playlist(
        self,
        name: str,
    ) -> DeletePlaylistResult:
        """Delete a playlist; see Client.delete_playlist()."""
        return await self.call("delete-playlist", {"name": name})

    async def gain(
        self,
        gain: float,
        *,
        over: Optional[Union[str, float]] = None,
        at: Optional[Union[str, float]] = None,
    ) -> GainResult:
        """Set the output gain; see Client.gain()."""
        return await self.call("gain", {"gain": gain, "over": over, "at": at})

    async def level(
        self,
        level: str,
    ) -> LevelResult:
        """Set the level that files are brought to; see Client.level()."""
        return await self.call("level", {"level": level})

    async def mute(
        self,
        selectors: Union[Union[str, float, List[Any]], List[Union[str, float, List[Any]]]],
        *,
        at: Optional[Union[str, float]] = None,
    ) -> MuteResult:
        """Mute channels or tracks; see Client.mute()."""
        return await self.call("mute", {"selectors": selectors, "at": at})

    async def unmute(
        self,
        selectors: Union[Union[str, float, List[Any]], List[Union[str, float, List[Any]]]],
        *,
        at: Optional[Union[str, float]] = None,
    ) -> UnmuteResult:
        """Unmute channels or tracks; see Client.unmute()."""
        return await self.call("unmute", {"selectors": selectors, "at": at})

    async def solo(
        self,
        selectors: Union[Union[str, float, List[Any]], List[Union[str, float, List[Any]]]],
        *,
        at: Optional[Union[str, float]] = None,
    ) -> SoloResult:
        """Solo channels or tracks; see Client.solo()."""
        return await self.call("solo", {"selectors": selectors, "at": at})

    async def transpose(
        self,
        transpose: int,
        *,
        at: Optional[Union[str, float]] = None,
    ) -> TransposeResult:
        """Transpose all notes except drums; see Client.transpose()."""
        return await self.call("transpose", {"transpose": transpose, "at": at})

    async def load_font(
        self,
        fonts: Union[str, List[str]],
        *,
        engine: Optional[Literal["auto", "fluidsynth", "seqd"]] = None,
        strict: Optional[Union[str, bool]] = None,
        at: Optional[Union[str, float]] = None,
    ) -> LoadFontResult:
        """Replace the SoundFonts during playback; see Client.load_font()."""
        return await self.call(
            "load-font",
            {
                "fonts": fonts,
                "engine": engine,
                "strict": strict,
                "at": at,
            },
        )

    async def add_font(
        self,
        font: str,
        *,
        place: Optional[int] = None,
        strict: Optional[Union[str, bool]] = None,
        at: Optional[Union[str, float]] = None,
    ) -> AddFontResult:
        """Add a SoundFont to those in use, or move it to another place; see Client.add_font()."""
        return await self.call(
            "add-font",
            {
                "font": font,
                "place": place,
                "strict": strict,
                "at": at,
            },
        )

    async def remove_font(
        self,
        font: str,
        *,
        strict: Optional[Union[str, bool]] = None,
        at: Optional[Union[str, float]] = None,
    ) -> RemoveFontResult:
        """Remove a SoundFont from those in use; see Client.remove_font()."""
        return await self.call("remove-font", {"font": font, "strict": strict, "at": at})

    async def reload_fonts(
        self,
        at: Optional[Union[str, float]] = None,
    ) -> ReloadFontsResult:
        """Read the SoundFonts again whose files have changed; see Client.reload_fonts()."""
        return await self.call("reload-fonts", {"at": at})

    async def undo_font(
        self,
        at: Optional[Union[str, float]] = None,
    ) -> UndoFontResult:
        """Take back the last change of the SoundFonts; see Client.undo_font()."""
        return await self.call("undo-font", {"at": at})

    async def presets(
        self,
        sampler: Optional[str] = None,
    ) -> PresetsResult:
        """List the presets of the SoundFonts; see Client.presets()."""
        return await self.call("presets", {"sampler": sampler})

    async def rack(
        self,
    ) -> RackResult:
        """Show the rack and the routes; see Client.rack()."""
        return await self.call("rack", {})

    async def load_rack(
        self,
        path: str,
        *,
        at: Optional[Union[str, float]] = None,
    ) -> LoadRackResult:
        """Give parts their own samplers, as a rack describes; see Client.load_rack()."""
        return await self.call("load-rack", {"path": path, "at": at})

    async def unload_rack(
        self,
        at: Optional[Union[str, float]] = None,
    ) -> UnloadRackResult:
        """Remove the rack and the routes; see Client.unload_rack()."""
        return await self.call("unload-rack", {"at": at})

    async def route(
        self,
        routes: Union[str, List[str]],
        *,
        at: Optional[Union[str, float]] = None,
    ) -> RouteResult:
        """Give a part its own sampler; see Client.route()."""
        return await self.call("route", {"routes": routes, "at": at})

    async def unroute(
        self,
        routes: Optional[Union[str, List[str]]] = None,
        *,
        at: Optional[Union[str, float]] = None,
    ) -> UnrouteResult:
        """Remove routes; see Client.unroute()."""
        return await self.call("unroute", {"routes": routes, "at": at})

    async def set_program(
        self,
        programs: Union[str, List[str]],
        *,
        at: Optional[Union[str, float]] = None,
    ) -> SetProgramResult:
        """Give a part of the music another preset; see Client.set_program()."""
        return await self.call("set-program", {"programs": programs, "at": at})

    async def unset_program(
        self,
        programs: Optional[Union[str, List[str]]] = None,
        *,
        at: Optional[Union[str, float]] = None,
    ) -> UnsetProgramResult:
        """Let parts play the presets that the music selects again; see Client.unset_program()."""
        return await self.call("unset-program", {"programs": programs, "at": at})

    async def save_scene(
        self,
        name: str,
        *,
        replace: Optional[Union[str, bool]] = None,
    ) -> SaveSceneResult:
        """Save the instruments and the mixer as a scene; see Client.save_scene()."""
        return await self.call("save-scene", {"name": name, "replace": replace})

    async def scene(
        self,
        name: str,
        *,
        at: Optional[Union[str, float]] = None,
    ) -> SceneResult:
        """Change to a scene; see Client.scene()."""
        return await self.call("scene", {"name": name, "at": at})

    async def scenes(
        self,
    ) -> ScenesResult:
        """List the scenes; see Client.scenes()."""
        return await self.call("scenes", {})

    async def delete_scene(
        self,
        name: str,
    ) -> DeleteSceneResult:
        """Delete a scene; see Client.delete_scene()."""
        return await self.call("delete-scene", {"name": name})

    async def strips(
        self,
    ) -> StripsResult:
        """List the mixer's strips, with their levels; see Client.strips()."""
        return await self.call("strips", {})

    async def strip(
        self,
        name: str,
        *,
        gain: Optional[Union[str, float]] = None,
        pan: Optional[float] = None,
        mute: Optional[Union[str, bool]] = None,
        solo: Optional[Union[str, bool]] = None,
        reverb: Optional[Union[str, float]] = None,
        chorus: Optional[Union[str, float]] = None,
        transpose: Optional[int] = None,
        tune: Optional[float] = None,
        inserts: Optional[str] = None,
        over: Optional[Union[str, float]] = None,
        at: Optional[Union[str, float]] = None,
    ) -> StripResult:
        """Set a strip of the mixer; see Client.strip()."""
        return await self.call(
            "strip",
            {
                "name": name,
                "gain": gain,
                "pan": pan,
                "mute": mute,
                "solo": solo,
                "reverb": reverb,
                "chorus": chorus,
                "transpose": transpose,
                "tune": tune,
                "inserts": inserts,
                "over": over,
                "at": at,
            },
        )

    async def add_insert(
        self,
        name: str,
        insert: str,
        *,
        number: Optional[int] = None,
        at: Optional[Union[str, float]] = None,
    ) -> AddInsertResult:
        """Add an insert to a strip; see Client.add_insert()."""
        return await self.call(
            "add-insert",
            {
                "name": name,
                "insert": insert,
                "number": number,
                "at": at,
            },
        )

    async def set_insert(
        self,
        name: str,
        number: int,
        parameters: str,
        *,
        over: Optional[Union[str, float]] = None,
        at: Optional[Union[str, float]] = None,
    ) -> SetInsertResult:
        """Change an insert of a strip; see Client.set_insert()."""
        return await self.call(
            "set-insert",
            {
                "name": name,
                "number": number,
                "parameters": parameters,
                "over": over,
                "at": at,
            },
        )

    async def move_insert(
        self,
        name: str,
        number: int,
        to: int,
        *,
        at: Optional[Union[str, float]] = None,
    ) -> MoveInsertResult:
        """Move an insert of a strip; see Client.move_insert()."""
        return await self.call("move-insert", {"name": name, "number": number, "to": to, "at": at})

    async def remove_insert(
        self,
        name: str,
        number: int,
        *,
        at: Optional[Union[str, float]] = None,
    ) -> RemoveInsertResult:
        """Remove an insert of a strip; see Client.remove_insert()."""
        return await self.call("remove-insert", {"name": name, "number": number, "at": at})

    async def effects(
        self,
    ) -> EffectsResult:
        """List the effects of all buses; see Client.effects()."""
        return await self.call("effects", {})

    async def effect(
        self,
        bus: Optional[str] = None,
        *,
        reverb: Optional[str] = None,
        chorus: Optional[str] = None,
        over: Optional[Union[str, float]] = None,
        at: Optional[Union[str, float]] = None,
    ) -> EffectResult:
        """Set the effects of a bus; see Client.effect()."""
        return await self.call(
            "effect",
            {
                "bus": bus,
                "reverb": reverb,
                "chorus": chorus,
                "over": over,
                "at": at,
            },
        )

    async def send_sound(
        self,
        name: str,
        data: str,
        *,
        append: Optional[Union[str, bool]] = None,
    ) -> SendSoundResult:
        """Send a sound file to be played by `load-clip`; see Client.send_sound()."""
        return await self.call("send-sound", {"name": name, "data": data, "append": append})

    async def remove_sound(
        self,
        name: str,
    ) -> RemoveSoundResult:
        """Remove a sound that was sent; see Client.remove_sound()."""
        return await self.call("remove-sound", {"name": name})

    async def load_clip(
        self,
        name: str,
        file: str,
        *,
        strip: Optional[str] = None,
        gain: Optional[Union[str, float]] = None,
        pan: Optional[Union[str, float]] = None,
        offset: Optional[Union[str, float]] = None,
        length: Optional[Union[str, float]] = None,
        fade_in: Optional[Union[str, float]] = None,
        fade_out: Optional[Union[str, float]] = None,
        loop: Optional[Union[str, float]] = None,
        loop_start: Optional[Union[str, float]] = None,
        loop_end: Optional[Union[str, float]] = None,
    ) -> LoadClipResult:
        """Load a sound file to be played by `play-clip`; see Client.load_clip()."""
        return await self.call(
            "load-clip",
            {
                "name": name,
                "file": file,
                "strip": strip,
                "gain": gain,
                "pan": pan,
                "offset": offset,
                "length": length,
                "fade-in": fade_in,
                "fade-out": fade_out,
                "loop": loop,
                "loop-start": loop_start,
                "loop-end": loop_end,
            },
        )

    async def play_clip(
        self,
        name: str,
        *,
        queue: Optional[Union[str, bool]] = None,
        at: Optional[Union[str, float]] = None,
    ) -> PlayClipResult:
        """Play a clip from its beginning; see Client.play_clip()."""
        return await self.call("play-clip", {"name": name, "queue": queue, "at": at})

    async def stop_clip(
        self,
        name: str,
        *,
        at: Optional[Union[str, float]] = None,
    ) -> StopClipResult:
        """Stop a clip; see Client.stop_clip()."""
        return await self.call("stop-clip", {"name": name, "at": at})

    async def remove_clip(
        self,
        name: str,
    ) -> RemoveClipResult:
        """Remove a clip; see Client.remove_clip()."""
        return await self.call("remove-clip", {"name": name})

    async def clips(
        self,
    ) -> ClipsResult:
        """List the clips that were loaded; see Client.clips()."""
        return await self.call("clips", {})

    async def tap(
        self,
        strip: str,
        target: str,
        *,
        type: Optional[Literal["wav", "rf64", "flac", "ogg", "opus", "mp3", "aiff", "raw"]] = None,
        format: Optional[Literal["s16", "s24", "s32", "float"]] = None,
        rate: Optional[int] = None,
        point: Optional[Literal["pre", "post"]] = None,
        replace: Optional[Union[str, bool]] = None,
    ) -> TapResult:
        """Record a strip or the whole mix while it plays; see Client.tap()."""
        return await self.call(
            "tap",
            {
                "strip": strip,
                "target": target,
                "type": type,
                "format": format,
                "rate": rate,
                "point": point,
                "replace": replace,
            },
        )

    async def untap(
        self,
        tap: int,
    ) -> UntapResult:
        """End a tap; see Client.untap()."""
        return await self.call("untap", {"tap": tap})

    async def taps(
        self,
    ) -> TapsResult:
        """List the taps; see Client.taps()."""
        return await self.call("taps", {})

    async def record(
        self,
        target: str,
        *,
        input: Optional[int] = None,
        tempo: Optional[Union[str, float]] = None,
        meter: Optional[str] = None,
        from_: Optional[Union[str, float]] = None,
        to: Optional[Union[str, float]] = None,
        split: Optional[Literal["input", "channel"]] = None,
        quantise: Optional[str] = None,
        replace: Optional[Union[str, bool]] = None,
    ) -> RecordResult:
        """Record what is played on the live inputs to a MIDI file; see Client.record()."""
        return await self.call(
            "record",
            {
                "target": target,
                "input": input,
                "tempo": tempo,
                "meter": meter,
                "from": from_,
                "to": to,
                "split": split,
                "quantise": quantise,
                "replace": replace,
            },
        )

    async def record_stop(
        self,
    ) -> RecordStopResult:
        """End the recording, and write its file; see Client.record_stop()."""
        return await self.call("record-stop", {})

    async def capture(
        self,
        target: str,
        *,
        last: Optional[Union[str, float]] = None,
        split: Optional[Literal["input", "channel"]] = None,
        quantise: Optional[str] = None,
        replace: Optional[Union[str, bool]] = None,
    ) -> CaptureResult:
        """Write what was just played on the live inputs to a MIDI file; see Client.capture()."""
        return await self.call(
            "capture",
            {
                "target": target,
                "last": last,
                "split": split,
                "quantise": quantise,
                "replace": replace,
            },
        )

    async def outputs(
        self,
    ) -> OutputsResult:
        """List the audio devices, and the strips on outputs of their own; see Client.outputs()."""
        return await self.call("outputs", {})

    async def device(
        self,
        name: str,
    ) -> DeviceResult:
        """Play on another audio device; see Client.device()."""
        return await self.call("device", {"name": name})

    async def program(
        self,
        channel: Union[str, float],
        preset: Union[str, float],
        *,
        at: Optional[Union[str, float]] = None,
    ) -> ProgramResult:
        """Select the preset of a live input's channel; see Client.program()."""
        return await self.call("program", {"channel": channel, "preset": preset, "at": at})

    async def note(
        self,
        channel: Union[str, float],
        key: Union[str, float],
        velocity: int,
        *,
        seconds: Optional[float] = None,
        at: Optional[Union[str, float]] = None,
    ) -> NoteResult:
        """Play a note; see Client.note()."""
        return await self.call(
            "note",
            {
                "channel": channel,
                "key": key,
                "velocity": velocity,
                "seconds": seconds,
                "at": at,
            },
        )

    async def cc(
        self,
        channel: Union[str, float],
        number: int,
        value: int,
        *,
        at: Optional[Union[str, float]] = None,
    ) -> CcResult:
        """Send a control change; see Client.cc()."""
        return await self.call(
            "cc",
            {
                "channel": channel,
                "number": number,
                "value": value,
                "at": at,
            },
        )

    async def midi(
        self,
        bytes: Union[str, List[str]],
        *,
        input: Optional[int] = None,
        at: Optional[Union[str, float]] = None,
    ) -> MidiResult:
        """Send MIDI messages to a live input; see Client.midi()."""
        return await self.call("midi", {"bytes": bytes, "input": input, "at": at})

    async def panic(
        self,
        at: Optional[Union[str, float]] = None,
    ) -> PanicResult:
        """Silence all notes at once; see Client.panic()."""
        return await self.call("panic", {"at": at})

    async def why(
        self,
    ) -> WhyResult:
        """Explain which notes are sounding and which parts are silent, and why; see
        Client.why()."""
        return await self.call("why", {})

    async def ports(
        self,
    ) -> PortsResult:
        """List the MIDI ports, their connections and the rules for them; see Client.ports()."""
        return await self.call("ports", {})

    async def connect(
        self,
        pattern: str,
    ) -> ConnectResult:
        """Connect MIDI ports to a live input or output, now and whenever they appear; see
        Client.connect()."""
        return await self.call("connect", {"pattern": pattern})

    async def disconnect(
        self,
        pattern: str,
    ) -> DisconnectResult:
        """Disconnect MIDI ports from the live inputs or a MIDI output; see Client.disconnect()."""
        return await self.call("disconnect", {"pattern": pattern})

    async def practice(
        self,
        practice: Union[Union[str, float, List[Any]], List[Union[str, float, List[Any]]]],
        *,
        tolerance: Optional[int] = None,
        heard: Optional[Union[str, bool]] = None,
    ) -> PracticeResult:
        """Wait for the keys of some parts before each of their notes; see Client.practice()."""
        return await self.call(
            "practice",
            {
                "practice": practice,
                "tolerance": tolerance,
                "heard": heard,
            },
        )

    async def ramp(
        self,
        ramp: str,
    ) -> RampResult:
        """Change the speed from one repetition of the loop to the next; see Client.ramp()."""
        return await self.call("ramp", {"ramp": ramp})

    async def follow(
        self,
        follow: Literal["off", "clock", "mtc", "jack"],
        *,
        input: Optional[int] = None,
        freewheel: Optional[float] = None,
        start: Optional[str] = None,
        jump: Optional[float] = None,
        tolerance: Optional[float] = None,
        strength: Optional[float] = None,
    ) -> FollowResult:
        """Keep playback in step with MIDI clock, MIDI time code or JACK; see Client.follow()."""
        return await self.call(
            "follow",
            {
                "follow": follow,
                "input": input,
                "freewheel": freewheel,
                "start": start,
                "jump": jump,
                "tolerance": tolerance,
                "strength": strength,
            },
        )

    async def map(
        self,
        kind: Literal["cc", "note", "program"],
        number: int,
        command: str,
        *,
        channel: Optional[int] = None,
        input: Optional[int] = None,
        mode: Optional[
            Literal["absolute", "twos-complement", "sign-magnitude", "offset", "wheel"]
        ] = None,
        min: Optional[float] = None,
        max: Optional[float] = None,
        step: Optional[float] = None,
        wrap: Optional[Union[str, bool]] = None,
        turn: Optional[int] = None,
        per_turn: Optional[float] = None,
    ) -> MapResult:
        """Run a command whenever a controller of a live input moves; see Client.map()."""
        return await self.call(
            "map",
            {
                "kind": kind,
                "number": number,
                "command": command,
                "channel": channel,
                "input": input,
                "mode": mode,
                "min": min,
                "max": max,
                "step": step,
                "wrap": wrap,
                "turn": turn,
                "per-turn": per_turn,
            },
        )

    async def learn(
        self,
        command: str,
        *,
        timeout: Optional[float] = None,
        input: Optional[int] = None,
        mode: Optional[
            Literal["absolute", "twos-complement", "sign-magnitude", "offset", "wheel"]
        ] = None,
        min: Optional[float] = None,
        max: Optional[float] = None,
        step: Optional[float] = None,
        wrap: Optional[Union[str, bool]] = None,
        turn: Optional[int] = None,
        per_turn: Optional[float] = None,
    ) -> LearnResult:
        """Map the next controller that moves, or the next key; see Client.learn()."""
        return await self.call(
            "learn",
            {
                "command": command,
                "timeout": timeout,
                "input": input,
                "mode": mode,
                "min": min,
                "max": max,
                "step": step,
                "wrap": wrap,
                "turn": turn,
                "per-turn": per_turn,
            },
        )

    async def unmap(
        self,
        map: Optional[int] = None,
    ) -> UnmapResult:
        """Remove a map, or all; see Client.unmap()."""
        return await self.call("unmap", {"map": map})

    async def maps(
        self,
    ) -> MapsResult:
        """List the maps of controllers; see Client.maps()."""
        return await self.call("maps", {})

    async def begin(
        self,
    ) -> BeginResult:
        """Begin a group of commands that take effect together; see Client.begin()."""
        return await self.call("begin", {})

    async def end(
        self,
        at: Optional[Union[str, float]] = None,
    ) -> EndResult:
        """Carry out the commands since `begin` together, or none of them; see Client.end()."""
        return await self.call("end", {"at": at})

    async def discard(
        self,
    ) -> DiscardResult:
        """Discard the commands since `begin`; see Client.discard()."""
        return await self.call("discard", {})

    async def render(
        self,
        source: str,
        target: str,
        *,
        type: Optional[Literal["wav", "rf64", "flac", "ogg", "opus", "mp3", "aiff", "raw"]] = None,
        format: Optional[Literal["s16", "s24", "s32", "float"]] = None,
        rate: Optional[int] = None,
        from_: Optional[Union[str, float]] = None,
        to: Optional[Union[str, float]] = None,
        tail: Optional[Union[str, float]] = None,
        max_length: Optional[Union[str, float]] = None,
        speed: Optional[Union[str, float]] = None,
        varispeed: Optional[Union[str, float]] = None,
        tempo: Optional[Union[str, float]] = None,
        transpose: Optional[int] = None,
        normalize: Optional[str] = None,
        stems: Optional[Literal["channels", "samplers", "tracks"]] = None,
        encoding: Optional[str] = None,
        embedded_font: Optional[Union[str, bool]] = None,
        replace: Optional[Union[str, bool]] = None,
    ) -> RenderResult:
        """Render a file to a sound file; see Client.render()."""
        return await self.call(
            "render",
            {
                "source": source,
                "target": target,
                "type": type,
                "format": format,
                "rate": rate,
                "from": from_,
                "to": to,
                "tail": tail,
                "max-length": max_length,
                "speed": speed,
                "varispeed": varispeed,
                "tempo": tempo,
                "transpose": transpose,
                "normalize": normalize,
                "stems": stems,
                "encoding": encoding,
                "embedded-font": embedded_font,
                "replace": replace,
            },
        )

    async def jobs(
        self,
    ) -> JobsResult:
        """List the render jobs; see Client.jobs()."""
        return await self.call("jobs", {})

    async def cancel_job(
        self,
        job: int,
    ) -> CancelJobResult:
        """Cancel a render job; see Client.cancel_job()."""
        return await self.call("cancel-job", {"job": job})

    async def status(
        self,
    ) -> StatusResult:
        """Show the state of the daemon; see Client.status()."""
        return await self.call("status", {})

    async def help(
        self,
        command: Optional[str] = None,
    ) -> HelpResult:
        """List the commands, or explain one; see Client.help()."""
        return await self.call("help", {"command": command})

    async def ping(
        self,
    ) -> PingResult:
        """Test the connection; see Client.ping()."""
        return await self.call("ping", {})

    async def version(
        self,
    ) -> VersionResult:
        """Show the versions of seqd and of this protocol; see Client.version()."""
        return await self.call("version", {})

    async def stats(
        self,
    ) -> StatsResult:
        """Show figures about the daemon since its start; see Client.stats()."""
        return await self.call("stats", {})

    async def whoami(
        self,
    ) -> WhoamiResult:
        """Show the role of this client; see Client.whoami()."""
        return await self.call("whoami", {})

    async def rpc_discover(
        self,
    ) -> RpcDiscoverResult:
        """Describe all commands for programs; see Client.rpc_discover()."""
        return await self.call("rpc.discover", {})

    async def reload_config(
        self,
    ) -> ReloadConfigResult:
        """Read the configuration again, and apply it; see Client.reload_config()."""
        return await self.call("reload-config", {})

    async def log_level(
        self,
        log_level: Literal["debug", "info", "warning", "error"],
    ) -> LogLevelResult:
        """Set the lowest level that is logged; see Client.log_level()."""
        return await self.call("log-level", {"log-level": log_level})

    async def quit(
        self,
    ) -> QuitResult:
        """Shut down the daemon; see Client.quit()."""
        return await self.call("quit", {})

    async def subscribe(
        self,
        types: Union[str, List[str]],
        *,
        position: Optional[float] = None,
        levels: Optional[float] = None,
    ) -> SubscribeResult:
        """Subscribe to events; see Client.subscribe()."""
        return await self.call(
            "subscribe",
            {
                "types": types,
                "position": position,
                "levels": levels,
            },
        )

    async def unsubscribe(
        self,
        types: Optional[Union[str, List[str]]] = None,
    ) -> UnsubscribeResult:
        """Unsubscribe from events; see Client.unsubscribe()."""
        return await self.call("unsubscribe", {"types": types})


def main() -> int:
    """Plays a file, and prints the daemon's events until its end."""
    if len(sys.argv) != 2:
        print(f"usage: {sys.argv[0]} FILE", file=sys.stderr)
        return 64
    try:
        with Client() as seqd:
            seqd.subscribe(["transport", "bar", "lyric"])
            seqd.play(os.path.abspath(sys.argv[1]))
            for event in seqd.events():
                print(event["type"], event, flush=True)
                if event.get("change") == "ended":
                    return 0
            raise SeqdError(69, _CLOSED)
    except SeqdError as error:
        print(error.message, file=sys.stderr)
        return error.code if 0 < error.code < 256 else 70
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
