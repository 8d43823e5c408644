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
        /// The latest frame at which it begins.
        let start: Int
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
                    isAlways: region.articulation?.conditions.trigger == .controller,
                    start: region.articulation?.latestStart ?? 0
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

    /// The recordings that a preset plays for some notes, and the latest frame at which a note of each
    /// begins.
    func recordings(_ choice: PresetSubstitution.Choice, for notes: NoteSet) -> [Int: Int] {
        guard let index = indices[choice] else { return [:] }
        return uses[index].reduce(into: [:]) { starts, use in
            guard
                notes == .all || use.isAlways && !notes.isEmpty
                    || notes.meets(use.keys, use.velocities)
            else { return }
            starts[use.recording] = max(starts[use.recording] ?? 0, use.start)
        }
    }
}

extension Articulation {
    /// The latest frame at which a note may begin, by chance and controllers.
    ///
    /// One that is played backward needs all of its frames.
    fileprivate var latestStart: Int {
        guard !isReversed else { return 1_000_000_000 }
        typealias P = ArticulationParameter
        let moved = connections.filter { Int($0.target) == P.offset }.map { max(0, $0.amount) }
        let most = values[P.offset] + max(0, values[P.offsetRandom]) + moved.reduce(0, +)
        return Int(max(0, min(most, 1e9)))
    }
}
