/// The presets, instruments and samples of the nine tables (§7).
extension SoundBankReader {
    mutating func read(_ tables: PresetTables, _ bytes: RawSpan) {
        readPresets(tables)
        readInstruments(tables)
        if tables.isFirst {
            FirstVersion.complete(&bank)
            readFirstSamples(tables, bytes)
        } else {
            readSamples(tables, bytes)
        }
        checkSides(tables)
    }

    private mutating func readPresets(_ tables: PresetTables) {
        let zones = ZoneReader.presets(tables)
        var known: Set<UInt32> = []
        // The last record of each table only ends the one before.
        for record in 0..<tables.count(.presets) - 1 {
            let offset = tables.offset(.presets, record)
            var preset = SoundBank.Preset(
                name: tables.name(.presets, record),
                bank: tables.word(.presets, record, at: 22),
                program: tables.word(.presets, record, at: 20)
            )
            preset.reserved.library = tables.long(.presets, record, at: 26)
            preset.reserved.genre = tables.long(.presets, record, at: 30)
            preset.reserved.morphology = tables.long(.presets, record, at: 34)
            (preset.global, preset.zones) = zones.zones(
                tables.span(.presets, record, at: 24),
                of: "preset \(preset.bank):\(preset.program)",
                &log
            )
            if !known.insert(UInt32(preset.bank) << 16 | UInt32(preset.program)).inserted {
                log.add(
                    .repeatedPreset,
                    .warning,
                    at: offset,
                    "preset \(preset.bank):\(preset.program) is given more than once; the last plays"
                        + ", where the specification has the first"
                )
            }
            if preset.program > 127 || preset.zones.isEmpty {
                log.add(
                    .presetUnplayable,
                    .warning,
                    at: offset,
                    "preset \(preset.bank):\(preset.program) "
                        + (preset.program > 127
                            ? "cannot be selected: programs are 0 to 127"
                            : "has no zones; it is ignored")
                )
            }
            bank.presets.append(preset)
        }
        noteUnused(Int(tables.word(.presets, 0, at: 24)), at: tables.offset(.presets, 0))
    }

    private mutating func readInstruments(_ tables: PresetTables) {
        let zones = ZoneReader.instruments(tables)
        for record in 0..<tables.count(.instruments) - 1 {
            var instrument = SoundBank.Instrument(name: tables.name(.instruments, record))
            (instrument.global, instrument.zones) = zones.zones(
                tables.span(.instruments, record, at: 20),
                of: "instrument \(record)",
                &log
            )
            bank.instruments.append(instrument)
        }
        noteUnused(Int(tables.word(.instruments, 0, at: 20)), at: tables.offset(.instruments, 0))
    }

    private mutating func noteUnused(_ count: Int, at offset: Int) {
        guard count > 0 else { return }
        log.add(.unusedZones, .note, at: offset, "\(count) zones before the first one that is used")
    }

    /// Notes stereo samples of which each side is played at a pitch of its own, where the right one's
    /// should hold for both (§7.10).
    private mutating func checkSides(_ tables: PresetTables) {
        for (record, instrument) in bank.instruments.enumerated() {
            func pitch(_ zone: SoundBank.Zone) -> [Int16?] {
                [.coarseTune, .fineTune, .scaleTuning, .rootKey].map {
                    zone.amount(of: $0) ?? instrument.global?.amount(of: $0)
                }
            }
            var zones: [Int: SoundBank.Zone] = [:]
            for zone in instrument.zones { if let target = zone.target { zones[target] = zone } }
            for zone in instrument.zones {
                guard let target = zone.target, bank.samples[target].type.contains(.left),
                    let right = zones[Int(bank.samples[target].link)],
                    right.keys == zone.keys, right.velocities == zone.velocities,
                    pitch(right) != pitch(zone)
                else { continue }
                log.add(
                    .sidesDiffer,
                    .note,
                    at: tables.offset(.instruments, record),
                    "instrument \(record): the sides of sample \(bank.samples[target].name) have "
                        + "different pitches; each is played at its own"
                )
            }
        }
    }

