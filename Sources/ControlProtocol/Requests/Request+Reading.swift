import Racks
import Sequencer

extension Request {
    /// Makes a request of a command and its arguments.
    ///
    /// - Throws: −32602 for arguments that exclude each other.
    init(_ name: CommandName, _ arguments: Arguments) throws(RequestError) {
        switch name {
        case .play:
            self = try Self.play(arguments)
        case .enqueue: self = .enqueue(try Self.files(arguments))
        case .next: self = .next
        case .previous: self = .previous
        case .queue: self = .queue
        case .insert:
            let position = try arguments.optionalInteger("position")
            self = .insert(try Self.files(arguments), position: position)
        case .jump: self = .jump(entry: try arguments.entry("entry"))
        case .remove:
            let first = try arguments.entry("first")
            self = .remove(first, through: try arguments.optionalEntry("last"))
        case .move:
            let entry = try arguments.entry("entry")
            self = .move(entry: entry, to: try arguments.integer("position"))
        case .swap:
            let first = try arguments.entry("first")
            self = .swap(first, try arguments.entry("second"))
        case .shuffle: self = .shuffle
        case .clear: self = .clear
        case .repeat: self = .repeat(try arguments.flag("repeat"))
        case .single: self = .single(try arguments.flag("single"))
        case .random: self = .random(try arguments.flag("random"))
        case .consume: self = .consume(try arguments.flag("consume"))
        case .toggle: self = .toggle
        case .pause: self = .pause
        case .continue: self = .continue(countIn: try arguments.optionalInteger("count-in"))
        case .stop: self = .stop
        case .seek:
            if let offset = try arguments.optionalOffset("position") {
                self = .seekBy(offset)
            } else {
                self = .seek(try arguments.position("position"))
            }
        case .speed: self = .speed(try arguments.speed("speed"))
        case .loop: self = try Self.loop(arguments)
        case .seekLyric: self = .seekLyric(try arguments.text("text"))
        case .tempo: self = .tempo(try arguments.tempo("tempo"))
        case .practice: self = .practice(try PracticeSettings(arguments))
        case .ramp: self = .ramp(try arguments.ramp("ramp"))
        case .follow: self = .follow(try SyncSettings(arguments))
        case .map: self = .map(try ControllerMap(arguments))
        case .learn:
            self = .learn(
                try ControllerMap(learning: arguments),
                seconds: try arguments.optionalNumber("timeout") ?? ControllerMap.learningSeconds
            )
        case .unmap: self = .unmap(try arguments.optionalInteger("map"))
        case .maps: self = .maps
        case .metronome: self = .metronome(try arguments.flag("metronome"))
        case .cancel: self = .cancel(action: try arguments.optionalInteger("action"))
        case .chaseNotes: self = .chaseNotes(try arguments.flag("chase-notes"))
        case .watch: self = try Self.watch(arguments)
        case .save:
            let replaces = try arguments.optionalFlag("replace") ?? false
            self = .save(try arguments.playlist("name"), replaces: replaces)
        case .load:
            self = .load(
                try arguments.playlist("name"),
                encoding: try arguments.optionalEncoding("encoding"),
                embeddedFont: try arguments.optionalFlag("embedded-font")
            )
        case .playlists: self = .playlists
        case .deletePlaylist: self = .deletePlaylist(try arguments.playlist("name"))
        case .gain: self = .gain(decibels: try arguments.number("gain"))
        case .mute: self = .mute(try arguments.selectors("selectors"))
        case .unmute: self = .unmute(try arguments.selectors("selectors"))
        case .solo: self = .solo(try arguments.selectorsOrOff("selectors"))
        case .transpose: self = .transpose(semitones: try arguments.integer("transpose"))
        case .loadFont:
            let isStrict = try arguments.optionalFlag("strict") ?? false
            self = .loadFonts(arguments.fonts("fonts"), isStrict: isStrict)
        case .presets: self = .presets(sampler: try arguments.optionalText("sampler"))
        case .rack: self = .rack
        case .loadRack: self = .loadRack(try arguments.path("path"))
        case .unloadRack: self = .unloadRack
        case .route: self = .route(arguments.texts("routes"))
        case .unroute: self = .unroute(arguments.texts("routes"))
        case .strips: self = .strips
        case .strip: self = .strip(try arguments.text("name"), try Self.stripChange(arguments))
        case .effects: self = .effects
        case .effect: self = try Self.effect(arguments)
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
        case .why: self = .why
        case .begin: self = .begin
        case .end: self = .end
        case .discard: self = .discard
        case .tap: self = .tap(try StripTap(arguments))
        case .untap: self = .untap(try arguments.integer("tap"))
        case .taps: self = .taps
        case .record: self = .record(try RecordingRequest(arguments))
        case .recordStop: self = .recordStop
        case .capture: self = .capture(try CapturingRequest(arguments))
        case .outputs: self = .outputs
        case .device: self = .device(try arguments.text("name"))
        case .render: self = .render(try RenderRequest(arguments))
        case .jobs: self = .jobs
        case .cancelJob: self = .cancelJob(try arguments.integer("job"))
        case .status: self = .status
        case .ports: self = .ports
        case .connect: self = .connect(try arguments.text("pattern"))
        case .disconnect: self = .disconnect(try arguments.text("pattern"))
        case .help:
            let name = try arguments.optionalText("command")
            self = .help(
                try name.map { name throws(RequestError) in
                    try CommandTable.command(name).name
                }
            )
        case .ping: self = .ping
        case .version: self = .version
        case .stats: self = .stats
        case .whoami: self = .whoami
        case .discover: self = .discover
        case .reloadConfig: self = .reloadConfig
        case .logLevel: self = .logLevel(try arguments.logLevel("log-level"))
        case .quit: self = .quit
        case .subscribe:
            self = .subscribe(
                arguments.events("types"),
                positionRate: try arguments.optionalNumber("position"),
                levelsRate: try arguments.optionalNumber("levels")
            )
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

    /// Without a file, it resumes.
    private static func play(_ arguments: Arguments) throws(RequestError) -> Request {
        let countIn = try arguments.optionalInteger("count-in")
        let files = try files(arguments)
        guard files.sources.isEmpty else { return .play(files, countIn: countIn) }
        guard files.encoding == nil, files.embeddedFont == nil else {
            throw .arguments("path is missing; encoding and embedded-font are for files")
        }
        return .continue(countIn: countIn)
    }

    private static func stripChange(_ arguments: Arguments) throws(RequestError) -> StripChange {
        var change = StripChange()
        for parameter in StripParameter.all {
            let name = parameter.name
            change[parameter] =
                switch parameter.kind {
                case .level: try arguments.optionalLevel(name).map { .number($0) }
                case .number: try arguments.optionalNumber(name).map { .number($0) }
                case .integer: try arguments.optionalInteger(name).map { .integer($0) }
                case .flag: try arguments.optionalFlag(name).map { .flag($0) }
                }
        }
        guard !change.isEmpty else {
            throw nothing(.strip, toChangeOf: "name", try arguments.text("name"))
        }
        return change
    }

    /// The error of a command without any option.
    private static func nothing(
        _ command: CommandName,
        toChangeOf parameter: String,
        _ value: String?
    ) -> RequestError {
        let subject = value.map { "\(parameter): \(RequestError.quoted($0)): " } ?? ""
        let usage = CommandTable.command(command).usage
        return .arguments("\(subject)nothing to change; usage: \(usage)")
    }

    private static func effect(_ arguments: Arguments) throws(RequestError) -> Request {
        let bus = try arguments.optionalText("bus")
        let reverb = try arguments.optionalText("reverb")
        let chorus = try arguments.optionalText("chorus")
        guard reverb != nil || chorus != nil else {
            throw nothing(.effect, toChangeOf: "bus", bus)
        }
        return .effect(bus: bus, reverb: reverb, chorus: chorus)
    }

    private static func loop(_ arguments: Arguments) throws(RequestError) -> Request {
        let setting = try arguments.loop("loop")
        let count = try arguments.optionalInteger("loop-count")
        if setting == .off, let count {
            throw .arguments("too many arguments: \"\(count)\"; loop off takes no count")
        }
        return .loop(setting, count: count)
    }

    private static func watch(_ arguments: Arguments) throws(RequestError) -> Request {
        let isOn = try arguments.flag("watch")
        let time = try arguments.optionalVersionTime("watch-at")
        if !isOn, let time {
            throw .arguments(
                "too many arguments: \"\(time.rawValue)\"; watch off takes no time"
            )
        }
        return .watch(isOn ? time ?? .now : nil)
    }
}
