/// The version of the protocol.
public enum ProtocolVersion {
    /// The version of this library.
    ///
    /// It grows when something is removed or changes its meaning.
    public static let current = 1
}
