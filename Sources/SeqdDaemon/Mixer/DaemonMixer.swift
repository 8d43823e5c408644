import ControlProtocol
import Effects
import Playback
import Racks
import SamplerHost
import Sequencer

/// The strips and effects that clients have set.
struct MixerSettings: Hashable, Sendable {
    /// The settings of strips, by their names.
    var strips: [String: StripSettings] = [:]
    /// The effects of buses, by their names.
    var effects: [String: EffectsSettings] = [:]
}

/// The gain, strips and effects of the mixer as clients have set them; they stay for all pieces.
@EventLoop
final class DaemonMixer {
    /// The strips and effects that clients have set.
    private(set) var settings = MixerSettings()
    /// The level of the master in dB.
    private(set) var gain: Double
    /// The inserts of outputs and effects buses that the rack has.
    private var rackInserts = OutputInserts()
    /// The strips of racks that were removed, which the mixer retains.
    private var goneStrips: Set<String> = []
    /// The effects of the main bus by the options.
    private var defaultEffects: EffectsSettings
    /// The effects that move.
    private var moves: [EffectsMove] = []
    private let moveTimer = LoopTimer(every: .milliseconds(10))
    private let run: PlayRun
    private var engine: Engine { run.engine }

    /// Makes a mixer as the options have it.
    init(_ run: PlayRun, gain: Double, _ effects: EffectsSettings) {
        self.run = run
        self.gain = gain
        defaultEffects = effects
    }

    /// The names of the strips, without those of racks that were removed.
    ///
    /// The mixer keeps these for a rack that is installed again, and for notes that still end. One
    /// that a client has set is listed for as long as it has its settings.
    var strips: [String] {
        engine.strips.filter { !goneStrips.contains($0) || settings.strips[$0] != nil }
    }

    /// The settings and the levels of all strips, the master's last.
    func stripEntries() -> [StripEntry] {
        stripSettings().map { entry in
            var entry = entry
            let levels = engine.insertLevels(of: entry.name)
            for (index, insert) in entry.settings.inserts.enumerated() {
                guard index < levels.count, let level = levels[index] else { continue }
                entry.insertLevels.append(
                    StripEntry.InsertLevel(
                        number: index + 1,
                        kind: insert.effect.kind,
                        peak: Decibels.level(level.peak),
                        reduction: level.reduction
                    )
                )
            }
            guard let reading = meter(ofStrip: entry.name) else { return entry }
            entry.peak = StripEntry.Levels(reading.peak)
            entry.heldPeak = StripEntry.Levels(reading.heldPeak)
            if !entry.settings.inserts.isEmpty { entry.reduction = reading.reduction }
            return entry
        }
    }

    private func meter(ofStrip name: String) -> MeterReading? {
        guard let place = place(of: name) else { return try? engine.meter(ofStrip: name) }
        // Outputs after the first have no meter of their own, nor have effects buses.
        return place == .output(.main) ? engine.masterMeter : nil
    }

    /// The settings of a strip.
    ///
    /// The master's gain is that of `gain`.
    ///
    /// - Throws: Status 64 if there is no strip of the name.
    func stripSettings(of name: String) throws(RequestError) -> StripSettings {
        guard let place = place(of: name) else {
            return try RequestError.catching { () throws(HostError) in
                try engine.stripSettings(name)
            }
        }
        var settings = StripSettings()
        settings.inserts = engine.inserts[place]
        guard name == Engine.masterTap else { return settings }
        settings.gain = gain
        settings.isMuted = isMasterMuted
        return settings
    }

    /// The place of an output or effects bus that has inserts; `nil` for another name.
    private func place(of name: String) -> OutputInserts.Place? {
        guard let place = OutputInserts.Place(name) else { return nil }
        switch place {
        case .output(let pair): return pair.index < engine.settings.outputs.pairCount ? place : nil
        case .effects(let bus):
            // One that was set can be seen and cleared, also while no rack has the bus.
            let isThere = engine.effectsBuses.contains(bus) || settings.strips[name] != nil
            return isThere ? place : nil
        }
    }

