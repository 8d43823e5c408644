public import SMF

/// A key signature from a tick onwards.
public struct KeyChange: Hashable, Sendable {
    /// From when it holds.
    public var tick: Int64
    /// The key.
    public var signature: KeySignature

    /// Makes a change of key.
    public init(tick: Int64, signature: KeySignature) {
        self.tick = tick
        self.signature = signature
    }
}
