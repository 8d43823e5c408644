import ControlProtocol
import Effects
import Racks
import SMF
import Sequencer
import Testing

/// Requests of all commands, with each of their arguments.
enum RequestSamples {
    static func all() throws -> [Request] {
        let bar = try Position(parsing: "17:1:240")
        let marker = try Position(parsing: "@Verse 2 \"b\"")
        return try playing(bar, marker) + playlists() + scenes(bar) + sound(bar) + notes + daemon
    }

    private static func playlists() throws -> [Request] {
        let names = try ["evening", "my songs \u{E9}", "at=3", "\"q\""].map {
            try #require(PlaylistName($0))
        }
        return names.flatMap { name in
            [
                Request(Command.Save(name)), Request(Command.Save(name, replaces: true)),
                Request(Command.Load(name)),
                Request(Command.Load(name, encoding: "EUC-KR", embeddedFont: false)),
                Request(Command.DeletePlaylist(name)),
            ]
        } + [Request(Command.Playlists())]
    }

    private static func scenes(_ bar: Position) throws -> [Request] {
        try ["verse", "my scene \u{E9}", "at=3"].flatMap { name in
            let name = try #require(SceneName(name))
            return [
                Request(Command.SaveScene(name)), Request(Command.SaveScene(name, replaces: true)),
                Request(Command.RecallScene(name)), Request(Command.RecallScene(name), at: bar),
                Request(Command.DeleteScene(name)),
            ]
        } + [Request(Command.Scenes())]
    }

