/// The names of channels as they are typed.
extension PreparedSequence {
    /// The selector of a channel; it names the port too if there are several.
    ///
    /// - Parameters:
    ///   - channel: The channel, 0 … 15.
    ///   - port: The index of its port in ``ports``.
    /// - Returns: The selector.
    package func selector(ofChannel channel: Int, port: Int) -> Selector {
        let hasPorts = ports.count > 1 && ports.indices.contains(port)
        return .channel(port: hasPorts ? Int(ports[port]) + 1 : nil, channel: channel + 1)
    }
}
