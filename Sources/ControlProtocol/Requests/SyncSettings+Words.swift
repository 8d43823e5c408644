public import Sequencer

extension SyncSettings {
    /// Reads the arguments of `follow` in words: `clock`, `mtc start=01:00:00`, `off`.
    ///
    /// - Parameter words: The arguments.
    /// - Returns: The settings; `nil` for `off`.
    /// - Throws: As `follow`.
    public static func following(words: String) throws(RequestError) -> SyncSettings? {
        let request = try Request(words: "follow \(words)")
        guard let command = request.command as? Command.Follow else {
            throw .internal("follow: not a source")
        }
        return command.settings
    }
}
