/// A parameter of a zone and its amount (§7.5, §7.9).
public struct Generator: Hashable, Sendable {
    /// The parameter.
    public var kind: GeneratorKind
    /// The amount in the parameter's unit; see ``GeneratorKind``.
    public var amount: Int16

    /// Makes a generator.
    public init(_ kind: GeneratorKind, _ amount: Int16) {
        self.kind = kind
        self.amount = amount
    }
}
