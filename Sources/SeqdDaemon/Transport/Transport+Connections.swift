import ControlProtocol

/// Connecting MIDI ports.
extension Transport {
    /// Adds a connection rule, and connects the ports that it matches now and later.
    ///
    /// - Parameter pattern: The rule as `--connect` has it.
    /// - Throws: As ``LiveInputs/connect(_:)``.
    /// - Returns: As that.
    func connect(_ pattern: String) async throws -> [PortEntry] {
        let connected = try await inputs.connect(pattern)
        run.onChange()
        return connected
    }

    /// Removes connection rules, and disconnects the ports that a pattern matches.
    ///
    /// - Parameter pattern: The pattern as `--connect` has it.
    /// - Throws: As ``LiveInputs/disconnect(_:)``.
    /// - Returns: As that.
    func disconnect(_ pattern: String) async throws -> [PortEntry] {
        let disconnected = try await inputs.disconnect(pattern)
        run.onChange()
        return disconnected
    }
}
