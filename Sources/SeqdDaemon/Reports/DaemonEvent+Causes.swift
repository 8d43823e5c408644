import ControlProtocol
import SMF
import SamplerHost

/// Events made from what happens in the transport.
extension DaemonEvent {
    /// The transport's state after a change of any kind.
    static func transport(
        _ change: TransportChange.Change,
        _ state: DaemonStatus.State,
        file: String?,
        entry: Int?
    ) -> DaemonEvent {
        .transport(TransportChange(change, state, file: file, entry: entry))
    }

    /// The start of a bar.
    static func bar(_ bar: Int, _ position: PassedPosition) -> DaemonEvent {
        .bar(
            BarStart(
                bar: bar,
                seconds: position.seconds,
                frame: position.frame,
                heard: position.heard
            )
        )
    }

    /// The start of a beat.
    static func beat(_ bar: Int, _ beat: Int, _ position: PassedPosition) -> DaemonEvent {
        .beat(
            BeatStart(
                bar: bar,
                beat: beat,
                seconds: position.seconds,
                frame: position.frame,
                heard: position.heard
            )
        )
    }

    /// A time signature change.
    static func meter(_ meter: TimeSignature, _ position: PassedPosition) -> DaemonEvent {
        .meter(
            MeterChange(
                numerator: Int(meter.numerator),
                denominator: meter.denominator,
                position: position
            )
        )
    }

    /// A tempo change, at speed 1.
    static func tempo(_ beatsPerMinute: Double, _ position: PassedPosition) -> DaemonEvent {
        .tempo(TempoChange(bpm: beatsPerMinute, position: position))
    }

    /// The end of a track, from 1.
    static func trackEnd(
        _ track: Int,
        name: String?,
        _ position: PassedPosition
    ) -> DaemonEvent {
        .trackEnd(TrackEnd(track: track, name: name, position: position))
    }

    /// A marker that is reached.
    static func marker(_ name: String, _ position: PassedPosition) -> DaemonEvent {
        .marker(PassedText(name, position: position))
    }

    /// A syllable that is reached.
    static func lyric(_ syllable: String, _ position: PassedPosition) -> DaemonEvent {
        .lyric(PassedText(syllable, position: position))
    }

    /// The current file was reloaded.
    static func reload(_ file: String, _ changes: String) -> DaemonEvent {
        .reload(ReloadedFile(file: file, changes: changes))
    }

    /// An error that is not part of a reply.
    static func error(_ failure: RequestError, file: String? = nil) -> DaemonEvent {
        .error(
            DaemonFault(
                number: failure.number,
                message: failure.message,
                file: file
            )
        )
    }

    /// A missing preset that was selected.
    ///
    /// - Parameters:
    ///   - substitution: The preset and its substitute.
    ///   - file: The file that selects it; `nil` for a live input.
    /// - Returns: The event.
    static func substitution(_ substitution: PresetSubstitution, file: String?) -> DaemonEvent {
        .substitution(PresetReplacement(substitution), file: file)
    }

    /// The state of the device.
    ///
    /// - Parameters:
    ///   - output: The state.
    ///   - lostSeconds: The seconds for which it has been, or was, lost.
    ///   - xruns: The buffer underruns so far.
    /// - Returns: The event.
    static func output(
        _ output: DaemonStatus.Output,
        lostSeconds: Double?,
        xruns: Int
    ) -> DaemonEvent {
        .output(OutputChange(output, lostSeconds: lostSeconds, xruns: xruns))
    }
}

extension PresetEntry {
    /// A preset of a SoundFont.
    init(_ preset: Preset) {
        self.init(
            PresetAddress(bank: preset.bank, program: preset.program),
            name: preset.name
        )
    }
}

extension PresetReplacement {
    /// A substitution of a sampler.
    init(_ substitution: PresetSubstitution) {
        self.init(
            PresetAddress(bank: substitution.bank, program: substitution.program),
            by: substitution.substitute.map(PresetEntry.init)
        )
    }
}
