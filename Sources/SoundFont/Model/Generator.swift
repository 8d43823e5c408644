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

    /// The amounts of a kind of which others mean nothing, as if the zone did not have it (§8.1.3,
    /// §10.4); `nil` where others are clamped.
    private static func amounts(of kind: GeneratorKind) -> ClosedRange<Int16>? {
        switch kind {
        case .key, .velocity, .rootKey: -1...127
        default: nil
        }
    }

    /// The amounts that are expected, if this one means nothing; else `nil`.
    public var expectedAmounts: ClosedRange<Int16>? {
        Self.amounts(of: kind).flatMap { $0.contains(amount) ? nil : $0 }
    }
}
