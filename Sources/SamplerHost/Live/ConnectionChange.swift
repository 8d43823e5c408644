/// A change of the connection rules, on its way to the input thread.
struct ConnectionChange: Sendable {
    /// The effect on ports that are there.
    enum Effect: Sendable {
        /// Connects all that a rule matches, those too that the user has disconnected.
        case connect(ConnectionRule)
        /// Disconnects all that a pattern matches, whoever connected them.
        case disconnect(ConnectionPattern)
        /// Connects what a new rule matches, and disconnects what only an old rule has connected.
        case replace
    }

    /// The rules from then on.
    var rules: [ConnectionRule]
    var effect: Effect
    /// Called with the ports that were connected, with these inputs, or those that were disconnected,
    /// without any; on the input thread, or where the change is made if that has ended.
    var onEnd: @Sendable ([LivePort]) -> Void
}
