import CFluidSynth
import Glibc
import Instruments
import SoundFont

/// Works out the tables that the audio thread plays a font from: the same voices, in the same order,
/// that FluidSynth's own reader makes of a file.
struct FontTablesBuilder {
    /// A preset: its numbers, the controls that its own modulators have, and its zones.
    typealias Preset = (bank: UInt16, program: UInt16, own: UInt16, zones: seqd_slice)

    private(set) var presets: [Preset] = []
    private(set) var zones: [seqd_preset_zone] = []
    private(set) var voices: [seqd_voice_zone] = []
    private(set) var generators: [seqd_generator] = []
    private(set) var modulators: [FluidModulator] = []
    /// When zones play that do not always do.
    private(set) var choices: [seqd_choice] = []
    /// What zones take from the key and the velocity of a note, each once.
    private(set) var gains: [NoteGain] = []
    /// The number of ``choices``' counters.
    private(set) var counterCount = 0
    /// The presets of the bank, by bank and program; of equal ones the last in the file comes first.
    private(set) var order: [Int] = []
    /// By sample: whether FluidSynth must have a copy of it; see ``SampleBounds``.
    private(set) var isCopied: [Bool]
    let bank: SoundBank

    /// The most voices that the zones of a preset may lead to.
    ///
    /// No font has as many; with more, looking for those of a note would hold up the audio thread.
    private static let voiceLimit = 1 << 17

    private let layout: BankLayout
    /// By instrument and zone of the bank.
    private let supplements: [[ZoneSupplement]]
    private let bounds: [SampleBounds?]
    private var slices: [Int: seqd_slice] = [:]
    private var knownGains: [NoteGain: UInt32] = [:]
    private var known: [FluidModulator: UInt32] = [:]
    /// By modulator, those that each list refers to.
    private(set) var references: [UInt32] = []

    /// - Parameters:
    ///   - reading: The bank.
    ///   - supplements: What the zones of each instrument have that is not in the bank; empty for
    ///     nothing.
    init(_ reading: SoundBankReading, supplements: [[ZoneSupplement]] = []) {
        bank = reading.bank
        self.supplements = supplements
        layout = reading.layout
        bounds = bank.samples.map { SampleBounds($0, in: reading.layout) }
        isCopied = bounds.map { $0.map { !$0.isCompressed && $0.isShort } ?? false }
    }

    mutating func build() {
        func key(_ preset: SoundBank.Preset) -> UInt32 {
            UInt32(preset.bank) << 16 | UInt32(preset.program)
        }
        order = bank.presets.indices.sorted {
            let (one, other) = (key(bank.presets[$0]), key(bank.presets[$1]))
            return one == other ? $0 > $1 : one < other
        }
        for index in order {
            let preset = bank.presets[index]
            let zones = addZones(of: preset)
            presets.append((preset.bank, preset.program, ownControls(of: zones), zones))
        }
    }

    private mutating func addZones(of preset: SoundBank.Preset) -> seqd_slice {
        let first = zones.count
        let global = preset.global.map { FluidModulator.list($0.modulators) } ?? []
        var voiceCount = 0
        // FluidSynth collects zones from the last one on.
        for zone in preset.zones.reversed() {
            guard let target = zone.target, let range = Self.range(zone) else { continue }
            let voices = slice(ofInstrument: target)
            voiceCount += Int(voices.count)
            guard voices.count > 0, voiceCount <= Self.voiceLimit else { continue }
            let modulators = FluidModulator.merged(FluidModulator.list(zone.modulators), global)
                // One without an amount adds nothing.
                .filter { $0.amount != 0 && $0.isSafe }
            if modulators.contains(where: \.movesStart) { copySamples(of: voices) }
            zones.append(
                seqd_preset_zone(
                    range: range,
                    voices: voices,
                    generators: add(Self.generators(zone, preset.global)),
                    modulators: add(modulators)
                )
            )
        }
        return seqd_slice(first: UInt32(first), count: UInt32(zones.count - first))
    }

