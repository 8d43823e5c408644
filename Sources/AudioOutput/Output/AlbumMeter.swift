import Synchronization

/// Measures several sounds as one album.
///
/// Any thread.
package final class AlbumMeter: Sendable {
    /// A meter that nobody else uses any more.
    private struct FinishedMeter: @unchecked Sendable {
        let meter: LoudnessMeter
    }

    private let meters = Mutex<[Int: FinishedMeter]>([:])

    /// Makes a meter for sounds that are still to be measured.
    package init() {}

    /// Adds the sound that a meter has measured; nobody may use the meter any more.
    ///
    /// - Parameters:
    ///   - meter: The meter.
    ///   - number: The place of the sound on the album, in whose order the sounds are summed.
    package func add(_ meter: LoudnessMeter, as number: Int) {
        let finished = FinishedMeter(meter: meter)
        meters.withLock { $0[number] = finished }
    }

    /// Whether no sound was added.
    package var isEmpty: Bool { meters.withLock { $0.isEmpty } }

    /// The measurement of all sounds; none may be added after it.
    ///
    /// - Returns: The loudness of all of them together, with one gate (EBU R 128), and the highest
    ///   peaks.
    package func finish() -> LoudnessMeter.Reading {
        meters.withLock {
            LoudnessMeter.finish($0.sorted { $0.key < $1.key }.map(\.value.meter))
        }
    }
}
