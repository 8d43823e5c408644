import JSON
import Wording

/// An event as a line for clients; the part that is the same for all of them is written once.
package struct EventLine {
    package let event: DaemonEvent
    private var words: String?
    private var json: String?

    package init(_ event: DaemonEvent) {
        self.event = event
    }

    /// The line, with its end.
    ///
    /// - Parameters:
    ///   - sequence: The event's number among those of the client.
    ///   - dialect: The client's dialect.
    /// - Returns: The line.
    package mutating func text(sequence: Int64, _ dialect: Dialect) -> String {
        let name = event.typeName
        switch dialect {
        case .words:
            let rest = words ?? Self.words(event.fields)
            words = rest
            return "EVENT \(name) \(sequence)\(rest)\n"
        case .json:
            let rest = json ?? Self.json(event.fields)
            json = rest
            return "\(Self.start){\"type\":\"\(name)\",\"seq\":\(sequence)\(rest)}}\n"
        }
    }

    /// The start of a line in JSON-RPC.
    static let start = "{\"jsonrpc\":\"2.0\",\"method\":\"event\",\"params\":"

    private static func words(_ fields: [JSONObject.Member]) -> String {
        fields.reduce("") { $0 + " \($1.key)=\(Words.word(for: words($1)))" }
    }

    /// The value of a field: a time of the clock with microseconds, other numbers with at most three
    /// decimals, flags as `on` and `off`, lists with commas.
    private static func words(_ field: JSONObject.Member) -> String {
        if field.key == Field<DaemonEvent>.clock, case .number(let seconds) = field.value {
            return NumberText.microseconds(seconds)
        }
        switch SettingValue(field.value) {
        case .flag(let isOn)?: return isOn ? "on" : "off"
        case .list(let texts)?: return texts.isEmpty ? "none" : texts.joined(separator: ",")
        default: return field.value.words
        }
    }

    private static func json(_ fields: [JSONObject.Member]) -> String {
        var object = JSONObject()
        for field in fields { object.set(field.key, field.value) }
        let text = JSONValue.object(object).text.dropFirst().dropLast()
        return text.isEmpty ? "" : "," + text
    }
}
