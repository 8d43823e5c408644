extension FontFile {
    /// Zero frames behind each sample (SoundFont 2.04, 6.1: at least 46).
    private static let gap = 46

    /// The whole file.
    var bytes: [UInt8] {
        var body = ByteList()
        body.append(list: "LIST", of: "INFO", information)
        var data = ByteList()
        data.append(chunk: "smpl", sampleData)
        body.append(list: "LIST", of: "sdta", data.bytes)
        body.append(list: "LIST", of: "pdta", articulation)
        var file = ByteList()
        file.append(list: "RIFF", of: "sfbk", body.bytes)
        return file.bytes
    }

    private var information: [UInt8] {
        var list = ByteList()
        list.append(chunk: "ifil", [2, 0, 4, 0])
        list.append(chunk: "isng", text: "EMU8000")
        list.append(chunk: "INAM", text: "seqd General MIDI")
        list.append(chunk: "ICOP", text: "CC0 1.0 Universal: no rights reserved")
        list.append(chunk: "ICMT", text: "Computed, not recorded. Made by make-bank of seqd.")
        list.append(chunk: "ISFT", text: "make-bank")
        return list.bytes
    }

    private var sampleData: [UInt8] {
        let count = samples.reduce(0) { $0 + $1.frames.count + Self.gap }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count * 2)
        for sample in samples {
            for frame in sample.frames {
                bytes.append(UInt8(truncatingIfNeeded: frame))
                bytes.append(UInt8(truncatingIfNeeded: frame >> 8))
            }
            bytes += [UInt8](repeating: 0, count: Self.gap * 2)
        }
        return bytes
    }

    private var articulation: [UInt8] {
        let ordered = presets.sorted { ($0.bank, $0.program) < ($1.bank, $1.program) }
        var (presetZones, instrumentZones) = (ZoneLists(), ZoneLists())
        var (headers, instrumentHeaders) = (ByteList(), ByteList())
        for preset in ordered {
            headers.append(name: preset.name)
            headers.append16(preset.program)
            headers.append16(preset.bank)
            headers.append16(presetZones.count)
            // Library, genre and morphology: not used.
            headers.bytes += [UInt8](repeating: 0, count: 12)
            presetZones.append(preset.zones)
        }
        headers.append(name: "EOP")
        headers.append32(0)
        headers.append16(presetZones.count)
        headers.bytes += [UInt8](repeating: 0, count: 12)
        for instrument in instruments {
            instrumentHeaders.append(name: instrument.name)
            instrumentHeaders.append16(instrumentZones.count)
            instrumentZones.append(instrument.zones)
        }
        instrumentHeaders.append(name: "EOI")
        instrumentHeaders.append16(instrumentZones.count)
        presetZones.end()
        instrumentZones.end()
        var list = ByteList()
        list.append(chunk: "phdr", headers.bytes)
        list.append(chunk: "pbag", presetZones.bags.bytes)
        list.append(chunk: "pmod", presetZones.modulators.bytes)
        list.append(chunk: "pgen", presetZones.generators.bytes)
        list.append(chunk: "inst", instrumentHeaders.bytes)
        list.append(chunk: "ibag", instrumentZones.bags.bytes)
        list.append(chunk: "imod", instrumentZones.modulators.bytes)
        list.append(chunk: "igen", instrumentZones.generators.bytes)
        list.append(chunk: "shdr", sampleHeaders)
        return list.bytes
    }

    private var sampleHeaders: [UInt8] {
        var list = ByteList()
        var start = 0
        for sample in samples {
            let end = start + sample.frames.count
            // What does not loop has the whole sample there; its zones do not use it.
            let loop = sample.loop ?? 8..<sample.frames.count - 8
            list.append(name: sample.name)
            list.append32(start)
            list.append32(end)
            list.append32(start + loop.lowerBound)
            list.append32(start + loop.upperBound)
            list.append32(sample.rate)
            list.bytes.append(UInt8(sample.rootKey))
            // Pitch correction: none, the rate is chosen to fit.
            list.bytes.append(0)
            list.append16(0)
            // Mono.
            list.append16(1)
            start = end + Self.gap
        }
        list.append(name: "EOS")
        list.bytes += [UInt8](repeating: 0, count: 26)
        return list.bytes
    }
}

/// The three lists that zones are spread over.
private struct ZoneLists {
    var bags = ByteList()
    var generators = ByteList()
    var modulators = ByteList()
    private(set) var count = 0

    mutating func append(_ zones: [FontFile.Zone]) {
        for zone in zones {
            beginBag()
            for setting in zone.settings {
                generators.append16(Int(setting.generator.rawValue))
                generators.append16(setting.amount)
            }
            for modulator in zone.modulators {
                modulators.append16(Int(modulator.source))
                modulators.append16(Int(modulator.destination.rawValue))
                modulators.append16(modulator.amount)
                modulators.append16(Int(modulator.amountSource))
                modulators.append16(0)
            }
        }
    }

    /// The records that end the lists.
    mutating func end() {
        beginBag()
        generators.append32(0)
        modulators.bytes += [UInt8](repeating: 0, count: 10)
    }

    private mutating func beginBag() {
        bags.append16(generators.bytes.count / 4)
        bags.append16(modulators.bytes.count / 10)
        count += 1
    }
}
