/// A change of the connection rules, on its way to the input thread.
package struct ConnectionChange: Sendable {
    /// The effect on ports that are there.
    package enum Effect: Sendable {
        /// Connects all that a rule matches, those too that the user has disconnected.
        case connect(ConnectionRule)
        /// Disconnects all that a pattern matches, no matter who connected them.
        case disconnect(ConnectionPattern)
        /// Connects what a new rule matches, and disconnects what only an old rule has connected.
        case replace
    }

    /// Whether it is about inputs or outputs.
    package let kind: PortKind
    /// The rules of that kind from then on.
    package var rules: [ConnectionRule]
    package var effect: Effect
    /// Called with the ports that were connected, with these inputs, or those that were disconnected,
    /// without any; on the input thread, or where the change is made if that has ended.
    package var onEnd: @Sendable ([LivePort]) -> Void

    /// Makes a change.
    ///
    /// - Parameters:
    ///   - kind: Whether it is about inputs or outputs.
    ///   - rules: All rules from then on; those of the other kind do not matter.
    ///   - effect: The effect.
    ///   - onEnd: Called at the end.
    package init(
        _ kind: PortKind,
        rules: [ConnectionRule],
        effect: Effect,
        onEnd: @escaping @Sendable ([LivePort]) -> Void
    ) {
        self.kind = kind
        self.rules = rules.filter { $0.kind == kind }
        self.effect = effect
        self.onEnd = onEnd
    }
}
