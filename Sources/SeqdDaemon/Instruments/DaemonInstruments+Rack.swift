import ControlProtocol
import Playback
import SamplerHost
import Sequencer
import Wording

/// The rack: parts that have samplers of their own, and the rules that lead them there.
extension DaemonInstruments {
    /// The rack in use.
    func rackListing() -> RackListing {
        let instruments = loader.fonts.instruments
        var listing = RackListing(file: instruments.choice.file, routes: instruments.choice.routes)
        listing.programs = instruments.choice.programs
        guard let rack = instruments.rack else { return listing }
        listing.changes = rack.changes.map(\.description)
        for sampler in rack.allSamplers {
            listing.samplers.append(
                RackListing.Sampler(
                    name: sampler.name,
                    fonts: sampler.settings.fonts.map(\.description),
                    engine: sampler.settings.engine
                )
            )
        }
        return listing
    }

    /// Plays everything with the rack and the routes of the daemon's options, if there are any.
    ///
    /// - Throws: If they cannot be used.
    func useRackOfOptions() async throws {
        guard !rackOfOptions.isEmpty else { return }
        try await inTurn { [self] in
            _ = try await useRack(rackOfOptions, rest: loader.fonts.settings, setsStrips: true)
            noteRackOfOptions()
        }
    }

    /// Whether a rack and its routes are those of the daemon's options.
    func areOfOptions(_ choice: RackChoice) -> Bool {
        choice == rackOfOptions || choice == savedRackOfOptions
    }

    /// Plays everything with another rack as soon as its samplers are ready, or from a position on; the
    /// old one stays if they cannot be made.
    ///
    /// Changes are made one after another. One that waits for a position is cancelled by a further
    /// one.
    ///
    /// - Parameters:
    ///   - command: The name of the command, for its events.
    ///   - position: The position at which it takes over; `nil` for at once.
    ///   - setsStrips: Whether strips that are there get the settings of the rack too.
    ///   - change: Changes the rack and the routes, once it is their turn.
    /// - Returns: The presets that its SoundFonts lack and the rules that match nothing in the current
    ///   file, when it is in use or scheduled.
    /// - Throws: Status 66 if there is a position and nothing is loaded, 64 for a position that does
    ///   not exist; the reason why it cannot be used.
    func changeRack(
        for command: String,
        at position: Position?,
        setsStrips: Bool = false,
        _ change: @EventLoop (inout RackChoice) async throws -> Void
    ) async throws -> LoadedFonts {
        // A position that does not exist need not wait for the SoundFonts.
        if let position { _ = try run.frame(of: position, in: try run.loadedPiece()) }
        return try await inTurn { [self] in
            var choice = loader.fonts.instruments.choice
            try await change(&choice)
            return try await useRack(
                choice,
                rest: loader.fonts.settings,
                setsStrips: setsStrips,
                for: command,
                at: position
            )
        }
    }

    /// Reads a rack, and plays everything with it; it is its turn (``inTurn(_:)``).
    ///
    /// - Parameters:
    ///   - choice: The rack and the routes.
    ///   - sampler: The settings of samplers for the rest, as far as the rack does not say them.
    ///   - setsStrips: Whether strips that are there get the settings of the rack too.
    ///   - areFontsNamedByClient: Whether a client has named the SoundFonts for the rest; `nil` for as
    ///     it is.
    ///   - command: The name of the command; `nil` for none.
    ///   - position: The position at which it takes over; `nil` for at once.
    ///   - keepsFonts: Whether the SoundFonts stay those of the change, also where others are loaded
    ///     until it takes over.
    ///   - change: Changes the other instruments, which a scheduled `load-font` may have changed
    ///     meanwhile.
    ///   - afterUse: Called when the samplers play, and the mixer has the strips of the rack.
    /// - Returns: What it lacks, when it is in use or scheduled.
    /// - Throws: The reason why it cannot be used.
    func useRack(
        _ choice: RackChoice,
        rest sampler: SamplerSettings,
        setsStrips: Bool,
        areFontsNamedByClient: (() -> Bool)? = nil,
        for command: String? = nil,
        at position: Position? = nil,
        keepsFonts: Bool = false,
        _ change: @escaping (inout Instruments) -> Void = { _ in },
        afterUse: @escaping () -> Void = {}
    ) async throws -> LoadedFonts {
        let before = loader.fonts.instruments
        let areNamed = areFontsNamedByClient ?? { self.loader.fonts.areNamedByClient }
        let read = try await loader.readRack(choice, rest: sampler)
        try checkOutputs(of: read, choice)
        let instrumentsChange = InstrumentsChange(
            kind: .rack,
            areNamedByClient: { !self.areOfOptions(choice) || areNamed() },
            instruments: {
                var instruments = self.loader.fonts.instruments
                let (fonts, engine) = (instruments.sampler.fonts, instruments.fontEngine)
                change(&instruments)
                instruments.takeRack(of: read)
                if !keepsFonts, fonts != before.sampler.fonts || engine != before.fontEngine {
                    instruments.setFonts(fonts, engine: engine)
                }
                return instruments
            },
            check: { self.loaded($0, read) },
            beforeUse: {
                self.mixer.takeRack(
                    of: read,
                    after: self.loader.fonts.instruments,
                    setsAll: setsStrips
                )
            },
            afterUse: afterUse
        )
        return try await make(instrumentsChange, for: command, at: position)
    }

    /// Refuses a rack with outputs that the engine was not made for.
    private func checkOutputs(
        of instruments: Instruments,
        _ choice: RackChoice
    ) throws(RequestError) {
        guard !areOfOptions(choice), let rack = instruments.rack else { return }
        let (wanted, given) = (rack.assignments, engine.settings.outputs)
        let strip = wanted.strips.first { $1 != given.strips[$0] ?? .main }?.key
        let bus = wanted.effects.first { $1.index != given.effects[$0]?.index ?? 0 }?.key
        guard let name = strip ?? bus else { return }
        throw RequestError(
            .usage,
            "output of \(name): output pairs cannot change without a restart; "
                + "start the daemon with --rack or --pair"
        )
    }

    /// The presets that the samplers of a rack lack for the piece, the rules that match nothing in
    /// it, and the MIDI outputs that cannot send.
    private func loaded(_ fonts: PreparedFonts, _ instruments: Instruments) -> LoadedFonts {
        let findings = fonts.music?.ways.routed?.findings ?? []
        let missing = (fonts.music?.rack.substitutions ?? []).map(PresetReplacement.init)
        var warnings = findings.map { $0.words(instruments.name(ofRule:)) }
        if let problem = inputs.sequencerProblem {
            warnings += (instruments.rack?.outputNames ?? []).map { "\($0): \(problem)" }
        }
        return LoadedFonts(substitutions: missing, warnings: BoundedLines.of(warnings))
    }
}
