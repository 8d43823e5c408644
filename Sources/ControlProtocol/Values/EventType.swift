/// The types of events that a client can subscribe to; the raw values are the protocol's words.
public enum EventType: String, Hashable, Sendable, CaseIterable {
    case transport
    case position
    case bar
    case beat
    case meter
    case tempo
    case marker
    case lyric
    case trackEnd = "track-end"
    case note
    case chord
    case reload
    case setting
    case queue
    case rack
    case action
    case error
    case substitution
    case output
    case ports
    case tap
    case record
    case job
    case levels
    case follow
    case practice
    case midi

    /// The types of the events that playback passes.
    public static let cues: Set<EventType> = [
        .bar, .beat, .meter, .tempo, .marker, .lyric, .trackEnd, .note, .chord,
    ]

    /// The description in the reference.
    public var summary: String {
        switch self {
        case .transport: "playback started, paused or stopped; file changed or ended"
        case .position: "the playback position, at the subscriber's rate"
        case .bar: "start of a bar"
        case .beat: "start of a beat of the meter, including the first of a bar"
        case .meter: "time signature change"
        case .tempo: "tempo change in the file, or by the command `tempo`"
        case .marker: "a marker is reached"
        case .lyric: "a lyric syllable is reached"
        case .trackEnd: "a track has ended"
        case .note: "a note of the file begins or ends"
        case .chord: "another chord sounds"
        case .reload: "the current file was reloaded, and what has changed"
        case .setting: "a setting was changed by a client, a scheduled command or `reload-config`"
        case .queue: "the files in the queue have changed"
        case .rack: "a SoundFont, sampler or route was loaded or is gone"
        case .action: "a scheduled command was done, failed or was cancelled"
        case .error: "an error outside of any answer: a file in the queue, the device"
        case .substitution: "a missing preset was selected, and its substitute"
        case .output: "device running, idle, lost or recovered, or a buffer underrun"
        case .ports: "a MIDI source or receiver was connected or removed"
        case .tap: "a tap was made, lost frames (at most once per second), ended or failed"
        case .record: "a recording began, ended or failed"
        case .job: "a render job began, went on (at most once per second), or ended"
        case .levels: "the levels of the master and of each strip, at the subscriber's rate"
        case .practice: "keys that playback waits for, that were played, and wrong ones"
        case .midi: "a message that a live input has received from a MIDI source, of any kind"
        case .follow: "state of the followed source changed; its figures once per second"
        }
    }
}
