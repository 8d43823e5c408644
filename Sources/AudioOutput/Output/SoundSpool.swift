import FontFiles
public import Platform
package import Realtime

/// A temporary file for a sound that is read again: floats, without a name, in `$TMPDIR` or `/tmp`.
///
/// It goes with the process, however that ends. One thread at a time.
public final class SoundSpool: PeriodSink {
    /// Frames it takes at a time.
    public let periodFrames: Int
    /// The layout of the samples that it takes.
    public let layout = SampleLayout.float32
    /// The number of frames in it.
    public private(set) var frames: Int64 = 0

    private let file: UnnamedFile
    private static let frameBytes = 2 * MemoryLayout<Float>.size

    /// Makes an empty file.
    ///
    /// - Parameter periodFrames: Frames it takes at a time.
    /// - Throws: `cannotCreate` with the reason.
    public init(periodFrames: Int) throws(HostError) {
        self.periodFrames = periodFrames
        do throws(UnnamedFile.Failure) {
            file = try UnnamedFile()
        } catch {
            throw HostError(.cannotCreate, Self.name, "\(error)")
        }
    }

    /// Adds frames.
    public func write(_ samples: RawSpan, frames count: Int) throws(HostError) -> Int {
        let code = ForwardFile.write(samples, to: file.descriptor)
        guard code == 0 else { throw HostError(.io, Self.name, SystemError.text(code)) }
        frames += Int64(count)
        return 0
    }

    /// There is nothing to complete.
    public func finish() {}

    /// There is nothing to remove.
    public func abandon() {}

    private static var name: String { "temporary file in \(UnnamedFile.folder)" }

    /// Reads frames.
    ///
    /// - Parameters:
    ///   - sound: Gets the frames from its first on.
    ///   - frame: The first of them.
    ///   - count: The most frames.
    /// - Returns: The number of frames; 0 at the end.
    /// - Throws: A file that cannot be read.
    package func read(
        into sound: inout StereoBuffer,
        from frame: Int64,
        count: Int
    ) throws(HostError) -> Int {
        let samples = try self.samples(from: frame, count: count)
        let count = samples.count / 2
        for index in 0..<count {
            sound.left[index] = samples[2 * index]
            sound.right[index] = samples[2 * index + 1]
        }
        return count
    }

    /// Reads interleaved samples.
    ///
    /// - Parameters:
    ///   - frame: The first frame.
    ///   - count: The most frames.
    /// - Returns: The samples; fewer at the end.
    /// - Throws: A file that cannot be read.
    package func samples(from frame: Int64, count: Int) throws(HostError) -> [Float] {
        let count = Int(min(Int64(count), frames - frame))
        guard count > 0 else { return [] }
        var samples = [Float](repeating: 0, count: 2 * count)
        let code = unsafe samples.withUnsafeMutableBytes { bytes in
            unsafe file.read(into: bytes, at: Int(frame) * Self.frameBytes)
        }
        guard code == 0 else { throw HostError(.io, Self.name, SystemError.text(code)) }
        return samples
    }
}
