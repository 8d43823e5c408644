import FontFiles
import Instruments
import Platform
import Synchronization
import Voices

/// The recordings of an instrument in memory, as our own voices play them: frames for each side, of 16
/// bits where the recording has no more, else floats.
///
/// They are read when they are first needed, by loaders' threads, also while they are played, and stay
/// for as long as this lives.
final class RecordedSamples: Sendable {
    /// The frames of a recording's beginning: a third of a second, which is heard while the rest is
    /// read.
    static let headFrames = 16_384

    /// How far a recording has been read.
    private enum Progress: Int {
        case nothing, head, all
    }

    /// The instrument.
    let source: InstrumentSource
    /// The sides of each recording: one, two, or none of one that cannot be read.
    let sides: [[SampleFrames]]
    private let progress: Mutex<[Progress]>
    /// One reader at a time writes a recording.
    private let locks: [ReadingLock]
    private let findings = Mutex<[InstrumentDiagnostic]>([])

    private final class ReadingLock: Sendable {
        let mutex = Mutex(())
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
        progress = Mutex(Array(repeating: .nothing, count: source.recordings.count))
        locks = source.recordings.map { _ in ReadingLock() }
    }

    /// The faults of recordings that have been read.
    var diagnostics: [InstrumentDiagnostic] { findings.withLock { $0 } }

    /// Whether a recording has been read to its end.
    func isFinished(_ index: Int) -> Bool {
        sides[index].isEmpty || progress.withLock { $0[index] == .all }
    }

    /// Reads recordings, several at once, unless that has been done.
    ///
    /// One that cannot be read is silent, and reported.
    ///
    /// - Parameters:
    ///   - recordings: Their indices.
    ///   - isHeadEnough: Whether only their beginnings are read.
    func prepare(_ recordings: Set<Int>, isHeadEnough: Bool = false) {
        let wanted: Progress = isHeadEnough ? .head : .all
        let left = progress.withLock { progress in
            recordings.filter { progress[$0].rawValue < wanted.rawValue }.sorted()
        }
        ParallelWork.forEach(left) { [self] index in
            locks[index].mutex.withLock { _ in
                guard progress.withLock({ $0[index].rawValue < wanted.rawValue }) else { return }
                read(index, upTo: isHeadEnough ? Self.headFrames : .max)
                progress.withLock { $0[index] = wanted }
            }
        }
    }

    private func read(_ index: Int, upTo limit: Int) {
        guard let recording = source.recordings[index], let first = sides[index].first else {
            return
        }
        // What was read before is read again, and passed over.
        let known = first.playableCount
        var done = 0
        do throws(HostError) {
            _ = try source.read(index, upTo: limit) { (values, count) throws(HostError) in
                let skipped = max(0, min(known - done, count))
                for side in sides[index].indices {
                    sides[index][side].append(
                        values,
                        from: skipped * recording.channelCount + side,
                        stride: recording.channelCount
                    )
                }
                done += count
            }
        } catch {
            report(index, "\(error.reason); silent", .error, error.subject)
        }
        guard limit >= recording.frameCount else { return }
        if first.playableCount < recording.frameCount {
            report(
                index,
                "ends after \(first.playableCount) of \(recording.frameCount) frames; the rest is "
                    + "silent",
                .warning
            )
        }
        for side in sides[index] { side.finish() }
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
        findings.withLock { $0.append(finding) }
    }
}
