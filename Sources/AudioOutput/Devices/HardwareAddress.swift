/// A device of a sound card, by what stays the same after a reboot: the card's id, not its number.
public struct HardwareAddress: Hashable, Sendable {
    /// The card's id, such as `PCH`; its number if it has no id.
    public var card: String
    /// The device's number on the card.
    public var device: Int

    /// Names a device.
    public init(card: String, device: Int) {
        self.card = card
        self.device = device
    }

    /// ALSA's name of the device alone, which accepts what the hardware accepts:
    /// `hw:CARD=PCH,DEV=0`.
    public var direct: String { "hw:CARD=\(card),DEV=\(device)" }

    /// ALSA's name of the device behind a plugin that converts rates, formats and channels.
    public var converting: String { "plug\(direct)" }
}
