/// What goes into one track when a file is split.
struct SplitPart: Hashable, Comparable {
    /// The MIDI port, 0 … 255.
    var port: UInt8
    /// The channel, 0 … 15; `nil` where a part is a whole port.
    var channel: UInt8?

    /// What people call it; with a channel, the port only where there are several.
    func name(hasPorts: Bool) -> String {
        guard let channel else { return "Port \(Int(port) + 1)" }
        guard hasPorts else { return "Channel \(Int(channel) + 1)" }
        return "Port \(Int(port) + 1), channel \(Int(channel) + 1)"
    }

    /// Whether the left one stands first.
    static func < (left: SplitPart, right: SplitPart) -> Bool {
        (left.port, left.channel ?? 0) < (right.port, right.channel ?? 0)
    }
}
