public import Effects
import Realtime
import Synchronization

/// The mixer: its strips, one for each name that samplers have, the master, and the effects buses.
///
/// A strip is added with the first rack that has a sampler of its name, and stays with its
/// settings: other pieces and other fonts are heard through it. One that no rack is connected to
/// and that nobody has set leaves when others need its room. Samplers of a piece without a rack of
/// its own are `sampler`, `sampler 2` …, one for each port; those of live inputs `live`, `live 2`
/// …; the clicks pass through `metronome`, which is heard whatever is soloed. The controlling
/// thread's.
extension Engine {
    /// The names of the strips, in the order in which they were added.
    public var strips: [String] { loans.strips.names }

    /// Makes a strip before a sampler of its name is installed; one that is there stays as it is.
    ///
    /// It stays until it is reset.
    ///
    /// Until it is set, the sampler's rack decides on its settings.
    ///
    /// The strip of a channel is heard as soon as a rack is installed that has one for that channel
    /// (`RackSettings.Sampler.channels`).
    ///
    /// - Parameter name: Its name.
    /// - Throws: `busy` where there is no room for it.
    public func addStrip(_ name: String) throws(HostError) {
        let sampler = RackSettings.Sampler.channel(ofStrip: name)?.sampler
        let isRoom = loans.strips.makeRoom(for: [name] + [sampler].compactMap(\.self)) {
            tappedStrips
        }
        guard isRoom else { throw Self.noRoomForStrips("strip \(name)") }
        if let sampler { loans.strips.add(sampler) }
        loans.strips.add(name, parent: sampler)
        loans.strips.expect(name)
    }

    /// The error of strips that there is no room for.
    static func noRoomForStrips(_ subject: String) -> HostError {
        HostError(
            .busy,
            subject,
            "the mixer has \(StripDirectory.capacity) strips, and none can be removed: those of racks "
                + "that sound, of taps, and those that were set stay"
        )
    }

    /// The names of the strips that taps listen to.
    var tappedStrips: Set<String> {
        taps.withLock { Set($0.values.compactMap(\.strip)) }
    }

    /// The settings of a strip.
    ///
    /// - Parameter name: Its name.
    /// - Returns: The settings.
    /// - Throws: `usage` where there is no strip of the name.
    public func stripSettings(_ name: String) throws(HostError) -> StripSettings {
        guard let settings = loans.strips.settings(of: name) else { throw unknown(name) }
        return settings
    }

    /// Sets a strip; what is heard moves there within 256 frames.
    ///
    /// Transposition and fine tuning change for voices that sound too, on every channel of the samplers
    /// that are connected to the strip: at once, unless they take some frames.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - settings: Its settings.
    ///   - frames: The frames over which gain, pan, sends, tuning and parameters of inserts move there
    ///     instead: evenly, gains as faders, frequencies and times by their ratio. Mute, solo and inserts
    ///     that are added or removed take no longer.
    /// - Throws: `usage` where there is no strip of the name, or no plugin, `unavailable` for a plugin
    ///   that does not work, and when the audio thread has hung.
    public func setStrip(
        _ name: String,
        _ settings: StripSettings,
        over frames: Int = 0
    ) throws(HostError) {
        try prepare(settings.inserts, after: loans.strips.settings(of: name)?.inserts)
        guard loans.strips.set(name, settings, over: frames) else { throw unknown(name) }
        try giveStripMoves(of: name)
    }

    /// Sets a strip as ``setStrip(_:_:over:)`` does, as a rack and not as a user: when no rack is connected
    /// to it any more, it makes room for others, and a rack that comes then decides on its settings.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - settings: Its settings.
    /// - Throws: As ``setStrip(_:_:over:)``.
    public func resetStrip(
        _ name: String,
        to settings: StripSettings = StripSettings()
    ) throws(HostError) {
        try prepare(settings.inserts, after: loans.strips.settings(of: name)?.inserts)
        guard loans.strips.reset(name, to: settings) else { throw unknown(name) }
        try giveStripMoves(of: name)
    }

    /// Gets ready what may fail of inserts that are to take the place of others.
    private func prepare(
        _ inserts: [InsertSettings],
        after old: [InsertSettings]?
    ) throws(HostError) {
        guard inserts != old else { return }
        // Inserts that only move their parameters are not made again; the controls of plugins have
        // to be valid.
        let isNew =
            old.map { !InsertChange.isPossible(from: $0, to: inserts, rate: settings.rate) } ?? true
        for insert in inserts { try insert.prepare(rate: settings.rate, isNew: isNew) }
    }

    private func giveStripMoves(of name: String) throws(HostError) {
        guard giveStripMoves() else {
            throw HostError(.unavailable, "strip \(name)", "the audio thread takes no command")
        }
    }

    /// The inserts of the master, of further outputs and of effects buses.
    public var inserts: OutputInserts { loans.inserts }

