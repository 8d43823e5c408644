import CLinux
public import Platform
public import Sequencer
import Synchronization

/// A leader of a JACK server's transport: it starts, stops and moves it as playback does, and tells the
/// bar, the beat and the tick.
///
/// A client without ports does so on a thread of its own. While there is no server, it looks for one.
public final class JACKLead: Sendable {
    /// The position of playback at a time.
    public struct Position: Hashable, Sendable {
        /// Whether it advances.
        public var isRolling: Bool
        /// The position in seconds, which advance like those of a clock.
        public var seconds: Double
        /// The time at which its sound is heard, in nanoseconds of the monotonic clock.
        public var time: Int64

        /// Makes a position.
        ///
        /// - Parameters:
        ///   - isRolling: Whether it advances.
        ///   - seconds: The position in seconds.
        ///   - time: The time at which it is heard.
        public init(isRolling: Bool, seconds: Double, time: Int64) {
            (self.isRolling, self.seconds, self.time) = (isRolling, seconds, time)
        }

        /// The position in seconds at a time.
        func seconds(at time: Int64) -> Double {
            isRolling ? seconds + Double(time - self.time) / 1e9 : seconds
        }
    }

    /// The state that the transport is to have.
    private struct Wanted {
        var position: Position?
        var beats: [BeatSegment] = []
        /// The number of changes of the segments.
        var version = 0
    }

    private let wanted = Mutex(Wanted())
    private let isEnding = Atomic<Bool>(false)
    private let news = Semaphore()
    private let thread = Mutex<SystemThread?>(nil)
    private let server: String?
    private let onProblem: @Sendable (String) -> Void
    private let lastProblem = Mutex<String?>(nil)
    private let isOver = Atomic<Bool>(false)
    private let over = Semaphore()

    /// The time between two looks at the transport, in nanoseconds.
    private static let interval: Int64 = 20_000_000
    /// The intervals between two attempts to find a server.
    private static let pauses = 25
    /// The difference in seconds that is corrected by a jump, and the looks in a row that find it.
    private static let tolerance = 0.003
    private static let patience = 3

    /// Begins to lead.
    ///
    /// - Parameter onProblem: Called on a thread of its own with what does not work, in words.
    /// - Throws: `unavailable` without JACK's library; `internal` when the system has no thread to
    ///   give.
    public convenience init(
        onProblem: @escaping @Sendable (String) -> Void
    ) throws(HostError) {
        try self.init(server: nil, onProblem: onProblem)
    }

    /// The same with a server's name; `nil` for the usual one.
    package init(
        server: String?,
        onProblem: @escaping @Sendable (String) -> Void
    ) throws(HostError) {
        try JACKClient.checkLibrary("jack")
        self.server = server
        self.onProblem = onProblem
        let thread = try SystemThread.start(
            "JACK transport",
            name: "seqd-lead",
            priority: 0
        ) { self.run() }
        self.thread.withLock { $0 = thread }
    }

    /// Takes the position of playback; any thread.
    public func update(_ position: Position) {
        let isNews = wanted.withLock { wanted in
            let last = wanted.position
            wanted.position = position
            return last?.isRolling != position.isRolling
                || !position.isRolling && last?.seconds != position.seconds
        }
        if isNews { news.post() }
    }

    /// Takes the tempos and meters of the piece; any thread.
    public func update(_ beats: [BeatSegment]) {
        wanted.withLock { wanted in
            wanted.beats = beats
            wanted.version += 1
        }
        news.post()
    }

    /// Stops the transport if it rolls, and waits until the client is closed, for a second at most: a
    /// server may hang; before the program ends.
    public func end() {
        isEnding.store(true, ordering: .relaxed)
        news.post()
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        guard let thread else { return }
        let limit = seqd_monotonic_nanoseconds() + 1_000_000_000
        while !isOver.load(ordering: .acquiring), seqd_monotonic_nanoseconds() < limit {
            over.wait(until: limit)
        }
        if isOver.load(ordering: .acquiring) { thread.join() } else { thread.detach() }
    }

    private var hasEnded: Bool { isEnding.load(ordering: .relaxed) }

