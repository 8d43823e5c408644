import ControlProtocol
import Glibc
import Logging
import Platform
import SamplerHost

/// The taps of the daemon: those of its options, and those that clients make.
///
/// Files are opened and completed on threads for that.
@EventLoop
final class OutputTaps {
    private struct Running {
        var entry: TapEntry
        let tap: Tap
        /// Settled when it has ended; `nil` while nobody ends it.
        var ending: Pending<TapEntry>?
    }

    private let engine: Engine
    private let reporter: Reporter
    private var running: [Running] = []
    private var ended: [TapEntry] = []
    /// The targets of the taps that are being opened.
    private var opening: Set<String> = []
    private var lastNumber = 0
    /// The number of those of the daemon's options, which come first.
    private let ownCount: Int
    private let timer = LoopTimer(every: .seconds(1))
    private let files = WorkerQueue("seqd-taps", threads: 2)
    private var hasEnded = false

    /// The most taps that run.
    private static let capacity = 64
    /// The most taps that have ended and are listed.
    private static let history = 100

    /// Takes the taps of the daemon's options.
    init(
        _ engine: Engine,
        _ taps: [Tap],
        _ reporter: Reporter
    ) {
        self.engine = engine
        ownCount = taps.count
        self.reporter = reporter
        for tap in taps { add(tap, target: tap.path) }
    }

    /// Begins to look for those that fail.
    func start() {
        watch()
    }

    /// Whether a tap runs that a client has made, or is being made.
    var isBusy: Bool {
        running.contains { $0.entry.tap > ownCount } || !opening.isEmpty
    }

    /// All taps, by number.
    var entries: [TapEntry] {
        let now = running.map { current($0) }
        return (ended + now).sorted { $0.tap < $1.tap }
    }

    // MARK: Making

    /// Begins a tap.
    ///
    /// - Parameters:
    ///   - strip: The name of the strip, or `master`.
    ///   - destination: Where it is written.
    ///   - target: The path as the client names it.
    ///   - point: The place in the strip.
    ///   - samplers: The names of samplers that may come.
    /// - Returns: Its number.
    /// - Throws: 64 where there is no such strip, or another tap has the target; 75 if there are 64;
    ///   the error of a destination that cannot be opened.
    func add(
        _ strip: String,
        to destination: TapDestination,
        target: String,
        at point: TapPoint,
        samplers: [String]
    ) async throws -> Int {
        guard !hasEnded else { throw RequestError(.unavailable, "the daemon is shutting down") }
        try RequestError.catching { () throws(HostError) in
            try self.engine.expectTap(of: strip, samplers: samplers)
        }
        let path = destination.path
        if let other = running.first(where: { $0.tap.path == path }) {
            throw RequestError(
                .usage,
                "target: \(target): also the target of tap \(other.entry.tap)"
            )
        }
        guard !opening.contains(path) else {
            throw RequestError(.usage, "target: \(target): also the target of another tap")
        }
        guard running.count + opening.count < Self.capacity else {
            throw RequestError(.busy, "too many taps: \(Self.capacity) run; end one by untap")
        }
        let tap = try await open(strip, to: destination, at: point)
        guard !hasEnded else {
            // Nobody would end it.
            tap.finish(keeping: false)
            throw RequestError(.unavailable, "the daemon is shutting down")
        }
        do throws(RequestError) {
            try RequestError.catching { () throws(HostError) in try engine.begin(tap) }
        } catch {
            // Nothing was written: it has nothing to wait for.
            tap.finish(keeping: false)
            throw error
        }
        let entry = add(tap, target: target)
        watch()
        reporter.logger.info("tap \(entry.tap): \(entry.strip) to \(entry.target)")
        reporter.publish(.tap(entry))
        return entry.tap
    }

    private func open(
        _ strip: String,
        to destination: TapDestination,
        at point: TapPoint
    ) async throws -> Tap {
        let path = destination.path
        opening.insert(path)
        defer { opening.remove(path) }
        return try await files.run { [engine] in
            try RequestError.catching { () throws(HostError) in
                try engine.openTap(strip, to: destination, at: point)
            }
        }
    }

