import FontFiles
import Instruments
import Platform
import Synchronization
import Voices

/// The recordings of an instrument in memory, as our own voices play them: frames for each side, of 16
/// bits where the recording has no more, else floats.
///
/// A render reads those that it plays before it begins, and keeps them. In real time the first frames
/// are read before; the ``SampleStream`` reads the others while they are played, and drops them again.
final class RecordedSamples: Sendable {
    /// The instrument.
    let source: InstrumentSource
    /// The sides of each recording: one, two, or none of one that cannot be read.
    let sides: [[SampleFrames]]
    private let states: Mutex<[State]>
    /// One thread at a time writes a recording, or drops what has been written.
    private let locks: [Lock]
    private let findings = Mutex<Findings>(Findings())

    /// The state of a recording, besides its frames.
    private struct State {
        /// The frame up to which it stays in memory: the latest at which a note begins, and those of
        /// ``SampleStream/headFrames``.
        var head = 0
        /// Whether it may be played in real time.
        var isExpected = false
        /// The number of those who play it from beginning to end and cannot wait.
        var holders = 0
    }

    private final class Lock: Sendable {
        let mutex = Mutex(())
    }

    /// The faults of recordings that have been read.
    private struct Findings {
        var list: [InstrumentDiagnostic] = []
        var recordings: Set<Int> = []
    }

    /// Takes an instrument whose recordings have not been read.
    init(_ source: InstrumentSource) {
        self.source = source
        sides = source.recordings.map { recording in
            guard let recording else { return [] }
            return (0..<min(recording.channelCount, 2)).map { _ in
                SampleFrames(unwritten: recording.frameCount, areFloats: recording.bits > 16)
            }
        }
        states = Mutex(Array(repeating: State(), count: source.recordings.count))
        locks = source.recordings.map { _ in Lock() }
    }

    /// The faults of recordings that have been read.
    var diagnostics: [InstrumentDiagnostic] { findings.withLock { $0.list } }

    /// The frames of a recording that have been read.
    private func readCount(_ index: Int) -> Int { sides[index].first?.playableCount ?? 0 }

    /// The frames of a recording.
    private func count(_ index: Int) -> Int { sides[index].first?.count ?? 0 }

    /// Whether a recording has been read to its end.
    // MARK: Reading

    /// Reads recordings to their ends, several at once.
    ///
    /// One that cannot be read is silent, and reported.
    ///
    /// - Parameter recordings: Their indices.
    func read(_ recordings: Set<Int>) {
        read(recordings.map { ($0, count($0)) })
    }

    /// Reads recordings to their ends and keeps them in memory until they are released.
    ///
    /// - Parameter recordings: Their indices.
    func hold(_ recordings: Set<Int>) {
        states.withLock { for index in recordings { $0[index].holders += 1 } }
        read(recordings)
    }

    /// Releases recordings that were held.
    func release(_ recordings: Set<Int>) {
        states.withLock { for index in recordings { $0[index].holders -= 1 } }
    }

    /// Reads the beginnings of recordings, several at once; the rest is read when it is played, or
    /// where there is room for it.
    ///
    /// - Parameters:
    ///   - recordings: Their indices, and the latest frame at which a note of each begins.
    ///   - frames: The frames from there on that are read.
    func readHeads(_ recordings: [Int: Int], frames: Int) {
        read(expectHeads(recordings, frames: frames))
    }

    /// Has the beginnings of recordings read soon, after those that are played.
    ///
    /// - Parameters:
    ///   - recordings: Their indices, and the latest frame at which a note of each begins.
    ///   - frames: The frames from there on that are read.
    /// - Returns: The ends of the beginnings.
    @discardableResult
    func expectHeads(_ recordings: [Int: Int], frames: Int) -> [(index: Int, end: Int)] {
        let heads = recordings.map { index, start in
            (index: index, end: min(count(index), start + frames))
        }
        states.withLock { states in
            for (index, end) in heads {
                states[index].head = max(states[index].head, end)
                states[index].isExpected = true
            }
        }
        return heads
    }

    private func read(_ recordings: [(index: Int, end: Int)]) {
        let left = recordings.filter { readCount($0.index) < $0.end }.sorted { $0.index < $1.index }
        ParallelWork.forEach(Array(left.indices)) { [self] number in
            let (index, end) = left[number]
            locks[index].mutex.withLock { _ in read(index, upTo: end) }
        }
    }

