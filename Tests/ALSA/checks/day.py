"""A daemon through a day of use, in virtual time: what it takes in the end is what it took before.

ALSA_DAY_HOURS: the hours, 2 or more (default 24).
"""

import os
import pathlib
import random
import signal
import time

from . import habits
from .check import Failure, check, expect, wait_until
from .daemon import Daemon
from .figures import figures_of, slope
from .place import DUMMY, is_free

HOURS = int(os.environ.get("ALSA_DAY_HOURS", "24"))
HOUR = 3600
# By then everything has been used, and the allocator has its heaps.
WARM_UP = HOURS // 2
# KiB of the daemon's own memory per hour, over the hours after the warm-up, and KiB between the
# lowest and the highest of them: an allocator returns pages when it can.
LARGEST_SLOPE = 64
LARGEST_SPREAD = 2048
# What a daemon that sleeps keeps of what it took while it played, as a multiple of what it took at
# first: its memory is locked, and is to be given back all the same.
LARGEST_REST = 2
# The fewest hours that say something about memory.
FEWEST = 4
# The hours of the night, in which only a monitor asks.
NIGHT = {0, 1, 2, 3, 4, 5, 13, 23}
COLUMNS = "hour  RSS KiB  own KiB  files  threads  xruns  requests  events  dropped"


class Day:
    """The daemon, its files, and the clock of the day."""

    def __init__(self, place):
        self.place = place
        self.random = random.Random(24)
        self.songs = habits.songs(place)
        self.began = time.monotonic()
        self.daemon = Daemon(
            place, DUMMY, "--idle", "5", "--connect", "VirMIDI*", "--name", "day", keeps_state=True,
        )

    @property
    def pid(self):
        return self.daemon.program.process.pid

    def call(self, method, **params):
        return self.daemon.call(method, **params)

    def path(self, name):
        return str(self.place.folder / name)

    def wait_for_hour(self, hour):
        time.sleep(max(0, self.began + hour * HOUR - time.monotonic()))

    def rest(self):
        """Brings everything back to how it was at first, and waits until the daemon sleeps."""
        self.call("stop")
        self.call("clear")
        self.call("unload-rack")
        self.call("load-font", fonts=[habits.FONT])
        for command, value in (("metronome", False), ("watch", False), ("random", False)):
            self.call(command, **{habits.FLAGS[command]: value})
        self.call("loop", range="off")
        self.call("speed", speed="1")
        self.call("tempo", bpm="off")
        self.call("effect", reverb="default", chorus="default")
        wait_until(lambda: not any(
            job["state"] in ("waiting", "running") for job in self.call("jobs")["jobs"]
        ), "the jobs have ended", 600)
        wait_until(lambda: is_free(DUMMY), "the daemon sleeps", 60)
        time.sleep(30)
        self.daemon.events.clear()

    def use(self, hour):
        """An hour of use; every habit of the day, in another order each time."""
        if hour % 24 in NIGHT:
            habits.night(self)
            return
        todo = list(habits.ALL)
        self.random.shuffle(todo)
        for habit in todo:
            try:
                habit(self)
            except Failure as failure:
                raise Failure(f"hour {hour}, {habit.__name__}: {failure}") from failure

    def row(self, hour):
        taken = figures_of(self.pid)
        stats = self.call("stats")
        print(
            f"{hour:4}  {taken.resident:7}  {taken.private:7}  {taken.descriptors:5}  "
            f"{taken.threads:7}  {stats['xruns']:5}  {stats['requests']:8}  {stats['events']:6}  "
            f"{stats['dropped']:7}",
            flush=True,
        )
        return taken


@check(f"after {HOURS} hours of use a daemon takes the memory, files and threads of before")
def day(place):
    expect(HOURS >= 2, f"ALSA_DAY_HOURS: {HOURS}: expected 2 or more")
    day = Day(place)
    day.rest()
    print(COLUMNS, flush=True)
    rows = [day.row(0)]
    began = time.monotonic()
    for hour in range(HOURS):
        day.use(hour)
        day.rest()
        used = time.monotonic() - day.began - hour * HOUR
        expect(used < HOUR, f"hour {hour} took {used:.0f} s")
        day.wait_for_hour(hour + 1)
        rows.append(day.row(hour + 1))
    expect(time.monotonic() - began >= HOURS * HOUR - 60, "the clock has not gone through the day")
    late = rows[1 + WARM_UP:]
    # The first hours of use make what stays: the thread that watches files, for example.
    for name in ("descriptors", "threads"):
        counts = {getattr(row, name) for row in late}
        expect(len(counts) == 1, f"{name} at the ends of hours: {sorted(counts)}")
    own = [row.private for row in late]
    rest = own[-1] / rows[0].private
    expect(rest < LARGEST_REST, f"its own memory is {rest:.1f} times that of the first hour: {own}")
    remark = "too short a day to judge its memory"
    if len(own) >= FEWEST:
        rise, spread = slope(own), max(own) - min(own)
        expect(rise < LARGEST_SLOPE, f"its own memory rises by {rise:.1f} KiB an hour: {own}")
        expect(spread < LARGEST_SPREAD, f"its own memory differs by {spread} KiB: {own}")
        remark = f"{rise:+.1f} KiB an hour over the last {len(own)}, within {spread} KiB"
    expect(day.call("stats")["xruns"] == 0, "there were underruns")
    day.daemon.program.send(signal.SIGTERM)
    day.daemon.program.expect_status(0)
    state = pathlib.Path(place.environment["XDG_STATE_HOME"], "seqd", "day.json")
    expect(state.stat().st_size < 100_000, f"the state has {state.stat().st_size} bytes")
    return remark
