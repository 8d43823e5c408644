import CommandSupport
import Glibc
import Platform
import SamplerHost
import Scope
import TerminalUI

/// `seqd scope` without a file, as it runs: the tap, the keys and the views meet here.
///
/// Main thread.
final class LiveScope {
    private let tap: ScopeTap
    private let screen: ScopeScreen
    private var views: [(kind: ScopeViewKind, view: any ScopeView)]
    private var index: Int
    private var stereo = StereoFrames(channels: 2)
    private var isFrozen = false
    private var hasQuit = false
    private var nextFrame = ContinuousClock.now
    private var lastSound = ContinuousClock.now

    /// The time from one picture to the next.
    private static let frameTime = Duration.milliseconds(33)
    /// The time without frames after which the user is told.
    private static let patience = Duration.milliseconds(700)

    /// Makes a scope.
    ///
    /// - Parameters:
    ///   - tap: The sound.
    ///   - screen: The terminal.
    ///   - kind: The first view.
    ///   - span: The time that the oscilloscope shows, in seconds.
    /// - Throws: Status 70 where there is no memory for a meter.
    init(
        _ tap: ScopeTap,
        on screen: ScopeScreen,
        view kind: ScopeViewKind,
        span: Double
    ) throws(CommandFailure) {
        (self.tap, self.screen) = (tap, screen)
        views = []
        for kind in ScopeViewKind.allCases {
            let view = try CommandFailure.catching { () throws(HostError) in
                try kind.view(rate: tap.rate, .live, span: span)
            }
            views.append((kind, view))
        }
        index = ScopeViewKind.allCases.firstIndex(of: kind) ?? 0
    }

    /// Runs until the user quits.
    ///
    /// - Returns: The status of the signal that has ended it; `nil` for `q`.
    /// - Throws: Status 69 when the daemon or the tap has ended.
    func run() throws(CommandFailure) -> ExitStatus? {
        defer {
            screen.leave()
            tap.end()
        }
        while !hasQuit {
            // Rounded up: there is nothing to do before.
            let wait = max(Int32(((nextFrame - .now) / .milliseconds(1)).rounded(.up)), 0)
            switch Signals.next(milliseconds: wait, orReading: screen.descriptor) {
            case let signal where [SIGINT, SIGTERM, SIGHUP].contains(signal):
                return Signals.status(of: signal)
            case SIGTSTP:
                screen.leave()
                Signals.stopProcess()
            default: break
            }
            for key in screen.keys() where !hasQuit { press(key) }
            if screen.isHungUp { return .hungUp }
            guard .now >= nextFrame else { continue }
            nextFrame = .now + Self.frameTime
            try takeSound()
            show()
        }
        return nil
    }

    private func takeSound() throws(CommandFailure) {
        let samples = try tap.read()
        guard !samples.isEmpty else { return }
        lastSound = .now
        guard !isFrozen else { return }
        stereo.apply(samples.span)
        let frames = stereo.samples
        for index in views.indices { views[index].view.add(frames.span) }
    }

    private func show() {
        var notes: [String] = []
        if isFrozen { notes.append("frozen") }
        if .now - lastSound > Self.patience { notes.append("no sound: the daemon is idle") }
        screen.show(
            views[index].view,
            views[index].kind,
            of: "\(tap.strip) \(tap.rate) Hz",
            notes
        )
    }

    // MARK: Keys

    private func press(_ key: Key) {
        nextFrame = .now
        switch key {
        case .character("q"): hasQuit = true
        case .character("v"), .tab, .right: index = (index + 1) % views.count
        case .character("V"), .left: index = (index + views.count - 1) % views.count
        case .character(" "): isFrozen.toggle()
        case .character("+"), .character("="), .up: views[index].view.zoom(by: 1)
        case .character("-"), .down: views[index].view.zoom(by: -1)
        case .character("r"):
            for index in views.indices { views[index].view.reset() }
        case .control("l"): screen.redraw()
        case .character(let digit):
            guard let number = digit.wholeNumberValue, (1...views.count).contains(number) else {
                return
            }
            index = number - 1
        default: break
        }
    }
}
