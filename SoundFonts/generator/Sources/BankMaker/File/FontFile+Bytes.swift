import SoundFont

extension FontFile {
    /// The whole file.
    var bytes: [UInt8] {
        var data = SampleData()
        data.reserveCapacity(samples.reduce(0) { $0 + $1.frames.count + 64 })
        var bank = SoundBank(
            information: BankInformation(
                texts: [
                    .init("isng", "EMU8000"),
                    .init("INAM", "seqd General MIDI"),
                    .init("ICOP", "CC0 1.0 Universal: no rights reserved"),
                    .init("ICMT", "Computed, not recorded. Made by make-bank of seqd."),
                    .init("ISFT", "make-bank"),
                ]
            )
        )
        for sample in samples {
            let frames = data.append(sample.frames)
            // A sample that does not loop has its whole length there; its zones do not use it.
            let loop = sample.loop ?? 8..<sample.frames.count - 8
            bank.add(
                SoundBank.Sample(
                    // A zero at the end, for readers that expect one.
                    name: String(sample.name.prefix(19)),
                    start: frames.lowerBound,
                    end: frames.upperBound,
                    loopStart: frames.lowerBound + loop.lowerBound,
                    loopEnd: frames.lowerBound + loop.upperBound,
                    rate: UInt32(sample.rate),
                    // Pitch correction: none, the rate is chosen to fit.
                    rootKey: UInt8(sample.rootKey)
                )
            )
        }
        for instrument in instruments {
            let (global, zones) = Self.zones(instrument.zones, target: .sample)
            bank.add(
                SoundBank.Instrument(name: instrument.name, global: global, zones: zones)
            )
        }
        bank.presets = presets.sorted { ($0.bank, $0.program) < ($1.bank, $1.program) }.map {
            let (global, zones) = Self.zones($0.zones, target: .instrument)
            return SoundBank.Preset(
                name: $0.name,
                bank: UInt16($0.bank),
                program: UInt16($0.program),
                global: global,
                zones: zones
            )
        }
        do throws(SoundFontWriteError) {
            return try bank.bytes(data)
        } catch {
            // Nothing that is read decides its size.
            preconditionFailure("the bank is too large: \(error)")
        }
    }

    /// A first zone without a target is the global one.
    private static func zones(
        _ zones: [Zone],
        target: GeneratorKind
    ) -> (global: SoundBank.Zone?, zones: [SoundBank.Zone]) {
        let all = zones.map { $0.zone(target: target) }
        guard let first = all.first, first.target == nil else { return (nil, all) }
        return (first, Array(all.dropFirst()))
    }
}

extension FontFile.Zone {
    /// The zone as a value of the file.
    fileprivate func zone(target: GeneratorKind) -> SoundBank.Zone {
        var zone = SoundBank.Zone(target: nil, modulators: modulators)
        for setting in settings {
            let range = ZoneRange(
                UInt8(truncatingIfNeeded: setting.amount),
                UInt8(truncatingIfNeeded: setting.amount >> 8)
            )
            switch setting.generator {
            case .keyRange: zone.keys = range
            case .velocityRange: zone.velocities = range
            case target: zone.target = setting.amount
            default:
                zone.generators.append(
                    Generator(setting.generator, Int16(truncatingIfNeeded: setting.amount))
                )
            }
        }
        return zone
    }
}
