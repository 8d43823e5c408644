public import Platform
import Wording

/// Settings whose plugin, preset and values have been found.
public struct ResolvedPlugin: Hashable, Sendable {
    /// The value of a control.
    public struct Value: Hashable, Sendable {
        /// The index of the control among the plugin's ports.
        public var index: Int
        /// The value.
        public var value: Float
    }

    /// The plugin's URI.
    public var uri: String
    /// The plugin's name.
    public var name: String
    /// The URI of the preset; `nil` for the plugin's defaults.
    public var preset: String?
    /// The values that differ from the preset.
    public var values: [Value]
    /// The version of the plugin's files: another text after any change.
    public var version: String
}

extension PluginSettings {
    /// Finds the plugin, the preset and the values of controls.
    ///
    /// - Parameters:
    ///   - library: The plugins that are installed.
    ///   - rate: Frames per second, for controls whose range depends on them; `nil` if it is not
    ///     known yet.
    /// - Returns: The result.
    /// - Throws: `usage` for an unknown name, preset or control, and for a value out of range;
    ///   `unavailable` for a plugin that cannot be an insert.
    @discardableResult
    public func resolve(
        in library: PluginLibrary,
        rate: Int? = nil
    ) throws(HostError) -> ResolvedPlugin {
        let uri = try library.uri(of: plugin)
        guard let declaration = library.declaration(uri, details: true) else {
            throw HostError(.usage, plugin, "no such plugin")
        }
        // Each preset has a file of its own.
        if preset != nil { library.readPresets(of: declaration) }
        let description = declaration.description
        if let obstacle = description.summary.obstacle {
            throw HostError(.unavailable, plugin, "cannot be an insert: \(obstacle)")
        }
        let files = [description.bundle, description.library].compactMap(\.self)
        return ResolvedPlugin(
            uri: uri,
            name: description.summary.name,
            preset: try preset.map { name throws(HostError) in
                try find(preset: name, in: description)
            },
            values: try values(in: description, rate: rate),
            version: files.map { FileStatus($0)?.version ?? "" }.joined(separator: " ")
        )
    }

    private func find(
        preset name: String,
        in description: PluginDescription
    ) throws(HostError) -> String {
        let presets = description.presets
        let typed = PluginName(name)
        let found =
            presets.first { $0.uri == name } ?? presets.first { $0.label == name }
            ?? presets.first { PluginName($0.label) == typed }
        if let found { return found.uri }
        let labels = presets.map { PluginName($0.label).text }
        let hint =
            presets.isEmpty
            ? "it has none"
            : Suggestion.nearest(to: name, among: labels).map { "did you mean \($0)?" }
                ?? "seqd plugins \(plugin) lists its presets"
        throw HostError(.usage, plugin, "preset=\(name): no such preset; \(hint)")
    }

    private func values(
        in description: PluginDescription,
        rate: Int?
    ) throws(HostError) -> [ResolvedPlugin.Value] {
        var values: [ResolvedPlugin.Value] = []
        for control in controls {
            guard let found = description.controls.first(where: { $0.symbol == control.symbol })
            else { throw unknown(control.symbol, in: description) }
            guard let value = found.value(control.value, rate: rate) else {
                let expectation = found.expectation(rate: rate)
                throw HostError(
                    .usage,
                    plugin,
                    "\(control.symbol)=\(control.value): \(expectation)"
                )
            }
            values.append(.init(index: found.index, value: value))
        }
        return values
    }

    private func unknown(_ symbol: String, in description: PluginDescription) -> HostError {
        let typed = PluginName(symbol)
        let near =
            description.controls.first { PluginName($0.name) == typed }?.symbol
            ?? Suggestion.nearest(to: symbol, among: description.controls.map(\.symbol))
        let hint =
            near.map { "did you mean \($0)?" } ?? "seqd plugins \(plugin) lists its controls"
        return HostError(.usage, plugin, "\(symbol): no such control; \(hint)")
    }
}
