import CLinux
import FontFiles
import Platform
import Realtime
import Synchronization

/// Reads the recordings of instruments while our own voices play them in real time, and keeps their
/// memory within a limit.
///
/// The first frames of each recording stay in memory. Of those that are played the rest is read at
/// once, the one with the fewest frames first; then of the others, as long as there is room. Where there
/// is none, what has been out of use for the longest time is dropped.
public final class SampleStream: Sendable {
    /// That of the process.
    public static let shared = SampleStream()

    /// The memory of recordings, and how much of it is read before the first note.
    public struct Settings: Equatable, Sendable {
        /// The most memory of all recordings in bytes.
        ///
        /// First frames, and recordings that renders play, may exceed it.
        public var limit: Int
        /// The frames of each recording that are read before the first note and stay in memory.
        public var headFrames: Int

        /// Makes settings.
        public init(limit: Int = 1 << 30, headFrames: Int = 16_384) {
            self.limit = limit
            self.headFrames = headFrames
        }
    }

    /// Voices that ended early because frames were missing.
    public struct Shortage: Equatable, Sendable, CustomStringConvertible {
        /// The file of the instrument.
        public var path: String
        /// The number of voices.
        public var voices: Int
        /// The limit of memory in bytes, if nothing could be read because of it; else the disk was too
        /// slow.
        public var limit: Int?

        /// The report in words.
        public var description: String {
            let notes = voices == 1 ? "1 note faded out" : "\(voices) notes faded out"
            guard let limit else {
                return "\(path): \(notes): samples were read too slowly; a larger --preload gives "
                    + "more time"
            }
            return "\(path): \(notes): all \(limit >> 20) MiB of --sample-memory are in use"
        }
    }

    /// Posted by the audio thread while a voice plays a recording of which frames are missing.
    let waiting = Box(Semaphore())
    private let state = Mutex<State>(State())
    private let starved = Atomic<Int>(0)

    private struct State {
        var settings = Settings()
        var instruments: [WeakSamples] = []
        var hasThread = false
        /// The shortages that are not reported yet, and the time of the next report, by the monotonic
        /// clock in nanoseconds.
        var shortages: [Shortage] = []
        var nextReport: Int64 = 0
        var onShortage: (@Sendable (Shortage) -> Void)?
    }

    private struct WeakSamples {
        weak var samples: RecordedSamples?
    }

    /// The frames that are read at once, of a recording of which few have been read.
    private static let pieceFrames = 32_768
    /// The nanoseconds after its last block in which a voice's recording counts as in use.
    private static let recently: Int64 = 500_000_000
    /// The nanoseconds from one report of an instrument's shortage to the next.
    private static let reportInterval: Int64 = 1_000_000_000

    init() {}

    /// The settings, for instruments that are loaded from now on; the limit counts at once.
    public var settings: Settings {
        get { state.withLock(\.settings) }
        set { state.withLock { $0.settings = newValue } }
    }

    /// The number of voices that ended early since the process began.
    public var starvedCount: Int { starved.load(ordering: .relaxed) }

    /// Has shortages reported, at most once per second.
    ///
    /// - Parameter report: Takes a shortage, on the thread of the stream.
    public func onShortage(_ report: @escaping @Sendable (Shortage) -> Void) {
        state.withLock { $0.onShortage = report }
    }

    /// Takes an instrument whose recordings are played in real time, and begins to read them.
    func begin(_ samples: RecordedSamples) {
        add(samples)
        let needsThread = state.withLock { state in
            defer { state.hasThread = true }
            return !state.hasThread
        }
        if needsThread, (try? SystemThread("seqd-samples") { [self] in run() }) == nil {
            // Without a thread nothing could be read later.
            while step() {}
            state.withLock { $0.hasThread = false }
        }
        waiting.value.post()
    }

    /// Takes an instrument whose recordings are played in real time.
    func add(_ samples: RecordedSamples) {
        state.withLock { state in
            state.instruments.removeAll { $0.samples == nil }
            if !state.instruments.contains(where: { $0.samples === samples }) {
                state.instruments.append(WeakSamples(samples: samples))
            }
        }
    }

    private func run() {
        while true {
            waiting.value.wait(
                until: state.withLock { $0.shortages.isEmpty ? .max : $0.nextReport }
            )
            while step() {}
        }
    }

    // MARK: Reading

    /// Reads a piece of a recording.
    ///
    /// For the thread of the stream, and tests.
    ///
    /// - Parameter now: The time of the monotonic clock in nanoseconds.
    /// - Returns: Whether there may be more to read.
    func step(now: Int64 = seqd_monotonic_nanoseconds()) -> Bool {
        let (instruments, limit) = state.withLock { state in
            (state.instruments.compactMap(\.samples), state.settings.limit)
        }
        let surveys = instruments.map { $0.survey(recent: now - Self.recently) }
        let bytes = surveys.reduce(0) { $0 + $1.bytes }
        var isFull = false
        defer { report(surveys, instruments, limit: isFull ? limit : nil, now) }

        func least(
            _ candidate: (RecordedSamples.Survey) -> RecordedSamples.Candidate?,
            by order: (RecordedSamples.Candidate) -> Int64
        ) -> (number: Int, candidate: RecordedSamples.Candidate)? {
            surveys.enumerated()
                .compactMap { number, survey in candidate(survey).map { (number, $0) } }
                .min { order($0.1) < order($1.1) }
        }
        if let (number, candidate) = least(\.played, by: { Int64($0.readCount) }) {
            let samples = instruments[number]
            // The more has been read, the less it hurries.
            let frames = max(Self.pieceFrames, candidate.readCount / 2)
            if bytes + samples.bytes(of: candidate.index, most: frames) <= limit {
                samples.readMore(candidate.index, most: frames)
                return true
            }
            if let (number, candidate) = least(\.unused, by: { $0.lastUse }) {
                instruments[number].drop(candidate)
                return true
            }
            isFull = true
            return false
        }
        for (number, survey) in surveys.enumerated() {
            guard let index = survey.head else { continue }
            instruments[number].readHead(index)
            return true
        }
        for (number, survey) in surveys.enumerated() {
            guard let index = survey.body else { continue }
            let samples = instruments[number]
            guard bytes + samples.bytes(of: index, most: Self.pieceFrames) <= limit else {
                return false
            }
            samples.readMore(index, most: Self.pieceFrames)
            return true
        }
        return false
    }

    /// Counts voices that ended early, and reports them when it is time.
    private func report(
        _ surveys: [RecordedSamples.Survey],
        _ instruments: [RecordedSamples],
        limit: Int?,
        _ now: Int64
    ) {
        let (shortages, body) = state.withLock { state in
            for (survey, samples) in zip(surveys, instruments) where survey.starved > 0 {
                starved.add(survey.starved, ordering: .relaxed)
                let path = samples.source.path
                if let known = state.shortages.firstIndex(where: { $0.path == path }) {
                    state.shortages[known].voices += survey.starved
                    state.shortages[known].limit = limit ?? state.shortages[known].limit
                } else {
                    state.shortages.append(
                        Shortage(path: path, voices: survey.starved, limit: limit)
                    )
                }
            }
            guard !state.shortages.isEmpty, now >= state.nextReport else {
                return ([Shortage](), state.onShortage)
            }
            state.nextReport = now + Self.reportInterval
            defer { state.shortages = [] }
            return (state.shortages, state.onShortage)
        }
        for shortage in shortages { body?(shortage) }
    }
}
