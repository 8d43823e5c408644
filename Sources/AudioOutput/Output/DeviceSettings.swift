public import Platform
public import Racks

/// The settings requested of a device.
public struct DeviceSettings: Hashable, Sendable {
    /// The device's name: an ALSA PCM, which is a card, a plugin or `default`; `jack` or `jack:NAME`
    /// for a client of JACK.
    public var device = "default"
    /// Frames per second; the device may give another rate.
    public var rate = 48_000
    /// Frames a period.
    public var period = 256
    /// Periods in the buffer.
    public var periods = 4
    /// The sample format; `nil` takes the first of s16, s32, s24 and float that the device has.
    ///
    /// JACK has float alone, whatever is requested.
    public var format: SampleFormat?
    /// The channels, each with its source; the device is opened with as many.
    public var map = ChannelMap.stereo
    /// The names of the channels, for a device whose channels have names; those beyond are
    /// numbered.
    public var channelNames: [String] = []
    /// The folder in which a client of JACK remembers its connections; `nil` for none.
    public var stateFolder: String?
    /// Whether a device that could have any period has the requested one: the engine runs already.
    package var needsPeriod = false

    /// The name that stands for no device, as `--null` does.
    public static let noDevice = "none"

    /// Makes settings with the usual values.
    public init() {}

    /// Opens the device.
    ///
    /// - Returns: The device.
    /// - Throws: The reason why it cannot be opened, as ``ALSASink`` and ``JACKSink`` have it.
    public func open() throws(HostError) -> any DeviceSink {
        if JACKAddress.isMeant(by: device) { return try JACKSink(self) }
        return try ALSASink(self)
    }

    /// The layout of the samples where there is no device yet.
    package var expectedLayout: SampleLayout {
        JACKAddress.isMeant(by: device) ? .float32 : .ofMemory(format ?? .s16)
    }
}
