public import SoundFont

/// Banks that only look random, with everything that a file can say, sensible or not.
public enum RandomBank {
    /// A bank and its frames, the same for the same seed.
    ///
    /// - Parameters:
    ///   - random: The generator.
    ///   - isWild: Whether headers and zones may be nonsense; else all can be played.
    /// - Returns: The bank, and the frames that its headers point to.
    public static func make(
        using random: inout SeededGenerator,
        isWild: Bool
    ) -> (bank: SoundBank, data: SampleData) {
        var maker = Maker(random: random, isWild: isWild)
        maker.make()
        random = maker.random
        return (maker.bank, maker.data)
    }

    private struct Maker {
        var random: SeededGenerator
        let isWild: Bool
        var bank = SoundBank(
            information: BankInformation(texts: [.init("isng", "EMU8000"), .init("INAM", "random")])
        )
        var data = SampleData()

        mutating func number(_ range: ClosedRange<Int>) -> Int {
            Int.random(in: range, using: &random)
        }

        mutating func chance(_ percent: Int) -> Bool { number(0...99) < percent }

        mutating func make() {
            // FluidSynth's own reader reads in front of a first sample that begins at frame 0.
            _ = data.append([Int16](repeating: 0, count: 64))
            for index in 0..<number(1...5) { addSample(index) }
            let has24Bits = chance(30)
            if has24Bits {
                let count = data.frameCount + data.frameCount % 2
                let low = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
                data = SampleData(bytes: data.bytes, lowBytes: low)
            }
            if isWild, chance(20) { bank.information.version = .init(2, 1) }
            for index in 0..<number(1...4) {
                bank.add(
                    SoundBank.Instrument(
                        name: "instrument \(index)",
                        global: chance(50) ? zone(target: nil, isPreset: false) : nil,
                        zones: (0..<number(1...4)).map { _ in
                            zone(target: number(0...bank.samples.count - 1), isPreset: false)
                        }
                    )
                )
            }
            for index in 0..<number(1...5) {
                bank.presets.append(
                    SoundBank.Preset(
                        name: chance(10) ? "" : "preset \(index)",
                        bank: chance(70) ? 0 : chance(50) ? 128 : UInt16(number(1...127)),
                        // Some come twice.
                        program: UInt16(number(0...3)),
                        global: chance(50) ? zone(target: nil, isPreset: true) : nil,
                        zones: (0..<number(1...3)).map { _ in
                            zone(target: number(0...bank.instruments.count - 1), isPreset: true)
                        }
                    )
                )
            }
        }

        mutating func addSample(_ index: Int) {
            let count = isWild && chance(10) ? number(2...12) : number(64...900)
            let step = number(1...4_000)
            let range = data.append(
                (0..<count).map { Int16(truncatingIfNeeded: $0 &* step &* ($0 & 7 &+ 1)) }
            )
            var sample = SoundBank.Sample(
                name: "sample \(index)",
                start: range.lowerBound,
                end: range.upperBound,
                loopStart: range.lowerBound + count / 4,
                loopEnd: range.lowerBound + count * 3 / 4,
                rate: UInt32([8_000, 22_050, 44_100, 48_000][number(0...3)]),
                rootKey: UInt8(number(30...90)),
                correction: Int8(number(-50...50))
            )
            if isWild {
                if chance(10) { sample.rootKey = UInt8(number(128...255)) }
                if chance(15) { sample.type = SampleType(rawValue: UInt16(number(0...15))) }
                if chance(5) { sample.type = [.readOnlyMemory, .mono] }
                if chance(5) { sample.type = SampleType(rawValue: 0x40) }
                if chance(15) { swap(&sample.loopStart, &sample.loopEnd) }
                if chance(10) { sample.loopEnd = number(0...data.frameCount + 100) }
                if chance(10) { sample.loopStart = number(0...data.frameCount + 100) }
                if chance(10) { sample.loopStart = sample.start }
                if chance(10) { sample.loopEnd = sample.end + number(0...46) }
                if chance(5) { sample.start = sample.end }
                if chance(5) { sample.end = data.frameCount + number(0...2) }
            }
            bank.add(sample)
        }

