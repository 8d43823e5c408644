import ControlProtocol
import Effects
import Playback
import Racks
import SamplerHost

/// The mixer: strips and effects, which stay for all pieces.
extension Transport {
    /// The names of the strips, without those of racks that were removed.
    ///
    /// The mixer keeps these for a rack that is installed again, and for notes that still end. One
    /// that a client has set is listed for as long as it has its settings.
    var strips: [String] {
        engine.strips.filter { !goneStrips.contains($0) || mixer.strips[$0] != nil }
    }

    /// Notes the strips that only the rack before had, and those that a rack has now.
    ///
    /// - Parameters:
    ///   - old: The instruments before.
    ///   - new: The instruments now.
    func noteStrips(of old: Instruments, gone new: Instruments) {
        goneStrips.formUnion(engine.strips.filter { old.hasStrip($0) })
        goneStrips = goneStrips.filter { !new.hasStrip($0) }
    }

    /// The settings and the levels of all strips, the master's last.
    func stripEntries() -> [StripEntry] {
        stripSettings().compactMap { entry in
            guard let reading = meter(ofStrip: entry.name) else { return nil }
            var entry = entry
            entry.peak = StripEntry.Levels(reading.peak)
            entry.heldPeak = StripEntry.Levels(reading.heldPeak)
            return entry
        }
    }

    private func meter(ofStrip name: String) -> MeterReading? {
        name == Engine.masterTap ? engine.masterMeter : try? engine.meter(ofStrip: name)
    }

    /// The settings of a strip.
    ///
    /// The master's gain is that of `gain`.
    ///
    /// - Throws: Status 64 if there is no strip of the name.
    func stripSettings(of name: String) throws(RequestError) -> StripSettings {
        guard name == Engine.masterTap else {
            return try RequestError.catching { () throws(HostError) in
                try engine.stripSettings(name)
            }
        }
        var settings = StripSettings()
        settings.gain = playSettings.gain
        settings.isMuted = isMasterMuted
        return settings
    }

    /// Whether the master is muted.
    var isMasterMuted: Bool { mixer.strips[Engine.masterTap]?.isMuted ?? false }

    /// The settings of all strips, without their levels.
    func stripSettings() -> [StripEntry] {
        (strips + [Engine.masterTap]).compactMap { name in
            guard let settings = try? stripSettings(of: name) else { return nil }
            return StripEntry(name: name, settings: settings)
        }
    }

    /// The levels, with the peaks since the last call; `nil` while the engine sleeps.
    func takeLevels() -> LevelSnapshot? {
        engine.isAsleep ? nil : LevelSnapshot(taking: engine, strips)
    }

    /// Sets a strip.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - change: The settings that change.
    /// - Throws: Status 64 if there is no strip of the name.
    func setStrip(_ name: String, _ change: StripChange) throws(RequestError) {
        try checkStrip(name, change)
        var settings = try stripSettings(of: name)
        settings.apply(change)
        try setStrip(name, settings)
        report(.changed)
    }

    /// Checks a change of a strip.
    ///
    /// - Throws: Status 64 if there is no strip of the name, or the master has no such setting.
    func checkStrip(_ name: String, _ change: StripChange) throws(RequestError) {
        guard name == Engine.masterTap else {
            _ = try stripSettings(of: name)
            return
        }
        guard change.keys.contains(where: { $0 != .gain && $0 != .mute }) else { return }
        throw RequestError(.usage, "strip \"master\": has only gain and mute")
    }

    private func setStrip(_ name: String, _ settings: StripSettings) throws(RequestError) {
        guard name != Engine.masterTap else {
            var muted = StripSettings()
            muted.isMuted = true
            mixer.strips[name] = settings.isMuted ? muted : nil
            return setGain(max(settings.gain, -200))
        }
        try RequestError.catching { () throws(HostError) in try engine.setStrip(name, settings) }
        mixer.strips[name] = settings
    }

