/// The names of channels, for devices whose channels have names.
extension OutputAssignments {
    /// The names of the channels of a device: `drums_1` and `drums_2` for a pair that a strip or a bus
    /// has, `out_1` for the first channel if it has no such pair, and so on.
    ///
    /// - Parameter map: The channels.
    /// - Returns: The names; all differ.
    public func channelNames(of map: ChannelMap) -> [String] {
        var names: [String] = []
        for (index, source) in map.sources.enumerated() {
            let number = "out_\(index + 1)"
            guard case .channel(let channel) = source,
                let name = name(of: OutputPair(channel / 2)).map({ "\($0)_\(channel % 2 + 1)" }),
                !names.contains(name)
            else {
                names.append(names.contains(number) ? "\(number)_" : number)
                continue
            }
            names.append(name)
        }
        return names
    }

    /// The names of the channels of a device that plays one pair.
    ///
    /// - Parameter pair: The pair.
    /// - Returns: The two names.
    public func channelNames(of pair: OutputPair) -> [String] {
        let name = name(of: pair) ?? "out"
        return ["\(name)_1", "\(name)_2"]
    }

    /// The first strip or bus of a pair; `nil` for channels 1-2, which play everything else too.
    private func name(of pair: OutputPair) -> String? {
        guard pair != .main,
            let name = names.first(where: { self[$0]?.all.contains(pair) == true })
        else { return nil }
        // A colon divides the name of a client from that of its port.
        return String(name.map { $0 == ":" ? "-" : $0 })
    }
}
