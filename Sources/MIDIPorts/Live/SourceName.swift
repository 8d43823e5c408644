/// The name of a live source: those of a sequencer port, or the path of a raw source.
package enum SourceName: Sendable {
    case port(SequencerPort)
    case path(String)

    /// Whether a pattern means it.
    package func isMeant(by choice: PortChoice) -> Bool {
        switch self {
        case .port(let port): choice.matches(port)
        case .path(let path): choice.matches(path: path)
        }
    }
}
