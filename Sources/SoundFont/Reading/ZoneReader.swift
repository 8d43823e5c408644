/// Reads the zones of presets or of instruments from their three tables (§7.3 … §7.5, §7.7 … §7.9).
struct ZoneReader {
    private let tables: PresetTables
    private let bags: PresetTable
    private let generators: PresetTable
    private let modulators: PresetTable
    private let target: GeneratorKind
    private let targetCount: Int

    static func presets(_ tables: PresetTables) -> ZoneReader {
        ZoneReader(
            tables: tables,
            bags: .presetBags,
            generators: .presetGenerators,
            modulators: .presetModulators,
            target: .instrument,
            targetCount: tables.count(.instruments) - 1
        )
    }

    static func instruments(_ tables: PresetTables) -> ZoneReader {
        ZoneReader(
            tables: tables,
            bags: .instrumentBags,
            generators: .instrumentGenerators,
            modulators: .instrumentModulators,
            target: .sample,
            // In version 1 no record ends the last one.
            targetCount: tables.count(.samples) - (tables.isFirst ? 0 : 1)
        )
    }

    /// The zones of some bags; a first one without a target is the global zone.
    func zones(
        _ range: Range<Int>,
        of owner: String,
        _ log: inout DiagnosticLog
    ) -> (global: SoundBank.Zone?, zones: [SoundBank.Zone]) {
        var global: SoundBank.Zone?
        var zones: [SoundBank.Zone] = []
        zones.reserveCapacity(range.count)
        for bag in range {
            var zone = zone(bag, of: owner, &log)
            if let pitch = samplePitch(bag) { FirstVersion.setPitch(of: &zone, pitch) }
            let offset = tables.offset(bags, bag)
            if let index = zone.target {
                guard index < targetCount else {
                    log.add(
                        .targetMissing,
                        .error,
                        at: offset,
                        "\(owner): a zone plays \(target) \(index), the font has \(targetCount); "
                            + "left out"
                    )
                    continue
                }
                zones.append(zone)
            } else if bag == range.lowerBound {
                global = zone
            } else {
                log.add(
                    .zoneWithoutTarget,
                    .warning,
                    at: offset,
                    "\(owner): a zone without \(target), which only the first may be; left out"
                )
            }
        }
        return (global, zones)
    }

    private func zone(
        _ bag: Int,
        of owner: String,
        _ log: inout DiagnosticLog
    ) -> SoundBank.Zone {
        var zone = SoundBank.Zone(target: nil)
        let modulators = tables.isFirst ? 0..<0 : tables.span(bags, bag, at: 2)
        zone.modulators.reserveCapacity(modulators.count)
        for record in modulators { zone.modulators.append(modulator(record)) }
        for (position, problem) in PlayableModulators(zone.modulators).problems {
            let record = modulators.lowerBound + position
            log.add(
                .modulatorDropped,
                .warning,
                at: tables.offset(self.modulators, record),
                "\(owner): modulator \(position + 1) of a zone: \(problem); left out"
            )
        }
        // 0 before anything, 1 behind the key range, 2 behind anything else.
        var stage = 0
        let span = tables.span(bags, bag, at: 0)
        for record in span {
            let number = tables.word(generators, record, at: 0)
            let amount = tables.word(generators, record, at: 2)
            let kind = GeneratorKind(rawValue: number)
            switch kind {
            case .keyRange where stage == 0:
                zone.keys = ZoneRange(amount: amount)
                stage = 1
            case .velocityRange where stage <= 1:
                zone.velocities = ZoneRange(amount: amount)
                stage = 2
            case target:
                zone.target = Int(amount)
                // Nothing may stand behind the target.
                if record + 1 < span.upperBound { drop(record + 1, "stands behind the target") }
                return zone
            case .keyRange, .velocityRange:
                drop(record, "a range must come first")
            case let kind? where isAllowed(kind):
                stage = 2
                var value = Int16(bitPattern: amount)
                if tables.isFirst {
                    guard let converted = FirstVersion.amount(of: kind, value) else {
                        drop(record, "has a unit that is not known")
                        continue
                    }
                    value = converted
                }
                if let expected = Generator(kind, value).expectedAmounts {
                    log.add(
                        .amountIllegal,
                        .warning,
                        at: tables.offset(generators, record),
                        "\(owner): generator \(number) is \(value), expected "
                            + "\(expected.lowerBound) to \(expected.upperBound); left out"
                    )
                }
                if let index = zone.generators.firstIndex(where: { $0.kind == kind }) {
                    zone.generators[index].amount = value
                    log.add(
                        .repeatedGenerator,
                        .warning,
                        at: tables.offset(generators, record),
                        "\(owner): generator \(number) is given more than once; the last one counts"
                    )
                } else {
                    zone.generators.append(Generator(kind, value))
                }
            case nil where tables.isFirst && number == FirstVersion.samplePitch:
                // See `samplePitch`.
                stage = 2
            default:
                stage = 2
                drop(record, "has no meaning there")
            }
        }
        return zone

        func drop(_ record: Int, _ reason: String) {
            let number = tables.word(generators, record, at: 0)
            log.add(
                .generatorDropped,
                .warning,
                at: tables.offset(generators, record),
                "\(owner): generator \(number) \(reason); left out"
            )
        }
    }

    /// The pitch of a zone's sample, which version 1 has among its generators.
    private func samplePitch(_ bag: Int) -> Int16? {
        guard tables.isFirst else { return nil }
        let record = tables.span(bags, bag, at: 0).last {
            tables.word(generators, $0, at: 0) == FirstVersion.samplePitch
        }
        return record.map { Int16(bitPattern: tables.word(generators, $0, at: 2)) }
    }

    private func isAllowed(_ kind: GeneratorKind) -> Bool {
        target == .instrument ? kind.isAllowedInPreset : kind.isAllowedInInstrument
    }

    private func modulator(_ record: Int) -> Modulator {
        func word(_ offset: Int) -> UInt16 { tables.word(modulators, record, at: offset) }
        return Modulator(
            source: ModulatorSource(rawValue: word(0)),
            destination: word(2),
            amount: Int16(bitPattern: word(4)),
            amountSource: ModulatorSource(rawValue: word(6)),
            transform: word(8)
        )
    }
}
