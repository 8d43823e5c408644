/// A sink that is a device.
public protocol DeviceSink: PeriodSink {
    /// Frames per second.
    var rate: Int { get }
    /// Frames that its buffer holds.
    var bufferFrames: Int { get }
}

extension ALSASink: DeviceSink {}
extension ReconnectingSink: DeviceSink {}

extension DeviceSink {
    /// The settings that the device has granted; those requested where there was none at first.
    public var granted: GrantedSettings {
        GrantedSettings(
            rate: rate,
            period: periodFrames,
            buffer: bufferFrames,
            format: layout.format
        )
    }
}