    private static func playing(
        _ bar: Position,
        _ marker: Position
    ) throws -> [Request] {
        let range = PositionRange(from: bar, to: marker)
        return [
            Request(Command.Play(FileRequest(paths: ["/a b.mid", "/at=1 \u{E9}\n.mid"]))),
            Request(
                Command.Play(
                    FileRequest(paths: ["/a.mid"], encoding: "EUC-KR", embeddedFont: false),
                    countIn: 2
                ),
                at: marker
            ),
            Request(
                Command.Play(FileRequest(paths: ["/a.mid"]), from: marker, isPaused: true)
            ),
            Request(Command.Enqueue(FileRequest(paths: ["/a.mid"], embeddedFont: true))),
            Request(Command.Next()), Request(Command.Previous(), at: .nextBar),
            Request(Command.Queue()),
            Request(Command.Jump(to: 3), at: bar), Request(Command.Remove(2)),
            Request(Command.Jump(to: .id(17))), Request(Command.Remove(.id(4), through: 10_000)),
            Request(Command.Swap(1, .id(9))), Request(Command.Repeat(true)),
            Request(Command.Single(false)), Request(Command.Random(true)),
            Request(Command.Consume(true)), Request(Command.Crossfade(seconds: 2.5)),
            Request(Command.Prioritize(2, priority: 10)),
            Request(Command.Prioritize(.id(4), through: 9, priority: 255)),
            Request(Command.Insert(FileRequest(paths: ["/a.mid", "/b.mid"]))),
            Request(
                Command.Insert(FileRequest(paths: ["/a.mid"], encoding: "EUC-KR"), position: 3)
            ),
            Request(Command.Seek(by: .bars(-2))), Request(Command.Seek(by: .beats(1)), at: marker),
            Request(Command.Seek(by: .seconds(nanoseconds: -1_500_000_000))),
            Request(Command.Seek(by: .ticks(480))),
            Request(Command.Move(1, to: 5)),
            Request(Command.Shuffle()), Request(Command.Toggle(), at: .nextBar),
            Request(Command.Clear()), Request(Command.Pause(), at: .nextBeat),
            Request(Command.Continue()),
            Request(Command.Continue(countIn: 16)), Request(Command.Stop(), at: .ticks(480)),
            Request(Command.Seek(.seconds(nanoseconds: 83_500_000_001))),
            Request(Command.Seek(marker), at: bar), Request(Command.Scrub(to: .ticks(480))),
            Request(Command.Scrub(by: .seconds(nanoseconds: -50_000_000))),
            Request(Command.SetSpeed(try #require(Speed(numerator: 3, denominator: 4)))),
            Request(Command.SetSpeed(try #require(Speed(numerator: 1, denominator: 3)))),
            Request(Command.SetSpeed(.normal, over: .beats(4))),
            Request(
                Command.VariSpeed(try #require(Speed(numerator: 3, denominator: 2)), over: .bars(2))
            ),
            Request(Command.Loop(.off)), Request(Command.Loop(.whole)),
            Request(Command.Loop(.file)),
            Request(Command.Loop(.between(range), count: 3), at: bar),
            Request(Command.SeekLyric("hello \"w\" ")), Request(Command.SeekLyric("at=3")),
            Request(Command.Practice(nil)),
            Request(Command.Practice(PracticeSettings(try SelectorSet(parsing: "1,track:Lead")))),
            Request(
                Command.Practice(
                    PracticeSettings(
                        try SelectorSet(parsing: "ch:2/10"),
                        milliseconds: 400,
                        isHeard: true
                    )
                )
            ),
            Request(Command.Ramp(nil)), Request(Command.Ramp(SpeedRamp(parsing: "0.6..1/5"))),
            Request(Command.Follow(nil)), Request(Command.Follow(SyncSettings(.clock))),
            Request(Command.Follow(timeCode)), Request(Command.Map(fader)),
            Request(Command.Map(knob)),
            Request(Command.Map(ControllerMap(.note, 36, "next"))), Request(Command.Maps()),
            Request(Command.Learn(encoder, seconds: 30)),
            Request(Command.Learn(knob0, seconds: 5.5)),
            Request(Command.Unmap(nil)), Request(Command.Unmap(3)),
            Request(Command.SetTempo(nil)), Request(Command.SetTempo(Tempo(beatsPerMinute: 120))),
            Request(Command.SetTempo(Tempo(beatsPerMinute: 92.123456789))),
            Request(
                Command.SetTempo(
                    Tempo(beatsPerMinute: 90),
                    over: .bars(8)
                )
            ),
            Request(Command.Metronome(true)),
            Request(Command.Cancel()), Request(Command.Cancel(action: 7)),
            Request(Command.ChaseNotes(false)), Request(Command.Watch(nil)),
            Request(Command.Watch(.now)), Request(Command.Watch(.bar)),
        ]
    }

    private static var stripChange: StripChange {
        [
            .gain: .number(-.infinity), .pan: .number(-33.5), .mute: .flag(false),
            .solo: .flag(true), .reverb: .number(12), .chorus: .number(-6.25),
            .transpose: .integer(-24), .tune: .number(2.5),
            .inserts: .inserts(
                [
                    InsertSettings(.compressor(CompressorParameters())),
                    InsertSettings(.width(WidthParameters())),
                ]
            ),
        ]
    }

    private static func sound(_ bar: Position) throws -> [Request] {
        let compressor = try InsertSettings(parsing: "compressor,ratio=8")
        let warm = try InsertSettings(parsing: "eq,warm")
        let selectors = try SelectorSet(parsing: "10,ch:2/10,track:3,track:Lead \u{E9},all")
        return [
            Request(Command.Gain(decibels: -6.5)), Request(Command.Gain(decibels: 24), at: bar),
            Request(Command.Gain(decibels: 0, over: .seconds(nanoseconds: 2_500_000_000)), at: bar),
            Request(Command.Level(.loudness(-16.5))), Request(Command.Level(nil)),
            Request(Command.Mute(selectors)), Request(Command.Unmute(selectors), at: bar),
            Request(Command.Solo(selectors)), Request(Command.Solo(nil)),
            Request(Command.Rack()), Request(Command.LoadRack("/a b.json")),
            Request(Command.UnloadRack()),
            Request(Command.Route(["ch:10=/a b.sf2,gain=-3", "track:Lead \u{E9}=sampler"])),
            Request(Command.Unroute()), Request(Command.Unroute(["ch:10=/a.sf2"])),
            Request(Command.SetProgram(["track:Lead \u{E9}=Violin", "4=0:40"]), at: bar),
            Request(Command.UnsetProgram()), Request(Command.UnsetProgram(["4=0:40"])),
            Request(Command.SendSound("my sound", Array(0...255))),
            Request(Command.SendSound("a", [0x6A, 0x7A, 0x5E, 0x9D], append: true)),
            Request(Command.RemoveSound("my sound")),
            Request(Command.LoadClip("my intro", "/a b.wav")), Request(loadClip),
            Request(Command.LoadClip("my intro", "memory:my sound")),
            Request(Command.PlayClip("my intro", queued: true), at: bar),
            Request(Command.PlayClip("a")), Request(Command.StopClip("a"), at: bar),
            Request(Command.RemoveClip("my intro")), Request(Command.Clips()),
            Request(Command.Strips()), Request(Command.Effects()),
            Request(Command.Strip("sampler 2", stripChange), at: bar),
            Request(Command.Strip("bass", [.gain: .number(-6)], over: .bars(4)), at: bar),
            Request(Command.AddInsert("my bass", compressor), at: bar),
            Request(Command.AddInsert("master", warm, number: 16)),
            Request(Command.SetInsert("sampler 2", 3, "threshold=-20,mix=0.8"), at: bar),
            Request(Command.SetInsert("a", 1, "q=2", over: .beats(1))),
            Request(Command.MoveInsert("sampler", 1, to: 2)),
            Request(Command.RemoveInsert("effects:main", 1), at: bar),
            Request(Command.Effect(reverb: "room,level=0.5")),
            Request(Command.Effect(reverb: "plate", over: .bars(2))),
            Request(Command.Effect(bus: "my church", chorus: "off"), at: bar),
            Request(Command.Transpose(semitones: -12)),
            Request(
                Command.LoadFont([
                    SoundFontPath(path: "/a b.sf2", bankOffset: 128), SoundFontPath(path: "/c.sf3"),
                ])
            ),
            Request(Command.LoadFont([SoundFontPath(path: "/c.sf3")], isStrict: true), at: bar),
            Request(Command.LoadFont([SoundFontPath(path: "/c.sf3")], engine: .seqd)),
            Request(Command.AddFont(SoundFontPath(path: "/a b.sf2", bankOffset: 128))),
            Request(
                Command.AddFont(SoundFontPath(path: "/c.sf3"), place: 2, isStrict: true),
                at: bar
            ),
            Request(Command.RemoveFont(SoundFontPath(path: "/c.sf3")), at: bar),
            Request(Command.RemoveFont(SoundFontPath(path: "/a b.sf2"), isStrict: true)),
            Request(Command.ReloadFonts()), Request(Command.UndoFont(), at: bar),
            Request(Command.Presets()), Request(Command.Presets(sampler: "a b")),
        ]
    }

    private static var notes: [Request] {
        let channel = ChannelAddress(input: 1, channel: 9)
        return [
            Request(Command.Program(channel, PresetAddress(bank: 128, program: 8))),
            Request(Command.Note(channel, key: 60, velocity: 100)),
            Request(
                Command.Note(ChannelAddress(channel: 0), key: 127, velocity: 0, seconds: 0.125)
            ),
            Request(Command.ControlChange(channel, number: 64, value: 127)),
            Request(Command.SendMIDI([0x90, 0x3C, 0x00])),
            Request(Command.SendMIDI([0xF8], input: 3)),
            Request(Command.Panic()), Request(Command.Why()), Request(Command.Begin()),
            Request(Command.End()), Request(Command.Discard()),
        ]
    }

    private static var rendering: Command.Render {
        var request = Command.Render("/a.mid", to: "/b c.opus")
        request.type = .opus
        request.format = .s24
        request.rate = 44_100
        request.start = .seconds(nanoseconds: 1_500_000_000)
        request.end = .ticks(960)
        request.tail = .seconds(2.5)
        request.maximumLength = 86_400_000_000_000
        request.speed = Speed(parsing: "3/4")
        request.variSpeed = Speed(parsing: "1.5")
        request.tempo = Tempo(beatsPerMinute: 92.5)
        request.transpose = -3
        request.normalization = .truePeak(-1.5)
        request.encoding = "ISO-8859-1"
        request.embeddedFont = false
        request.replaces = true
        return request
    }

    private static var loadClip: Command.LoadClip {
        var load = Command.LoadClip("a", "/a.wav")
        load.settings.name = "my strip"
        load.settings.gain = -.infinity
        load.settings.plays = .infinity
        load.settings.fadeIn = 0.25
        load.settings.loopEnd = 3
        return load
    }

    private static var tap: Command.Tap {
        var tap = Command.Tap("my drums/10", to: "/pipe")
        (tap.rate, tap.point) = (44_100, .pre)
        tap.type = .raw
        tap.format = .s24
        tap.replaces = true
        return tap
    }

    private static var recording: [Request] {
        var record = Command.Record("/a b.mid")
        record.input = 1
        record.tempo = Tempo(beatsPerMinute: 92.5)
        record.meter = TimeSignature(numerator: 6, denominatorPower: 3, clocksPerClick: 12)
        record.start = .barBeat(bar: 2, beat: 1, tick: 0)
        record.end = .seconds(nanoseconds: 90_500_000_000)
        record.tracks.split = .channel
        record.tracks.grid = NoteValue(1, over: 8, isTriplet: true)
        record.tracks.replaces = true
        var capture = Command.Capture("/c.mid")
        capture.last = 600_000_000_000
        capture.tracks.grid = NoteValue(3, over: 16)
        return [
            Request(Command.Record("/a.mid")), Request(record),
            Request(Command.RecordStop()), Request(Command.Capture("/a.mid")),
            Request(capture),
        ]
    }

    private static var daemon: [Request] {
        recording + [
            Request(Command.Status()), Request(Command.Ports()), Request(Command.Help()),
            Request(Command.Connect("2=Key \"A\" [1-3]*")), Request(Command.Disconnect("20:0")),
            Request(Command.Help("chase-notes")), Request(Command.Ping()),
            Request(Command.Version()),
            Request(Command.WhoAmI()), Request(Command.Stats()), Request(Command.ReloadConfig()),
            Request(Command.Discover()),
            Request(Command.SetLogLevel(.debug)),
            Request(Command.Quit()),
            Request(Command.Tap("master", to: "/a b.wav")), Request(tap),
            Request(Command.Outputs()), Request(Command.Device("plughw:CARD=my card")),
            Request(Command.Untap(3)), Request(Command.Taps()),
            Request(Command.Render("/a b.mid", to: "/c.wav")),
            Request(rendering), Request(Command.Jobs()),
            Request(Command.CancelJob(3)),
            Request(Command.Subscribe([.bar, .trackEnd], positionRate: 0.5)),
            Request(Command.Subscribe([.levels], levelsRate: 20)),
            Request(Command.Subscribe(Set(EventType.allCases))),
            Request(Command.Unsubscribe([.position])),
            Request(Command.Unsubscribe(Set(EventType.allCases))),
        ]
    }

    private static var timeCode: SyncSettings {
        var settings = SyncSettings(.mtc)
        settings.input = 1
        settings.freewheel = 2.5
        settings.start = 3_661
        (settings.law.jump, settings.law.tolerance, settings.law.strength) = (0.5, 0, 2.5)
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
