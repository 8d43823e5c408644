extension SoundFontBuilder {
    /// Zero frames that follow each sample in the file (SoundFont 2.04, 6.1: at least 46).
    private static let guardFrames = 46

    /// The file (SoundFont 2.04, chapter 4): RIFF `sfbk` of INFO, sdta and pdta.
    public var bytes: [UInt8] {
        var body = Array("sfbk".utf8)
        body.append(chunk: "LIST", info)
        body.append(chunk: "LIST", sampleData)
        body.append(chunk: "LIST", presetData)
        var file: [UInt8] = []
        file.append(chunk: "RIFF", body)
        return file
    }

    private var info: [UInt8] {
        var version: [UInt8] = []
        version.append(littleEndian: UInt16(2))
        version.append(littleEndian: UInt16(4))
        var list = Array("INFO".utf8)
        list.append(chunk: "ifil", version)
        list.append(chunk: "isng", Self.terminated("EMU8000"))
        list.append(chunk: "INAM", Self.terminated(String(name.prefix(254))))
        return list
    }

    private var sampleData: [UInt8] {
        var frames: [UInt8] = []
        for sample in samples {
            for frame in sample.frames { frames.append(littleEndian: frame) }
            frames.append(contentsOf: [UInt8](repeating: 0, count: 2 * Self.guardFrames))
        }
        var list = Array("sdta".utf8)
        list.append(chunk: "smpl", frames)
        return list
    }

    private var presetData: [UInt8] {
        let ordered = presets.sorted { ($0.bank, $0.program) < ($1.bank, $1.program) }
        let presetZones = ZoneTables(ordered.map(\.zones), target: .instrument)
        let instrumentZones = ZoneTables(instruments.map(\.zones), target: .sample)
        var list = Array("pdta".utf8)
        list.append(chunk: "phdr", presetHeaders(ordered, firstBags: presetZones.firstBags))
        list.append(chunk: "pbag", presetZones.bags)
        list.append(chunk: "pmod", presetZones.modulators)
        list.append(chunk: "pgen", presetZones.generators)
        list.append(chunk: "inst", instrumentHeaders(firstBags: instrumentZones.firstBags))
        list.append(chunk: "ibag", instrumentZones.bags)
        list.append(chunk: "imod", instrumentZones.modulators)
        list.append(chunk: "igen", instrumentZones.generators)
        list.append(chunk: "shdr", sampleHeaders)
        return list
    }

    private func presetHeaders(_ ordered: [Preset], firstBags: [UInt16]) -> [UInt8] {
        let end = Preset(name: "EOP", bank: 0, program: 0, zones: [])
        var table: [UInt8] = []
        for (preset, bag) in zip(ordered + [end], firstBags) {
            table.append(contentsOf: Self.field(preset.name))
            table.append(littleEndian: preset.program)
            table.append(littleEndian: preset.bank)
            table.append(littleEndian: bag)
            // Library, genre and morphology: reserved, 0.
            table.append(contentsOf: [UInt8](repeating: 0, count: 12))
        }
        return table
    }

    private func instrumentHeaders(firstBags: [UInt16]) -> [UInt8] {
        var table: [UInt8] = []
        for (name, bag) in zip(instruments.map(\.name) + ["EOI"], firstBags) {
            table.append(contentsOf: Self.field(name))
            table.append(littleEndian: bag)
        }
        return table
    }

    private var sampleHeaders: [UInt8] {
        var table: [UInt8] = []
        var start = 0
        for sample in samples {
            let end = start + sample.frames.count
            let loop = sample.loop ?? 0..<sample.frames.count
            table.append(contentsOf: Self.field(sample.name))
            table.append(littleEndian: UInt32(start))
            table.append(littleEndian: UInt32(end))
            table.append(littleEndian: UInt32(start + loop.lowerBound))
            table.append(littleEndian: UInt32(start + loop.upperBound))
            table.append(littleEndian: UInt32(sample.rate))
            table.append(sample.rootKey)
            table.append(UInt8(bitPattern: sample.correction))
            table.append(littleEndian: UInt16(0))
            // monoSample
            table.append(littleEndian: UInt16(1))
            start = end + Self.guardFrames
        }
        table.append(contentsOf: Self.field("EOS"))
        table.append(contentsOf: [UInt8](repeating: 0, count: 26))
        return table
    }

    /// A name field of 20 bytes, at least one zero at its end.
    private static func field(_ name: String) -> [UInt8] {
        let text = Array(name.utf8.prefix(19))
        return text + [UInt8](repeating: 0, count: 20 - text.count)
    }

    /// Text with one or two zero bytes at the end, so that the count is even.
    private static func terminated(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8) + [0]
        return bytes.count.isMultiple(of: 2) ? bytes : bytes + [0]
    }
}

/// The three tables of zones (bags, modulators, generators) with their terminal records.
private struct ZoneTables {
    /// Each owner's first bag, and the terminal owner's.
    var firstBags: [UInt16] = []
    var bags: [UInt8] = []
    var modulators: [UInt8] = []
    var generators: [UInt8] = []

    init(_ owners: [[SoundFontBuilder.Zone]], target: SoundFontGenerator.Kind) {
        for zones in owners {
            beginOwner()
            for zone in zones {
                beginBag()
                append(zone, target: target)
            }
        }
        beginOwner()
        beginBag()
        modulators.append(contentsOf: [UInt8](repeating: 0, count: 10))
        generators.append(contentsOf: [UInt8](repeating: 0, count: 4))
    }

    private mutating func beginOwner() {
        firstBags.append(UInt16(bags.count / 4))
    }

    private mutating func beginBag() {
        bags.append(littleEndian: UInt16(generators.count / 4))
        bags.append(littleEndian: UInt16(modulators.count / 10))
    }

    private mutating func append(_ zone: SoundFontBuilder.Zone, target: SoundFontGenerator.Kind) {
        // SoundFont 2.04, 8.1.2: the ranges come first, in this order, the target comes last.
        if let keys = zone.keys { append(.keyRange, Self.amount(keys)) }
        if let velocities = zone.velocities { append(.velocityRange, Self.amount(velocities)) }
        for generator in zone.generators {
            append(generator.kind, UInt16(bitPattern: generator.amount))
        }
        if let index = zone.target { append(target, UInt16(index)) }
        for modulator in zone.modulators {
            modulators.append(littleEndian: modulator.source)
            modulators.append(littleEndian: modulator.destination.rawValue)
            modulators.append(littleEndian: modulator.amount)
            modulators.append(littleEndian: modulator.amountSource)
            modulators.append(littleEndian: UInt16(0))
        }
    }

    private mutating func append(_ kind: SoundFontGenerator.Kind, _ amount: UInt16) {
        generators.append(littleEndian: kind.rawValue)
        generators.append(littleEndian: amount)
    }

    private static func amount(_ range: ClosedRange<UInt8>) -> UInt16 {
        UInt16(range.lowerBound) | UInt16(range.upperBound) << 8
    }
}
