/// Something that happened in the daemon, for the clients that subscribe to its type.
public enum DaemonEvent: Hashable, Sendable {
    /// Playback started, paused or stopped; the file changed or ended.
    case transport(TransportChange)
    /// The playback position, at the subscriber's rate, and the time at which it is heard: seconds of
    /// `CLOCK_MONOTONIC`, `nil` if it is not known.
    case position(TransportPosition, heard: Double? = nil)
    /// The start of a bar.
    case bar(BarStart)
    /// The start of a beat of the meter.
    case beat(BeatStart)
    /// A time signature change.
    case meter(MeterChange)
    /// A tempo change in the file, or by the command `tempo`.
    case tempo(TempoChange)
    /// A marker is reached.
    case marker(PassedText)
    /// A lyric syllable is reached.
    case lyric(PassedText)
    /// A track has ended.
    case trackEnd(TrackEnd)
    /// A note of the file begins or ends.
    case note(PassedNote)
    /// Another chord sounds.
    case chord(PassedChord)
    /// The current file was reloaded.
    case reload(ReloadedFile)
    /// A setting has another value.
    case setting(SettingChange)
    /// The files in the queue have changed.
    case queue(QueueChange)
    /// A part of the rack was loaded or is gone.
    case rack(RackChange)
    /// A scheduled command was done, failed or was cancelled.
    case action(ActionOutcome)
    /// An error outside of any answer.
    case error(DaemonFault)
    /// A missing preset was selected.
    case substitution(PresetReplacement, file: String?)
    /// The state of the device changed, or there was a buffer underrun.
    case output(OutputChange)
    /// A MIDI source was connected, or removed if it has no input.
    case ports(PortEntry)
    /// A tap was made, lost frames, ended or failed.
    case tap(TapEntry)
    /// A recording began, ended or failed.
    case record(RecordingChange)
    /// A render job began, went on or ended.
    case job(JobChange)
    /// The levels of the master or of a strip, at the subscriber's rate.
    case levels(MeasuredLevels)
    /// The state of the followed source changed; and its figures, once per second while it runs.
    case follow(FollowStatus)
    /// Playback waits for keys, keys were played, or practice has ended.
    case practice(PracticeChange)
    /// A live input has received a message.
    case midi(ReceivedMessage)
    /// Events were dropped because the client did not read; a client need not subscribe to it.
    case lagged(count: Int)

    /// The type to which clients subscribe; `nil` for ``lagged(count:)``.
    public var type: EventType? {
        switch self {
        case .transport: .transport
        case .position: .position
        case .bar: .bar
        case .beat: .beat
        case .meter: .meter
        case .tempo: .tempo
        case .marker: .marker
        case .lyric: .lyric
        case .trackEnd: .trackEnd
        case .note: .note
        case .chord: .chord
        case .reload: .reload
        case .setting: .setting
        case .queue: .queue
        case .rack: .rack
        case .action: .action
        case .error: .error
        case .substitution: .substitution
        case .output: .output
        case .ports: .ports
        case .tap: .tap
        case .record: .record
        case .job: .job
        case .levels: .levels
        case .follow: .follow
        case .practice: .practice
        case .midi: .midi
        case .lagged: nil
        }
    }
}