    @discardableResult
    private func add(_ tap: Tap, target: String) -> TapEntry {
        lastNumber += 1
        let entry = TapEntry(lastNumber, strip: tap.name, target: target)
        running.append(Running(entry: entry, tap: tap))
        return entry
    }

    // MARK: Ending

    /// Ends a tap.
    ///
    /// - Parameter number: Its number.
    /// - Returns: The tap, when its file is complete.
    /// - Throws: 64 if there is none of the number, or it has ended; the error of a file or a pipe.
    func end(_ number: Int) async throws -> TapEntry {
        guard let index = running.firstIndex(where: { $0.entry.tap == number }) else {
            let state = ended.first { $0.tap == number }?.state
            throw RequestError(
                .usage,
                "tap: \(number): \(state.map { "has ended already: \($0.rawValue)" } ?? "no such tap")"
            )
        }
        let entry = try await end(at: index).value
        if let failure = entry.failure { throw failure }
        return entry
    }

    @discardableResult
    private func end(at index: Int) -> Pending<TapEntry> {
        if let ending = running[index].ending { return ending }
        let (tap, number) = (running[index].tap, running[index].entry.tap)
        // The audio thread takes nothing while playback is paused, and gives nothing to the tap.
        let waits = engine.releaseTap(tap) && !engine.isPaused
        let engine = engine
        let ending = EventLoop.begin { [self] in
            let outcome = try await files.run {
                for _ in 0..<1_000 where waits && !tap.isReleased && !engine.hasEnded {
                    usleep(1_000)
                }
                return tap.finish()
            }
            return ended(number, outcome)
        }
        running[index].ending = ending
        return ending
    }

    /// Moves a tap to those that have ended.
    private func ended(_ number: Int, _ outcome: Tap.Outcome) -> TapEntry {
        guard let index = running.firstIndex(where: { $0.entry.tap == number }) else {
            return TapEntry(number, strip: "", target: "")
        }
        let ending = running.remove(at: index)
        var entry = ending.entry
        entry.take(outcome, rate: ending.tap.rate)
        entry.failure = outcome.failure.map(RequestError.init)
        entry.state = entry.failure == nil ? .ended : .failed
        if let failure = entry.failure {
            reporter.logger.error("tap \(number): \(failure.message)")
        } else {
            reporter.logger.info("tap \(number): ended")
        }
        if let text = ending.tap.lossText(outcome) { reporter.logger.warning("\(text)") }
        reporter.publish(.tap(entry))
        ended.append(entry)
        if ended.count > Self.history { ended.removeFirst() }
        if running.isEmpty { timer.stop() }
        return entry
    }

    /// Completes all files, when the engine has ended, and ends the threads.
    func end() async {
        hasEnded = true
        timer.stop()
        for ending in running.indices.map({ end(at: $0) }) { _ = await ending.outcome }
        await files.end()
    }

    // MARK: Watching

    /// Looks once per second for taps that have lost frames or cannot be written any more.
    private func watch() {
        timer.run(!running.isEmpty) { [unowned self] in
            for index in running.indices where running[index].ending == nil {
                let outcome = running[index].tap.outcome
                if outcome.failure != nil {
                    end(at: index)
                } else if Int(outcome.lostFrames) > running[index].entry.lostFrames {
                    running[index].entry.take(outcome, rate: running[index].tap.rate)
                    reporter.publish(.tap(running[index].entry))
                }
            }
        }
    }

    private func current(_ running: Running) -> TapEntry {
        var entry = running.entry
        entry.take(running.tap.outcome, rate: running.tap.rate)
        return entry
    }
}

extension TapEntry {
    /// Takes what was written and lost.
    fileprivate mutating func take(_ outcome: Tap.Outcome, rate: Int) {
        seconds = Double(outcome.frames) / Double(rate)
        lostFrames = Int(outcome.lostFrames)
    }
}
