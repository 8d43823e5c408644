import CommandSupport
import FontFiles
import Instruments
import Platform
import SamplerHost
import Sequencer

/// A part of a sound file, which is read once.
struct AudiblePart: ~Copyable {
    private let reader: SoundFileReader
    private let range: SoundRange
    private let name: String

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - input: The file; `-` for standard input.
    ///   - name: Its name in messages.
    ///   - start: The beginning; `nil` for that of the file.
    ///   - end: The end; `nil` for that of the file.
    /// - Throws: `noInput` or `data` for a file that cannot be read, `usage` for positions that it does
    ///   not have.
    init(
        _ input: String,
        name: String,
        from start: Position?,
        to end: Position?
    ) throws(HostError) {
        let reader = try SoundFileReader(toItsEnd: input)
        let range = try SoundRange(
            name,
            start,
            end,
            rate: reader.recording.rate,
            frameCount: reader.frameCount
        )
        self.reader = reader
        (self.range, self.name) = (range, name)
    }

    /// The number of channels.
    var channels: Int { reader.recording.channelCount }
    /// Frames per second.
    var rate: Int { reader.recording.rate }
    /// The frame of the file at which the part begins.
    var start: Int64 { Int64(range.frames.lowerBound) }
    /// The number of frames; `nil` where it is not known.
    var length: Int64? { reader.frameCount == nil ? nil : Int64(range.frames.count) }

    /// Reads the frames in pieces, and reports a file that ends too early.
    ///
    /// - Parameter body: Takes the values of a piece, interleaved, and their number of frames.
    /// - Throws: The errors of `body`; `data` for a file that changes meanwhile, `usage` for a pipe
    ///   that ends before the part.
    func forEachPiece(
        _ body: (Span<Float>, Int) throws(HostError) -> Void
    ) throws(HostError) {
        let version = reader.version
        var frames: Int64 = 0
        let reached = try reader.forEachPiece(
            from: range.frames.lowerBound,
            upTo: range.frames.upperBound
        ) { samples, count throws(HostError) in
            frames += Int64(count)
            try body(samples, count)
        }
        guard let frameCount = reader.frameCount else {
            if let note = try range.note(reached: reached, frames) { Console.report(note) }
            return
        }
        guard reached < range.frames.upperBound else { return }
        guard reader.version == version else {
            throw HostError(.data, name, "changed while it was read")
        }
        Console.report(
            "\(name): damaged: ends after " + TimeText.text(frames: Int64(reached), rate: rate)
                + " of " + TimeText.text(frames: Int64(frameCount), rate: rate)
        )
    }
}
