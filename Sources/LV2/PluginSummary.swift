/// An installed plugin in a list.
public struct PluginSummary: Hashable, Sendable {
    /// The URI.
    public var uri: String
    /// The name.
    public var name: String
    /// The class that it declares, such as `Compressor`; empty for none.
    public var category: String
    /// The author; empty if nobody is named.
    public var author: String
    /// The inputs for sound, without those of side chains.
    public var inputCount: Int
    /// The outputs for sound.
    public var outputCount: Int
    /// The URIs of features and options that it requires, and seqd does not have.
    public var missingFeatures: [String]
    /// Whether it says that it suits a real-time thread.
    public var isRealTimeCapable: Bool
    /// The reason why it cannot be an insert; `nil` if it can.
    public var obstacle: String?

    /// The name as settings are written with it: small letters, and `-` for blanks.
    public var typedName: String { PluginName(name).text }
}