        mutating func range() -> ZoneRange? {
            guard chance(40) else { return nil }
            let (one, other) = (UInt8(number(0...127)), UInt8(number(0...127)))
            if isWild, chance(10) { return ZoneRange(max(one, other), min(one, other)) }
            return ZoneRange(min(one, other), max(one, other))
        }

        mutating func zone(target: Int?, isPreset: Bool) -> SoundBank.Zone {
            var zone = SoundBank.Zone(target: target, keys: range(), velocities: range())
            let kinds = GeneratorKind.allCases.filter {
                (isPreset ? $0.isAllowedInPreset : $0.isAllowedInInstrument)
                    && (isWild || !$0.isAddress)
            }
            for kind in kinds where chance(kind.isAddress ? 4 : 12) {
                zone.generators.append(Generator(kind, amount(of: kind)))
            }
            if !isPreset, chance(60) {
                zone.generators.removeAll { $0.kind == .sampleModes }
                zone.generators.append(Generator(.sampleModes, Int16(number(0...3))))
            }
            zone.modulators = (0..<(chance(40) ? number(1...5) : 0)).map { _ in modulator() }
            if !zone.modulators.isEmpty, chance(20) { zone.modulators.append(zone.modulators[0]) }
            return zone
        }

        mutating func amount(of kind: GeneratorKind) -> Int16 {
            if isWild, chance(5) { return Int16(truncatingIfNeeded: number(0...65_535)) }
            switch kind {
            case .key, .velocity: return Int16(number(0...127))
            case .rootKey: return Int16(number(-1...127))
            case .filterCutoff: return Int16(number(4_000...13_500))
            case .attenuation: return Int16(number(0...300))
            case .pan: return Int16(number(-500...500))
            case .coarseTune: return Int16(number(-24...24))
            case .scaleTuning: return Int16(number(0...120))
            case .exclusiveClass: return Int16(number(0...2))
            case .sampleModes: return Int16(number(0...3))
            case .volumeDelay, .volumeAttack, .volumeHold, .modulationDelay, .modulationAttack,
                .modulationHold, .modulationLFODelay, .vibratoDelay:
                return Int16(number(-12_000 ... -2_000))
            case .volumeDecay, .volumeRelease, .modulationDecay, .modulationRelease:
                return Int16(number(-9_000...1_000))
            case let kind where kind.isAddress:
                return Int16(kind == .startAddressOffset ? number(0...40) : number(-60...60))
            default: return Int16(number(-600...600))
            }
        }

        mutating func modulator() -> Modulator {
            let general = [0, 2, 3, 10, 13, 14, 16]
            func source(_ maker: inout Maker) -> ModulatorSource {
                let isController = maker.chance(50)
                let index =
                    isController ? maker.number(1...119) : general[maker.number(0...6)]
                let curve = maker.isWild && maker.chance(5) ? 9 : maker.number(0...3)
                let wild = maker.isWild && maker.chance(5) ? maker.number(0...127) : index
                return ModulatorSource(
                    rawValue: UInt16(
                        wild | (isController ? 0x80 : 0) | maker.number(0...3) << 8 | curve << 10
                    )
                )
            }
            let kinds = GeneratorKind.allCases.filter {
                $0.isAllowedInInstrument && !$0.isAddress
            }
            var destination = kinds[number(0...kinds.count - 1)].rawValue
            if isWild, chance(5) { destination = UInt16(number(0...65_535)) }
            // Addresses that FluidSynth lets a modulator move.
            if isWild, chance(5) { destination = [0, 2, 4, 45][number(0...3)] }
            return Modulator(
                source: source(&self),
                destination: destination,
                amount: Int16(number(-800...800)),
                amountSource: chance(60) ? ModulatorSource(rawValue: 0) : source(&self),
                transform: isWild && chance(5) ? 2 : 0
            )
        }
    }
}
