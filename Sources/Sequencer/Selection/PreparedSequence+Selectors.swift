/// The names of ports and channels as they are typed.
extension PreparedSequence {
    /// The numbers of the ports, each once: devices of a port may have samplers of their own.
    package var portNumbers: [Int] {
        var known: Set<UInt8> = []
        return ports.filter { known.insert($0).inserted }.map { Int($0) + 1 }
    }

    /// Whether a channel's number alone identifies the channel.
    package var hasOnePort: Bool { Set(ports).count == 1 }

    /// The selector of a channel; it names the port too if there are several.
    ///
    /// - Parameters:
    ///   - channel: The channel, 0 … 15.
    ///   - port: The index of its port in ``ports``.
    /// - Returns: The selector.
    package func selector(ofChannel channel: Int, port: Int) -> Selector {
        let hasPorts = !hasOnePort && ports.indices.contains(port)
        return .channel(port: hasPorts ? Int(ports[port]) + 1 : nil, channel: channel + 1)
    }
}
