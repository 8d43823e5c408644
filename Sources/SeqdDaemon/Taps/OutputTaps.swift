import ControlProtocol
import Glibc
import Logging
import NIOCore
import NIOPosix
import SamplerHost

/// The taps of the daemon: those of its options, and those that clients make.
///
/// Files are opened and completed on threads of a pool. Confined to its event loop.
final class OutputTaps {
    private struct Running {
        var entry: TapEntry
        let tap: Tap
        /// Completes when it has ended; `nil` while nobody ends it.
        var ending: EventLoopFuture<TapEntry>?
    }

    private let engine: Engine
    private let rate: Double
    private let eventLoop: any EventLoop
    private let reporter: Reporter
    private var running: [Running] = []
    private var ended: [TapEntry] = []
    /// The targets of the taps that are being opened.
    private var opening: Set<String> = []
    private var lastNumber = 0
    /// The number of those of the daemon's options, which come first.
    private let ownCount: Int
    private let timer: LoopTimer
    private let pool = NIOThreadPool(numberOfThreads: 2)
    private var hasEnded = false

    /// The most taps that run.
    private static let capacity = 64
    /// The most taps that have ended and are listed.
    private static let history = 100

    /// Takes the taps of the daemon's options.
    ///
    /// - Parameters:
    ///   - engine: The engine.
    ///   - taps: The taps, which it has begun.
    ///   - eventLoop: The loop to which it is confined.
    ///   - reporter: Publishes and logs what becomes of taps.
    init(
        _ engine: Engine,
        _ taps: [Tap],
        on eventLoop: any EventLoop,
        _ reporter: Reporter
    ) {
        self.engine = engine
        ownCount = taps.count
        rate = Double(engine.settings.rate)
        self.eventLoop = eventLoop
        self.reporter = reporter
        timer = LoopTimer(on: eventLoop, every: .seconds(1))
        for tap in taps { add(tap, target: tap.path) }
    }

    /// Starts the threads.
    func start() {
        pool.start()
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
    ///   - samplers: The names of samplers that may come.
    /// - Returns: Completes with its number when the destination is open.
    /// - Throws: 64 where there is no such strip, or another tap has the target; 75 if there are 64.
    func add(
        _ strip: String,
        to destination: TapDestination,
        target: String,
        samplers: [String]
    ) throws(RequestError) -> EventLoopFuture<Int> {
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
        opening.insert(path)
        let engine = engine
        return pool.runIfActive(eventLoop: eventLoop) {
            try RequestError.catching { () throws(HostError) in
                try engine.openTap(strip, to: destination)
            }
        }
        .assumeIsolated().flatMapThrowing { [self] tap in
            opening.remove(path)
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
        .flatMapErrorThrowing { [self] error in
            opening.remove(path)
            throw error
        }.nonisolated()
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
    /// - Returns: Completes when its file is complete; fails with the error of a file or a pipe.
    /// - Throws: 64 if there is none of the number, or it has ended.
    func end(_ number: Int) throws(RequestError) -> EventLoopFuture<TapEntry> {
        guard let index = running.firstIndex(where: { $0.entry.tap == number }) else {
            let state = ended.first { $0.tap == number }?.state
            throw RequestError(
                .usage,
                "tap: \(number): \(state.map { "has ended already: \($0.rawValue)" } ?? "no such tap")"
            )
        }
        return end(at: index).flatMapThrowing { entry in
            if let failure = entry.failure { throw failure }
            return entry
        }
    }

    private func end(at index: Int) -> EventLoopFuture<TapEntry> {
        if let ending = running[index].ending { return ending }
        let (tap, number) = (running[index].tap, running[index].entry.tap)
        // The audio thread takes nothing while playback is paused, and gives nothing to the tap.
        let waits = engine.releaseTap(tap) && !engine.isPaused
        let engine = engine
        let ending = pool.runIfActive(eventLoop: eventLoop) {
            for _ in 0..<1_000 where waits && !tap.isReleased && !engine.hasEnded { usleep(1_000) }
            return tap.finish()
        }
        .assumeIsolated().map { [self] outcome in ended(number, outcome) }.nonisolated()
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
        entry.take(outcome, rate: rate)
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

    /// Completes all files, when the engine has ended.
    ///
    /// - Returns: Completes when the threads have ended.
    func end() -> EventLoopFuture<Void> {
        hasEnded = true
        timer.stop()
        let endings = running.indices.map { end(at: $0).map { _ in } }
        return EventLoopFuture.andAllComplete(endings, on: eventLoop)
            .assumeIsolated().flatMap { [self] in pool.end(on: eventLoop) }.nonisolated()
    }

    // MARK: Watching

    /// Looks once per second for taps that have lost frames or cannot be written any more.
    private func watch() {
        timer.run(!running.isEmpty) { [unowned self] in
            for index in running.indices where running[index].ending == nil {
                let outcome = running[index].tap.outcome
                if outcome.failure != nil {
                    _ = end(at: index)
                } else if Int(outcome.lostFrames) > running[index].entry.lostFrames {
                    running[index].entry.take(outcome, rate: rate)
                    reporter.publish(.tap(running[index].entry))
                }
            }
        }
    }

    private func current(_ running: Running) -> TapEntry {
        var entry = running.entry
        entry.take(running.tap.outcome, rate: rate)
        return entry
    }
}

extension TapEntry {
    /// Takes what was written and lost.
    fileprivate mutating func take(_ outcome: Tap.Outcome, rate: Double) {
        seconds = Double(outcome.frames) / rate
        lostFrames = Int(outcome.lostFrames)
    }
}
