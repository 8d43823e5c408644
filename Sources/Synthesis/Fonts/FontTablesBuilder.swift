package import CFluidSynth
import Glibc
package import Instruments
package import SoundFont

/// Works out the tables that the audio thread plays a font from: the same voices, in the same order,
/// that FluidSynth's own reader makes of a file.
package struct FontTablesBuilder {
    /// A preset: its numbers, the controls that its own modulators have, and its zones.
    package typealias Preset = (bank: UInt16, program: UInt16, own: UInt16, zones: seqd_slice)

    package private(set) var presets: [Preset] = []
    package private(set) var zones: [seqd_preset_zone] = []
    package private(set) var voices: [seqd_voice_zone] = []
    package private(set) var generators: [seqd_generator] = []
    package private(set) var modulators: [FluidModulator] = []
    /// When zones play that do not always do.
    package private(set) var choices: [seqd_choice] = []
    /// The gains by key and velocity that zones use, each once.
    package private(set) var gains: [NoteGain] = []
    /// The number of ``choices``' counters.
    package private(set) var counterCount = 0
    /// The presets of the bank, by bank and program; of equal ones the last in the file comes first.
    package private(set) var order: [Int] = []
    /// By sample: whether FluidSynth must have a copy of it; see ``SampleBounds``.
    package private(set) var isCopied: [Bool]
    /// The samples that zones play with a frame held; their indices follow those of the bank.
    package private(set) var held: [HeldSample] = []
    package let bank: SoundBank

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
    package private(set) var references: [UInt32] = []

    /// - Parameters:
    ///   - reading: The bank.
    ///   - supplements: What the zones of each instrument have that is not in the bank; empty for
    ///     nothing.
    package init(_ reading: SoundBankReading, supplements: [[ZoneSupplement]] = []) {
        bank = reading.bank
        self.supplements = supplements
        layout = reading.layout
        bounds = bank.samples.map { SampleBounds($0, in: reading.layout) }
        isCopied = bounds.map { $0.map { !$0.isCompressed && $0.isShort } ?? false }
    }

    package mutating func build() {
        func key(_ preset: SoundBank.Preset) -> UInt32 {
            UInt32(preset.bank) << 16 | UInt32(preset.program)
        }
        // A preset without zones is ignored (SoundFont 2.04 §7.2).
        order = bank.presets.indices.filter { !bank.presets[$0].zones.isEmpty }.sorted {
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
            guard let target = zone.target, let range = Self.range(zone, preset.global) else {
                continue
            }
            let voices = slice(ofInstrument: target)
            voiceCount += Int(voices.count)
            guard voices.count > 0, voiceCount <= Self.voiceLimit else { continue }
            let modulators = FluidModulator.merged(FluidModulator.list(zone.modulators), global)
                // One without an amount adds nothing.
                .filter { $0.amount != 0 }
            if modulators.contains(where: \.movesStart) { copySamples(of: voices) }
            let additions = modulators.filter(\.isConstant).map(\.addition)
            zones.append(
                seqd_preset_zone(
                    range: range,
                    voices: voices,
                    generators: add(Self.generators(zone, preset.global) + additions),
                    modulators: add(modulators.filter { !$0.isConstant })
                )
            )
        }
        return seqd_slice(first: UInt32(first), count: UInt32(zones.count - first))
    }

    /// The controls of the modulators of a preset's zones, and of their instruments' zones.
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
        let supplements = supplements.indices.contains(index) ? supplements[index] : []
        var counters: [ZoneRange: UInt32] = [:]
        let shared = instrument.global.map { FluidModulator.list($0.modulators) } ?? []
        let first = voices.count
        for position in instrument.zones.indices.reversed() {
            let zone = instrument.zones[position]
            guard let target = zone.target, let bounds = bounds[target],
                let range = Self.range(zone, instrument.global)
            else { continue }
            let sample = bank.samples[target]
            var generators = Self.generators(zone, instrument.global)
            let modulators = FluidModulator.merged(FluidModulator.list(zone.modulators), shared)
            var (number, loopLength) = (target, bounds.loopLength(with: generators))
            if let frame = bounds.heldFrame(with: generators) {
                number = hold(frame, ofSample: target)
                loopLength = HeldSample.length
                generators.removeAll(where: SampleBounds.movesLoop)
            }
            if modulators.contains(where: \.movesStart) || !bounds.isSafe(with: generators) {
                isCopied[number] = true
            }
            let highest = Self.highestPitch(loopLength, rate: sample.playedRate)
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
                    root_key: rootKey >= 0 ? rootKey : Float(sample.playedRootKey),
                    generators: add(generators),
                    additions: add(modulators.filter(\.isConstant).map(\.addition)),
                    modulators: add(modulators.filter { !$0.isConstant })
                )
            )
        }
        let slice = seqd_slice(first: UInt32(first), count: UInt32(voices.count - first))
        slices[index] = slice
        return slice
    }

    /// The index of a sample with a frame held.
    private mutating func hold(_ frame: Int, ofSample index: Int) -> Int {
        let sample = HeldSample(sample: index, frame: frame)
        if let known = held.firstIndex(of: sample) { return bank.samples.count + known }
        held.append(sample)
        isCopied.append(true)
        return bank.samples.count + held.count - 1
    }

    private mutating func copySamples(of slice: seqd_slice) {
        for index in Int(slice.first)..<Int(slice.first + slice.count) {
            isCopied[Int(voices[index].sample)] = true
        }
    }

    /// The ranges of a zone, or those of its global zone that it does not have itself.
    private static func range(_ zone: SoundBank.Zone, _ global: SoundBank.Zone?) -> seqd_range? {
        let keys = zone.keys ?? global?.keys ?? ZoneRange(0, 127)
        let velocities = zone.velocities ?? global?.velocities ?? ZoneRange(0, 127)
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
        let local = zone.generators.filter { $0.expectedAmounts == nil }
        for generator in local { own |= 1 << UInt64(generator.kind.rawValue) }
        let inherited = (global?.generators ?? []).filter {
            own >> UInt64($0.kind.rawValue) & 1 == 0 && $0.expectedAmounts == nil
        }
        return (local + inherited).map { generator in
            let amount = Double(generator.amount)
            return seqd_generator(
                // The EMU8000 took 0.4 of what a file says, and banks were made for it.
                value: generator.kind == .attenuation
                    ? Float(amount * Double(Float(0.4))) : Float(amount),
                number: UInt8(truncatingIfNeeded: generator.kind.rawValue)
            )
        }
    }

    /// The rounds of a loop in an output frame that FluidSynth may have to make: it goes back by one
    /// loop at a time.
    ///
    /// Half a round is the highest tone there is; with more, nothing but artefacts is heard.
    private static let roundLimit = 64.0

    /// The pitch, in cents above that of the sample, up to which a zone plays: of loops of a few frames
    /// FluidSynth would make so many rounds that the audio thread came too late.
    private static func highestPitch(_ loopLength: Int?, rate: UInt32) -> Float {
        guard let length = loopLength, length < 4_096 else { return .infinity }
        // A loop without a frame is none; rates of the output differ little.
        return Float(1_200 * log2(roundLimit * Double(max(length, 1)) * 48_000 / Double(rate)))
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
