import JSON

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
    case clip
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
        case .transport:
            "playback started, paused or stopped; file changed or ended; its settings "
                + "changed"
        case .position:
            "the playback position, during playback at the subscriber's rate "
                + "(`position=HZ`, 0.1 to 100, default 10)"
        case .bar: "start of a bar"
        case .beat: "start of a beat of the meter, including the first of a bar"
        case .meter: "time signature change"
        case .tempo: "tempo change in the file, or by the command `tempo`"
        case .marker: "a marker or cue point is reached"
        case .lyric: "a lyric syllable is reached"
        case .trackEnd: "a track has ended"
        case .note: "a note of the file begins or ends"
        case .chord: "another chord sounds"
        case .reload: "the current file was reloaded, and what has changed"
        case .setting: "a setting was changed by a client, a scheduled command or `reload-config`"
        case .queue: "the files in the queue have changed: added, removed or moved"
        case .rack: "a SoundFont, sampler or route was loaded or removed"
        case .action: "a scheduled command was done, failed or was cancelled"
        case .error: "an error that is not part of a reply: a file in the queue, the device"
        case .substitution:
            "a missing preset was selected, and its substitute; once per preset and set "
                + "of fonts"
        case .output: "device running, idle, lost or recovered, or a buffer underrun"
        case .ports: "a MIDI source or receiver was connected or removed"
        case .tap: "a tap was made, lost frames (at most once per second), ended or failed"
        case .clip: "a clip of `play-clip` began or ended"
        case .record: "a recording began or ended, or it or the capture failed"
        case .job: "a render job began, made progress (at most once per second), or ended"
        case .levels:
            "the levels of the master and of each strip, in dB below full scale or "
                + "`-inf`, at the subscriber's rate (`levels=HZ`, 0.1 to 50, default 10)"
        case .practice: "keys that playback waits for, that were played, and wrong ones"
        case .midi:
            "a message that a live input has received from a MIDI source, of any kind; at "
                + "most 256 at a time, further ones are counted in `lagged`"
        case .follow:
            "state of the followed source changed; its figures once per second while it "
                + "runs"
        }
    }
}

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
    /// A part of the rack was loaded or removed.
    case rack(RackChange)
    /// A scheduled command was done, failed or was cancelled.
    case action(ActionOutcome)
    /// An error that is not part of a reply.
    case error(DaemonFault)
    /// A missing preset was selected.
    case substitution(PresetReplacement, file: String?)
    /// The state of the device changed, or there was a buffer underrun.
    case output(OutputChange)
    /// A MIDI source was connected, or removed if it has no input.
    case ports(PortEntry)
    /// A tap was made, lost frames, ended or failed.
    case tap(TapEntry)
    /// A clip that a client plays began or ended.
    case clip(ClipChange)
    /// A recording began, ended or failed.
    case record(RecordingChange)
    /// A render job began, progressed or ended.
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
    public var type: EventType? { content.type }
}

extension DaemonEvent {
    /// The type, and the record with the fields.
    private var content: (type: EventType?, record: any Record) {
        switch self {
        case .transport(let record): (.transport, record)
        case .position(let position, let heard): (.position, HeardPosition(position, heard))
        case .bar(let record): (.bar, record)
        case .beat(let record): (.beat, record)
        case .meter(let record): (.meter, record)
        case .tempo(let record): (.tempo, record)
        case .marker(let record): (.marker, record)
        case .lyric(let record): (.lyric, record)
        case .trackEnd(let record): (.trackEnd, record)
        case .note(let record): (.note, record)
        case .chord(let record): (.chord, record)
        case .reload(let record): (.reload, record)
        case .setting(let record): (.setting, record)
        case .queue(let record): (.queue, record)
        case .rack(let record): (.rack, record)
        case .action(let record): (.action, record)
        case .error(let record): (.error, record)
        case .substitution(let replacement, let file):
            (.substitution, SelectedReplacement(replacement, file))
        case .output(let record): (.output, record)
        case .ports(let port): (.ports, ChangedPort(port))
        case .tap(let record): (.tap, record)
        case .clip(let record): (.clip, record)
        case .record(let record): (.record, record)
        case .job(let record): (.job, record)
        case .levels(let record): (.levels, record)
        case .follow(let record): (.follow, record)
        case .practice(let record): (.practice, record)
        case .midi(let record): (.midi, record)
        case .lagged(let count): (nil, DroppedEvents(count))
        }
    }

    /// The name of the type in both dialects.
    var typeName: String { type?.rawValue ?? Self.lagName }

    private static let lagName = "lagged"

    /// The fields, in the same order in both dialects.
    var fields: [JSONObject.Member] { content.record.object.members }

