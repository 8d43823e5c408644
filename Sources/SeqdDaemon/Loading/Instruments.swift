import Playback
import SamplerHost

/// The instruments of everything that plays: SoundFonts and, if parts have samplers of their own, the
/// rack of these.
struct Instruments: Equatable, Sendable {
    /// The settings of the samplers for what no rule of the rack takes, but for their engine.
    var sampler: SamplerSettings
    /// The engine that a client has chosen with the SoundFonts of ``sampler``; `nil` for none.
    private(set) var fontEngine: SynthesisEngine?
    /// The rack as it was named.
    private(set) var choice = RackChoice()
    /// The rack as it was read, with the routes and a fallback.
    private var parts: RackSettings?
    /// Whether the rack has settings for events that no rule takes; otherwise ``sampler`` does.
    private var hasOwnFallback = false

    /// Makes the instruments without a rack.
    init(_ sampler: SamplerSettings) {
        self.sampler = sampler
    }

    /// The settings of ``sampler`` with the engine of its SoundFonts.
    var fontSampler: SamplerSettings {
        var settings = sampler
        settings.engine = fontEngine ?? settings.engine
        return settings
    }

    /// The rack; `nil` if each port of a file has a sampler.
    var rack: RackSettings? {
        guard var rack = parts else { return nil }
        if !hasOwnFallback {
            rack.fallback?.settings = fontSampler
        } else if choice.replacesFallback {
            rack.fallback?.settings.fonts = sampler.fonts
            if let fontEngine { rack.fallback?.settings.engine = fontEngine }
        }
        return rack
    }

    /// The rack that plays as these do without one: each port of a file has a sampler.
    var plainRack: RackSettings { RackSettings(fontSampler) }

    /// The rack of the live inputs.
    ///
    /// Events that no rule takes are heard through the strips `live`, `live 2` …, unless the rack
    /// has a sampler of its own for them.
    var liveRack: RackSettings {
        var rack = rack ?? plainRack
        guard !hasOwnFallback else { return rack }
        rack.renameFallback(to: RackSettings.liveName)
        // Those of options are for files.
        rack.fallback?.strip = StripSettings()
        rack.fallback?.channels = [:]
        return rack
    }

    /// The settings of a strip as the rack has them, or that of live inputs; `nil` where they have no
    /// such strip.
    func stripSettings(of name: String) -> StripSettings? {
        let place = RackSettings.Sampler.channel(ofStrip: name)
        for rack in [rack ?? plainRack, liveRack] {
            guard let sampler = rack.sampler(named: place?.sampler ?? name) else { continue }
            guard let channel = place?.channel else { return sampler.strip }
            return sampler.channels[channel] ?? StripSettings()
        }
        return nil
    }

    /// The settings of the strips that the rack names, in the order of its samplers.
    var strips: [(name: String, settings: StripSettings)] {
        var rack = rack ?? plainRack
        if !hasOwnFallback { rack.fallback = nil }
        return rack.strips
    }

    /// The SoundFonts for what no rule takes.
    var restFonts: [SoundFontReference] { rack?.fallback?.settings.fonts ?? sampler.fonts }

    /// The SoundFonts that were chosen for it, and their engine.
    var fontChoice: FontChoice {
        get {
            FontChoice(
                fonts: sampler.fonts,
                engine: fontEngine,
                replacesFallback: choice.replacesFallback
            )
        }
        set {
            (sampler.fonts, fontEngine) = (newValue.fonts, newValue.engine)
            choice.replacesFallback = newValue.replacesFallback
        }
    }

    /// The engine that plays them.
    var restEngine: SynthesisEngine { rack?.fallback?.settings.engine ?? fontSampler.engine }

    /// All SoundFonts, each once.
    var fonts: [SoundFontReference] {
        var fonts = restFonts
        for font in (parts?.samplers ?? []).flatMap(\.settings.fonts) where !fonts.contains(font) {
            fonts.append(font)
        }
        return fonts
    }

    /// The files of all tunings.
    var tuningFiles: [String] {
        let samplers = parts?.allSamplers ?? []
        return (samplers.flatMap(\.tunings) + [sampler.tuning]).flatMap {
            [$0.scale, $0.mapping].compactMap(\.self)
        }
    }

