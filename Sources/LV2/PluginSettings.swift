public import Platform

/// An LV2 plugin as an insert, with a preset and the values of its controls, as they were written.
///
/// Nothing is looked up: ``resolve(in:rate:)`` compares it with the plugins that are installed.
public struct PluginSettings: Hashable, Sendable, CustomStringConvertible {
    /// The value of a control.
    public struct Control: Hashable, Sendable {
        /// The symbol of the control.
        public var symbol: String
        /// The value: a number, `on` or `off`, or the name of a value.
        public var value: String

        /// Makes a value of a control.
        public init(symbol: String, value: String) {
            (self.symbol, self.value) = (symbol, value)
        }
    }

    /// The URI of the plugin, or its name with `-` for blanks.
    public var plugin: String
    /// The label or the URI of a preset; `nil` for the plugin's defaults.
    public var preset: String?
    /// The controls that differ from the preset, in the order in which they were written.
    public var controls: [Control]

    /// Makes settings.
    public init(_ plugin: String, preset: String? = nil, controls: [Control] = []) {
        (self.plugin, self.preset, self.controls) = (plugin, preset, controls)
    }

    /// The word before a symbol that would mean something else alone.
    private static let marker = "port:"

    /// Words of an insert that come before the symbols of controls.
    private static let reserved: Set = ["preset", "mix", "bypass"]

    /// Reads the words behind the kind of an insert.
    ///
    /// The first is the URI or the name, the others are `preset=LABEL` and `SYMBOL=VALUE`. A control
    /// with the symbol `preset`, `mix` or `bypass` is written `port:mix=VALUE`.
    ///
    /// - Parameter words: The words.
    /// - Throws: The word that is wrong.
    public init(parsing words: [String]) throws(HostError) {
        guard let plugin = words.first, !plugin.isEmpty else {
            throw HostError(.usage, "lv2", "expected the name or the URI of a plugin")
        }
        self.init(plugin)
        for word in words.dropFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
                throw HostError(.usage, plugin, Self.expectation(insteadOf: word, plugin))
            }
            let value = String(parts[1])
            if parts[0] == "preset" {
                guard preset == nil else {
                    throw HostError(.usage, plugin, "preset: given more than once")
                }
                preset = value
                continue
            }
            let isMarked = parts[0].hasPrefix(Self.marker)
            let symbol = String(isMarked ? parts[0].dropFirst(Self.marker.count) : parts[0])
            guard !controls.contains(where: { $0.symbol == symbol }) else {
                throw HostError(.usage, plugin, "\(symbol): given more than once")
            }
            controls.append(Control(symbol: symbol, value: value))
        }
    }

    private static func expectation(insteadOf word: String, _ plugin: String) -> String {
        let hint =
            plugin.contains(":")
            ? "; a URI with a comma cannot be written here: use the plugin's name" : ""
        return "\"\(word)\": expected SYMBOL=VALUE or preset=LABEL\(hint)"
    }

    /// The words that are read as these settings.
    public var words: [String] {
        [plugin] + (preset.map { ["preset=\($0)"] } ?? [])
            + controls.map { control in
                let marker = Self.reserved.contains(control.symbol) ? Self.marker : ""
                return "\(marker)\(control.symbol)=\(control.value)"
            }
    }

    /// The words with commas between them.
    public var description: String { words.joined(separator: ",") }
}
