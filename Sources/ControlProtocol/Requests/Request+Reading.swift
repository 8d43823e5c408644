import Sequencer

extension Request {
    /// Makes a request of a command and its arguments.
    ///
    /// - Throws: −32602 for arguments that exclude each other.
    init(_ name: CommandName, _ arguments: Arguments) throws(RequestError) {
        switch name {
        case .play:
            let countIn = try arguments.optionalInteger("count-in")
            self = .play(try Self.files(arguments), countIn: countIn)
        case .enqueue: self = .enqueue(try Self.files(arguments))
        case .next: self = .next
        case .previous: self = .previous
        case .queue: self = .queue
        case .jump: self = .jump(entry: try arguments.integer("entry"))
        case .remove: self = try Self.remove(arguments)
        case .move:
            let entry = try arguments.integer("entry")
            self = .move(entry: entry, to: try arguments.integer("place"))
        case .shuffle: self = .shuffle
        case .clear: self = .clear
        case .toggle: self = .toggle
        case .pause: self = .pause
        case .continue: self = .continue(countIn: try arguments.optionalInteger("count-in"))
        case .stop: self = .stop
        case .seek: self = .seek(try arguments.position("position"))
        case .speed: self = .speed(try arguments.speed("speed"))
        case .loop: self = try Self.loop(arguments)
        case .seekLyric: self = .seekLyric(try arguments.text("text"))
        case .tempo: self = .tempo(try arguments.tempo("bpm"))
        case .metronome: self = .metronome(try arguments.flag("click"))
        case .cancel: self = .cancel(action: try arguments.optionalInteger("action"))
        case .chaseNotes: self = .chaseNotes(try arguments.flag("chase"))
        case .watch: self = try Self.watch(arguments)
        case .gain: self = .gain(decibels: try arguments.number("decibels"))
        case .mute: self = .mute(try arguments.selectors("selectors"))
        case .unmute: self = .unmute(try arguments.selectors("selectors"))
        case .solo: self = .solo(try arguments.selectorsOrOff("selectors"))
        case .transpose: self = .transpose(semitones: try arguments.integer("semitones"))
        case .loadFont:
            let isStrict = try arguments.optionalFlag("strict") ?? false
            self = .loadFonts(arguments.fonts("fonts"), isStrict: isStrict)
        case .presets: self = .presets
        case .program:
            let channel = try arguments.channel("channel")
            self = .program(channel, try arguments.preset("preset"))
        case .note:
            self = .note(
                NoteRequest(
                    channel: try arguments.channel("channel"),
                    key: try arguments.integer("key"),
                    velocity: try arguments.integer("velocity"),
                    seconds: try arguments.optionalNumber("seconds")
                )
            )
        case .controlChange:
            self = .controlChange(
                ControlChangeRequest(
                    channel: try arguments.channel("channel"),
                    number: try arguments.integer("number"),
                    value: try arguments.integer("value")
                )
            )
        case .midi:
            let input = try arguments.optionalInteger("input") ?? 1
            self = .midi(arguments.bytes("bytes"), input: input - 1)
        case .panic: self = .panic
        case .status: self = .status
        case .ports: self = .ports
        case .help:
            let name = try arguments.optionalText("command")
            self = .help(
                try name.map { name throws(RequestError) in
                    try CommandTable.command(name).name
                }
            )
        case .ping: self = .ping
        case .version: self = .version
        case .quit: self = .quit
        case .subscribe:
            let rate = try arguments.optionalNumber("position")
            self = .subscribe(arguments.events("types"), positionRate: rate)
        case .unsubscribe:
            let types = arguments.events("types")
            self = .unsubscribe(types.isEmpty ? Set(EventType.allCases) : types)
        }
    }

    private static func files(_ arguments: Arguments) throws(RequestError) -> FileRequest {
        FileRequest(
            arguments.sources("path"),
            encoding: try arguments.optionalEncoding("encoding"),
            embeddedFont: try arguments.optionalFlag("embedded-font")
        )
    }

    private static func remove(_ arguments: Arguments) throws(RequestError) -> Request {
        let first = try arguments.integer("first")
        let last = try arguments.optionalInteger("last") ?? first
        guard first <= last else {
            throw .arguments("\"\(last)\": expected an entry from \(first) on")
        }
        return .remove(first...last)
    }

    private static func loop(_ arguments: Arguments) throws(RequestError) -> Request {
        let setting = try arguments.loop("range")
        let count = try arguments.optionalInteger("count")
        if setting == .off, let count {
            throw .arguments("too many arguments: \"\(count)\"; loop off takes no count")
        }
        return .loop(setting, count: count)
    }

    private static func watch(_ arguments: Arguments) throws(RequestError) -> Request {
        let isOn = try arguments.flag("files")
        let time = try arguments.optionalVersionTime("when")
        if !isOn, let time {
            throw .arguments(
                "too many arguments: \"\(time.rawValue)\"; watch off takes no time"
            )
        }
        return .watch(isOn ? time ?? .now : nil)
    }
}
