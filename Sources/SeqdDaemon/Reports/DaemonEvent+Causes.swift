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
    static func bar(_ bar: Int, _ position: TransportPosition) -> DaemonEvent {
        .bar(BarStart(bar: bar, seconds: position.seconds))
    }

    /// The start of a beat.
    static func beat(_ bar: Int, _ beat: Int, _ position: TransportPosition) -> DaemonEvent {
        .beat(BeatStart(bar: bar, beat: beat, seconds: position.seconds))
    }

    /// A time signature change.
    static func meter(_ meter: TimeSignature, _ position: TransportPosition) -> DaemonEvent {
        .meter(
            MeterChange(
                numerator: Int(meter.numerator),
                denominator: meter.denominator,
                position: PassedPosition(position)
            )
        )
    }

    /// A tempo change, at speed 1.
    static func tempo(_ beatsPerMinute: Double, _ position: TransportPosition) -> DaemonEvent {
        .tempo(TempoChange(bpm: beatsPerMinute, position: PassedPosition(position)))
    }

    /// The end of a track, from 1.
    static func trackEnd(
        _ track: Int,
        name: String?,
        _ position: TransportPosition
    ) -> DaemonEvent {
        .trackEnd(TrackEnd(track: track, name: name, position: PassedPosition(position)))
    }

    /// A marker that is reached.
    static func marker(_ name: String, _ position: TransportPosition) -> DaemonEvent {
        .marker(PassedText(name, position: PassedPosition(position)))
    }

    /// A syllable that is reached.
    static func lyric(_ syllable: String, _ position: TransportPosition) -> DaemonEvent {
        .lyric(PassedText(syllable, position: PassedPosition(position)))
    }

    /// The current file was reloaded.
    static func reload(_ file: String, _ changes: String) -> DaemonEvent {
        .reload(ReloadedFile(file: file, changes: changes))
    }

    /// An error outside of any answer.
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
