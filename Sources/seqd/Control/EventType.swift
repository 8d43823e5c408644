/// The kinds of events that a client can subscribe to; the raw values are the protocol's words.
enum EventType: String, Hashable, Sendable, CaseIterable {
    case transport
    case position
    case bar
    case marker
    case lyric
    case reload
    case action
    case error
    case output
    case ports

    /// What `docs/PROTOCOL.md` says about it.
    var summary: String {
        switch self {
        case .transport: "playing, pausing, stopping; another file; the end of one"
        case .position: "where playing is, at the rate that the subscriber names"
        case .bar: "a bar begins"
        case .marker: "a marker of the file is reached"
        case .lyric: "a syllable of the file's lyrics"
        case .reload: "the file that plays was written anew, and plays on; what has changed in it"
        case .action: "a command that waited for a place was done, failed or was cancelled"
        case .error: "something failed that no answer told: a file of the queue, the device"
        case .output: "the device runs, sleeps, is lost, is back, or ran dry"
        case .ports: "a MIDI source came or went"
        }
    }
}
