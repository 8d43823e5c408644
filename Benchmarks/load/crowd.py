"""Clients that ask all the time: how soon they are answered, and what it costs."""

import subprocess

from comparison.process import RunFailure


def one_client(tools, daemon):
    """One connection that asks again as soon as it is answered."""
    rows = []
    for request in ("ping", "status"):
        result = _requests(tools, daemon, 1, 0, 3, request)
        rows.append(
            (
                f"one client: `{request}`",
                f"{result['answers'] / result['seconds']:,.0f} round trips/s, "
                f"p50 {result['p50']:.3f} ms",
            )
        )
    return rows


def many_clients(tools, daemon, clients, rate, seconds):
    """Many connections with requests at fixed times."""
    # The connections and the daemon's buffers are made once before.
    _requests(tools, daemon, clients, rate, 1, "status")
    before, threads_before = daemon.cpu()
    xruns = int(daemon.ask("status")["xruns"])
    result = _requests(tools, daemon, clients, rate, seconds, "status")
    after, threads = daemon.cpu()
    status = daemon.ask("status")
    took = result["seconds"]
    loop = sum(
        threads[name] - threads_before.get(name, 0) for name in threads if name.startswith("NIO")
    )
    name = f"{clients:,} clients, {rate:,.0f} `status`/s"
    if result["failures"]:
        raise RunFailure(f"{name}: {result['failures']:.0f} requests failed")
    return [
        (f"{name}: median", f"{result['p50']:.2f} ms"),
        (f"{name}: 99th percentile", f"{result['p99']:.2f} ms"),
        (f"{name}: 99.9th percentile", f"{result['p999']:.2f} ms"),
        (f"{name}: slowest of {result['answers']:,.0f}", f"{result['max']:.2f} ms"),
        (f"{name}: answered", f"{result['answers'] / took:,.0f} /s"),
        ("daemon, meanwhile: CPU", f"{(after - before) / took:.0%} of a core"),
        ("… of that its event loop", f"{loop / took:.0%} of a core"),
        ("load generator, meanwhile: CPU", f"{result['cpu'] / took:.0%} of a core"),
        ("daemon: xruns meanwhile", f"{int(status['xruns']) - xruns}"),
        ("daemon: memory", f"{daemon.memory():.1f} MB"),
    ]


def _requests(tools, daemon, clients, rate, seconds, request):
    command = [tools.requests, daemon.path, str(clients), str(rate), str(seconds), request]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RunFailure(done.stderr.strip())
    return {
        name: float(value) for name, value in (word.split("=") for word in done.stdout.split())
    }