    /// The name of a rule of the rack, from 0, for people.
    func name(ofRule rule: Int) -> String {
        let routes = choice.routes.map { "route \($0)" }
        return (parts ?? RackSettings(samplers: []))
            .name(ofRule: rule, routes: routes, file: choice.file)
    }

    /// The routes, each with its rule.
    var rulesOfRoutes: [(text: String, rule: RoutingRule)] {
        zip(choice.routes, parts?.rules ?? []).map { ($0, $1) }
    }

    /// The names of the samplers that the routes lead to, by their texts.
    var samplersOfRoutes: [String: [String]] {
        Dictionary(
            rulesOfRoutes.map { ($0.text, $0.rule.destinations.map(\.sampler)) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Makes them play with a rack.
    ///
    /// - Parameters:
    ///   - choice: The rack as it was named.
    ///   - rack: The rack, with a fallback; `nil` for none.
    ///   - hasOwnFallback: Whether that is the rack's own, and not ``sampler``.
    mutating func setRack(_ choice: RackChoice, _ rack: RackSettings?, hasOwnFallback: Bool) {
        self.choice = choice
        self.hasOwnFallback = hasOwnFallback
        parts = rack
    }

    /// Takes over the rack of other instruments.
    mutating func takeRack(of other: Instruments) {
        setRack(other.choice, other.parts, hasOwnFallback: other.hasOwnFallback)
    }

    /// Replaces the SoundFonts for what no rule takes.
    ///
    /// - Parameters:
    ///   - fonts: The SoundFonts.
    ///   - engine: The engine that plays them; `nil` for the one in use.
    mutating func setFonts(_ fonts: [SoundFontReference], engine: SynthesisEngine?) {
        sampler.fonts = fonts
        // That of the rack's own fallback is in use.
        if hasOwnFallback, !choice.replacesFallback { fontEngine = nil }
        fontEngine = engine ?? fontEngine
        if hasOwnFallback { choice.replacesFallback = true }
    }

    /// Has the SoundFonts of a scene; those of its rack's own fallback are as its choice says.
    mutating func restoreFonts(_ fonts: [SoundFontReference], engine: SynthesisEngine?) {
        sampler.fonts = fonts
        fontEngine = engine
    }

    /// Replaces the settings of the options, and the SoundFonts.
    ///
    /// - Parameters:
    ///   - sampler: The settings, with the SoundFonts.
    ///   - keepsEngine: Whether the engine that a client has chosen stays.
    mutating func setSampler(_ sampler: SamplerSettings, keepsEngine: Bool) {
        self.sampler = sampler
        if !keepsEngine { fontEngine = nil }
    }

    /// Puts a SoundFont before those for what no rule takes.
    mutating func prefer(_ font: SoundFontReference) {
        sampler.fonts.insert(font, at: 0)
        guard hasOwnFallback else { return }
        parts?.fallback?.settings.fonts.insert(font, at: 0)
    }
}

/// The SoundFonts that were chosen for what no rule of the rack takes.
struct FontChoice: Equatable, Sendable {
    var fonts: [SoundFontReference]
    /// The engine that a client has chosen with them; `nil` for none.
    var engine: SynthesisEngine?
    /// Whether they replace those of the rack's own fallback.
    var replacesFallback: Bool
}

extension RackSettings {
    /// The settings of all strips, in the order of the samplers.
    fileprivate var strips: [(name: String, settings: StripSettings)] {
        allSamplers.flatMap { sampler in
            [(sampler.name, sampler.strip)]
                + sampler.channels.sorted { $0.key < $1.key }.map { channel, strip in
                    (Sampler.stripName(sampler.name, channel: channel), strip)
                }
        }
    }
}

extension SamplerSettings {
    /// Whether samplers with other settings sound the same.
    func soundsLike(_ other: SamplerSettings) -> Bool {
        fonts == other.fonts && engine == other.engine && bankMode == other.bankMode
            && interpolation == other.interpolation && halfPedal == other.halfPedal
            && noteCut == other.noteCut && polyphony == other.polyphony && tuning == other.tuning
    }
}
