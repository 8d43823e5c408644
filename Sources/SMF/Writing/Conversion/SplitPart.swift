/// The source of the events of one track when a file is split.
struct SplitPart: Hashable, Comparable {
    /// The MIDI port, 0 … 255.
    var port: UInt8
    /// The channel, 0 … 15; `nil` if a part is a whole port.
    var channel: UInt8?

    /// The name for people; with a channel, the port is named if there are several.
    func name(hasPorts: Bool) -> String {
        guard let channel else { return "Port \(Int(port) + 1)" }
        guard hasPorts else { return "Channel \(Int(channel) + 1)" }
        return "Port \(Int(port) + 1), channel \(Int(channel) + 1)"
    }

    /// Whether the left part comes first.
    static func < (left: SplitPart, right: SplitPart) -> Bool {
        (left.port, left.channel ?? 0) < (right.port, right.channel ?? 0)
    }
}