    /// What the modulators of a preset's zones, and of their instruments', control.
    private func ownControls(of slice: seqd_slice) -> UInt16 {
        func controls(_ list: seqd_slice) -> UInt16 {
            references[Int(list.first)..<Int(list.first + list.count)]
                .reduce(0) { $0 | modulators[Int($1)].ownControls }
        }
        return zones[Int(slice.first)..<Int(slice.first + slice.count)].reduce(0) { own, zone in
            let voices = voices[Int(zone.voices.first)..<Int(zone.voices.first + zone.voices.count)]
            return voices.reduce(own | controls(zone.modulators)) {
                $0 | controls($1.modulators)
            }
        }
    }

    /// The zones of an instrument that have a sample which can be played; those of a font's
    /// instruments are worked out once.
    private mutating func slice(ofInstrument index: Int) -> seqd_slice {
        if let known = slices[index] { return known }
        let instrument = bank.instruments[index]
        var global = instrument.global
        let supplements = supplements.indices.contains(index) ? supplements[index] : []
        var counters: [ZoneRange: UInt32] = [:]
        var own = instrument.zones[...]
        // As FluidSynth has it: a first zone whose sample cannot be played is a global one.
        if global == nil, let zone = own.first, sample(of: zone) == nil {
            global = zone
            own = own.dropFirst()
        }
        let shared = global.map { FluidModulator.list($0.modulators) } ?? []
        let first = voices.count
        for position in own.indices.reversed() {
            let zone = own[position]
            guard let number = sample(of: zone), let range = Self.range(zone) else { continue }
            var generators = Self.generators(zone, global)
            let modulators = FluidModulator.merged(FluidModulator.list(zone.modulators), shared)
                .filter(\.isSafe)
            guard let bounds = bounds[number] else { continue }
            if modulators.contains(where: \.movesStart) || !bounds.isSafe(with: generators) {
                isCopied[number] = true
            }
            setRootKey(&generators, bank.samples[number].rootKey)
            let highest = highestPitch(bounds, generators, rate: bank.samples[number].rate)
            let rootKey = Self.amount(of: .rootKey, in: generators) ?? -1
            let supplement =
                supplements.indices.contains(position) ? supplements[position] : ZoneSupplement()
            voices.append(
                seqd_voice_zone(
                    range: range,
                    sample: UInt32(number),
                    choice: supplement.choice.map { add($0, zone.keys, &counters) } ?? 0,
                    gain: supplement.gain.map { add($0) } ?? 0,
                    highest_pitch: highest,
                    root_key: rootKey >= 0 ? rootKey : Float(bank.samples[number].rootKey),
                    generators: add(generators),
                    modulators: add(modulators)
                )
            )
        }
        let slice = seqd_slice(first: UInt32(first), count: UInt32(voices.count - first))
        slices[index] = slice
        return slice
    }

    /// The sample of a zone; `nil` where it cannot be played.
    private func sample(of zone: SoundBank.Zone) -> Int? {
        zone.target.flatMap { bounds[$0] == nil ? nil : $0 }
    }

    private mutating func copySamples(of slice: seqd_slice) {
        for index in Int(slice.first)..<Int(slice.first + slice.count) {
            isCopied[Int(voices[index].sample)] = true
        }
    }

    /// The ranges of a zone alone: those of its global zone are not its own.
    private static func range(_ zone: SoundBank.Zone) -> seqd_range? {
        let keys = zone.keys ?? ZoneRange(0, 127)
        let velocities = zone.velocities ?? ZoneRange(0, 127)
        guard keys.numbers != nil, velocities.numbers != nil else { return nil }
        return seqd_range(
            low_key: keys.low,
            high_key: keys.high,
            low_velocity: velocities.low,
            high_velocity: velocities.high
        )
    }

