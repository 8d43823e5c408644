import ControlProtocol
import SamplerHost

/// Connecting MIDI ports while the daemon runs.
extension LiveInputs {
    /// Adds a connection rule, and connects the ports that it matches.
    ///
    /// - Parameter text: The rule as a client writes it.
    /// - Throws: Status 64 for a rule that cannot be read, 69 or 77 without a sequencer, 75 if
    ///   there are too many.
    /// - Returns: The ports that were not connected before.
    func connect(_ text: String) async throws -> [PortEntry] {
        var rules = connectionRules
        let rule = try rules.add(text)
        let input = try sequencerInput()
        connectionRules = rules
        let connected = await EventLoop.value { settle in
            input.connect(rule, rules: rules.rules, onEnd: settle)
        }
        onRulesChange()
        return connected.flatMap(\.entries)
    }

    /// Removes connection rules, and disconnects the ports that a pattern matches.
    ///
    /// - Parameter text: The pattern as a client writes it.
    /// - Throws: Status 64 for a pattern that cannot be read, and if there is no such port and no
    ///   such rule; 69 or 77 without a sequencer.
    /// - Returns: The ports that were connected.
    func disconnect(_ text: String) async throws -> [PortEntry] {
        var rules = connectionRules
        let (pattern, isRule) = try rules.remove(text)
        let input = try sequencerInput()
        connectionRules = rules
        let unknown = rules.unknown(text)
        let ports = await EventLoop.value { settle in
            input.disconnect(pattern, rules: rules.rules, onEnd: settle)
        }
        guard isRule || !ports.isEmpty else { throw unknown }
        onRulesChange()
        return ports.flatMap(\.entries)
    }

    /// Takes other rules of the options; those that clients have added stay.
    func replaceRules(_ old: [ConnectionRule], with new: [ConnectionRule]) {
        connectionRules.replaceOptions(old, with: new)
        input?.replaceRules(connectionRules.rules)
    }

    /// Takes rules as clients write them instead of all that there are.
    ///
    /// - Parameter texts: The rules.
    /// - Throws: Status 64 for one that cannot be read; all stay as they are then.
    func restoreRules(_ texts: [String]) throws(RequestError) {
        guard texts != connectionRules.texts else { return }
        try connectionRules.replace(with: texts)
        input?.replaceRules(connectionRules.rules)
    }

    /// The input, if it has a client of the sequencer.
    private func sequencerInput() throws(RequestError) -> LiveInput {
        switch input?.sequencerState {
        case .available?:
            if let input { return input }
        case .unavailable(let error)?: throw RequestError(error)
        case .unused?, nil: break
        }
        throw RequestError(.unavailable, "ALSA sequencer: not used")
    }
}
