import ArgumentParser
import CommandSupport
import Effects
import Platform
import Playback
import SamplerHost
import Tuning
import Wording

/// The options for the sound of files and of live MIDI.
struct SoundOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "SoundFont (SF2, SF3), SFZ, DLS, .aupreset, .pat or TiMidity .cfg file, or folder of "
                + "samples; repeatable, the first has priority. FONT+128 adds 128 to its bank "
                + "numbers. Default: $SEQD_SOUNDFONT, else the system's, else seqd's own.",
            valueName: "font"
        ),
        completion: .file(extensions: FileCategory.fontExtensions)
    )
    var sf2: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Master gain in dB, -60 to 24.", valueName: "db"),
        transform: Quantity(-60...24, .decibels).value
    )
    var gain: Double = 0

    @Flag(
        help: ArgumentHelp(
            "Disable the limiter, which keeps true peaks below -1 dBFS and leaves everything "
                + "lower unchanged."
        )
    )
    var noLimiter = false

    @Option(
        help: ArgumentHelp(
            "Reverb: default, room, plate, small-hall, medium-hall, large-hall, cathedral, delay, "
                + "panning-delay, off, or parameters: time=2.5,level=0.5; the others are room-size, "
                + "damping, size, width (time is in seconds, for low frequencies; higher ones decay "
                + "sooner with more damping), and delay, feedback, damping, level of a delay. Both "
                + "together: plate,level=0.5.",
            valueName: "reverb"
        ),
        completion: .list(ReverbParameters.presetNames + ["off"]),
        transform: EffectChoice<ReverbParameters>.parsing
    )
    var reverb: EffectChoice<ReverbParameters>?

    @Option(
        help: ArgumentHelp(
            "Chorus: default, chorus-1 to chorus-4, feedback-chorus, flanger, short-delay, "
                + "short-feedback-delay, off, or parameters: voices=2,speed=0.5; the others are "
                + "level, depth, delay, feedback, shape, reverb-send.",
            valueName: "chorus"
        ),
        completion: .list(ChorusParameters.presetNames + ["off"]),
        transform: EffectChoice<ChorusParameters>.parsing
    )
    var chorus: EffectChoice<ChorusParameters>?

    @Flag(help: "Disable reverb: --reverb off.")
    var noReverb = false

    @Flag(help: "Disable chorus: --chorus off.")
    var noChorus = false

    @Option(
        help: ArgumentHelp(
            "Interpretation of bank select messages; mt32 also maps programs of the MT-32 to "
                + "General MIDI. A reset (GM2, GS, XG) changes it; after a GM reset, auto ignores "
                + "banks, and other modes stay as they are set.",
            valueName: "mode"
        )
    )
    var bankMode: BankMode = .auto

    @Option(
        help: ArgumentHelp(
            "Engine that plays the notes. seqd's own is faster and exact to the frame. auto: "
                + "FluidSynth's for SoundFonts, seqd's for other instruments.",
            valueName: "name"
        )
    )
    var engine: SynthesisEngine = .auto

    @Option(
        help: ArgumentHelp(
            "Interpolation of samples: sound quality against speed.",
            valueName: "method"
        )
    )
    var interpolation: Interpolation = .fourthOrder

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Voices of a sampler at once, 1 to 65535; of more, the oldest and softest end.",
            valueName: "n"
        ),
        transform: Quantity(SamplerSettings.polyphonies, .count(of: "voices")).whole
    )
    var polyphony: Int = SamplerSettings.usualPolyphony

    @Flag(
        help: ArgumentHelp(
            "Half pedal: CC64 values between 0 and 127 damp gradually, and pressing the pedal "
                + "again catches notes that are still fading."
        )
    )
    var halfPedal = false

    @Option(
        help: ArgumentHelp(
            "Notes that cut what still sounds of their key: off, drums (as on the Sound Canvas), "
                + "all.",
            valueName: "notes"
        )
    )
    var noteCut: NoteCut = .off

    @Option(
        help: ArgumentHelp(
            "Tuning: a Scala scale (.scl) and, after a comma, a keyboard mapping (.kbm). Without a "
                + "mapping, key 60 plays the first degree and key 69 is A4. Drum channels keep "
                + "equal temperament.",
            valueName: "file"
        ),
        completion: .file(extensions: ["scl"]),
        transform: TuningSettings.init(parsing:)
    )
    var tuning: TuningSettings?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Frequency of A4 in Hz, 330 to 590 (default 440). Drum channels are not tuned.",
            valueName: "hz"
        ),
        transform: Quantity(ConcertPitch.range, .hertz).value
    )
    var a4: Double?

    mutating func validate() throws {
        if let problem = tuningSettings.problem {
            throw ValidationError("\(a4 == nil ? "--tuning" : "--a4"): \(problem)")
        }
        guard !noReverb || reverb == nil else {
            throw ValidationError("--reverb and --no-reverb cannot be used together")
        }
        guard !noChorus || chorus == nil else {
            throw ValidationError("--chorus and --no-chorus cannot be used together")
        }
    }

    /// The tuning of samplers that have none of their own.
    var tuningSettings: TuningSettings {
        var settings = tuning ?? TuningSettings()
        settings.a4 = a4
        return settings
    }

    /// The SoundFonts in the order of their priority: those that were named, else the default one.
    ///
    /// - Throws: Status 66 for a missing file, 65 for one that is not a SoundFont: none is ever
    ///   replaced by another.
    func fonts() throws(CommandFailure) -> [SoundFontReference] {
        guard !sf2.isEmpty else { return [try Self.defaultFont()] }
        let fonts = sf2.map { SoundFontReference(parsing: $0, exists: SoundFontSearch.exists) }
        for font in fonts {
            try Self.check(font)
            try reportFindings(in: font)
        }
        return fonts
    }

    /// Checks the SoundFonts that were named.
    ///
    /// - Throws: As ``fonts()``.
    func checkFonts() throws(CommandFailure) {
        for text in sf2 {
            try Self.check(SoundFontReference(parsing: text, exists: SoundFontSearch.exists))
        }
    }

    /// Checks the files of the tuning.
    ///
    /// - Throws: The fault in a file.
    func checkTuning() throws(CommandFailure) {
        let tuning = tuningSettings
        try CommandFailure.catching { () throws(HostError) in try tuning.check() }
    }

    /// The SoundFont that is used if none is named.
    ///
    /// - Throws: As ``fonts()``, and status 66 if there is none at all.
    static func defaultFont() throws(CommandFailure) -> SoundFontReference {
        let font = try CommandFailure.catching { () throws(HostError) in
            try SoundFontSearch.defaultFont(environment: Environment["SEQD_SOUNDFONT"])
        }
        try check(font)
        return font
    }

    /// Checks that a font can be read.
    ///
    /// - Throws: Status 66 for a missing file, with a suggestion, and 65 for one that is not a
    ///   SoundFont.
    static func check(_ font: SoundFontReference) throws(CommandFailure) {
        do throws(HostError) {
            try SoundFontFile.check(font.path)
        } catch {
            guard error.code == .noInput, !SoundFontSearch.exists(font.path) else {
                throw CommandFailure(error)
            }
            throw CommandFailure(.noInput, "\(error)\(hint(instead: font.path))")
        }
    }

    /// Says what of an instrument is not played as its description asks for.
    private func reportFindings(in font: SoundFontReference) throws(CommandFailure) {
        let engine = samplerSettings(fonts: [font]).playingEngine
        let findings = try CommandFailure.catching { () throws(HostError) in
            try InstrumentFile.findings(in: font.path, for: engine)
        }
        for line in BoundedLines.of(findings, hint: "seqd font check lists them") {
            Console.report(line)
        }
    }

    /// A suggestion for a missing font, or else the installed ones.
    private static func hint(instead path: String) -> String {
        let endings = FileCategory.fontExtensions.map { ".\($0)" }
        if let near = FileSuggestion.file(near: path, endings: endings) {
            return "; did you mean \(near)?"
        }
        let installed = SoundFontSearch.installedFonts()
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let names = installed.map { String($0.split(separator: "/").last ?? "") }
        if let near = Suggestion.nearest(to: name, among: names),
            let index = names.firstIndex(of: near)
        {
            return "; did you mean \(installed[index])?"
        }
        return installed.isEmpty
            ? "" : "; installed: \(installed.prefix(5).joined(separator: ", "))"
    }

    /// The effects of the options.
    private var effects: EffectsSettings { effects(of: RackSettings(samplers: [])) }

    /// The effects of the engine's own bus: those of a rack, where no option says otherwise.
    private func effects(of rack: RackSettings) -> EffectsSettings {
        var effects = rack.effects[RackSettings.mainEffects] ?? EffectsSettings()
        if let reverb { effects.reverb = reverb.parameters }
        if let chorus { effects.chorus = chorus.parameters }
        switchOff(&effects)
        return effects
    }

    /// Switches off what is to be off on all buses.
    private func switchOff(_ effects: inout EffectsSettings) {
        if noReverb { effects.reverb = nil }
        if noChorus { effects.chorus = nil }
    }

    /// Applies the options for effects to those of a rack.
    func apply(to rack: inout RackSettings) {
        for name in rack.effects.keys {
            guard var effects = rack.effects[name] else { continue }
            switchOff(&effects)
            rack.effects[name] = effects
        }
        rack.effects[RackSettings.mainEffects] = effects(of: rack)
    }

    /// Tunes the samplers of a rack, as far as they have no tuning of their own, and checks the
    /// files.
    ///
    /// - Throws: The sampler, and the fault in a file or in the settings.
    func tune(_ rack: inout RackSettings) throws(CommandFailure) {
        for index in rack.samplers.indices { try tune(&rack.samplers[index]) }
        if var fallback = rack.fallback {
            try tune(&fallback)
            rack.fallback = fallback
        }
    }

    private func tune(_ sampler: inout RackSettings.Sampler) throws(CommandFailure) {
        sampler.settings.tuning = sampler.settings.tuning.completed(with: tuningSettings)
        for tuning in sampler.tunings {
            do throws(HostError) {
                try tuning.check()
            } catch {
                let failure = CommandFailure(error)
                throw CommandFailure(
                    failure.status,
                    "sampler \"\(sampler.name)\": \(failure.description)"
                )
            }
        }
    }

    /// The settings of an engine with this sound.
    ///
    /// - Parameters:
    ///   - fonts: The SoundFonts.
    ///   - rate: Frames per second.
    ///   - threads: The number of threads that render.
    /// - Returns: The settings.
    func engineSettings(
        fonts: [SoundFontReference],
        rate: Int,
        threads: Int = Processors.count
    ) -> EngineSettings {
        var settings = EngineSettings(sampler: samplerSettings(fonts: fonts))
        settings.effects = effects
        settings.rate = rate
        settings.gain = gain
        settings.limiter = !noLimiter
        settings.threads = threads
        return settings
    }

    /// The settings of an engine for a rack to which the options have been applied
    /// (``apply(to:)``).
    ///
    /// - Parameters:
    ///   - rack: The rack.
    ///   - rate: Frames per second.
    ///   - threads: The number of threads that render.
    /// - Returns: The settings.
    func engineSettings(
        for rack: RackSettings,
        rate: Int,
        threads: Int = Processors.count
    ) -> EngineSettings {
        var settings = engineSettings(fonts: rack.fonts, rate: rate, threads: threads)
        settings.effects = rack.effects[RackSettings.mainEffects] ?? settings.effects
        settings.inserts = rack.inserts
        settings.outputs = rack.assignments
        return settings
    }

    /// The settings of a sampler with this sound.
    func samplerSettings(fonts: [SoundFontReference]) -> SamplerSettings {
        var sampler = SamplerSettings(fonts: fonts)
        sampler.bankMode = bankMode
        sampler.engine = engine
        sampler.interpolation = interpolation
        sampler.polyphony = polyphony
        sampler.halfPedal = halfPedal
        sampler.noteCut = noteCut
        sampler.tuning = tuningSettings
        return sampler
    }
}
