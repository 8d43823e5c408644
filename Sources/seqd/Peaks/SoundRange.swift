import Platform
import Sequencer

/// The part of a sound file between two positions, which are times.
struct SoundRange {
    /// The frames; for a sound of unknown length up to `Int.max`.
    let frames: Range<Int>

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
        frames = first..<max(first, min(last, frameCount))
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
