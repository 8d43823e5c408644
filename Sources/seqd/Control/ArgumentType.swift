import SamplerHost
import Sequencer

/// What an argument may be.
enum ArgumentType {
    case integer(ClosedRange<Int>)
    /// A number; the unit is for people.
    case number(ClosedRange<Double>, unit: String)
    case text
    /// An absolute path.
    case path
    case position
    case speed
    case loop
    /// A tempo, or `off`.
    case tempo
    /// `on` or `off`.
    case flag
    case selectors
    /// Selectors, or `off`.
    case selectorsOrOff
    case channel
    case preset
    case font
    case bytes
    case event

    /// What it is, for help and for the reference.
    var description: String {
        switch self {
        case .integer(let range): "integer, \(range.lowerBound) to \(range.upperBound)"
        case .number(let range, let unit):
            "number, \(NumberText.decimal(range.lowerBound)) to "
                + "\(NumberText.decimal(range.upperBound))\(unit.isEmpty ? "" : " \(unit)")"
        case .text: "text"
        case .path: "absolute path"
        case .position:
            "position: `17:1`, `17:1:240`, `1m23.5s`, `83.5`, `480t`, `@Marker`, "
                + "`next-bar`, `next-beat`"
        case .speed: "speed: `0.5`, `3/4`, `150%`; 1/100 to 100"
        case .loop: "`on`, `off`, `file` or two positions, `17:1..25:1`"
        case .tempo: "quarter notes per minute, 4 to 1000, such as `92.5`, or `off`"
        case .flag: "`on` or `off`"
        case .selectors: "selectors: `10`, `ch:2/10`, `track:3`, `track:Bass`, `all`, with commas"
        case .selectorsOrOff: "selectors as for `mute`, or `off`"
        case .channel: "channel, 1 to 16, or `INPUT/CHANNEL`"
        case .preset: "`BANK:PROGRAM`, or `PROGRAM` of bank 0; 0 to 16383 and 0 to 127"
        case .font: "absolute path of a SoundFont; `FONT+128` adds 128 to its bank numbers"
        case .bytes: "hexadecimal digits, two for a byte"
        case .event:
            "`all`, " + EventType.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        }
    }

    /// What it is in JSON.
    var json: String {
        switch self {
        case .integer, .number: "number"
        case .position, .speed, .tempo, .channel, .preset: "string or number"
        case .flag: "string or boolean"
        case .selectors, .selectorsOrOff: "string, number or array"
        case .loop: "string or boolean"
        case .text, .path, .font, .bytes, .event: "string"
        }
    }

    /// Reads an argument as it is typed.
    ///
    /// - Throws: −32602 with what was expected.
    func value(of text: String) throws(RequestFailure) -> ArgumentValue {
        switch self {
        case .integer(let range):
            guard let value = Int(text), range.contains(value) else { throw expected }
            return .integer(value)
        case .number(let range, _):
            // A comparison with NaN is false, so NaN is refused too.
            // Double reads hexadecimal digits too.
            guard !text.contains("x"), let value = Double(text), range.contains(value) else {
                throw expected
            }
            return .number(value)
        case .text: return .text(text)
        case .path:
            // A NUL, which JSON may hold, would end the path for the system.
            guard text.hasPrefix("/"), !text.utf8.contains(0) else { throw expected }
            return .text(text)
        case .position: return .position(try Self.position(text))
        case .speed:
            guard let speed = Speed(parsing: text) else { throw expected }
            return .speed(speed)
        case .loop: return .loop(try LoopSetting(parsing: text))
        case .tempo:
            guard text != "off" else { return .tempo(nil) }
            guard let tempo = try? Tempo(parsing: text) else { throw expected }
            return .tempo(tempo)
        case .flag:
            guard text == "on" || text == "off" else { throw expected }
            return .flag(text == "on")
        case .selectorsOrOff where text == "off": return .off
        case .selectors, .selectorsOrOff: return .selectors(try Self.selectors(text))
        case .channel: return .channel(try ChannelAddress(parsing: text))
        case .preset: return .preset(try PresetAddress(parsing: text))
        case .font:
            guard text.hasPrefix("/"), !text.utf8.contains(0) else { throw expected }
            return .font(SoundFontReference(parsing: text, exists: SoundFontSearch.exists))
        case .bytes: return .bytes(try HexBytes.parse(text))
        case .event:
            if text == "all" { return .events(Set(EventType.allCases)) }
            guard let type = EventType(rawValue: text) else { throw expected }
            return .events([type])
        }
    }

    /// Reads an argument that is a JSON value, no array.
    ///
    /// - Throws: −32602 with what was expected.
    func value(of json: JSONValue) throws(RequestFailure) -> ArgumentValue {
        switch (self, json) {
        case (.integer, .integer(let value)): return try self.value(of: "\(value)")
        // 3.0 is as good an integer as 3.
        case (.integer, .number(let value)):
            guard let whole = Int(exactly: value) else { throw expected }
            return try self.value(of: "\(whole)")
        case (.number, .integer(let value)): return try self.value(of: "\(value)")
        case (.number, .number(let value)): return try self.value(of: "\(value)")
        case (.integer, _), (.number, _): throw expected
        case (.loop, .boolean(let value)): return .loop(value ? .whole : .off)
        case (.flag, .boolean(let value)): return .flag(value)
        case (.tempo, .integer(let value)): return try self.value(of: "\(value)")
        case (.tempo, .number(let value)): return try self.value(of: "\(value)")
        case (.position, .integer(let value)), (.speed, .integer(let value)),
            (.channel, .integer(let value)), (.preset, .integer(let value)),
            (.selectors, .integer(let value)), (.selectorsOrOff, .integer(let value)):
            return try self.value(of: "\(value)")
        case (.position, .number(let value)):
            // Nanoseconds are the finest that a position is.
            guard value >= 0, value < 9e9 else { throw expected }
            return .position(.seconds(nanoseconds: Int64((value * 1e9).rounded())))
        case (.speed, .number(let value)): return try self.value(of: "\(value)")
        case (_, .string(let text)): return try self.value(of: text)
        default: throw expected
        }
    }

    /// An argument of the command line as JSON.
    func json(for word: String) -> JSONValue {
        switch self {
        case .integer, .number:
            if let value = Int64(word) { return .integer(value) }
            return Double(word).map { .number($0) } ?? .string(word)
        default: return .string(word)
        }
    }

    private var expected: RequestFailure {
        .arguments("expected \(description.filter { $0 != "`" })")
    }

    private static func position(_ text: String) throws(RequestFailure) -> Position {
        do throws(PositionError) {
            return try Position(parsing: text)
        } catch {
            throw .arguments(error.description)
        }
    }

    private static func selectors(_ text: String) throws(RequestFailure) -> SelectorSet {
        do throws(SelectorError) {
            return try SelectorSet(parsing: text)
        } catch {
            throw .arguments(error.description)
        }
    }
}
