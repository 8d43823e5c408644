import ControlProtocol
import Logging
import NIOCore
import Playback
import SamplerHost
import Sequencer

/// SoundFonts, and the samplers that are made anew for them while everything sounds on.
extension Transport {
    /// Loads SoundFonts, and then plays everything with them.
    ///
    /// The old ones stay until the new ones are ready, and for good if those cannot be loaded; keys
    /// that are down end on the old ones.
    ///
    /// - Returns: The faults of the SoundFonts' samples, a bounded number of lines.
    func loadFonts(_ fonts: [SoundFontReference]) -> EventLoopFuture<[String]> {
        loader.replaceFonts(fonts, inputs: inputs.count).assumeIsolated().flatMap { racks, old in
            // Racks of the inputs, of the piece and of the metronome: all or none.
            let others = self.engine.metronome == nil ? 1 : 2
            guard self.engine.hasRoom(forRacks: racks.count + others) else {
                self.loader.fonts.replace(old)
                return self.eventLoop.makeFailedFuture(Self.isOccupied)
            }
            for (input, rack) in racks.enumerated() {
                _ = self.engine.install(rack, input: input)
            }
            self.inputs.replaceFonts(
                presets: racks.first?.presets ?? [],
                sampleFaults: (racks.first?.sampleFaults ?? []).map(\.description)
            )
            self.forgetNext()
            return self.replacePieceRack()
        }.flatMap {
            guard self.engine.metronome != nil else {
                return self.eventLoop.makeSucceededVoidFuture()
            }
            return self.replaceMetronome()
        }.map {
            self.prepareNext()
            self.report(.changed)
            self.reportPieceSubstitutions(fontsChanged: true)
            let faults = self.inputs.sampleFaults
            for fault in faults {
                self.reporter.report(RequestError(.data, fault), file: nil, .warning)
            }
            return faults
        }.nonisolated()
    }

    private static var isOccupied: RequestError {
        RequestError(.busy, "too many samplers still sounding; try again")
    }

    /// Makes new samplers for the loaded piece, and installs them.
    private func replacePieceRack() -> EventLoopFuture<Void> {
        guard let piece else { return eventLoop.makeSucceededVoidFuture() }
        return loader.makeRack(for: piece).assumeIsolated().flatMap { rack in
            // Another piece was loaded meanwhile, perhaps before the fonts changed.
            guard self.piece === piece else { return self.replacePieceRack() }
            guard self.playback.replaceRack(with: rack) else {
                return self.eventLoop.makeFailedFuture(Self.isOccupied)
            }
            return self.eventLoop.makeSucceededVoidFuture()
        }.nonisolated()
    }

    // MARK: The metronome

    /// Switches the metronome.
    ///
    /// - Returns: Completes when it is audible; fails if the SoundFonts cannot be read.
    func setMetronome(_ isOn: Bool) -> EventLoopFuture<Void> {
        playSettings.hasMetronome = isOn
        playback.isMetronomeOn = isOn
        report(.changed)
        return isOn ? prepareMetronome() : eventLoop.makeSucceededVoidFuture()
    }

    /// Makes the metronome's sampler, if there is none.
    ///
    /// - Returns: Completes when the engine has it; fails if the SoundFonts cannot be read.
    func prepareMetronome() -> EventLoopFuture<Void> {
        guard engine.metronome == nil else { return eventLoop.makeSucceededVoidFuture() }
        return replaceMetronome(isFirst: true)
    }

    /// Makes the metronome's sampler with the SoundFonts in use.
    ///
    /// - Parameter isFirst: Whether it is dropped if another one was made meanwhile.
    /// - Returns: Completes when the engine has it; fails if the SoundFonts cannot be read.
    private func replaceMetronome(isFirst: Bool = false) -> EventLoopFuture<Void> {
        loader.makeMetronomeRack().assumeIsolated().flatMapThrowing { rack in
            if isFirst, self.engine.metronome != nil { return }
            guard self.engine.installMetronome(rack) else { throw Self.isOccupied }
            self.reporter.report(self.metronomeSubstitutions)
        }.nonisolated()
    }

    // MARK: Missing presets

    /// The presets that the SoundFonts lack for the loaded piece, the metronome and the live inputs.
    var substitutions: [PresetSubstitution] {
        (piece?.rack.substitutions ?? []) + metronomeSubstitutions + inputs.substitutions
    }

    /// Those of the metronome, whose sampler is numbered after those of the piece.
    private var metronomeSubstitutions: [PresetSubstitution] {
        guard let sequence = piece?.sequence, sequence.hasBars else { return [] }
        return (engine.metronome?.substitutions ?? []).map {
            PresetSubstitution(
                sampler: sequence.ports.count,
                channels: $0.channels,
                bank: $0.bank,
                program: $0.program,
                substitute: $0.substitute
            )
        }
    }

    /// Reports those of the loaded piece: once for an entry of the queue.
    ///
    /// - Parameter fontsChanged: Whether the SoundFonts have changed since the last report.
    func reportPieceSubstitutions(fontsChanged: Bool = false) {
        guard let piece,
            reporter.shouldReportPresets(of: piece.entry, fontsChanged: fontsChanged)
        else { return }
        reporter.report(
            piece.rack.substitutions + metronomeSubstitutions,
            file: queue[piece.entry]?.path
        )
    }
}