    /// Reads a recording from where it has been read; the lock is held.
    private func read(_ index: Int, upTo limit: Int) {
        guard let recording = source.recordings[index] else { return }
        let known = readCount(index)
        guard known < limit else { return }
        do throws(HostError) {
            _ = try source.read(
                index,
                from: known,
                upTo: limit
            ) { (values, _) throws(HostError) in
                // Voices ask the first side how many frames there are.
                for side in sides[index].indices.reversed() {
                    sides[index][side].append(
                        values,
                        from: side,
                        stride: recording.channelCount
                    )
                }
            }
        } catch {
            report(index, "\(error.reason); silent", .error, error.subject)
        }
        let reached = readCount(index)
        guard reached < limit || limit >= recording.frameCount else { return }
        if reached < recording.frameCount {
            report(
                index,
                "ends after \(reached) of \(recording.frameCount) frames; the rest is silent",
                .warning
            )
        }
        for side in sides[index].reversed() { side.finish() }
    }

    private func report(
        _ index: Int,
        _ text: String,
        _ severity: InstrumentDiagnostic.Severity,
        _ subject: String? = nil
    ) {
        let sample = source.description.sources[index]
        let finding = InstrumentDiagnostic(
            severity,
            sample.position,
            subject ?? sample.name,
            text
        )
        findings.withLock { findings in
            // What was dropped is read once more.
            guard findings.recordings.insert(index).inserted else { return }
            findings.list.append(finding)
        }
    }

    // MARK: Streaming

    /// A recording that the stream may read or drop.
    struct Candidate {
        var index: Int
        /// The frames that have been read.
        var readCount: Int
        /// When a voice has played it last.
        var lastUse: Int64
    }

    /// The recordings of an instrument that the stream may read or drop.
    struct Survey {
        /// The recording in use of which the fewest frames have been read, of those with more to read.
        var played: Candidate?
        /// A recording whose first frames are missing.
        var head: Int?
        /// One that has more to read.
        var body: Int?
        /// The one that has been out of use for the longest time, of those with frames to drop.
        var unused: Candidate?
        /// The memory of all frames in bytes.
        var bytes = 0
        /// The voices that ended because frames were missing.
        var starved = 0
    }

    /// Looks at all recordings.
    ///
    /// For the thread of the stream.
    ///
    /// - Parameter recent: The time since when a recording that has been played is in use.
    /// - Returns: Those that may be read or dropped.
    func survey(recent: Int64) -> Survey {
        var survey = Survey()
        states.withLock { states in
            for index in sides.indices {
                guard let first = sides[index].first else { continue }
                survey.starved += first.takeStarvedCount()
                let (read, state) = (first.playableCount, states[index])
                survey.bytes += read * bytesPerFrame(index)
                let candidate = Candidate(index: index, readCount: read, lastUse: first.lastUse)
                let isInUse = candidate.lastUse >= recent
                if read < first.count {
                    if isInUse, read < survey.played?.readCount ?? .max {
                        survey.played = candidate
                    }
                    if state.isExpected {
                        if survey.head == nil, read < state.head { survey.head = index }
                        if survey.body == nil { survey.body = index }
                    }
                }
                if !isInUse, state.holders == 0, read > state.head,
                    candidate.lastUse < survey.unused?.lastUse ?? .max
                {
                    survey.unused = candidate
                }
            }
        }
        return survey
    }

    /// The memory of the next frames of a recording, so many at most.
    func bytes(of index: Int, most frames: Int) -> Int {
        min(frames, count(index) - readCount(index)) * bytesPerFrame(index)
    }

    private func bytesPerFrame(_ index: Int) -> Int {
        sides[index].reduce(0) { $0 + $1.bytesPerFrame }
    }

    /// Reads the next frames of a recording.
    ///
    /// - Parameters:
    ///   - index: The recording.
    ///   - most: The most frames.
    func readMore(_ index: Int, most: Int) {
        locks[index].mutex.withLock { _ in
            read(index, upTo: min(count(index), readCount(index) + most))
        }
    }

    /// Reads the first frames of a recording.
    func readHead(_ index: Int) {
        let head = states.withLock { $0[index].head }
        locks[index].mutex.withLock { _ in read(index, upTo: head) }
    }

    /// Drops all but the first frames of a recording, unless it is in use again.
    func drop(_ candidate: Candidate) {
        let index = candidate.index
        locks[index].mutex.withLock { _ in
            let state = states.withLock { $0[index] }
            guard state.holders == 0, let first = sides[index].first,
                first.drop(from: state.head, unusedSince: candidate.lastUse)
            else { return }
            // Voices ask the first side only.
            for side in sides[index].dropFirst() {
                _ = side.drop(from: state.head, unusedSince: side.lastUse)
            }
        }
    }
}
