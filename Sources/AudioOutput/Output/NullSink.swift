public import Platform
public import Racks

/// A sink without a device that takes real time: what is written is thrown away.
public final class NullSink: DeviceSink {
    /// Frames per second.
    public let rate: Int
    /// Frames that may be ahead, as many as a device's buffer holds.
    public let bufferFrames: Int
    /// Frames it takes at a time.
    public let periodFrames: Int
    /// The layout of the samples that it takes.
    public let layout: SampleLayout
    /// Its channels.
    public let map: ChannelMap
    private var pacer: Pacer

    /// Makes a sink that lets as many frames be ahead as a device's buffer would.
    public convenience init(
        rate: Int,
        periodFrames: Int,
        periods: Int,
        format: SampleFormat,
        map: ChannelMap = .stereo
    ) {
        self.init(
            rate: rate,
            periodFrames: periodFrames,
            bufferFrames: periodFrames * periods,
            layout: .ofMemory(format),
            map: map
        )
    }

    /// Makes a sink that takes the place of a device.
    package init(
        rate: Int,
        periodFrames: Int,
        bufferFrames: Int,
        layout: SampleLayout,
        map: ChannelMap
    ) {
        self.rate = rate
        self.periodFrames = periodFrames
        self.bufferFrames = bufferFrames
        self.layout = layout
        self.map = map
        pacer = Pacer(rate: rate, ahead: bufferFrames)
    }

    /// Takes frames in real time.
    public func write(_ samples: RawSpan, frames: Int) throws(HostError) -> Int {
        pacer.wrote(frames)
        return 0
    }

    /// Waits until the written frames have had their time.
    public func finish() throws(HostError) {
        pacer.drain()
    }

    /// Nothing is stored anyway.
    public func abandon() {}

    /// The real time that it keeps: a device with its buffer would play the frame then.
    public func endTime() -> Int64? { pacer.endTime }

    /// Begins to count anew.
    public func resume() throws(HostError) {
        pacer.restart()
    }
}

extension SampleLayout {
    /// The layout in which a format's samples are handed on within the process.
    package static func ofMemory(_ format: SampleFormat) -> SampleLayout {
        switch format {
        case .s16: .s16
        case .s24: .s24Packed
        case .s32: .s32
        case .float: .float32
        }
    }
}
