public import Platform
public import Racks

/// The destination of the engine's periods: a device, a file, or a clock without either.
///
/// All calls come from the thread that runs the engine, outside the section that must not block.
public protocol PeriodSink: AnyObject {
    /// Frames it takes at a time.
    var periodFrames: Int { get }

    /// The layout of the samples that it takes.
    var layout: SampleLayout { get }

    /// Its channels, each with what it gets.
    var map: ChannelMap { get }

    /// Takes frames; waits as long as it must.
    ///
    /// - Parameters:
    ///   - samples: The interleaved samples of all frames in ``layout``, for the time of the call.
    ///   - frames: The number of frames.
    /// - Returns: The number of buffer underruns since the last call.
    /// - Throws: The failure of the device or file.
    func write(_ samples: RawSpan, frames: Int) throws(HostError) -> Int

    /// Drains the buffer, or completes the file, and closes.
    func finish() throws(HostError)

    /// Closes at once; what was written is not saved.
    func abandon()

    /// Releases the device for a while.
    func pause() throws(HostError)

    /// Opens the device again.
    func resume() throws(HostError)

    /// The time at which the frame after the last one written leaves the output, in nanoseconds of
    /// the monotonic clock.
    ///
    /// `nil` if the output keeps no time, or has no device at present.
    func endTime() -> Int64?
}

extension PeriodSink {
    /// Left and right of the mix, unless a sink has other channels.
    public var map: ChannelMap { .stereo }

    /// A sink without a device has nothing to release.
    public func pause() throws(HostError) {}

    /// See ``pause()-swift.method``.
    public func resume() throws(HostError) {}

    /// A file keeps no time.
    public func endTime() -> Int64? { nil }
}
