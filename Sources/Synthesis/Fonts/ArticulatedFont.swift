import FontFiles
import Instruments
import Platform
import SFZRegions
import Sequencer
import Voices

/// An SFZ file as our own voices play it: its regions, and its recordings in memory.
///
/// Shared by all instances that play the file.
final class ArticulatedFont: Sendable {
    /// The recordings.
    let samples: RecordedSamples
    /// The regions as the audio thread reads them.
    let tables: RegionTables
    private let findings: [InstrumentDiagnostic]
    /// The indices of presets, by banks and programs.
    private let indices: [PresetSubstitution.Choice: Int]
    /// By preset: the recordings that it plays, and on which notes.
    private let uses: [[Use]]

    /// A recording that a region plays.
    private struct Use: Sendable {
        let recording: Int
        let keys: ClosedRange<UInt8>
        let velocities: ClosedRange<UInt8>
        /// Whether a controller starts it, not a note.
        let isAlways: Bool
    }

    /// Takes an SFZ file.
    ///
    /// - Parameters:
    ///   - instrument: The file as it was written.
    ///   - source: Its recordings.
    init(_ instrument: SFZInstrument, _ source: InstrumentSource) {
        let samples = RecordedSamples(source)
        // The recording of each sample, by the samples' indices in the bank.
        var recordings: [ObjectIdentifier: Int] = [:]
        var findings = instrument.diagnostics + source.description.diagnostics
        let bank = RegionBank(
            instrument,
            recordings: source.recordings,
            sides: { index in
                for side in samples.sides[index] { recordings[ObjectIdentifier(side)] = index }
                return samples.sides[index]
            },
            wave: Self.frames,
            findings: &findings
        )
        self.findings = findings
        self.samples = samples
        tables = RegionTables(bank)
        var indices: [PresetSubstitution.Choice: Int] = [:]
        for (index, preset) in bank.presets.enumerated() {
            indices[.init(bank: preset.bank, program: preset.program)] = index
        }
        self.indices = indices
        uses = bank.presets.map { preset in
            preset.regions.compactMap { region in
                let frames = bank.samples[region.sample].frames
                guard let recording = recordings[ObjectIdentifier(frames)] else { return nil }
                return Use(
                    recording: recording,
                    keys: region.keys,
                    velocities: region.velocities,
                    isAlways: region.articulation?.conditions.trigger == .controller
                )
            }
        }
    }

    /// The parts of the file that are not played as written, and the faults of recordings that have
    /// been read.
    var diagnostics: [InstrumentDiagnostic] { findings + samples.diagnostics }

    /// The frames of a wave.
    private static func frames(_ wave: GeneratedWave) -> SampleFrames? {
        var frames: [Float] = []
        do throws(HostError) {
            _ = try WaveReader(wave: wave).forEachPiece { (values, count) throws(HostError) in
                for index in 0..<count { frames.append(values[index]) }
            }
        } catch {
            return nil
        }
        return SampleFrames(frames)
    }

    /// Whether no region can be played.
    var isSilent: Bool { indices.isEmpty }

    /// The preset of a bank and a program.
    func preset(_ choice: PresetSubstitution.Choice) -> PresetReference? {
        indices[choice].map { tables.presets[$0] }
    }

    /// The recordings that a preset plays for some notes.
    func recordings(_ choice: PresetSubstitution.Choice, for notes: NoteSet) -> Set<Int> {
        guard let index = indices[choice] else { return [] }
        let used = uses[index].filter { use in
            notes == .all || use.isAlways && !notes.isEmpty || notes.meets(use.keys, use.velocities)
        }
        return Set(used.map(\.recording))
    }
}
