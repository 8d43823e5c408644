/// A connection from controllers to a generator (§7.4, §7.8, §8.2).
public struct Modulator: Hashable, Sendable {
    /// The controller.
    public var source: ModulatorSource
    /// The number of the generator that is moved; with bit 15, another modulator of the zone (a link).
    public var destination: UInt16
    /// The movement at full source, in the generator's unit.
    public var amount: Int16
    /// A second controller, which the first one is multiplied with.
    public var amountSource: ModulatorSource
    /// The transform of the result: 0 none, 2 its absolute value (§8.3).
    public var transform: UInt16

    /// Makes a modulator.
    public init(
        source: ModulatorSource,
        destination: UInt16,
        amount: Int16,
        amountSource: ModulatorSource = ModulatorSource(rawValue: 0),
        transform: UInt16 = 0
    ) {
        self.source = source
        self.destination = destination
        self.amount = amount
        self.amountSource = amountSource
        self.transform = transform
    }

    /// Makes a modulator of a generator.
    public init(
        source: ModulatorSource,
        destination: GeneratorKind,
        amount: Int16,
        amountSource: ModulatorSource = ModulatorSource(rawValue: 0)
    ) {
        self.init(
            source: source,
            destination: destination.rawValue,
            amount: amount,
            amountSource: amountSource
        )
    }
}