    /// Whether the master is muted.
    var isMasterMuted: Bool { settings.strips[Engine.masterTap]?.isMuted ?? false }

    /// The settings of all strips, without their levels.
    func stripSettings() -> [StripEntry] {
        let others = engine.inserts.names.filter { $0 != Engine.masterTap && place(of: $0) != nil }
        return (strips + others + [Engine.masterTap]).compactMap { name in
            guard let settings = try? stripSettings(of: name) else { return nil }
            return StripEntry(name: name, settings: settings)
        }
    }

    /// Sets a strip.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - change: The change.
    ///   - length: The time that it takes; `nil` for the shortest without a click.
    /// - Throws: Status 64 if there is no strip of the name, and for bars or beats that the loaded file
    ///   does not have.
    func setStrip(
        _ name: String,
        _ change: StripChange,
        over length: PositionOffset? = nil
    ) throws(RequestError) {
        try checkStrip(name, change)
        let frames = try run.frames(of: length)
        var settings = try stripSettings(of: name)
        settings.apply(change)
        try setStrip(name, settings, over: frames)
        run.report(.changed)
    }

    /// Checks a change of a strip.
    ///
    /// - Throws: Status 64 if there is no strip of the name, or the master has no such setting.
    func checkStrip(_ name: String, _ change: StripChange) throws(RequestError) {
        if case .inserts(let inserts)? = change[.inserts] { try check(inserts, of: name) }
        guard place(of: name) != nil else {
            _ = try stripSettings(of: name)
            return
        }
        let isMaster = name == Engine.masterTap
        let known: Set<StripParameter> = isMaster ? [.gain, .mute, .inserts] : [.inserts]
        guard !known.isSuperset(of: change.keys) else { return }
        throw RequestError(
            .usage,
            "strip \"\(name)\": has only \(isMaster ? "gain, mute and inserts" : "inserts")"
        )
    }

    /// Checks inserts, and gets ready what may fail of them, before a command waits for its position
    /// or its group.
    ///
    /// - Throws: Status 64 for the name of a strip that there is not, and the errors of plugins.
    func check(_ inserts: [InsertSettings], of name: String) throws(RequestError) {
        let strips = strips
        for key in inserts.compactMap(\.sideChain) where !strips.contains(key) {
            var problem = SideChainName.problem(key, strips)
            if let sampler = RackSettings.Sampler.channel(ofStrip: key)?.sampler,
                strips.contains(sampler)
            {
                problem = "sidechain=\(key): \(RackSettings.Sampler.missingStrip)"
            }
            throw RequestError(.usage, "strip \"\(name)\": \(problem)")
        }
        try prepare(inserts)
    }

    private func prepare(_ inserts: [InsertSettings]) throws(RequestError) {
        try RequestError.catching { () throws(HostError) in
            for insert in inserts {
                try insert.prepare(rate: engine.settings.rate, isNew: false)
            }
        }
    }

    private func setStrip(
        _ name: String,
        _ strip: StripSettings,
        over frames: Int = 0
    ) throws(RequestError) {
        if let place = place(of: name) {
            // The master's gain is that of `gain`.
            var own = StripSettings()
            (own.isMuted, own.inserts) = (strip.isMuted, strip.inserts)
            let isSet = own.isMuted || own.inserts != rackInserts[place]
            if own.inserts != engine.inserts[place] {
                try setInserts(own.inserts, of: place, over: frames)
            }
            let wasMuted = isMasterMuted
            settings.strips[name] = isSet ? own : nil
            if name == Engine.masterTap, strip.gain != gain || own.isMuted != wasMuted {
                setGain(max(strip.gain, -200), over: strip.gain == gain ? 0 : frames)
            }
            return
        }
        try RequestError.catching { () throws(HostError) in
            try engine.setStrip(name, strip, over: frames)
        }
        settings.strips[name] = strip
    }

