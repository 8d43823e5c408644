public import SMF

/// The events played on live inputs, with their times: the content of a journal.
public struct Take: Hashable, Sendable {
    /// The settings.
    public var plan: TakePlan
    /// The messages, by time in nanoseconds of the take.
    public var events: [RecordedEvent]
    /// The positions of playback, by time.
    public var marks: [TakeMark]
    /// The end, in nanoseconds of the take.
    public var endTime: Int64

    /// Makes a take.
    public init(
        _ plan: TakePlan,
        events: [RecordedEvent] = [],
        marks: [TakeMark] = [],
        endTime: Int64? = nil
    ) {
        self.plan = plan
        self.events = events
        self.marks = marks
        self.endTime = endTime ?? events.last?.time ?? 0
    }

    /// Reads a journal, also one whose writing was interrupted; `nil` for another file.
    ///
    /// - Parameter file: The file.
    public init?(journal file: MIDIFile) {
        guard file.division == .ticksPerQuarter(JournalTime.ticksPerQuarter),
            let track = file.tracks.first
        else { return nil }
        var plan: TakePlan?
        (events, marks, endTime) = ([], [], 0)
        var (tick, input): (Int64, Int) = (0, 0)
        for item in track {
            tick += Int64(item.delta)
            let time = JournalTime.nanoseconds(ofTick: tick)
            switch item.event {
            case .channel(let message):
                events.append(RecordedEvent(time: time, input: input, content: .message(message)))
            case .systemExclusive(let packet):
                let content = RecordedEvent.Content.exclusive(Array(packet.bytes.dropLast()))
                events.append(RecordedEvent(time: time, input: input, content: content))
            case .meta(let meta):
                if case .port(let port) = meta.value { input = Int(port) }
                guard let bytes = meta.userBytes else { continue }
                let text = String(decoding: bytes, as: UTF8.self)
                if plan == nil { plan = TakePlan(text: text) }
                if let mark = TakeMark(text: text) { marks.append(mark) }
            }
        }
        guard let plan else { return nil }
        self.plan = plan
        endTime = JournalTime.nanoseconds(ofTick: tick)
        marks.sort { $0.time < $1.time }
    }

    /// The number of notes that begin.
    public var noteCount: Int { events.count(where: \.isNoteOn) }
}
