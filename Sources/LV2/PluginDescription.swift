/// An installed plugin with its controls and presets.
public struct PluginDescription: Hashable, Sendable {
    /// A preset.
    public struct Preset: Hashable, Sendable {
        /// The URI.
        public var uri: String
        /// The label.
        public var label: String
    }

    /// The plugin.
    public var summary: PluginSummary
    /// The controls, in the plugin's order.
    public var controls: [PluginControl]
    /// The presets, in the order of their labels.
    public var presets: [Preset]
    /// The folder of the bundle; `nil` if it is not a file.
    public var bundle: String?
    /// The file with the code; `nil` if it is not a file.
    public var library: String?
}
