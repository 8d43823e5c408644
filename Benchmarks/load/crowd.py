"""Clients that ask all the time: how soon they are answered, and what it costs."""

import subprocess

from comparison.process import RunFailure

# `position` events per second of a subscriber.
POSITION_RATE = 30


def one_client(tools, daemon):
    """One connection that asks again as soon as it is answered."""
    rows = []
    for request in ("ping", "status"):
        result = requests(tools, daemon, 1, 0, 3, request)
        rows.append(
            (
                f"one client: `{request}`",
                f"{result['answers'] / result['seconds']:,.0f} round trips/s, "
                f"p50 {result['p50']:.3f} ms",
            )
        )
    return rows


def many_clients(tools, daemon, load, subscribers=0):
    """Many connections with requests at fixed times, beside subscribers of positions."""
    clients, rate, seconds = load
    name = f"{clients:,} clients, {rate:,.0f} `status`/s"
    if subscribers:
        name += f", {subscribers} subscribers"
    # The connections and the daemon's buffers are made once before.
    requests(tools, daemon, clients, rate, 1, "status", subscribers)
    before, threads_before = daemon.cpu()
    faults = _faults(daemon)
    result = requests(tools, daemon, clients, rate, seconds, "status", subscribers)
    after, threads = daemon.cpu()
    faults = [now - then for now, then in zip(_faults(daemon), faults)]
    took = result["seconds"]
    loop = sum(
        threads[name] - threads_before.get(name, 0) for name in threads if name == "seqd-loop"
    )
    if result["failures"]:
        raise RunFailure(f"{name}: {result['failures']:.0f} requests failed")
    rows = [
        (f"{name}: median", f"{result['p50']:.2f} ms"),
        (f"{name}: 99th percentile", f"{result['p99']:.2f} ms"),
        (f"{name}: 99.9th percentile", f"{result['p999']:.2f} ms"),
        (f"{name}: slowest of {result['answers']:,.0f}", f"{result['max']:.2f} ms"),
        (f"{name}: answered", f"{result['answers'] / took:,.0f} /s"),
    ]
    if subscribers:
        rate = result["events"] / took / subscribers
        rows.append(("… events of a subscriber", f"{rate:.1f} /s"))
    return rows + [
        ("daemon, meanwhile: CPU", f"{(after - before) / took:.0%} of a core"),
        ("… of that its event loop", f"{loop / took:.0%} of a core"),
        ("load generator, meanwhile: CPU", f"{result['cpu'] / took:.0%} of a core"),
        ("daemon, meanwhile: xruns; late periods", "; ".join(str(fault) for fault in faults)),
        ("daemon: memory", f"{daemon.memory():.1f} MB"),
    ]


def _faults(daemon):
    """The numbers of xruns and of late periods so far."""
    status = daemon.ask("status")
    return int(status["xruns"]), int(status["late"])


def requests(tools, server, clients, rate, seconds, request, subscribers=0):
    """The figures of a run of the load generator. Raises RunFailure."""
    command = [tools.requests, server.path, str(clients), str(rate), str(seconds), request]
    if subscribers:
        command += [str(subscribers), f"subscribe position position={POSITION_RATE}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RunFailure(done.stderr.strip())
    return {
        name: float(value) for name, value in (word.split("=") for word in done.stdout.split())
    }
