/// Further devices, which play what is heard.
///
/// The controlling thread's.
extension Engine {
    /// Makes a further device play its pair of output channels from the next period on.
    ///
    /// It is finished after the engine has ended, and not returned before.
    ///
    /// - Parameter device: The device, made for the engine's rate.
    /// - Throws: `usage` where the engine has no such pair or too many taps, `unavailable` when the audio thread has
    ///   hung.
    public func add(_ device: FollowingDevice) throws(HostError) {
        let pair = device.pair.index
        let subject = "device \(device.status.name)"
        guard pair < settings.outputs.pairCount else {
            throw HostError(
                .usage,
                subject,
                "nothing plays on output \(device.pair.text)"
            )
        }
        try lend(.device(device), pair == 0 ? .master : .pair(pair), subject)
    }
}