    /// The effects of all buses.
    func effectsEntries() -> [EffectsBusEntry] {
        engine.effectsBuses.compactMap { name in
            guard let effects = try? engine.effects(ofBus: name) else { return nil }
            return EffectsBusEntry(
                name: name,
                reverb: effects.reverbText,
                chorus: effects.chorusText
            )
        }
    }

    /// Sets the effects of a bus.
    ///
    /// - Parameters:
    ///   - bus: The bus.
    ///   - reverb: The reverb as its option has it; `nil` for as it is.
    ///   - chorus: The chorus likewise.
    /// - Throws: Status 64 if there is no bus of the name; −32602 for a text that is not an effect.
    func setEffects(
        ofBus bus: String,
        reverb: String?,
        chorus: String?
    ) throws(RequestError) {
        try setEffects(try effects(ofBus: bus, reverb: reverb, chorus: chorus), ofBus: bus)
        report(.changed)
    }

    /// The effects of a bus, changed.
    ///
    /// - Throws: As ``setEffects(ofBus:reverb:chorus:)``.
    func effects(
        ofBus bus: String,
        reverb: String?,
        chorus: String?
    ) throws(RequestError) -> EffectsSettings {
        var effects = try RequestError.catching { () throws(HostError) in
            try engine.effects(ofBus: bus)
        }
        if let reverb {
            effects.reverb = try Self.effect("reverb") { () throws(EffectsError) in
                try ReverbParameters.parsing(reverb)
            }
        }
        if let chorus {
            effects.chorus = try Self.effect("chorus") { () throws(EffectsError) in
                try ChorusParameters.parsing(chorus)
            }
        }
        return effects
    }

    private func setEffects(
        _ effects: EffectsSettings,
        ofBus bus: String
    ) throws(RequestError) {
        try RequestError.catching { () throws(HostError) in
            try engine.setEffects(effects, ofBus: bus)
        }
        mixer.effects[bus] = effects
    }

    private static func effect<Parameters>(
        _ name: String,
        _ parse: () throws(EffectsError) -> Parameters?
    ) throws(RequestError) -> Parameters? {
        do throws(EffectsError) {
            return try parse()
        } catch {
            throw .arguments("\(name): \(error)")
        }
    }

    // MARK: Restoring

    /// Takes over the settings of strips and effects that an earlier daemon had.
    ///
    /// - Parameter saved: The settings.
    func restoreMixer(_ saved: MixerSettings) {
        for (name, settings) in saved.strips.sorted(by: { $0.key < $1.key }) {
            attempt("strip \(name)") { () throws(RequestError) in
                guard name != Engine.masterTap else {
                    mixer.strips[name] = settings
                    return setGain(playSettings.gain)
                }
                // Its sampler comes with the piece.
                try RequestError.catching { () throws(HostError) in try engine.addStrip(name) }
                try setStrip(name, settings)
            }
        }
        for (bus, effects) in saved.effects.sorted(by: { $0.key < $1.key }) {
            attempt("effects \(bus)") { () throws(RequestError) in
                try setEffects(effects, ofBus: bus)
            }
        }
    }
}

extension StripEntry.Levels {
    /// The levels of peaks.
    fileprivate init(_ peaks: MeterReading.Sides) {
        self.init(left: Decibels.level(peaks.left), right: Decibels.level(peaks.right))
    }
}

extension Instruments {
    /// Whether a sampler of a piece or of a live input, or a channel of one, has a strip.
    fileprivate func hasStrip(_ name: String) -> Bool {
        (rack ?? plainRack).hasStrip(name) || liveRack.hasStrip(name)
    }
}

extension RackSettings {
    /// Whether a sampler of the rack has a strip, or a channel of one.
    fileprivate func hasStrip(_ name: String) -> Bool {
        if sampler(named: name) != nil { return true }
        guard let (base, channel) = Sampler.channel(ofStrip: name) else { return false }
        return sampler(named: base)?.channels[channel] != nil
    }
}
