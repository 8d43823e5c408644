"""What `run` starts in the machine that has sound: `inside.py exact|live|day SEQD`.

Writes "PASSED FAILED" to $OUT/count. A machine of its own: it unbinds drivers and leaves files.
"""

import os
import pathlib
import shutil
import sys
import tempfile
import traceback

sys.dont_write_bytecode = True

from checks import (  # noqa: E402
    connections, daemon, day, default, devices, following, further, keyboards, latency, live,
    losses, outputs, recording, refusals, samples, signals, underruns,
)
from checks.check import Failure, checks_of  # noqa: E402
from checks.place import Place  # noqa: E402

# The last make devices disappear.
SETS = {
    "exact": (samples, default, devices, refusals, signals, underruns, keyboards, latency,
              daemon, connections, outputs, recording, following, further, losses),
    "live": (live,),
    "day": (day,),
}


def main():
    what, seqd = sys.argv[1:]
    folder = pathlib.Path(tempfile.mkdtemp())
    # Other users run it too.
    folder.chmod(0o755)
    place = Place(folder, shutil.copy(seqd, folder / "seqd"))
    passed = failed = 0
    for check in (check for module in SETS[what] for check in checks_of(module)):
        try:
            remark = check.run(place)
            print(f"ok   {check.name}" + (f" ({remark})" if remark else ""), flush=True)
            passed += 1
        except Failure as failure:
            print(f"FAIL {check.name}: {failure}", flush=True)
            failed += 1
        except Exception:
            print(f"FAIL {check.name}:\n{traceback.format_exc()}", flush=True)
            failed += 1
        finally:
            place.end_all()
    pathlib.Path(os.environ["OUT"], "count").write_text(f"{passed} {failed}\n")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
