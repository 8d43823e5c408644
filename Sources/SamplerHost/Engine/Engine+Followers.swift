import Realtime

/// Further devices, which play what is heard.
///
/// The controlling thread's.
extension Engine {
    /// Makes a further device play its pair of output channels from the next period on.
    ///
    /// It is finished after the engine has ended.
    ///
    /// - Parameter device: The device, made for the engine's rate.
    /// - Throws: `usage` where the engine has no such pair, `unavailable` when the audio thread has
    ///   hung.
    public func add(_ device: FollowingDevice) throws(HostError) {
        let pair = device.pair.index
        guard pair < settings.outputs.pairCount else {
            throw HostError(
                .usage,
                "device \(device.status.name)",
                "nothing plays on output \(device.pair.text)"
            )
        }
        let source: TapView.Source = pair == 0 ? .master : .pair(pair)
        guard unsafe give(.addTap(TapView(ring: device.ring.loan, source: source))) else {
            throw HostError(
                .unavailable,
                "device \(device.status.name)",
                "the audio thread takes no command"
            )
        }
    }
}
