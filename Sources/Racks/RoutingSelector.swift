/// The part of a rule that chooses events, as people write it: a source, and channels of it.
///
/// `track:3`, `track:Bass`, `ch:10`, `10`, `ch:2/10` (channel 10 of port 2), `port:2`,
/// `device:Synth*` (FF 09), `input:1`, `input:Keystation*` (live sources by name), `socket` and
/// `all`. Tracks, ports, inputs and channels count from 1.
public struct RoutingSelector: Hashable, Sendable {
    /// The source.
    public var source: RoutingSource
    /// The channels of the source, bit n for channel n (0 … 15).
    public var channels: UInt16

    /// Chooses channels of a source.
    public init(_ source: RoutingSource, channels: UInt16 = .max) {
        (self.source, self.channels) = (source, channels)
    }

    /// Reads a selector.
    ///
    /// - Parameter text: The text.
    /// - Throws: The text and the forms that are expected.
    public init(parsing text: String) throws(RoutingSyntaxError) {
        switch text {
        case "all": self.init(.all)
        case "socket": self.init(.socket)
        default:
            guard let colon = text.firstIndex(of: ":") else {
                guard Self.isNumber(text) else { throw Self.unknown(text) }
                self = try Self.channel(text, in: text)
                return
            }
            let value = String(text[text.index(after: colon)...])
            switch text[..<colon] {
            case "ch": self = try Self.channel(value, in: text)
            case "port": self.init(.port(try Self.number(value, 1...256, "ports", in: text)))
            case "device": self.init(.deviceName(try Self.name(value, in: text)))
            case "track":
                self.init(
                    Self.isNumber(value)
                        ? .track(try Self.number(value, 1...65_535, "tracks", in: text))
                        : .trackName(try Self.name(value, in: text))
                )
            case "input":
                self.init(
                    Self.isNumber(value)
                        ? .input(try Self.number(value, 1...16, "inputs", in: text))
                        : .inputName(try Self.name(value, in: text))
                )
            default: throw Self.unknown(text)
            }
        }
    }

    /// `10` or `2/10`.
    private static func channel(
        _ value: String,
        in text: String
    ) throws(RoutingSyntaxError) -> RoutingSelector {
        let parts = value.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let last = parts.last else { throw unknown(text) }
        let channel = try number(String(last), 1...16, "channels", in: text)
        guard parts.count == 2 else {
            return RoutingSelector(.all, channels: 1 << UInt16(channel - 1))
        }
        let port = try number(String(parts[0]), 1...256, "ports", in: text)
        return RoutingSelector(.port(port), channels: 1 << UInt16(channel - 1))
    }

    private static func isNumber(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) }
    }

    private static func number(
        _ value: String,
        _ range: ClosedRange<Int>,
        _ what: String,
        in text: String
    ) throws(RoutingSyntaxError) -> Int {
        guard isNumber(value), let number = Int(value), range.contains(number) else {
            throw RoutingSyntaxError(text, "\(what) are \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private static func name(
        _ value: String,
        in text: String
    ) throws(RoutingSyntaxError) -> String {
        guard !value.isEmpty else { throw RoutingSyntaxError(text, "expected a name or a number") }
        return value
    }

    private static func unknown(_ text: String) -> RoutingSyntaxError {
        // The name of a track, without its prefix.
        if text.first?.isLetter ?? false, !text.contains(":") {
            return RoutingSyntaxError(text, "did you mean the track, track:\(text)?")
        }
        return RoutingSyntaxError(
            text,
            "expected track:Bass, track:3, ch:10, ch:2/10, port:2, device:NAME, input:1, "
                + "input:NAME, socket or all"
        )
    }
}

extension RoutingSelector: CustomStringConvertible {
    /// The selector as it is written; channels that have no form of their own are appended.
    public var description: String {
        if let text { return text }
        let whole = RoutingSelector(source).text ?? "\(source)"
        guard channels != .max else { return whole }
        let noun = channels.nonzeroBitCount == 1 ? "channel" : "channels"
        return "\(whole), \(noun) \(ChannelList.text(channels))"
    }

    /// The text that ``init(parsing:)`` reads as this selector; `nil` if there is none.
    public var text: String? {
        let single = channels.nonzeroBitCount == 1 ? channels.trailingZeroBitCount + 1 : nil
        switch (source, single) {
        case (.all, let channel?): return "ch:\(channel)"
        case (.port(let port), let channel?): return "ch:\(port)/\(channel)"
        case _ where channels != .max: return nil
        case (.all, _): return "all"
        case (.socket, _): return "socket"
        case (.port(let port), _): return "port:\(port)"
        case (.deviceName(let name), _): return name.isEmpty ? nil : "device:\(name)"
        case (.track(let number), _): return "track:\(number)"
        case (.input(let number), _): return "input:\(number)"
        // A name of digits would be read as a number.
        case (.trackName(let name), _):
            return name.isEmpty || Self.isNumber(name) ? nil : "track:\(name)"
        case (.inputName(let name), _):
            return name.isEmpty || Self.isNumber(name) ? nil : "input:\(name)"
        }
    }
}

extension RoutingSource: CustomStringConvertible {
    /// The source in words: `track "Bass"`, `port 2`.
    public var description: String {
        switch self {
        case .all: "everything"
        case .track(let number): "track \(number)"
        case .trackName(let name): "track \"\(name)\""
        case .port(let number): "port \(number)"
        case .deviceName(let name): "device \"\(name)\""
        case .input(let number): "input \(number)"
        case .inputName(let name): "live source \"\(name)\""
        case .socket: "the socket"
        }
    }
}
