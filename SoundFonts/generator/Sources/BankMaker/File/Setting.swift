import SoundFont

/// A generator with its amount as it stands in the file.
struct Setting: Equatable {
    var generator: GeneratorKind
    var amount: Int

    init(_ generator: GeneratorKind, _ amount: Int) {
        self.generator = generator
        self.amount = amount
    }

    /// A range of keys or velocities: the lowest in the low byte.
    init(_ generator: GeneratorKind, _ range: ClosedRange<Int>) {
        self.init(generator, range.lowerBound | range.upperBound << 8)
    }

    /// A time in seconds as timecents, 1200 · log2 s; the least is 1 ms.
    init(_ generator: GeneratorKind, seconds: Double) {
        self.init(generator, Int((1200 * log2(max(seconds, 0.001))).rounded()))
    }

    /// A frequency in Hz as absolute cents, 0 = 8.176 Hz.
    init(_ generator: GeneratorKind, hertz: Double) {
        self.init(generator, Int((1200 * log2(hertz / 8.175798915643707)).rounded()))
    }
}
