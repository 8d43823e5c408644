/// An invalid setting of an effect: its name, and what was expected.
public struct EffectsError: Error, Hashable, CustomStringConvertible {
    /// The message.
    public let description: String

    init(_ description: String) { self.description = description }
}
