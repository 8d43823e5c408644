import Glibc
import Wording

extension PluginControl {
    /// The most names of values in a message.
    private static let mostNames = 8

    private static let switches: [String: Float] = [
        "on": 1, "yes": 1, "true": 1, "1": 1, "off": 0, "no": 0, "false": 0, "0": 0,
    ]

    /// Reads a value.
    ///
    /// - Parameters:
    ///   - text: A number, with a unit if it has one; `on` or `off` for a switch; the label of a
    ///     point; decibels for a factor.
    ///   - rate: Frames per second, for a range that is relative to them; `nil` if it is not known.
    /// - Returns: The value; `nil` if it is not one of this control.
    func value(_ text: String, rate: Int?) -> Float? {
        if let point = point(text) { return point.value }
        if isToggled { return Self.switches[text.lowercased()] }
        guard let number = gain(text) ?? numberUnit.number(text) else { return nil }
        let value = Float(number)
        if isEnumeration { return points.contains { $0.value == value } ? value : nil }
        guard !isInteger || value.rounded() == value, value.isFinite else { return nil }
        if isRelative, rate == nil { return value }
        let (lowest, highest) = range(rate: rate)
        let slack = Self.slack(lowest, highest)
        if let lowest, value < lowest - slack { return nil }
        if let highest, value > highest + slack { return nil }
        return value
    }

    /// A limit such as 0.1 is written with fewer digits than it has.
    private static func slack(_ lowest: Float?, _ highest: Float?) -> Float {
        Float.ulpOfOne * 4 * max(lowest?.magnitude ?? 0, highest?.magnitude ?? 0)
    }

    /// The numbers that are in the range: all of them, where it makes no sense.
    func numbers(rate: Int) -> ClosedRange<Double> {
        let all = -Double.infinity...Double.infinity
        if isToggled { return 0...1 }
        let (lowest, highest) = range(rate: rate)
        let slack = Double(Self.slack(lowest, highest))
        let low = lowest.map { Double($0) - slack } ?? all.lowerBound
        let high = highest.map { Double($0) + slack } ?? all.upperBound
        return low <= high ? low...high : all
    }

    /// Reads decibels for a factor: they are what people know of it.
    private func gain(_ text: String) -> Double? {
        guard unit == "G", text.lowercased().hasSuffix("db") else { return nil }
        return Unit.decibels.number(text).map { pow(10, $0 / 20) }
    }

    /// The values that it takes, in words.
    func expectation(rate: Int?) -> String {
        if isToggled { return "expected on or off" }
        if isEnumeration, !points.isEmpty {
            let names = points.prefix(Self.mostNames).map { "\"\(PluginName($0.label).text)\"" }
            let rest = points.count - names.count
            return "expected \(names.joined(separator: ", "))"
                + (rest > 0 ? " or one of \(rest) others" : "")
        }
        let kind = isInteger ? "a whole number" : "a number"
        let (lowest, highest) = isRelative && rate == nil ? (nil, nil) : range(rate: rate)
        let suffix = unit.isEmpty ? "" : " \(unit)"
        switch (lowest, highest) {
        case (let lowest?, let highest?):
            return "expected \(isInteger ? "\(kind), " : "")\(Self.text(lowest)) to "
                + "\(Self.text(highest))\(suffix)"
        case (let lowest?, nil): return "expected \(kind) from \(Self.text(lowest))\(suffix) on"
        case (nil, let highest?): return "expected \(kind) up to \(Self.text(highest))\(suffix)"
        case (nil, nil): return "expected \(kind)\(suffix.isEmpty ? "" : " in\(suffix)")"
        }
    }

    /// The range at a sample rate.
    private func range(rate: Int?) -> (lowest: Float?, highest: Float?) {
        let factor = isRelative ? Float(rate ?? 1) : 1
        return (minimum.map { $0 * factor }, maximum.map { $0 * factor })
    }

    private func point(_ label: String) -> Point? {
        if let exact = points.first(where: { $0.label == label }) { return exact }
        let typed = PluginName(label)
        guard !typed.words.isEmpty, numberUnit.number(label) == nil else { return nil }
        return points.first { PluginName($0.label) == typed }
    }

    /// A value as text: the shortest one that is read as it.
    package static func text(_ value: Float) -> String {
        value == value.rounded() && value.magnitude < 1e9 ? "\(Int(value))" : "\(value)"
    }

    /// The unit in which numbers are read.
    private var numberUnit: Unit {
        switch unit {
        case "dB": .decibels
        case "Hz": .hertz
        case "ms": .milliseconds
        case "s": .seconds
        case "min": .minutes
        case "BPM": .beatsPerMinute
        case "semitones": .semitones
        case "cents": .cents
        default: .none
        }
    }

    /// The unit that a declaration means.
    ///
    /// - Parameter unit: The URI of a unit of LV2, or a symbol that the plugin declares itself.
    /// - Returns: The symbol; empty for a plain number.
    static func unitSymbol(_ unit: String) -> String {
        let prefix = "http://lv2plug.in/ns/extensions/units#"
        guard unit.hasPrefix(prefix) else { return unit }
        let name = String(unit.dropFirst(prefix.count))
        return unitSymbols[name] ?? name
    }

    private static let unitSymbols = [
        "db": "dB", "hz": "Hz", "khz": "kHz", "mhz": "MHz", "pc": "%", "bpm": "BPM",
        "cent": "cents", "semitone12TET": "semitones", "coef": "", "degree": "°", "oct": "octaves",
        "midiNote": "MIDI note", "bar": "bars", "beat": "beats", "frame": "frames",
    ]
}
