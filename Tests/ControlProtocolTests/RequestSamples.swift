import ControlProtocol
import Racks
import SMF
import Sequencer
import Testing

/// Requests of all commands, with each of their arguments.
enum RequestSamples {
    static func all() throws -> [TimedRequest] {
        let bar = try Position(parsing: "17:1:240")
        let marker = try Position(parsing: "@Verse 2 \"b\"")
        return try playing(bar, marker) + playlists() + sound(bar) + notes + daemon
    }

    private static func playlists() throws -> [TimedRequest] {
        let names = try ["evening", "my songs \u{E9}", "at=3", "\"q\""].map {
            try #require(PlaylistName($0))
        }
        return names.flatMap { name in
            [
                TimedRequest(.save(name)), TimedRequest(.save(name, replaces: true)),
                TimedRequest(.load(name)),
                TimedRequest(.load(name, encoding: "EUC-KR", embeddedFont: false)),
                TimedRequest(.deletePlaylist(name)),
            ]
        } + [TimedRequest(.playlists)]
    }

    private static func playing(
        _ bar: Position,
        _ marker: Position
    ) throws -> [TimedRequest] {
        let range = PositionRange(from: bar, to: marker)
        return [
            TimedRequest(.play(FileRequest(paths: ["/a b.mid", "/at=1 \u{E9}\n.mid"]))),
            TimedRequest(
                .play(
                    FileRequest(paths: ["/a.mid"], encoding: "EUC-KR", embeddedFont: false),
                    countIn: 2
                ),
                at: marker
            ),
            TimedRequest(.enqueue(FileRequest(paths: ["/a.mid"], embeddedFont: true))),
            TimedRequest(.next), TimedRequest(.previous, at: .nextBar), TimedRequest(.queue),
            TimedRequest(.jump(entry: 3), at: bar), TimedRequest(.remove(2)),
            TimedRequest(.jump(entry: .id(17))), TimedRequest(.remove(.id(4), through: 10_000)),
            TimedRequest(.swap(1, .id(9))), TimedRequest(.repeat(true)),
            TimedRequest(.single(false)), TimedRequest(.random(true)), TimedRequest(.consume(true)),
            TimedRequest(.insert(FileRequest(paths: ["/a.mid", "/b.mid"]))),
            TimedRequest(.insert(FileRequest(paths: ["/a.mid"], encoding: "EUC-KR"), position: 3)),
            TimedRequest(.seekBy(.bars(-2))), TimedRequest(.seekBy(.beats(1)), at: marker),
            TimedRequest(.seekBy(.seconds(nanoseconds: -1_500_000_000))),
            TimedRequest(.seekBy(.ticks(480))),
            TimedRequest(.move(entry: 1, to: 5)),
            TimedRequest(.shuffle), TimedRequest(.toggle, at: .nextBar),
            TimedRequest(.clear), TimedRequest(.pause, at: .nextBeat), TimedRequest(.continue()),
            TimedRequest(.continue(countIn: 16)), TimedRequest(.stop, at: .ticks(480)),
            TimedRequest(.seek(.seconds(nanoseconds: 83_500_000_001))),
            TimedRequest(.seek(marker), at: bar),
            TimedRequest(.speed(try #require(Speed(numerator: 3, denominator: 4)))),
            TimedRequest(.speed(try #require(Speed(numerator: 1, denominator: 3)))),
            TimedRequest(.loop(.off)), TimedRequest(.loop(.whole)), TimedRequest(.loop(.file)),
            TimedRequest(.loop(.between(range), count: 3), at: bar),
            TimedRequest(.seekLyric("hello \"w\" ")), TimedRequest(.seekLyric("at=3")),
            TimedRequest(.practice(nil)),
            TimedRequest(.practice(PracticeSettings(try SelectorSet(parsing: "1,track:Lead")))),
            TimedRequest(
                .practice(
                    PracticeSettings(
                        try SelectorSet(parsing: "ch:2/10"),
                        milliseconds: 400,
                        isHeard: true
                    )
                )
            ),
            TimedRequest(.ramp(nil)), TimedRequest(.ramp(SpeedRamp(parsing: "0.6..1/5"))),
            TimedRequest(.follow(nil)), TimedRequest(.follow(SyncSettings(.clock))),
            TimedRequest(.follow(timeCode)), TimedRequest(.map(fader)), TimedRequest(.map(knob)),
            TimedRequest(.map(ControllerMap(.note, 36, "next"))), TimedRequest(.maps),
            TimedRequest(.learn(encoder, seconds: 30)), TimedRequest(.learn(knob0, seconds: 5.5)),
            TimedRequest(.unmap(nil)), TimedRequest(.unmap(3)),
            TimedRequest(.tempo(nil)), TimedRequest(.tempo(Tempo(beatsPerMinute: 120))),
            TimedRequest(.tempo(Tempo(beatsPerMinute: 92.123456789))),
            TimedRequest(.metronome(true)),
            TimedRequest(.cancel()), TimedRequest(.cancel(action: 7)),
            TimedRequest(.chaseNotes(false)), TimedRequest(.watch(nil)),
            TimedRequest(.watch(.now)), TimedRequest(.watch(.bar)),
        ]
    }

    private static var stripChange: StripChange {
        [
            .gain: .number(-.infinity), .pan: .number(-33.5), .mute: .flag(false),
            .solo: .flag(true), .reverb: .number(12), .chorus: .number(-6.25),
            .transpose: .integer(-24), .tune: .number(2.5),
        ]
    }

    private static func sound(_ bar: Position) throws -> [TimedRequest] {
        let selectors = try SelectorSet(parsing: "10,ch:2/10,track:3,track:Lead \u{E9},all")
        return [
            TimedRequest(.gain(decibels: -6.5)), TimedRequest(.gain(decibels: 24), at: bar),
            TimedRequest(.mute(selectors)), TimedRequest(.unmute(selectors), at: bar),
            TimedRequest(.solo(selectors)), TimedRequest(.solo(nil)),
            TimedRequest(.rack), TimedRequest(.loadRack("/a b.json")), TimedRequest(.unloadRack),
            TimedRequest(.route(["ch:10=/a b.sf2,gain=-3", "track:Lead \u{E9}=sampler"])),
            TimedRequest(.unroute()), TimedRequest(.unroute(["ch:10=/a.sf2"])),
            TimedRequest(.strips), TimedRequest(.effects),
            TimedRequest(.strip("sampler 2", stripChange), at: bar),
            TimedRequest(.effect(reverb: "room,level=0.5")),
            TimedRequest(.effect(bus: "my church", chorus: "off"), at: bar),
            TimedRequest(.transpose(semitones: -12)),
            TimedRequest(
                .loadFonts([
                    SoundFontPath(path: "/a b.sf2", bankOffset: 128), SoundFontPath(path: "/c.sf3"),
                ])
            ),
            TimedRequest(.loadFonts([SoundFontPath(path: "/c.sf3")], isStrict: true), at: bar),
            TimedRequest(.presets()), TimedRequest(.presets(sampler: "a b")),
        ]
    }

    private static var notes: [TimedRequest] {
        let channel = ChannelAddress(input: 1, channel: 9)
        return [
            TimedRequest(.program(channel, PresetAddress(bank: 128, program: 8))),
            TimedRequest(.note(NoteRequest(channel: channel, key: 60, velocity: 100))),
            TimedRequest(
                .note(
                    NoteRequest(
                        channel: ChannelAddress(channel: 0),
                        key: 127,
                        velocity: 0,
                        seconds: 0.125
                    )
                )
            ),
            TimedRequest(
                .controlChange(ControlChangeRequest(channel: channel, number: 64, value: 127))
            ),
            TimedRequest(.midi([0x90, 0x3C, 0x00])), TimedRequest(.midi([0xF8], input: 3)),
            TimedRequest(.panic), TimedRequest(.why), TimedRequest(.begin),
            TimedRequest(.end), TimedRequest(.discard),
        ]
    }

    private static var rendering: RenderRequest {
        var request = RenderRequest("/a.mid", to: "/b c.opus")
        request.type = .opus
        request.format = .s24
        request.rate = 44_100
        request.start = .seconds(nanoseconds: 1_500_000_000)
        request.end = .ticks(960)
        request.tail = .seconds(2.5)
        request.maximumLength = 86_400_000_000_000
        request.speed = Speed(parsing: "3/4")
        request.tempo = Tempo(beatsPerMinute: 92.5)
        request.transpose = -3
        request.normalization = .truePeak(-1.5)
        request.encoding = "ISO-8859-1"
        request.embeddedFont = false
        request.replaces = true
        return request
    }

    private static var tap: StripTap {
        var tap = StripTap("my drums/10", to: "/pipe")
        tap.type = .raw
        tap.format = .s24
        tap.replaces = true
        return tap
    }

    private static var recording: [TimedRequest] {
        var record = RecordingRequest("/a b.mid")
        record.input = 1
        record.tempo = Tempo(beatsPerMinute: 92.5)
        record.meter = TimeSignature(numerator: 6, denominatorPower: 3, clocksPerClick: 12)
        record.start = .barBeat(bar: 2, beat: 1, tick: 0)
        record.end = .seconds(nanoseconds: 90_500_000_000)
        record.tracks.split = .channel
        record.tracks.grid = NoteValue(1, over: 8, isTriplet: true)
        record.tracks.replaces = true
        var capture = CapturingRequest("/c.mid")
        capture.last = 600_000_000_000
        capture.tracks.grid = NoteValue(3, over: 16)
        return [
            TimedRequest(.record(RecordingRequest("/a.mid"))), TimedRequest(.record(record)),
            TimedRequest(.recordStop), TimedRequest(.capture(CapturingRequest("/a.mid"))),
            TimedRequest(.capture(capture)),
        ]
    }

    private static var daemon: [TimedRequest] {
        recording + [
            TimedRequest(.status), TimedRequest(.ports), TimedRequest(.help()),
            TimedRequest(.connect("2=Key \"A\" [1-3]*")), TimedRequest(.disconnect("20:0")),
            TimedRequest(.help(.chaseNotes)), TimedRequest(.ping), TimedRequest(.version),
            TimedRequest(.whoami), TimedRequest(.stats), TimedRequest(.reloadConfig),
            TimedRequest(.discover),
            TimedRequest(.logLevel(.debug)),
            TimedRequest(.quit),
            TimedRequest(.tap(StripTap("master", to: "/a b.wav"))), TimedRequest(.tap(tap)),
            TimedRequest(.outputs), TimedRequest(.device("plughw:CARD=my card")),
            TimedRequest(.untap(3)), TimedRequest(.taps),
            TimedRequest(.render(RenderRequest("/a b.mid", to: "/c.wav"))),
            TimedRequest(.render(rendering)), TimedRequest(.jobs),
            TimedRequest(.cancelJob(3)),
            TimedRequest(.subscribe([.bar, .trackEnd], positionRate: 0.5)),
            TimedRequest(.subscribe([.levels], levelsRate: 20)),
            TimedRequest(.subscribe(Set(EventType.allCases))),
            TimedRequest(.unsubscribe([.position])),
            TimedRequest(.unsubscribe(Set(EventType.allCases))),
        ]
    }

    private static var timeCode: SyncSettings {
        var settings = SyncSettings(.mtc)
        settings.input = 1
        settings.freewheel = 2.5
        settings.start = 3_661
        return settings
    }

    private static var fader: ControllerMap {
        var map = ControllerMap(.cc, 20, "strip \"lead pad\" gain={}")
        (map.channel, map.input, map.minimum, map.maximum) = (2, 1, -40, 6.5)
        map.step = 0.5
        return map
    }

    private static var encoder: ControllerMap {
        var map = ControllerMap(.cc, 0, "seek {}s")
        (map.mode, map.turn, map.perTurn) = (.twosComplement, 24, 4)
        return map
    }

    /// A knob that is not known yet.
    private static var knob0: ControllerMap {
        var map = knob
        map.number = 0
        return map
    }

    private static var knob: ControllerMap {
        var map = ControllerMap(.cc, 21, "strip a pan={}")
        (map.mode, map.wraps) = (.signMagnitude, true)
        return map
    }
}
