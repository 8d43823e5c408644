public import Effects

/// The effects buses: the engine's own, and those that racks name.
///
/// The controlling thread's.
extension Engine {
    /// The names of the buses, the engine's own (``RackSettings/mainEffects``) first.
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
