import Effects
import JSON
import Racks
import Sequencer

@testable import ControlProtocol

/// A reply to a request, in both dialects.
struct ReplyCase {
    let name: String
    let text: AnswerText
    let words: [String]
    let json: String
    /// Whether a result in JSON is read as the answer.
    let isRead: (JSONObject) throws(RequestError) -> Bool

    init<Answered: ControlCommand>(
        _ command: Answered,
        _ answer: Answered.Answer,
        words: [String],
        json: String
    ) {
        (name, self.words, self.json) = (command.name, words, json)
        text = Answered.text(of: answer)
        isRead = { (result) throws(RequestError) in
            try Answered.declaration.answer.read(result) == answer
        }
    }

    init(
        scheduled command: some ControlCommand,
        _ action: ScheduledAction,
        words: [String],
        json: String
    ) {
        (name, self.words, self.json) = (command.name, words, json)
        text = action.text
        isRead = { (result) throws(RequestError) in
            try ScheduledAction(JSONFields(result)) == action
        }
    }

    private static var fader: ControllerMap {
        var map = ControllerMap(.cc, 20, "strip a gain={}")
        (map.channel, map.minimum, map.maximum) = (2, -40, 6)
        return map
    }

    static var all: [ReplyCase] {
        [
            ReplyCase(Command.Ping(), Done(), words: [], json: "{}"),
            ReplyCase(
                Command.Continue(),
                Done(warning: "everything is muted"),
                words: ["warning: everything is muted"],
                json: #"{"warning":"everything is muted"}"#
            ),
            ReplyCase(
                scheduled: Command.Pause(),
                ScheduledAction(action: 3, due: 96_000),
                words: ["action: 3", "due: 96000"],
                json: #"{"action":3,"due":96000}"#
            ),
            ReplyCase(
                Command.Play(FileRequest(paths: ["/a"])),
                AddedFiles(entry: nil),
                words: [],
                json: "{}"
            ),
            ReplyCase(
                Command.Enqueue(FileRequest(paths: ["/a"])),
                AddedFiles(entry: 2, added: 3, skipped: ["/a: bad", "/b\n: bad"], warning: "w"),
                words: [
                    "entry: 2", "added: 3", "skipped: /a: bad", #"skipped: "/b\n: bad""#,
                    "warning: w",
                ],
                json: #"{"entry":2,"added":3,"skipped":["/a: bad","/b\n: bad"],"warning":"w"}"#
            ),
            ReplyCase(
                Command.Queue(),
                QueueListing(
                    current: 1,
                    version: 5,
                    entries: [QueueEntry(path: "/a b", seconds: 61.5, id: 17, priority: 3)]
                ),
                words: ["current: 1", "version: 5", "entry: 1 1m01.5s /a b"],
                json:
                    #"{"current":1,"version":5,"entries":[{"path":"/a b","seconds":61.5,"id":17,"priority":3}]}"#
            ),
            ReplyCase(
                Command.Playlists(),
                [
                    PlaylistEntry(name: "a b", entries: 2), PlaylistEntry(name: "c", entries: 0),
                ],
                words: ["playlist: 2 a b", "playlist: 0 c"],
                json: #"{"playlists":[{"name":"a b","entries":2},{"name":"c","entries":0}]}"#
            ),
            ReplyCase(
                Command.Scenes(),
                [SceneEntry(name: "a b", rack: "/a.json"), SceneEntry(name: "c")],
                words: ["scene: a b", "scene: c"],
                json: #"{"scenes":[{"name":"a b","rack":"/a.json"},{"name":"c"}]}"#
            ),
            ReplyCase(
                Command.Cancel(),
                2,
                words: ["cancelled: 2"],
                json: #"{"cancelled":2}"#
            ),
            ReplyCase(
                Command.LoadFont([]),
                LoadedFonts(warnings: ["a", "b"]),
                words: ["warning: a", "warning: b"],
                json: #"{"substitutions":[],"warnings":["a","b"]}"#
            ),
            ReplyCase(
                Command.LoadFont([]),
                LoadedFonts(engine: .auto),
                words: [],
                json: #"{"substitutions":[],"warnings":[],"engine":"auto"}"#
            ),
            ReplyCase(
                Command.LoadFont([], engine: .seqd),
                LoadedFonts(engine: .seqd),
                words: ["engine: seqd"],
                json: #"{"substitutions":[],"warnings":[],"engine":"seqd"}"#
            ),
            ReplyCase(
                Command.LoadFont([], isStrict: true),
                LoadedFonts(
                    substitutions: [
                        PresetReplacement(
                            PresetAddress(bank: 8, program: 48),
                            name: "Slow",
                            by: PresetEntry(PresetAddress(program: 48), name: "Strings")
                        ),
                        PresetReplacement(PresetAddress(bank: 128, program: 8), by: nil),
                    ]
                ),
                words: ["substitution: 8:48 Slow -> 0:48 Strings", "substitution: 128:8 -> none"],
                json:
                    #"{"substitutions":[{"preset":"8:48","presetName":"Slow","substitute":"0:48","#
                    + #""name":"Strings"},{"preset":"128:8"}],"warnings":[]}"#
            ),
            ReplyCase(
                Command.Presets(),
                [PresetEntry(PresetAddress(bank: 128, program: 8), name: "Room")],
                words: ["preset: 128:8 Room"],
                json: #"{"presets":[{"bank":128,"program":8,"name":"Room"}]}"#
            ),
            ReplyCase(
                Command.Ports(),
                PortListing(
                    ports: [
                        PortEntry(address: "20:0", name: "Keys: 1", input: 1),
                        PortEntry(address: "/my fifo", name: "open"),
                    ],
                    receivers: [
                        PortEntry(address: "128:0", name: "Synth: in", output: 2)
                    ],
                    rules: ["hardware", "2=Keys*"]
                ),
                words: [
                    "port: 20:0 -> 1 Keys: 1", ##"port: "\"/my fifo\" -> - open""##,
                    "receiver: 128:0 -> out:2 Synth: in", "rule: hardware", "rule: 2=Keys*",
                ],
                json: #"{"ports":[{"address":"20:0","name":"Keys: 1","input":1},"#
                    + #"{"address":"/my fifo","name":"open"}],"#
                    + #""receivers":[{"address":"128:0","name":"Synth: in","output":2}],"#
                    + #""rules":["hardware","2=Keys*"]}"#
            ),
            ReplyCase(
                Command.Maps(),
                [MapEntry(3, fader, role: .transport)],
                words: [#"map: 3 transport cc 20 "strip a gain={}" channel=2 min=-40 max=6"#],
                json: #"{"maps":[{"map":3,"role":"transport","kind":"cc","number":20,"#
                    + #""command":"strip a gain={}","channel":2,"mode":"absolute","min":-40.0,"#
                    + #""max":6.0,"wrap":false,"perTurn":1.0}]}"#
            ),
            ReplyCase(
                Command.Unmap(nil),
                2,
                words: ["removed: 2"],
                json: #"{"removed":2}"#
            ),
            ReplyCase(
                Command.Connect("key*"),
                [PortEntry(address: "20:0", name: "Keys: 1", input: 1)],
                words: ["port: 20:0 -> 1 Keys: 1"],
                json: #"{"ports":[{"address":"20:0","name":"Keys: 1","input":1}]}"#
            ),
            ReplyCase(
                Command.Disconnect("key*"),
                [],
                words: [],
                json: #"{"ports":[]}"#
            ),
            ReplyCase(
                Command.Help(),
                .list([CommandSummary(name: "gain", usage: "gain DB", summary: "Set")]),
                words: ["command: gain DB - Set"],
                json: #"{"commands":[{"name":"gain","usage":"gain DB","summary":"Set"}]}"#
            ),
            ReplyCase(
                Command.Version(),
                DaemonVersion(version: "0.1.0", protocolVersion: 1, processID: 7),
                words: ["version: 0.1.0", "protocol: 1", "pid: 7"],
                json: #"{"version":"0.1.0","protocol":1,"pid":7}"#
            ),
            ReplyCase(
                Command.Discover(),
                #"{"openrpc":"1.3.2","methods":[]}"#,
                words: [#"document: {"openrpc":"1.3.2","methods":[]}"#],
                json: #"{"openrpc":"1.3.2","methods":[]}"#
            ),
            ReplyCase(
                Command.ReloadConfig(),
                ["gain", "sf2"],
                words: ["changed: gain", "changed: sf2"],
                json: #"{"changed":["gain","sf2"]}"#
            ),
            ReplyCase(
                Command.WhoAmI(),
                ClientIdentity(role: .transport, user: 1000, processID: 8),
                words: ["role: transport", "user: 1000", "pid: 8"],
                json: #"{"role":"transport","user":1000,"pid":8}"#
            ),
            ReplyCase(
                Command.Strips(),
                [strip, StripEntry(name: "live 2")],
                words: [
                    "strip: gain=-inf pan=-30 mute=on solo=off reverb=-6.25 chorus=0 "
                        + "transpose=-12 tune=2.5 inserts=compressor,vocal;eq,low-cut=80:12 "
                        + "peak=-20.1/-inf reduction=2.8 insert-levels=1:-15.5/2.8,2:-inf piano/10",
                    "strip: gain=0 pan=0 mute=off solo=off reverb=0 chorus=0 "
                        + "transpose=0 tune=0 inserts=none peak=-inf/-inf live 2",
                ],
                json: #"{"strips":[{"name":"piano/10","gain":"-inf","pan":-30.0,"mute":true,"#
                    + #""solo":false,"reverb":-6.25,"chorus":0.0,"transpose":-12,"tune":2.5,"#
                    + #""inserts":"compressor,vocal;eq,low-cut=80:12","#
                    + #""peakLeft":-20.125,"peakRight":"-inf","heldPeakLeft":-3.5,"#
                    + #""heldPeakRight":"-inf","reduction":2.75,"#
                    + #""insertLevels":[{"number":1,"kind":"compressor","peak":-15.5,"reduction":2.75},"#
                    + #"{"number":2,"kind":"eq","peak":"-inf","reduction":0.0}]},"#
                    + #"{"name":"live 2","gain":0.0,"pan":0.0,"mute":false,"#
                    + #""solo":false,"reverb":0.0,"chorus":0.0,"transpose":0,"tune":0.0,"#
                    + #""inserts":"none","peakLeft":"-inf","peakRight":"-inf","#
                    + #""heldPeakLeft":"-inf","#
                    + #""heldPeakRight":"-inf","insertLevels":[]}]}"#
            ),
            ReplyCase(
                Command.Rack(),
                rack,
                words: [
                    "file: /a b.json", "route: ch:10=/d.sf2", "program: 4=0:40",
                    "change: cc2:cc11",
                    #"sampler: my drums = /d.sf2 "/e f.sf2""#,
                    "sampler: sampler = /g.sf2 engine=seqd",
                ],
                json:
                    #"{"file":"/a b.json","routes":["ch:10=/d.sf2"],"programs":["4=0:40"],"#
                    + #""changes":["cc2:cc11"],"samplers":["#
                    + #"{"name":"my drums","fonts":["/d.sf2","/e f.sf2"],"engine":"auto"},"#
                    + #"{"name":"sampler","fonts":["/g.sf2"],"engine":"seqd"}]}"#
            ),
            ReplyCase(
                Command.Stats(),
                statistics,
                words: [
                    "uptime: 61.5", "clients: 2", "connections: 3", "requests: 4", "events: 5",
                    "dropped: 6", "xruns: 7", "memory: 8192",
                ],
                json: #"{"uptime":61.5,"clients":2,"connections":3,"requests":4,"events":5,"#
                    + #""dropped":6,"xruns":7,"memory":8192}"#
            ),
            ReplyCase(
                Command.Why(),
                sound,
                words: [
                    "sounding: C4 on piano/2, voices 3: key held by track 1 since 1:1:0, "
                        + "sustain pedal held by a client on input 1",
                    "silent: strip bass: muted",
                    "altered: preset 0:99: missing",
                ],
                json:
                    #"{"sounding":[{"sampler":"piano","channel":2,"key":60,"name":"C4","voices":3,"#
                    + #""causes":["key held by track 1 since 1:1:0","#
                    + #""sustain pedal held by a client on input 1"]}],"#
                    + #""silent":[{"part":"strip bass","reason":"muted"}],"#
                    + #""altered":[{"part":"preset 0:99","reason":"missing"}]}"#
            ),
            ReplyCase(
                Command.Render("/a.mid", to: "/b.wav"),
                3,
                words: ["job: 3"],
                json: #"{"job":3}"#
            ),
            ReplyCase(
                Command.Clips(),
                clips,
                words: [
                    "clip: playing 2.5 \"my intro\" intro <- \"/a b.wav\"",
                    "clip: idle endless groove groove <- /g.wav",
                ],
                json:
                    #"{"clips":[{"clip":"my intro","state":"playing","strip":"intro","#
                    + #""seconds":2.5,"file":"/a b.wav"},{"clip":"groove","state":"idle","#
                    + #""strip":"groove","file":"/g.wav"}]}"#
            ),
            ReplyCase(
                Command.Tap("master", to: "/a.wav"),
                3,
                words: ["tap: 3"],
                json: #"{"tap":3}"#
            ),
            ReplyCase(
                Command.Taps(),
                taps,
                words: [
                    "tap: 3 running 1m03.5s lost=12 \"my drums\" -> \"/b c.wav\"",
                    "tap: 4 failed 0.0s lost=0 master -> /e.wav: 74 /e.wav: no space left",
                ],
                json:
                    #"{"taps":[{"tap":3,"state":"running","strip":"my drums","target":"/b c.wav","#
                    + #""seconds":63.5,"lost":12},{"tap":4,"state":"failed","strip":"master","#
                    + #""target":"/e.wav","seconds":0.0,"lost":0,"number":74,"#
                    + #""message":"/e.wav: no space left"}]}"#
            ),
            ReplyCase(
                Command.Untap(5),
                [TapEntry(5, strip: "master", target: "/a.wav")],
                words: ["tap: 5 running 0.0s lost=0 master -> /a.wav"],
                json: #"{"taps":[{"tap":5,"state":"running","strip":"master","target":"/a.wav","#
                    + #""seconds":0.0,"lost":0}]}"#
            ),
            ReplyCase(
                Command.RecordStop(),
                RecordingSummary("/b c.mid", notes: 12, tracks: 2, seconds: 63.5, lost: 1),
                words: ["target: /b c.mid", "notes: 12", "tracks: 2", "seconds: 63.5", "lost: 1"],
                json: #"{"target":"/b c.mid","notes":12,"tracks":2,"seconds":63.5,"lost":1}"#
            ),
            ReplyCase(
                Command.Capture("/b.mid"),
                captured,
                words: [
                    "target: /b.mid", "notes: 3", "tracks: 1", "seconds: 2", "lost: 0", "bpm: 96.5",
                ],
                json: #"{"target":"/b.mid","notes":3,"tracks":1,"seconds":2.0,"lost":0,"bpm":96.5}"#
            ),
            ReplyCase(
                Command.Outputs(),
                outputs,
                words: [
                    "output: 1-2 running 48000 3 default",
                    "output: 3-4 lost 48000 0 hw:1: device hw:1: disconnected",
                    "assigned: 3-4 my drums",
                ],
                json: #"{"outputs":[{"device":"default","channels":"1-2","output":"running","#
                    + #""rate":48000,"xruns":3},{"device":"hw:1","channels":"3-4","output":"lost","#
                    + #""reason":"device hw:1: disconnected","rate":48000,"xruns":0}],"#
                    + #""assigned":[{"name":"my drums","channels":"3-4"}]}"#
            ),
            ReplyCase(
                Command.Jobs(),
                jobs,
                words: [
                    "job: 3 running 42% 1m03.5s 12.5x /a.mid -> \"/b c.wav\"",
                    "job: 4 failed 0% 0.0s 0x /d.mid -> /e.wav: 66 /d.mid: no such file",
                ],
                json: #"{"jobs":[{"job":3,"state":"running","source":"/a.mid","target":"/b c.wav","#
                    + #""percent":42,"seconds":63.5,"speed":12.5},{"job":4,"state":"failed","#
                    + #""source":"/d.mid","target":"/e.wav","percent":0,"seconds":0.0,"speed":0.0,"#
                    + #""number":66,"message":"/d.mid: no such file"}]}"#
            ),
            ReplyCase(
                Command.Effects(),
                [
                    EffectsBusEntry(name: "my hall", reverb: "room", chorus: "off")
                ],
                words: ["effects: reverb=room chorus=off my hall"],
                json: #"{"effects":[{"bus":"my hall","reverb":"room","chorus":"off"}]}"#
            ),
        ]
    }

    private static var captured: RecordingSummary {
        var summary = RecordingSummary("/b.mid", notes: 3, tracks: 1, seconds: 2)
        summary.guessedTempo = 96.5
        return summary
    }

    private static var statistics: DaemonStatistics {
        var statistics = DaemonStatistics()
        statistics.uptime = 61.5
        statistics.clients = 2
        statistics.connections = 3
        statistics.requests = 4
        statistics.events = 5
        statistics.droppedEvents = 6
        statistics.xruns = 7
        statistics.memory = 8_192
        return statistics
    }

    private static var sound: SoundReport {
        var report = SoundReport()
        report.notes = [
            SoundReport.Note(
                sampler: "piano",
                channel: 2,
                key: 60,
                voices: 3,
                causes: [
                    "key held by track 1 since 1:1:0",
                    "sustain pedal held by a client on input 1",
                ]
            )
        ]
        report.silences = [SoundReport.Silence("strip bass", "muted")]
        report.alterations = [SoundReport.Silence("preset 0:99", "missing")]
        return report
    }

    private static var clips: [ClipEntry] {
        var playing = ClipEntry("my intro", strip: "intro", file: "/a b.wav", seconds: 2.5)
        playing.state = .playing
        return [playing, ClipEntry("groove", strip: "groove", file: "/g.wav")]
    }

    private static var taps: [TapEntry] {
        var running = TapEntry(3, strip: "my drums", target: "/b c.wav")
        running.seconds = 63.5
        running.lostFrames = 12
        var failed = TapEntry(4, strip: "master", target: "/e.wav")
        failed.state = .failed
        failed.failure = RequestError(.io, "/e.wav: no space left")
        return [running, failed]
    }

    private static var outputs: OutputListing {
        OutputListing(
            outputs: [
                OutputEntry(
                    device: "default",
                    pair: "1-2",
                    output: .running,
                    rate: 48_000,
                    xruns: 3
                ),
                OutputEntry(
                    device: "hw:1",
                    pair: "3-4",
                    output: .lost("device hw:1: disconnected"),
                    rate: 48_000,
                    xruns: 0
                ),
            ],
            assignments: [OutputListing.Assignment(name: "my drums", pair: "3-4")]
        )
    }

    private static var jobs: [JobEntry] {
        var running = JobEntry(3, .running, source: "/a.mid", target: "/b c.wav")
        running.progress.percent = 42
        running.progress.seconds = 63.5
        running.progress.speed = 12.5
        var failed = JobEntry(4, .failed, source: "/d.mid", target: "/e.wav")
        failed.failure = RequestError(.noInput, "/d.mid: no such file")
        return [running, failed]
    }

    private static var rack: RackListing {
        var rack = RackListing(file: "/a b.json", routes: ["ch:10=/d.sf2"])
        rack.programs = ["4=0:40"]
        rack.changes = ["cc2:cc11"]
        rack.samplers = [
            RackListing.Sampler(name: "my drums", fonts: ["/d.sf2", "/e f.sf2"]),
            RackListing.Sampler(name: "sampler", fonts: ["/g.sf2"], engine: .seqd),
        ]
        return rack
    }

    private static var strip: StripEntry {
        var strip = StripEntry(name: "piano/10")
        strip.gain = -.infinity
        strip.pan = -30
        strip.isMuted = true
        strip.reverbSend = -6.25
        strip.transpose = -12
        strip.fineTune = 2.5
        let texts = ["compressor,vocal", "eq,low-cut=80"]
        strip.inserts = texts.compactMap { try? InsertSettings(parsing: $0) }
        strip.peak.left = -20.125
        strip.heldPeak.left = -3.5
        strip.reduction = 2.75
        strip.insertLevels = [
            StripEntry.InsertLevel(number: 1, kind: "compressor", peak: -15.5, reduction: 2.75),
            StripEntry.InsertLevel(number: 2, kind: "eq", peak: -.infinity, reduction: 0),
        ]
        return strip
    }
}