    private func run() {
        while !hasEnded {
            if let client = try? JACKClient("seqd-lead", server: server, device: "jack") {
                lead(client)
                client.close()
            }
            for _ in 0..<Self.pauses where !hasEnded { wait() }
        }
        isOver.store(true, ordering: .releasing)
        over.post()
    }

    private func wait() { news.wait(until: seqd_monotonic_nanoseconds() + Self.interval) }

    /// Leads until the server has ended.
    private func lead(_ client: JACKClient) {
        do throws(HostError) {
            try client.start(ports: [], capacity: 1, device: "jack")
        } catch {
            return report(error.description)
        }
        if !client.tellBeats() {
            report("another client of JACK tells the bars and beats of the transport")
        }
        var version: Int?
        var aim = Aim()
        while !hasEnded, client.loss == nil {
            let (position, beats, current) = wanted.withLock { wanted in
                (wanted.position, wanted.version == version ? nil : wanted.beats, wanted.version)
            }
            if let beats { client.setBeats(beats) }
            version = current
            if var position {
                // The longest that a transport can have.
                position.seconds = min(position.seconds, 4e9 / Double(client.rate))
                move(client, to: position, &aim)
            }
            wait()
        }
        // Nobody plays on.
        guard client.loss == nil, aim.rest == nil else { return }
        if client.transport.isRolling || client.isTransportStarting { client.roll(false) }
    }

    /// Tells a problem, unless it is the last one again: each attempt would.
    private func report(_ problem: String) {
        let isNews = lastProblem.withLock { last in
            defer { last = problem }
            return last != problem
        }
        if isNews { onProblem(problem) }
    }

    /// The way in which the transport is moved.
    private struct Aim {
        /// The seconds that are added to a position, for the cycles that a server takes before it is
        /// there: for a start, and for a jump while it rolls.
        var start = 0.0
        var jump = 0.0
        /// Whether the last move was a start; `nil` before the first.
        var wasStart: Bool?
        /// The looks in a row that have found a difference.
        var misses = 0
        /// The looks since the last move.
        var looks = 0
        /// The position at which the transport was left without rolling: others may move it from there.
        var rest: Double?

        /// Takes the difference that the last move has left, if it is of that move.
        mutating func correct(_ error: Double) {
            guard looks <= 2 * JACKLead.patience else { return }
            switch wasStart {
            case true?: start = min(max(start - error, -0.25), 0.25)
            case false?: jump = min(max(jump - error, -0.25), 0.25)
            case nil: break
            }
        }
    }

    /// Brings the transport to a position.
    private func move(_ client: JACKClient, to position: Position, _ aim: inout Aim) {
        let isStarting = client.isTransportStarting
        let transport = client.transport
        aim.looks += 1
        guard position.isRolling else {
            aim.misses = 0
            // While nothing plays, the transport belongs to all.
            guard aim.rest != position.seconds else { return }
            let isThere =
                abs(transport.seconds - position.seconds) * Double(client.rate) <= 0.6
            if transport.isRolling || isStarting { client.roll(false) }
            if !isThere { client.locate(toSeconds: position.seconds) }
            if isThere, !transport.isRolling, !isStarting { aim.rest = position.seconds }
            return
        }
        aim.rest = nil
        guard !isStarting else { return }
        // Where it is to be in the next cycle.
        let period = Int64(client.period) * 1_000_000_000 / Int64(client.rate)
        let next = position.seconds(at: transport.time + period)
        guard transport.isRolling else {
            aim.misses = 0
            aim.looks = 0
            aim.wasStart = true
            client.locate(toSeconds: next + aim.start)
            client.roll(true)
            return
        }
        let error = transport.seconds - position.seconds(at: transport.time)
        aim.misses = abs(error) > Self.tolerance ? aim.misses + 1 : 0
        guard aim.misses >= Self.patience else { return }
        aim.misses = 0
        // A jump of playback itself says nothing about the server.
        if abs(error) < 0.1 { aim.correct(error) }
        aim.looks = 0
        aim.wasStart = false
        client.locate(toSeconds: next + aim.jump)
    }
}
