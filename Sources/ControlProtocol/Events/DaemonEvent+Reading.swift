import JSON

extension DaemonEvent {
    /// Reads the fields of an event of a type.
    ///
    /// - Throws: −32603 for an unknown type, or fields that are not those of the type.
    init(type: String, _ fields: JSONFields) throws(RequestError) {
        if type == Self.lagName {
            self = .lagged(count: try fields.integer("count"))
            return
        }
        guard let type = EventType(rawValue: type) else {
            throw .internal("unknown type of event: \(RequestError.quoted(type))")
        }
        switch type {
        case .transport: self = .transport(try TransportChange(fields))
        case .position:
            let position = try TransportPosition(fields)
            self = .position(position, heard: try fields.optionalNumber("heard"))
        case .bar: self = .bar(try BarStart(fields))
        case .beat: self = .beat(try BeatStart(fields))
        case .meter: self = .meter(try MeterChange(fields))
        case .tempo:
            let bpm = try fields.number("bpm")
            self = .tempo(TempoChange(bpm: bpm, position: try PassedPosition(fields)))
        case .marker: self = .marker(try PassedText(fields))
        case .lyric: self = .lyric(try PassedText(fields))
        case .trackEnd: self = .trackEnd(try TrackEnd(fields))
        case .note: self = .note(try PassedNote(fields))
        case .chord: self = .chord(try PassedChord(fields))
        case .reload:
            let file = try fields.string("file")
            self = .reload(ReloadedFile(file: file, changes: try fields.string("changes")))
        case .setting: self = .setting(try SettingChange(fields))
        case .queue: self = .queue(try QueueChange(fields))
        case .rack: self = .rack(try RackChange(fields))
        case .action: self = .action(try ActionOutcome(fields))
        case .error:
            self = .error(
                DaemonFault(
                    number: try fields.integer("number"),
                    message: try fields.string("message"),
                    file: try fields.optionalString("file")
                )
            )
        case .substitution:
            let replacement = try PresetReplacement(fields)
            self = .substitution(replacement, file: try fields.optionalString("file"))
        case .output:
            let output = try DaemonStatus.Output(fields, state: "state")
            self = .output(
                OutputChange(
                    output,
                    lostSeconds: try fields.optionalNumber("lostSeconds"),
                    xruns: try fields.integer("xruns")
                )
            )
        case .ports: self = .ports(try PortEntry(fields))
        case .tap: self = .tap(try TapEntry(fields))
        case .record: self = .record(try RecordingChange(fields))
        case .job: self = .job(try JobChange(fields))
        case .levels: self = .levels(try MeasuredLevels(fields))
        case .follow: self = .follow(try FollowStatus(fields))
        case .practice: self = .practice(try PracticeChange(fields))
        case .midi: self = .midi(try ReceivedMessage(fields))
        }
    }
}

extension TransportChange {
    fileprivate init(_ fields: JSONFields) throws(RequestError) {
        self.init(
            try fields.word("change"),
            try fields.word("state"),
            file: try fields.optionalString("file"),
            entry: try fields.optionalInteger("entry")
        )
    }
}

extension TransportPosition {
    fileprivate init(_ fields: JSONFields) throws(RequestError) {
        self.init(
            seconds: try fields.number("seconds"),
            frames: try fields.integer64("frames"),
            ticks: try fields.integer64("ticks"),
            text: try fields.string("position")
        )
    }
}

extension PassedPosition {
    fileprivate init(_ fields: JSONFields) throws(RequestError) {
        self.init(
            text: try fields.string("position"),
            seconds: try fields.number("seconds"),
            frame: try fields.optionalInteger("frame").map(Int64.init),
            heard: try fields.optionalNumber("heard")
        )
    }
}

extension BarStart {
    fileprivate init(_ fields: JSONFields) throws(RequestError) {
        self.init(
            bar: try fields.integer("bar"),
            seconds: try fields.number("seconds"),
            frame: try fields.optionalInteger("frame").map(Int64.init),
            heard: try fields.optionalNumber("heard")
        )
    }
}

extension BeatStart {
    fileprivate init(_ fields: JSONFields) throws(RequestError) {
        self.init(
            bar: try fields.integer("bar"),
            beat: try fields.integer("beat"),
            seconds: try fields.number("seconds"),
            frame: try fields.optionalInteger("frame").map(Int64.init),
            heard: try fields.optionalNumber("heard")
        )
    }
}

extension MeterChange {
    fileprivate init(_ fields: JSONFields) throws(RequestError) {
        self.init(
            numerator: try fields.integer("numerator"),
            denominator: try fields.integer("denominator"),
            position: try PassedPosition(fields)
        )
    }
}

extension PassedText {
    fileprivate init(_ fields: JSONFields) throws(RequestError) {
        let text = try fields.string("text")
        self.init(text, position: try PassedPosition(fields))
    }
}

extension TrackEnd {
    fileprivate init(_ fields: JSONFields) throws(RequestError) {
        self.init(
            track: try fields.integer("track"),
            name: try fields.optionalString("name"),
            position: try PassedPosition(fields)
        )
    }
}

extension RequestError {
    /// Reads the number and message of an event.
    fileprivate init(_ fields: JSONFields) throws(RequestError) {
        let number = try fields.integer("number")
        self.init(number: number, try fields.string("message"))
    }
}

extension ActionOutcome {
    fileprivate init(_ fields: JSONFields) throws(RequestError) {
        let outcome: Outcome =
            switch try fields.string("state") {
            case "done": .done(frame: try fields.integer64("frame"))
            case "failed": .failed(try RequestError(fields))
            default: .cancelled(reason: try fields.optionalString("reason"))
            }
        self.init(
            action: try fields.integer("action"),
            command: try fields.string("command"),
            due: try fields.integer64("due"),
            outcome: outcome
        )
    }
}
