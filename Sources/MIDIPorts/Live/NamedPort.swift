/// A port of ALSA's sequencer as patterns see it.
package protocol NamedPort {
    var address: SequencerAddress { get }
    var clientName: String { get }
    var name: String { get }
    /// Whether it belongs to a sound card or says that it is hardware.
    var isHardware: Bool { get }
    /// Whether it is System's (timer, announcements) or Midi Through's.
    var isUtility: Bool { get }
}

extension SequencerPort: NamedPort {}
extension LivePort: NamedPort {}

extension NamedPort {
    /// Whether a pattern for live sources means it.
    package func isNamed(_ pattern: String) -> Bool { PortChoice(pattern)?.matches(self) ?? false }
}

extension LiveInputStatus {
    /// Whether a rule's pattern means a source that is connected.
    ///
    /// - Parameter pattern: The pattern, without `input:`.
    /// - Returns: Whether there is one.
    public func hasSource(named pattern: String) -> Bool {
        ports.contains { !$0.inputs.isEmpty && $0.isNamed(pattern) }
            || raw.contains { source in
                if case .absent = source.state { return false }
                return PortChoice(pattern)?.matches(path: source.source.path) ?? false
            }
    }
}