    /// The generators of a zone and those of its global zone that it does not have itself.
    private static func generators(
        _ zone: SoundBank.Zone,
        _ global: SoundBank.Zone?
    ) -> [seqd_generator] {
        var own: UInt64 = 0
        for generator in zone.generators { own |= 1 << UInt64(generator.kind.rawValue) }
        let inherited = (global?.generators ?? []).filter {
            own >> UInt64($0.kind.rawValue) & 1 == 0
        }
        return (zone.generators + inherited).map { generator in
            let amount = Double(generator.amount)
            return seqd_generator(
                // The EMU8000 took 0.4 of what a file says, and banks were made for it.
                value: generator.kind == .attenuation
                    ? Float(amount * Double(Float(0.4))) : Float(amount),
                number: UInt8(truncatingIfNeeded: generator.kind.rawValue)
            )
        }
    }

    /// A sample's own root key above 127, which FluidSynth's interface refuses, becomes the zone's.
    private func setRootKey(_ generators: inout [seqd_generator], _ key: UInt8) {
        guard key > 127 else { return }
        let number = UInt8(GeneratorKind.rootKey.rawValue)
        let index = generators.firstIndex { $0.number == number }
        if let index, generators[index].value > -1 { return }
        if let index { generators.remove(at: index) }
        generators.append(seqd_generator(value: Float(key), number: number))
    }

    /// The rounds of a loop in an output frame that FluidSynth may have to make: it goes back by one
    /// loop at a time.
    ///
    /// Half a round is the highest tone there is; with more, nothing but artefacts is heard.
    private static let roundLimit = 64.0

    /// The pitch, in cents above that of the sample, up to which a zone plays: of loops of a few frames
    /// FluidSynth would make so many rounds that the audio thread came too late.
    private func highestPitch(
        _ bounds: SampleBounds,
        _ generators: [seqd_generator],
        rate: UInt32
    ) -> Float {
        guard let length = bounds.loopLength(with: generators), length < 4_096, rate > 0 else {
            return .infinity
        }
        // FluidSynth plays loops of less than two frames as none; rates of the output differ little.
        return Float(1_200 * log2(Self.roundLimit * Double(max(length, 1)) * 48_000 / Double(rate)))
    }

    private static func amount(
        of kind: GeneratorKind,
        in generators: [seqd_generator]
    ) -> Float? {
        generators.first { $0.number == UInt8(kind.rawValue) }?.value
    }

    /// Adds when a zone plays; zones of an instrument with equal keys share a counter.
    ///
    /// - Returns: Its index, from 1.
    private mutating func add(
        _ choice: RegionChoice,
        _ keys: ZoneRange?,
        _ counters: inout [ZoneRange: UInt32]
    ) -> UInt32 {
        let keys = keys ?? ZoneRange(0, 127)
        let counter = counters[keys] ?? UInt32(counterCount)
        if counters.updateValue(counter, forKey: keys) == nil { counterCount += 1 }
        choices.append(
            seqd_choice(
                counter: counter,
                position: UInt16(clamping: choice.position),
                length: UInt16(clamping: choice.length),
                low: Float(choice.random.lowerBound),
                high: Float(choice.random.upperBound)
            )
        )
        return UInt32(choices.count)
    }

    /// Adds what zones take from a note, once for equal ones.
    ///
    /// - Returns: Its index, from 1.
    private mutating func add(_ gain: NoteGain) -> UInt32 {
        if let known = knownGains[gain] { return known }
        gains.append(gain)
        knownGains[gain] = UInt32(gains.count)
        return UInt32(gains.count)
    }

    private mutating func add(_ list: [seqd_generator]) -> seqd_slice {
        let first = generators.count
        generators += list
        return seqd_slice(first: UInt32(first), count: UInt32(list.count))
    }

    private mutating func add(_ list: [FluidModulator]) -> seqd_slice {
        let first = references.count
        for modulator in list {
            let number: UInt32
            if let index = known[modulator] {
                number = index
            } else {
                number = UInt32(modulators.count)
                known[modulator] = number
                modulators.append(modulator)
            }
            references.append(number)
        }
        return seqd_slice(first: UInt32(first), count: UInt32(list.count))
    }
}