    /// The type of a sample, which some encoders of SF3 files do not mark as compressed.
    private mutating func markCompressed(
        _ sample: inout SoundBank.Sample,
        _ bytes: RawSpan,
        at offset: Int
    ) {
        guard let data = layout.frames, !sample.type.contains(.vorbis), sample.start < sample.end,
            sample.end <= data.count, sample.end - sample.start > 4,
            ["OggS", "fLaC"].contains(bytes.letters(data.lowerBound + sample.start))
        else { return }
        sample.type.insert(.vorbis)
        log.add(
            .compressionUnmarked,
            .warning,
            at: offset,
            "sample \(sample.name): compressed, but not marked as such; it is decoded"
        )
    }

    private mutating func checkNumbers(_ sample: SoundBank.Sample, at offset: Int) {
        var faults: [String] = []
        if (128...254).contains(sample.rootKey) {
            faults.append("root key \(sample.rootKey), expected 0 to 127 or 255; 60 is used")
        }
        if sample.rate == 0 { faults.append("0 frames per second; \(sample.playedRate) are used") }
        for fault in faults {
            log.add(.sampleIllegal, .warning, at: offset, "sample \(sample.name): \(fault)")
        }
    }

    /// The samples of version 1: four addresses each.
    ///
    /// Those in the card's memory come first. The file's own begin at address 0.
    private mutating func readFirstSamples(_ tables: PresetTables, _ bytes: RawSpan) {
        let names = sampleNames ?? 0..<0
        let count = tables.count(.samples)
        func start(_ record: Int) -> Int { Int(tables.long(.samples, record, at: 0)) }
        let firstOwn = layout.frameCount > 0 ? (0..<count).first { start($0) == 0 } : count
        for record in 0..<count {
            func address(_ offset: Int) -> Int { Int(tables.long(.samples, record, at: offset)) }
            let name = (names.lowerBound + 20 * record)..<(names.lowerBound + 20 * record + 20)
            let letters = name.upperBound <= names.upperBound ? name.map { bytes.byte($0) } : []
            let text = String(decoding: letters.prefix { $0 != 0 }, as: UTF8.self)
            // Addresses are those of the card's interpolation: a loop ends with its last frame.
            let sample = SoundBank.Sample(
                name: text,
                start: address(0),
                end: address(4),
                loopStart: address(8) + 2,
                loopEnd: address(12) + 3,
                rate: FirstVersion.rate,
                type: record < firstOwn ?? 0 ? [.mono, .readOnlyMemory] : .mono
            )
            check(sample, at: tables.offset(.samples, record))
            bank.samples.append(sample)
        }
    }

    private mutating func readSamples(_ tables: PresetTables, _ bytes: RawSpan) {
        let records = 0..<tables.count(.samples) - 1
        // Addresses of compressed samples are those of bytes: some are in the second half. The others
        // are not looked at, since each would bring pages of the file into memory.
        let half = (layout.frames?.count ?? 0) / 2
        let mayBeCompressed = records.contains { tables.long(.samples, $0, at: 24) > half }
        for record in records {
            let offset = tables.offset(.samples, record)
            func long(_ offset: Int) -> UInt32 { tables.long(.samples, record, at: offset) }
            var sample = SoundBank.Sample(
                name: tables.name(.samples, record),
                start: Int(long(20)),
                end: Int(long(24)),
                loopStart: Int(long(28)),
                loopEnd: Int(long(32)),
                rate: long(36),
                rootKey: tables.byte(.samples, record, at: 40),
                correction: Int8(bitPattern: tables.byte(.samples, record, at: 41)),
                link: tables.word(.samples, record, at: 42),
                type: SampleType(rawValue: tables.word(.samples, record, at: 44))
            )
            if mayBeCompressed { markCompressed(&sample, bytes, at: offset) }
            checkNumbers(sample, at: offset)
            check(sample, at: offset)
            bank.samples.append(sample)
        }
    }

    private mutating func check(_ sample: SoundBank.Sample, at offset: Int) {
        if let problem = sample.silence(in: layout) {
            log.add(
                .sampleUnusable,
                .error,
                at: offset,
                "sample \(sample.name): \(problem); it is silent"
            )
        } else if let problem = sample.loopProblem(in: layout) {
            log.add(
                .loopOutside,
                .warning,
                at: offset,
                "sample \(sample.name): \(problem); the loop is adjusted"
            )
        }
    }
}
