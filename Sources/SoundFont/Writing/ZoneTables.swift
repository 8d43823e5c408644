/// The three tables that zones are spread over (§7.3 … §7.5).
struct ZoneTables {
    private var bags = ByteList()
    private var generators = ByteList()
    private var modulators = ByteList()
    private(set) var count = 0
    private let target: GeneratorKind

    init(target: GeneratorKind) {
        self.target = target
    }

    mutating func append(_ global: SoundBank.Zone?, _ zones: [SoundBank.Zone]) {
        if let global { append(global) }
        for zone in zones { append(zone) }
    }

    /// The ranges come first, in this order, the target comes last (§8.1.2).
    private mutating func append(_ zone: SoundBank.Zone) {
        beginBag()
        if let keys = zone.keys { append(.keyRange, keys.amount) }
        if let velocities = zone.velocities { append(.velocityRange, velocities.amount) }
        for generator in zone.generators {
            append(generator.kind, UInt16(bitPattern: generator.amount))
        }
        if let index = zone.target { append(target, UInt16(truncatingIfNeeded: index)) }
        for modulator in zone.modulators {
            modulators.append16(modulator.source.rawValue)
            modulators.append16(modulator.destination)
            modulators.append16(modulator.amount)
            modulators.append16(modulator.amountSource.rawValue)
            modulators.append16(modulator.transform)
        }
    }

    private mutating func append(_ kind: GeneratorKind, _ amount: UInt16) {
        generators.append16(kind.rawValue)
        generators.append16(amount)
    }

    private mutating func beginBag() {
        bags.append16(generators.bytes.count / 4)
        bags.append16(modulators.bytes.count / 10)
        count += 1
    }

    /// Writes the chunks of the three tables with the records that end them.
    ///
    /// - Parameters:
    ///   - list: The list of preset data.
    ///   - letter: The first letter of the chunks.
    ///   - owner: The owner of the zones, for the message.
    /// - Throws: More records than a table can count.
    mutating func finish(
        _ list: inout ByteList,
        letter: String,
        of owner: String
    ) throws(SoundFontWriteError) {
        try check(count, "zones of \(owner)")
        try check(generators.bytes.count / 4, "generators of \(owner)")
        try check(modulators.bytes.count / 10, "modulators of \(owner)")
        beginBag()
        generators.append32(0)
        modulators.bytes += [UInt8](repeating: 0, count: 10)
        list.append(chunk: letter + "bag", bags.bytes)
        list.append(chunk: letter + "mod", modulators.bytes)
        list.append(chunk: letter + "gen", generators.bytes)
    }

    private func check(_ count: Int, _ part: String) throws(SoundFontWriteError) {
        let limit = Int(UInt16.max)
        guard count <= limit else {
            throw SoundFontWriteError(part: part, count: count, limit: limit)
        }
    }
}
