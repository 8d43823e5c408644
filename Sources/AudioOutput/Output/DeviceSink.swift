/// A sink that is a device.
public protocol DeviceSink: PeriodSink {
    /// Frames per second.
    var rate: Int { get }
    /// Frames that its buffer holds.
    var bufferFrames: Int { get }
    /// Frames that the sound is delayed by behind its buffer, as far as the device tells.
    var latencyFrames: Int { get }
    /// Whether the last underruns that it told of have emptied its buffer.
    var hasEmptied: Bool { get }
    /// Whether others can use the device while it is open: then it stays open in a pause.
    var isShared: Bool { get }
}

extension ALSASink: DeviceSink {}
extension ReconnectingSink: DeviceSink {}

extension DeviceSink {
    /// Most devices tell no more than the state of their buffer.
    public var latencyFrames: Int { 0 }

    /// An underrun is a buffer that is empty.
    public var hasEmptied: Bool { true }

    /// A device of a sound card may be one program's alone.
    public var isShared: Bool { false }

    /// The settings that the device has granted; those requested where there was none at first.
    public var granted: GrantedSettings {
        GrantedSettings(
            rate: rate,
            period: periodFrames,
            buffer: bufferFrames,
            format: layout.format,
            deviceLatency: latencyFrames
        )
    }
}
