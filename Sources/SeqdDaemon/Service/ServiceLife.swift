import ControlProtocol
import Glibc
import Platform
import SamplerHost

/// The timers of a service: one tells the service manager that the daemon is alive, one ends a daemon
/// that is idle.
@EventLoop
final class ServiceLife {
    private let server: ControlServer
    private let transport: Transport
    private var watchdog: ServiceWatchdog?
    private var idleTimer: LoopTimer?

    /// Makes timers that do not run yet.
    init(_ server: ControlServer, _ transport: Transport) {
        self.server = server
        self.transport = transport
    }

    /// Reports to the service manager's watchdog, if it watches this process.
    func watch(_ notifier: ServiceNotifier) {
        guard
            let interval = ServiceWatchdog.interval(of: getpid(), { name in Environment[name] })
        else { return }
        let watchdog = ServiceWatchdog(every: interval)
        self.watchdog = watchdog
        let transport = transport
        watchdog.start {
            AudioProgress.Figures(
                frames: transport.run.engine.framesRendered,
                isAsleep: transport.run.engine.isAsleep,
                isLost: transport.devices.isLost
            )
        } report: {
            notifier.alive()
        }
    }

    /// Calls when the daemon has had nothing to do for some seconds; never for 0.
    ///
    /// It looks every second: an idle daemon that only runs for its socket's sake can afford that.
    func exit(afterSeconds seconds: Double, _ onExit: @escaping () -> Void) {
        guard seconds > 0 else { return }
        let limit = Duration.seconds(seconds)
        let timer = LoopTimer(every: min(limit, .seconds(1)))
        idleTimer = timer
        var clock = IdleClock(limit: limit, from: .now())
        timer.run(true) { [unowned self] in
            guard clock.isOver(activity, at: .now()) else { return }
            timer.stop()
            onExit()
        }
    }

    private var activity: IdleClock.Activity {
        IdleClock.Activity(
            clients: server.hub.count,
            connections: server.acceptedCount,
            isWorking: transport.run.state == .playing || transport.queue.loader.isBusy
                || transport.jobs.isBusy || transport.devices.taps.isBusy
                || transport.recording.isBusy || transport.clips.isBusy,
            messages: transport.inputs.status?.messages ?? 0
        )
    }

    /// Stops the timers.
    func stop() {
        watchdog?.stop()
        idleTimer?.stop()
    }
}
