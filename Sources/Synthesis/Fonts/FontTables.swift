package import CFluidSynth
import Instruments
package import Sequencer
import SoundFont
import Synchronization

/// The presets and zones of a font in memory that the audio thread reads.
///
/// All instances of FluidSynth share it, and it never changes.
@safe
package final class FontTables: @unchecked Sendable {
    private let tables: UnsafeMutablePointer<seqd_tables>
    private let presets: UnsafeMutableBufferPointer<seqd_preset>
    private let zones: UnsafeMutableBufferPointer<seqd_preset_zone>
    private let voices: UnsafeMutableBufferPointer<seqd_voice_zone>
    private let generators: UnsafeMutableBufferPointer<seqd_generator>
    private let references: UnsafeMutableBufferPointer<OpaquePointer?>
    private let choices: UnsafeMutableBufferPointer<seqd_choice>
    private let gains: UnsafeMutableBufferPointer<Float>
    /// The modulators, made when FluidSynth's voices need them first.
    private let modulators: Mutex<[Modulator]>

    /// A modulator, and its places in the tables.
    @safe
    private struct Modulator: @unchecked Sendable {
        let values: FluidModulator
        var places: [Int] = []
        var made: OpaquePointer?

        init(_ values: FluidModulator) {
            self.values = values
            unsafe made = nil
        }
    }

    private let names: UnsafeMutableBufferPointer<CChar>

    /// Copies what a builder has worked out.
    package init(_ builder: FontTablesBuilder) {
        unsafe presets = Self.copy(
            builder.presets.map { preset in
                // The name is set where the names are.
                unsafe seqd_preset(
                    name: nil,
                    bank: preset.bank,
                    program: preset.program,
                    own: preset.own,
                    zones: preset.zones
                )
            }
        )
        unsafe zones = Self.copy(builder.zones)
        unsafe voices = Self.copy(builder.voices)
        unsafe generators = Self.copy(builder.generators)
        unsafe choices = Self.copy(builder.choices)
        unsafe gains = Self.copy(builder.gains.flatMap { $0.keys + $0.velocities })
        var listed = builder.modulators.map { Modulator($0) }
        for (place, index) in builder.references.enumerated() {
            listed[Int(index)].places.append(place)
        }
        modulators = Mutex(listed)
        unsafe references = Self.copy(builder.references.map { _ in nil })
        var text: [CChar] = []
        var positions: [Int] = []
        for index in builder.order {
            positions.append(text.count)
            let name = builder.bank.presets[index].name
            text += name.utf8.map { CChar(bitPattern: $0) } + [0]
        }
        unsafe names = Self.copy(text)
        for (index, position) in positions.enumerated() {
            unsafe presets[index].name = names.baseAddress.map {
                unsafe UnsafePointer($0 + position)
            }
        }
        unsafe tables = .allocate(capacity: 1)
        unsafe tables.initialize(
            to: seqd_tables(
                presets: presets.baseAddress,
                preset_count: UInt32(presets.count),
                sample_count: UInt32(builder.bank.samples.count + builder.held.count),
                zones: zones.baseAddress,
                voices: voices.baseAddress,
                generators: generators.baseAddress,
                generator_count: UInt32(generators.count),
                modulators: UnsafePointer(references.baseAddress),
                choices: choices.baseAddress,
                gains: gains.baseAddress,
                counter_count: UInt32(builder.counterCount)
            )
        )
    }

    deinit {
        modulators.withLock { modulators in
            for modulator in modulators {
                if let made = unsafe modulator.made { unsafe delete_fluid_mod(made) }
            }
        }
        unsafe tables.deallocate()
        unsafe presets.deallocate()
        unsafe zones.deallocate()
        unsafe voices.deallocate()
        unsafe generators.deallocate()
        unsafe choices.deallocate()
        unsafe gains.deallocate()
        unsafe references.deallocate()
        unsafe names.deallocate()
    }

    private static func copy<Element>(_ array: [Element]) -> UnsafeMutableBufferPointer<Element> {
        // A table may be empty, and its address is then still one that may be computed with.
        let memory = UnsafeMutableBufferPointer<Element>.allocate(
            capacity: max(array.count, 1)
        )
        _ = unsafe memory.initialize(from: array)
        return unsafe UnsafeMutableBufferPointer(start: memory.baseAddress, count: array.count)
    }

    /// The tables with FluidSynth's modulators; they live as long as this object.
    ///
    /// FluidSynth must have been loaded. `nil` without memory.
    package func pointer() -> UnsafePointer<seqd_tables>? {
        let isComplete = modulators.withLock { modulators in
            for index in modulators.indices where unsafe modulators[index].made == nil {
                guard let made = unsafe Self.make(modulators[index].values) else { return false }
                unsafe modulators[index].made = made
                for place in modulators[index].places { unsafe references[place] = made }
            }
            return true
        }
        return unsafe isComplete ? UnsafePointer(tables) : nil
    }

    private static func make(_ modulator: FluidModulator) -> OpaquePointer? {
        guard let made = unsafe new_fluid_mod() else { return nil }
        let identity = modulator.identity
        unsafe fluid_mod_set_source1(made, Int32(identity.source), Int32(identity.sourceFlags))
        unsafe fluid_mod_set_source2(
            made,
            Int32(identity.amountSource),
            Int32(identity.amountSourceFlags)
        )
        unsafe fluid_mod_set_dest(made, Int32(identity.destination))
        unsafe fluid_mod_set_amount(made, Double(modulator.amount))
        return unsafe made
    }

    /// The controls that modulators of a preset have, by its index in the order of the tables.
    func ownControls(ofPreset index: Int) -> OwnControls {
        OwnControls(rawValue: unsafe presets[index].own)
    }

    /// The indices of the samples that a preset plays.
    ///
    /// - Parameter index: The preset's index in the order of the tables.
    /// - Returns: The indices.
    package func samples(ofPreset index: Int) -> Set<Int> {
        var found: Set<Int> = []
        var seen: Set<UInt32> = []
        let slice = unsafe presets[index].zones
        for position in Int(slice.first)..<Int(slice.first + slice.count) {
            let inner = unsafe zones[position].voices
            guard seen.insert(inner.first).inserted else { continue }
            for voice in Int(inner.first)..<Int(inner.first + inner.count) {
                found.insert(unsafe Int(voices[voice].sample))
            }
        }
        return found
    }

    /// The indices of the samples that notes of a preset play.
    ///
    /// - Parameters:
    ///   - index: The preset's index in the order of the tables.
    ///   - notes: The notes.
    /// - Returns: The indices.
    package func samples(ofPreset index: Int, for notes: NoteSet) -> Set<Int> {
        guard !notes.isEmpty else { return [] }
        guard notes != .all else { return samples(ofPreset: index) }
        var found: Set<Int> = []
        let slice = unsafe presets[index].zones
        for position in Int(slice.first)..<Int(slice.first + slice.count) {
            let outer = unsafe zones[position].range
            let inner = unsafe zones[position].voices
            for voice in Int(inner.first)..<Int(inner.first + inner.count) {
                let sample = unsafe Int(voices[voice].sample)
                guard !found.contains(sample),
                    let range = unsafe outer.intersection(voices[voice].range),
                    notes.meets(range.keys, range.velocities)
                else { continue }
                found.insert(sample)
            }
        }
        return found
    }
}

extension seqd_range {
    /// The part that two ranges have in common; `nil` for none.
    fileprivate func intersection(
        _ other: seqd_range
    ) -> (keys: ClosedRange<UInt8>, velocities: ClosedRange<UInt8>)? {
        let keys = (max(low_key, other.low_key), min(high_key, other.high_key, 127))
        let velocities = (
            max(low_velocity, other.low_velocity), min(high_velocity, other.high_velocity, 127)
        )
        guard keys.0 <= keys.1, velocities.0 <= velocities.1 else { return nil }
        return (keys.0...keys.1, velocities.0...velocities.1)
    }
}
