import CommandSupport
import Glibc
import SamplerHost

/// Live input in the foreground: it waits for the end, serves signals and keys, and reports changes.
struct LiveSession {
    /// The engine and its thread.
    struct Sound {
        let engine: Engine
        let thread: AudioThread
    }

    let input: LiveInput
    /// The sound of the input; `nil` if nothing is to sound.
    let sound: Sound?
    var losses: DeviceReports
    let live: LiveOptions
    let isQuiet: Bool

    /// Whether the end was requested, where there is no engine to end.
    private var hasEnded = false
    private var signal: ExitStatus?

    init(
        _ input: LiveInput,
        on sound: Sound?,
        _ losses: DeviceReports,
        _ live: LiveOptions,
        isQuiet: Bool
    ) {
        self.input = input
        self.sound = sound
        self.losses = losses
        self.live = live
        self.isQuiet = isQuiet
    }

    /// Waits for the end.
    ///
    /// - Parameters:
    ///   - interval: The longest time between two turns, in milliseconds; below 0 for any.
    ///   - line: The line that stays on a terminal.
    ///   - onTurn: Called now and then, and after each signal; `false` ends it.
    /// - Returns: The status of the signal that ended it, if one did.
    mutating func run(
        interval: Int32 = -1,
        line: (LiveInputStatus) -> String,
        onTurn: () -> Bool = { true }
    ) -> ExitStatus? {
        var reports = isQuiet ? nil : LiveReports(input.status, name: live.name)
        let shown = TerminalLine(isShown: !isQuiet)
        var keys = LiveKeys(besides: live.raw)
        defer {
            keys.leave()
            shown.end()
        }
        // Without a line and keys, no report is urgent.
        let usual: Int32 = shown.isShown || keys.isPossible ? 100 : isQuiet ? -1 : 1_000
        let patience = interval < 0 ? usual : usual < 0 ? interval : min(interval, usual)
        while !(sound?.thread.hasEnded ?? hasEnded) {
            take(
                Signals.next(milliseconds: patience, orReading: keys.descriptor),
                keys,
                shown
            )
            for action in keys.actions() {
                switch action {
                case .quit: end()
                case .help: Console.report(LiveKeys.help)
                }
            }
            if !onTurn() { end() }
            reports?.update(input.status)
            losses.update()
            if !isQuiet, let engine = sound?.engine {
                for substitution in engine.takeSubstitutions() {
                    Console.report(substitution.description)
                }
                reportPlugins(of: engine)
            }
            if shown.isShown {
                let hint = keys.isPossible ? "  ? help" : ""
                let lost = losses.lostTime.map { "  device lost \(DeviceReports.text($0))" } ?? ""
                shown.show(line(input.status) + lost + hint)
            }
        }
        if !isQuiet, let engine = sound?.engine { reportPlugins(of: engine) }
        return signal
    }

    private func reportPlugins(of engine: Engine) {
        for warning in engine.takePluginFaults().compactMap(\.warning) { Console.report(warning) }
    }

    private mutating func end() {
        hasEnded = true
        sound?.engine.stop()
    }

    private mutating func take(_ number: Int32, _ keys: LiveKeys, _ line: TerminalLine) {
        switch number {
        case SIGINT, SIGTERM, SIGHUP:
            if let signal {
                // A second signal: the device hangs.
                keys.leave()
                line.end()
                _exit(signal.rawValue)
            }
            signal = Signals.status(of: number)
            end()
        case SIGTSTP where signal == nil:
            input.suspend()
            let pause = sound?.engine.pause()
            input.output?.settle()
            line.end()
            keys.leave()
            Signals.stopProcess()
            pause?.resume()
            input.resume()
        default:
            break
        }
    }
}