    private func setInserts(
        _ inserts: [InsertSettings],
        of place: OutputInserts.Place,
        over frames: Int = 0
    ) throws(RequestError) {
        try RequestError.catching { () throws(HostError) in
            try engine.setInserts(inserts, of: place, over: frames)
        }
    }

    /// Sets the level of the master in dB.
    ///
    /// - Parameters:
    ///   - decibels: The level.
    ///   - length: The time that it takes; `nil` for the shortest without a click.
    /// - Throws: Status 64 for bars or beats that the loaded file does not have.
    func setGain(_ decibels: Double, over length: PositionOffset?) throws(RequestError) {
        setGain(decibels, over: try run.frames(of: length))
    }

    /// Sets the level of the master in dB, over a number of frames.
    func setGain(_ decibels: Double, over frames: Int = 0) {
        gain = decibels
        engine.setGain(decibels, isMuted: isMasterMuted, over: frames)
        run.report(.changed)
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

    /// Sets the effects of a bus, as their options have them; `nil` leaves one as it is.
    ///
    /// - Parameters:
    ///   - bus: The bus.
    ///   - reverb: The reverb.
    ///   - chorus: The chorus.
    ///   - frames: The frames over which they move there, from the frame of the present command on.
    /// - Throws: Status 64 if there is no bus of the name; −32602 for a text that is not an effect.
    func setEffects(
        ofBus bus: String,
        reverb: String?,
        chorus: String?,
        over frames: Int
    ) throws(RequestError) {
        let end = try effects(ofBus: bus, reverb: reverb, chorus: chorus)
        let start = try RequestError.catching { () throws(HostError) in
            try engine.effects(ofBus: bus)
        }
        let changed: [EffectsMove.Effect] =
            (reverb == nil ? [] : [.reverb]) + (chorus == nil ? [] : [.chorus])
        moves.removeAll { $0.bus == bus && changed.contains($0.effect) }
        let time = MoveTime(atFrame: run.commandFrame, over: frames)
        moves += changed.map { EffectsMove(of: $0, ofBus: bus, from: start, to: end, time) }
        settings.effects[bus] = end
        // A change that takes no time is there, and the other effect is where it has moved to.
        try RequestError.catching { () throws(HostError) in try stepEffects(ofBus: bus) }
        if !moves.isEmpty { moveTimer.run(true) { [weak self] in self?.stepEffects() } }
        run.report(.changed)
    }

    private func stepEffects(ofBus bus: String) throws(HostError) {
        let now = engine.framesRendered
        var effects = try engine.effects(ofBus: bus)
        moves.removeAll { $0.bus == bus && $0.step(&effects, at: now) }
        try engine.setEffects(effects, ofBus: bus)
    }

    private func stepEffects() {
        for bus in Set(moves.map(\.bus)) {
            do throws(HostError) {
                try stepEffects(ofBus: bus)
            } catch {
                // Another rack lacks the bus, or the engine has hung, which is reported elsewhere.
                moves.removeAll { $0.bus == bus }
            }
        }
        if moves.isEmpty { moveTimer.stop() }
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
        // An effect that is not mentioned stays on its way.
        for move in moves where move.bus == bus { move.set(move.end, in: &effects) }
        var name = "reverb"
        do throws(EffectsError) {
            if let reverb { effects.reverb = try ReverbParameters.parsing(reverb) }
            name = "chorus"
            if let chorus { effects.chorus = try ChorusParameters.parsing(chorus) }
        } catch {
            throw .arguments("\(name): \(error)")
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
        moves.removeAll { $0.bus == bus }
        settings.effects[bus] = effects
    }

    // MARK: Racks

    /// Sets the strips and the main effects as another rack has them, before it plays: only new strips
    /// unless it sets all.
    func takeRack(of new: Instruments, after old: Instruments, setsAll: Bool) {
        let known = Set(old.strips.map(\.name))
        let strips = new.strips
        for (name, strip) in strips where setsAll || !known.contains(name) {
            // There is room: that was checked before. A thread that has hung plays nothing.
            try? engine.addStrip(name)
            try? engine.resetStrip(name, to: strip)
            settings.strips[name] = nil
        }
        // A strip without a sampler must not keep others silent. Otherwise it stays as it is: keys that
        // are still held sound there.
        for name in known.subtracting(strips.map(\.name)) {
            guard var strip = try? engine.stripSettings(name) else { continue }
            strip.isSoloed = false
            if settings.strips[name] == nil {
                // It may be removed when the room is needed.
                try? engine.resetStrip(name, to: strip)
            } else {
                try? engine.setStrip(name, strip)
                settings.strips[name] = strip
            }
        }
        // Samplers of ports, which no rule names, have what options give them.
        for name in engine.strips
        where settings.strips[name] == nil && !known.contains(name)
            && !strips.contains(where: { $0.name == name })
        {
            let wanted = new.stripSettings(of: name) ?? StripSettings()
            guard old.stripSettings(of: name) ?? StripSettings() != wanted else { continue }
            try? engine.resetStrip(name, to: wanted)
        }
        // The strips that only the rack before had, without those that this one has.
        goneStrips.formUnion(engine.strips.filter { old.hasStrip($0) })
        goneStrips = goneStrips.filter { !new.hasStrip($0) }
        takeInserts(of: new, setsAll: setsAll)
        let main = RackSettings.mainEffects
        // The other buses are as the rack has them.
        moves.removeAll { $0.bus != main }
        // What a client has set stays, unless the rack is to set all.
        guard setsAll || settings.effects[main] == nil else { return }
        let (before, now) = (old.rack?.effects[main], new.rack?.effects[main])
        guard now != before || setsAll && now != nil else { return }
        useMainEffects(now ?? defaultEffects)
    }

    /// Sets the inserts of outputs and effects buses as a rack has them; those that a client has set
    /// stay, unless the rack is to set all.
    func takeInserts(of new: Instruments, setsAll: Bool) {
        let old = rackInserts
        rackInserts = new.rack?.inserts ?? OutputInserts()
        let places = Set(old.places.keys).union(rackInserts.places.keys)
            .union(engine.inserts.places.keys)
        for place in places where setsAll || engine.inserts[place] == old[place] {
            // A pair that the engine does not have is heard nowhere.
            try? setInserts(rackInserts[place], of: place)
            guard place != .output(.main) else {
                settings.strips[Engine.masterTap]?.inserts = rackInserts.master
                continue
            }
            settings.strips[place.name] = nil
        }
    }

    /// A rack with the strips, effects and outputs as they are in the mixer.
    func mixed(_ rack: RackSettings) -> RackSettings {
        var rack = rack
        for index in rack.samplers.indices { mix(&rack.samplers[index]) }
        if var fallback = rack.fallback {
            mix(&fallback)
            rack.fallback = fallback
        }
        for bus in Set(rack.effects.keys).union([RackSettings.mainEffects]) {
            if let effects = try? engine.effects(ofBus: bus) { rack.effects[bus] = effects }
        }
        for place in rack.insertPlaces { rack.inserts[place] = engine.inserts[place] }
        var outputs = rack.outputs
        for name in engine.settings.outputs.names where rack.problem(ofOutput: name) == nil {
            outputs.take(name, from: engine.settings.outputs)
        }
        rack.outputs = outputs
        return rack
    }

    private func mix(_ sampler: inout RackSettings.Sampler) {
        sampler.strip = (try? engine.stripSettings(sampler.name)) ?? sampler.strip
        for channel in sampler.channels.keys {
            let name = RackSettings.Sampler.stripName(sampler.name, channel: channel)
            sampler.channels[channel] =
                (try? engine.stripSettings(name)) ?? sampler.channels[channel]
        }
    }

    /// Takes other effects of the options, in the place of those that clients have set.
    func setDefaultEffects(_ effects: EffectsSettings) {
        defaultEffects = effects
        useMainEffects(effects)
    }

    private func useMainEffects(_ effects: EffectsSettings) {
        moves.removeAll { $0.bus == RackSettings.mainEffects }
        engine.setEffects(effects)
        settings.effects[RackSettings.mainEffects] = nil
    }

    // MARK: Scenes and restoring

    /// Replaces all that clients have set of strips, inserts and effects.
    ///
    /// All else is as the rack has it. The gain and the mute of the master stay.
    ///
    /// - Parameters:
    ///   - other: The settings.
    ///   - instruments: The instruments in use.
    func replace(with other: MixerSettings, in instruments: Instruments) {
        var other = other
        let isMuted = isMasterMuted
        for name in settings.strips.keys where other.strips[name] == nil {
            if let place = OutputInserts.Place(name) {
                try? setInserts(rackInserts[place], of: place)
            } else {
                try? engine.resetStrip(name, to: ownSettings(of: name, in: instruments))
            }
            settings.strips[name] = nil
        }
        for bus in settings.effects.keys where other.effects[bus] == nil {
            let effects = instruments.rack?.effects[bus]
            if bus == RackSettings.mainEffects {
                useMainEffects(effects ?? defaultEffects)
            } else {
                try? setEffects(effects ?? EffectsSettings(), ofBus: bus)
                settings.effects[bus] = nil
            }
        }
        if other.strips[Engine.masterTap] != nil || isMuted {
            // Without the gain, which is that of `gain`.
            var master = StripSettings()
            master.inserts = engine.inserts[.output(.main)]
            other.strips[Engine.masterTap, default: master].isMuted = isMuted
        }
        restore(other)
    }

    /// The settings of a strip that no client has set.
    private func ownSettings(of name: String, in instruments: Instruments) -> StripSettings {
        if let strip = instruments.stripSettings(of: name) { return strip }
        // A clip's inserts are its own.
        var strip = StripSettings()
        strip.inserts =
            instruments.rack?.clips.first { $0.stripName == name }?.inserts
            ?? (try? engine.stripSettings(name))?.inserts ?? []
        return strip
    }

    /// Checks that the inserts of settings can be had.
    ///
    /// - Throws: The first that cannot, with its strip.
    func check(_ settings: MixerSettings) throws(RequestError) {
        for (name, strip) in settings.strips.sorted(by: { $0.key < $1.key }) {
            do throws(RequestError) {
                try prepare(strip.inserts)
            } catch {
                throw RequestError(number: error.number, "strip \(name): \(error.message)")
            }
        }
    }

    /// Takes over the settings of strips and effects that an earlier daemon had.
    func restore(_ saved: MixerSettings) {
        for (name, strip) in saved.strips.sorted(by: { $0.key < $1.key }) {
            run.reporter.attempt("strip \(name)") { () throws(RequestError) in
                if let place = OutputInserts.Place(name) {
                    if name == Engine.masterTap { settings.strips[name] = strip }
                    defer { if name == Engine.masterTap { setGain(gain) } }
                    try setInserts(strip.inserts, of: place)
                    settings.strips[name] = strip
                    return
                }
                // Its sampler comes with the piece.
                try RequestError.catching { () throws(HostError) in try engine.addStrip(name) }
                do throws(RequestError) {
                    try setStrip(name, strip)
                } catch {
                    // A plugin that was removed takes nothing else with it: it is bypassed, and the
                    // state keeps it as it was.
                    var others = strip
                    for index in others.inserts.indices {
                        do throws(RequestError) {
                            try prepare([others.inserts[index]])
                        } catch {
                            others.inserts[index].isBypassed = true
                        }
                    }
                    try setStrip(name, others)
                    settings.strips[name] = strip
                    throw error
                }
            }
        }
        for (bus, effects) in saved.effects.sorted(by: { $0.key < $1.key }) {
            run.reporter.attempt("effects \(bus)") { () throws(RequestError) in
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
