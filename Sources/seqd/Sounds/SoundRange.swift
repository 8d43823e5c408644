import Platform
import Sequencer

/// The part of a sound file between two positions, which are times.
struct SoundRange {
    /// The frames; for a sound of unknown length up to `Int.max`.
    let frames: Range<Int>
    private let name: String
    private let rate: Int

    /// Finds a part.
    ///
    /// - Parameters:
    ///   - name: The name of the file in messages.
    ///   - start: The beginning; `nil` for that of the file.
    ///   - end: The end; `nil` for that of the file.
    ///   - rate: Frames per second.
    ///   - frameCount: The length of the file; `nil` where it is not known.
    /// - Throws: `usage` for positions that a sound file does not have.
    init(
        _ name: String,
        _ start: Position?,
        _ end: Position?,
        rate: Int,
        frameCount: Int?
    ) throws(HostError) {
        (self.name, self.rate) = (name, rate)
        let first = try Self.frame(of: start, "--from", name, rate: rate) ?? 0
        let last = try Self.frame(of: end, "--to", name, rate: rate) ?? .max
        guard first < last else {
            throw HostError(.usage, name, "--to is not after --from")
        }
        guard let frameCount else {
            frames = first..<last
            return
        }
        guard first == 0 || first < frameCount else {
            let length = TimeText.text(frames: Int64(frameCount), rate: rate)
            throw HostError(.usage, name, "--from is after the end, \(length)")
        }
        guard end == nil || !Self.isAfter(last, end: frameCount, rate: rate) else {
            let length = TimeText.text(frames: Int64(frameCount), rate: rate)
            throw HostError(.usage, name, "--to is after the end, \(length)")
        }
        frames = first..<max(first, min(last, frameCount))
    }

    /// Whether a frame is after the end by more than the rounding of a length that seqd prints.
    private static func isAfter(_ frame: Int, end: Int, rate: Int) -> Bool {
        frame > end && frame - end > rate / 1_000
    }

    /// The note that a sound of unknown length has ended before `--to`; `nil` if it has not.
    ///
    /// It is no fault as in a file: nobody knows when a pipe ends, and what came is lost otherwise.
    ///
    /// - Parameters:
    ///   - reached: The frame at which it has ended.
    ///   - count: The number of frames of the part.
    /// - Returns: The note.
    /// - Throws: `usage` where it has ended before the part.
    func note(reached: Int, _ count: Int64) throws(HostError) -> String? {
        guard count > 0 || frames.lowerBound == 0 else {
            throw HostError(.usage, name, "--from is after the end")
        }
        let last = frames.upperBound
        guard last < .max, Self.isAfter(last, end: reached, rate: rate) else { return nil }
        return "\(name): ends before --to, after "
            + TimeText.text(frames: Int64(reached), rate: rate)
    }

    private static func frame(
        of position: Position?,
        _ option: String,
        _ name: String,
        rate: Int
    ) throws(HostError) -> Int? {
        guard let position else { return nil }
        guard case .seconds(let nanoseconds) = position else {
            throw HostError(
                .usage,
                name,
                "\(option) \(position): a sound file has no bars, ticks and markers; expected a time "
                    + "such as 1m23.5s"
            )
        }
        return Int(clamping: Int128(nanoseconds) * Int128(rate) / 1_000_000_000)
    }
}