    /// Reads the fields of an event of a type.
    ///
    /// - Throws: −32603 for an unknown type, or fields that are not those of the type.
    init(type: String, _ fields: JSONFields) throws(RequestError) {
        if type == Self.lagName {
            self = .lagged(count: try DroppedEvents(fields).count)
            return
        }
        guard let type = EventType(rawValue: type) else {
            throw .internal("unknown type of event: \(RequestError.quoted(type))")
        }
        self =
            switch type {
            case .transport: .transport(try TransportChange(fields))
            case .position: try HeardPosition(fields).event
            case .bar: .bar(try BarStart(fields))
            case .beat: .beat(try BeatStart(fields))
            case .meter: .meter(try MeterChange(fields))
            case .tempo: .tempo(try TempoChange(fields))
            case .marker: .marker(try PassedText(fields))
            case .lyric: .lyric(try PassedText(fields))
            case .trackEnd: .trackEnd(try TrackEnd(fields))
            case .note: .note(try PassedNote(fields))
            case .chord: .chord(try PassedChord(fields))
            case .reload: .reload(try ReloadedFile(fields))
            case .setting: .setting(try SettingChange(fields))
            case .queue: .queue(try QueueChange(fields))
            case .rack: .rack(try RackChange(fields))
            case .action: .action(try ActionOutcome(fields))
            case .error: .error(try DaemonFault(fields))
            case .substitution: try SelectedReplacement(fields).event
            case .output: .output(try OutputChange(fields))
            case .ports: .ports(try ChangedPort(fields).port)
            case .tap: .tap(try TapEntry(fields))
            case .clip: .clip(try ClipChange(fields))
            case .record: .record(try RecordingChange(fields))
            case .job: .job(try JobChange(fields))
            case .levels: .levels(try MeasuredLevels(fields))
            case .follow: .follow(try FollowStatus(fields))
            case .practice: .practice(try PracticeChange(fields))
            case .midi: .midi(try ReceivedMessage(fields))
            }
    }

    /// The fields of the events of a type, for the reference.
    static func fields(of type: EventType) -> String {
        func described<Event: Record>(_ record: Event.Type) -> String {
            record.fields.map { field in
                let words = field.choices.map { "`\($0)`" }.joined(separator: ", ")
                let notes = [words, field.help].filter { !$0.isEmpty }.joined(separator: "; ")
                return "`\(field.key)`" + (notes.isEmpty ? "" : " (\(notes))")
            }.joined(separator: ", ")
        }
        return switch type {
        case .transport: described(TransportChange.self)
        case .position: described(HeardPosition.self)
        case .bar: described(BarStart.self)
        case .beat: described(BeatStart.self)
        case .meter: described(MeterChange.self)
        case .tempo: described(TempoChange.self)
        case .marker: described(PassedText.self)
        case .lyric: described(PassedText.self)
        case .trackEnd: described(TrackEnd.self)
        case .note: described(PassedNote.self)
        case .chord: described(PassedChord.self)
        case .reload: described(ReloadedFile.self)
        case .setting: described(SettingChange.self)
        case .queue: described(QueueChange.self)
        case .rack: described(RackChange.self)
        case .action: described(ActionOutcome.self)
        case .error: described(DaemonFault.self)
        case .substitution: described(SelectedReplacement.self)
        case .output: described(OutputChange.self)
        case .ports: described(ChangedPort.self)
        case .tap: described(TapEntry.self)
        case .clip: described(ClipChange.self)
        case .record: described(RecordingChange.self)
        case .job: described(JobChange.self)
        case .levels: described(MeasuredLevels.self)
        case .follow: described(FollowStatus.self)
        case .practice: described(PracticeChange.self)
        case .midi: described(ReceivedMessage.self)
        }
    }
}

/// The fields of ``DaemonEvent/position(_:heard:)``.
private struct HeardPosition: Record {
    var position = TransportPosition(seconds: 0, frames: 0, ticks: 0, text: "")
    var heard: Double?

    init() {}

    init(_ position: TransportPosition, _ heard: Double?) {
        (self.position, self.heard) = (position, heard)
    }

    var event: DaemonEvent { .position(position, heard: heard) }

    static let fields = Field<HeardPosition>.table {
        TransportPosition.fields(in: \.position)
        Field(clock: \.heard)
    }
}

/// The fields of ``DaemonEvent/substitution(_:file:)``.
private struct SelectedReplacement: Record {
    var replacement = PresetReplacement()
    var file: String?

    init() {}

    init(_ replacement: PresetReplacement, _ file: String?) {
        (self.replacement, self.file) = (replacement, file)
    }

    var event: DaemonEvent { .substitution(replacement, file: file) }

    static let fields = Field<SelectedReplacement>.table {
        PresetReplacement.fields(in: \.replacement)
        Field("file", \.file, "if one selects it, absent for a live input")
    }
}

/// The fields of ``DaemonEvent/ports(_:)``.
private struct ChangedPort: Record {
    var port = PortEntry()

    init() {}

    init(_ port: PortEntry) { self.port = port }

    static let fields = Field<ChangedPort>.table {
        Field("change", \.change)
        PortEntry.fields(in: \.port)
    }

    private enum Change: String, CaseIterable, FieldValue {
        case connected
        case gone
    }

    /// The change, which the input and the output say too.
    private var change: Change {
        get { port.isConnected ? .connected : .gone }
        set {}
    }
}

/// The fields of ``DaemonEvent/lagged(count:)``.
private struct DroppedEvents: Record {
    var count = 0

    init() {}

    init(_ count: Int) { self.count = count }

    static let fields = Field<DroppedEvents>.table { Field("count", \.count) }
}
