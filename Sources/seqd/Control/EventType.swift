/// The kinds of events that a client can subscribe to; the raw values are the protocol's words.
enum EventType: String, Hashable, Sendable, CaseIterable {
    case transport
    case position
    case bar
    case beat
    case meter
    case tempo
    case marker
    case lyric
    case trackEnd = "track-end"
    case reload
    case action
    case error
    case substitution
    case output
    case ports

    /// Those that tell what playing passes.
    static let cues: Set<EventType> = [.bar, .beat, .meter, .tempo, .marker, .lyric, .trackEnd]

    /// What `docs/PROTOCOL.md` says about it.
    var summary: String {
        switch self {
        case .transport: "playing, pausing, stopping; another file; the end of one"
        case .position: "where playing is, at the rate that the subscriber names"
        case .bar: "a bar begins"
        case .beat: "a beat of the meter begins, the first of a bar too"
        case .meter: "another time signature holds"
        case .tempo: "another tempo of the file's holds, or one that was set in its place"
        case .marker: "a marker of the file is reached"
        case .lyric: "a syllable of the file's lyrics"
        case .trackEnd: "a track of the file has come to its end"
        case .reload: "the file that plays was written anew, and plays on; what has changed in it"
        case .action: "a command that waited for a place was done, failed or was cancelled"
        case .error: "something failed that no answer told: a file of the queue, the device"
        case .substitution: "a preset that the SoundFonts lack was selected; what sounds instead"
        case .output: "the device runs, sleeps, is lost, is back, or ran dry"
        case .ports: "a MIDI source came or went"
        }
    }
}
