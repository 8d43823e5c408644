public import Racks

/// The settings requested of an ALSA device.
public struct ALSASettings: Hashable, Sendable {
    /// The PCM's name: a card, a plugin, or `default`.
    public var device = "default"
    /// Frames per second; the device may give another rate.
    public var rate = 48_000
    /// Frames a period.
    public var period = 256
    /// Periods in the buffer.
    public var periods = 4
    /// The sample format; `nil` takes the first of s16, s32, s24 and float that the device has.
    public var format: SampleFormat?
    /// The channels, each with its source; the device is opened with as many.
    public var map = ChannelMap.stereo

    /// The name that stands for no device, as `--null` does.
    public static let noDevice = "none"

    /// Makes settings with the usual values.
    public init() {}
}