    /// Sets the inserts of the master or of another output, before the master's gain, or of an effects
    /// bus: where only numbers change, they move; otherwise those before fade into them.
    ///
    /// - Parameters:
    ///   - inserts: The effects, the first one first.
    ///   - place: Where. Those of an effects bus are for the racks that have one of the name.
    ///   - frames: The frames over which parameters move, where only these change.
    /// - Throws: `usage` for a pair of output channels that the engine does not have and for a plugin
    ///   that there is not, `unavailable` for one that does not work, and when the audio thread has
    ///   hung.
    public func setInserts(
        _ inserts: [InsertSettings],
        of place: OutputInserts.Place,
        over frames: Int = 0
    ) throws(HostError) {
        if case .output(let pair) = place, pair.index >= settings.outputs.pairCount {
            throw HostError(.usage, place.name, "nothing plays on output \(pair.text)")
        }
        try prepare(inserts, after: loans.inserts[place])
        loans.inserts[place] = inserts
        loans.placeInserts(over: frames)
        try giveStripMoves(of: place.name)
    }

    /// The levels of the inserts of a strip, output or effects bus in the last period.
    ///
    /// - Parameter name: Its name.
    /// - Returns: The levels in the order of the inserts, `nil` for those that are bypassed; empty while
    ///   it plays nothing.
    public func insertLevels(of name: String) -> [InsertReading?] {
        loans.strips.insertLevels(of: name)
    }

    /// The plugins among the inserts of all strips, outputs and effects buses, in the order of their
    /// names.
    public var plugins: [PluginReading] { loans.strips.plugins }

    /// The plugins that have been bypassed since the last call.
    public func takePluginFaults() -> [PluginReading] { loans.strips.takePluginFaults() }

    /// The meter of a strip, behind its gain and pan.
    ///
    /// - Parameter name: Its name.
    /// - Returns: A reading, which takes nothing from other readers.
    /// - Throws: `usage` where there is no strip of the name.
    public func meter(ofStrip name: String) throws(HostError) -> MeterReading {
        guard let reading = loans.strips.reading(of: name) else { throw unknown(name) }
        return reading
    }

    /// The meter of what is heard: behind the limiter and the transport's fades.
    ///
    /// Any thread but the audio thread.
    public var masterMeter: MeterReading { MeterReading(status.value.master.load()) }

    /// The highest peaks of a strip since the last call: one reader only.
    ///
    /// - Parameter name: Its name.
    /// - Returns: Factors, 1 is full scale.
    /// - Throws: `usage` where there is no strip of the name.
    public func takePeaks(ofStrip name: String) throws(HostError) -> MeterReading.Sides {
        guard let peaks = loans.strips.takePeaks(of: name) else { throw unknown(name) }
        return peaks
    }

    /// The highest peaks of what is heard since the last call: one reader only.
    public func takeMasterPeaks() -> MeterReading.Sides { status.value.masterPeaks.take() }

    /// The error of a name that no strip has.
    func unknown(_ name: String, expected others: [String] = []) -> HostError {
        let known = others + strips.filter { !others.contains($0) }
        let list = known.map { "\"\($0)\"" }.joined(separator: ", ")
        return HostError(
            .usage,
            "strip \"\(name)\"",
            known.isEmpty ? "no such strip" : "no such strip; expected one of \(list)"
        )
    }

    /// The name of the strip of a sampler.
    ///
    /// - Parameters:
    ///   - sampler: The sampler, from 0.
    ///   - rack: The number of its rack.
    /// - Returns: The name; `nil` if the rack has left.
    public func stripName(ofSampler sampler: Int, rack: Int) -> String? {
        loans.stripName(ofSampler: sampler, rack: rack)
    }

    /// The reason why nothing is heard through a strip, whatever it is given; `nil` if something is.
    ///
    /// - Parameter name: The strip.
    /// - Returns: The reason in words for people.
    public func silence(ofStrip name: String) -> String? { loans.strips.silence(of: name) }

    // MARK: Effects

    /// The names of the buses, the engine's own (`RackSettings.mainEffects`) first.
    public var effectsBuses: [String] { loans.effects.names }

    /// The effects of a bus, as they were set last; MIDI messages may have changed them since.
    ///
    /// - Parameter name: The bus.
    /// - Returns: The settings.
    /// - Throws: `usage` if there is no bus of the name.
    public func effects(ofBus name: String) throws(HostError) -> EffectsSettings {
        guard let settings = loans.effects.settings(of: name) else { throw unknownBus(name) }
        return settings
    }

    /// Moves the effects of the engine's own bus to other settings, within 50 ms at 48 kHz.
    ///
    /// Settings that MIDI messages have made since are undone.
    ///
    /// - Parameter effects: The settings.
    public func setEffects(_ effects: EffectsSettings) {
        _ = loans.effects.set(RackSettings.mainEffects, effects)
        giveStripMoves()
    }

    /// Moves the effects of a bus to other settings, as ``setEffects(_:)`` does.
    ///
    /// They stay until a rack is installed that has others for the bus than the one before.
    ///
    /// - Parameters:
    ///   - effects: The settings.
    ///   - name: The bus.
    /// - Throws: `usage` if there is no bus of the name, `unavailable` when the audio thread has hung.
    public func setEffects(
        _ effects: EffectsSettings,
        ofBus name: String
    ) throws(HostError) {
        guard loans.effects.set(name, effects) else { throw unknownBus(name) }
        guard giveStripMoves() else {
            throw HostError(.unavailable, "effects \(name)", "the audio thread takes no command")
        }
    }

    private func unknownBus(_ name: String) -> HostError {
        let list = effectsBuses.map { "\"\($0)\"" }.joined(separator: ", ")
        return HostError(
            .usage,
            "effects \"\(name)\"",
            "no such effects bus; expected one of \(list)"
        )
    }
}
