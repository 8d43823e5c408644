import Foundation
import JSON
import TestSupport
import Testing

/// A command as it is said in both dialects, and what it answers.
struct CommandCase: Sendable {
    /// Said before, in words.
    var before: [String] = []
    /// `$song`, `$other` and `$font` stand for paths.
    var words: String
    /// The parameters in JSON; empty for none.
    var json = ""
    /// What lines of the answer in words begin with, in this order.
    var lines: [String] = []
    /// What the result in JSON contains.
    var members: [String] = []
    /// What the error says that is as good an answer, on a machine that lacks something.
    var refusal: String?

    /// Whether an answer is the refusal.
    func isRefused(_ answer: String?) -> Bool {
        guard let refusal, let answer else { return false }
        return answer.contains(refusal)
    }

    static let all: [CommandCase] = [
        CommandCase(words: "play $song", json: #"{"path":"$song"}"#),
        CommandCase(
            before: ["play $song"],
            words: "enqueue $other",
            json: #"["$other"]"#,
            lines: ["entry: 2"],
            members: [#""entry":2"#]
        ),
        CommandCase(before: ["play $song", "enqueue $other"], words: "next"),
        CommandCase(before: ["play $other", "enqueue $song", "next"], words: "previous"),
        CommandCase(
            before: ["play $song", "enqueue $other"],
            words: "queue",
            lines: ["current: 1", "entry: 1 3h00m00.", "entry: 2 1.0"],
            members: [#""current":1"#, #"{"path":"$song","seconds":10800"#, #"{"path":"$other""#]
        ),
        CommandCase(
            before: ["play $song", "enqueue $other"],
            words: "jump 2",
            json: #"{"entry":2}"#
        ),
        CommandCase(
            before: ["play $song", "enqueue $other"],
            words: "remove 2",
            json: #"{"first":2,"last":2}"#
        ),
        CommandCase(
            before: ["play $song", "enqueue $other"],
            words: "move 1 2",
            json: #"{"entry":2,"position":1}"#
        ),
        CommandCase(
            before: ["play $song", "enqueue $other"],
            words: "swap 1 2",
            json: #"{"first":2,"second":1}"#
        ),
        CommandCase(
            before: ["play $song"],
            words: "insert $other",
            json: #"{"path":"$other","position":1}"#,
            lines: ["entry: 2"],
            members: [#""entry":1"#]
        ),
        CommandCase(words: "repeat on", json: #"{"on":true}"#),
        CommandCase(words: "single on", json: #"{"on":"on"}"#),
        CommandCase(words: "random on", json: "[true]"),
        CommandCase(words: "consume on", json: #"{"on":true}"#),
        CommandCase(words: "crossfade 2.5", json: #"{"crossfade":3}"#),
        CommandCase(words: "crossfade 0", json: #"{"crossfade":0}"#),
        CommandCase(
            before: ["play $song", "enqueue $other"],
            words: "priority 2 10",
            json: #"{"first":1,"priority":255,"last":2}"#
        ),
        CommandCase(
            before: [
                "repeat off", "single off", "random off", "consume off", "play $song", "pause",
            ],
            words: "play"
        ),
        CommandCase(before: ["play $song"], words: "seek +2 bars", json: #"["-10s"]"#),
        CommandCase(before: ["play $song"], words: "scrub +0.5s", json: #"{"position":"17:1"}"#),
        CommandCase(before: ["play $song", "enqueue $other"], words: "shuffle"),
        CommandCase(before: ["play $song"], words: "toggle"),
        CommandCase(before: ["play $song"], words: "clear"),
        CommandCase(before: ["play $song"], words: "pause"),
        CommandCase(before: ["play $song", "pause"], words: "continue"),
        CommandCase(before: ["play $song"], words: "stop"),
        CommandCase(before: ["play $song"], words: "seek 17:1", json: #"{"position":"17:1"}"#),
        CommandCase(words: "speed 3/4", json: #"{"speed":"3/4"}"#),
        CommandCase(
            before: ["play $song"],
            words: "loop 2:1..4:1",
            json: #"{"range":"2:1..4:1"}"#
        ),
        CommandCase(
            before: ["play $song"],
            words: "loop 2:1..4:1 3",
            json: #"{"range":"2:1..4:1","count":3}"#
        ),
        CommandCase(words: "loop file", json: #"["file"]"#),
        CommandCase(before: ["play $lyric"], words: "seek-lyric WORLD", json: #"["lo wor"]"#),
        CommandCase(words: "tempo 92.5", json: #"{"bpm":92.5}"#),
        CommandCase(
            before: ["play $song"],
            words: "practice 1 tolerance=400",
            json: #"{"parts":[1],"heard":true}"#
        ),
        CommandCase(words: "practice off", json: #"["off"]"#),
        CommandCase(words: "ramp 60%..100%/5", json: #"{"ramp":"1..0.5/3"}"#),
        CommandCase(words: "ramp off", json: #"["off"]"#),
        CommandCase(words: "speed 1", json: #"{"speed":1}"#),
        CommandCase(words: "varispeed 1.5 over=0.1s", json: #"{"speed":"80%"}"#),
        CommandCase(words: "varispeed 1", json: #"{"speed":1}"#),
        CommandCase(
            words: "follow mtc start=01:00:00 freewheel=2 jump=0.5",
            json: #"{"source":"clock","input":1,"strength":2,"tolerance":0.001}"#
        ),
        CommandCase(words: "follow off", json: #"["off"]"#),
        CommandCase(
            words: #"map cc 20 "gain {}" min=-40 max=6 channel=2 input=1"#,
            json: ##"{"kind":"cc","number":21,"command":"seek {}s","mode":"wheel"}"##,
            lines: [#"map: 1 admin cc 20 "gain {}" channel=2 input=1 min=-40 max=6"#],
            members: [#""maps":[{"map":2,"role":"admin","#, #""mode":"wheel""#]
        ),
        CommandCase(
            words: "maps",
            lines: ["map: 1 admin cc 20 ", "map: 2 admin cc 21 "],
            members: [#""maps":["#]
        ),
        CommandCase(
            words: "learn next timeout=1",
            json: #"{"command":"next","timeout":1}"#,
            refusal: "no controller has moved"
        ),
        CommandCase(
            words: "unmap 1",
            json: "[2]",
            lines: ["removed: 1"],
            members: [#""removed":1"#]
        ),
        CommandCase(before: ["play $song"], words: "metronome on", json: #"{"click":true}"#),
        CommandCase(
            before: ["play $song", "mute 1 at=300:1"],
            words: "cancel",
            lines: ["cancelled: 1"],
            members: [#""cancelled":1"#]
        ),
        CommandCase(
            before: ["play $song"],
            words: "transpose 2 at=100:1",
            json: #"{"semitones":2,"at":"100:1"}"#,
            lines: ["action: ", "due: "],
            members: [#""action":"#, #""due":"#]
        ),
        CommandCase(words: "chase-notes on", json: #"["on"]"#),
        CommandCase(words: "watch on", json: #"[false]"#),
        CommandCase(
            before: ["loop off", "tempo off", "metronome off", "chase-notes off"],
            words: "play count-in=2 $song",
            json: #"{"path":"$song","count-in":2}"#
        ),
        CommandCase(
            before: ["play $song"],
            words: "save evening",
            json: #"{"name":"evening","replace":true}"#
        ),
        CommandCase(
            before: ["play $song", "save evening replace=on"],
            words: "load evening",
            json: #"{"name":"evening"}"#,
            lines: ["entry: 2"],
            members: [#""entry":2"#]
        ),
        CommandCase(
            before: ["play $song", "save evening replace=on"],
            words: "playlists",
            lines: ["playlist: 1 evening"],
            members: [#""playlists":[{"name":"evening","entries":1}]"#]
        ),
        CommandCase(
            before: ["play $song", "save evening replace=on"],
            words: "delete-playlist evening",
            json: #"["evening"]"#
        ),
        CommandCase(words: "save-scene verse", json: #"{"name":"verse","replace":true}"#),
        CommandCase(
            before: ["save-scene verse replace=on"],
            words: "scene verse",
            json: #"["verse"]"#,
            members: [#""substitutions":[]"#]
        ),
        CommandCase(
            before: ["save-scene verse replace=on"],
            words: "scenes",
            lines: ["scene: verse"],
            members: [#""scenes":[{"name":"verse"}]"#]
        ),
        CommandCase(
            before: ["save-scene verse replace=on"],
            words: "delete-scene verse",
            json: #"{"name":"verse"}"#
        ),
        CommandCase(words: "gain -6.5", json: #"{"decibels":-6.5}"#),
        CommandCase(words: "level lufs=-16", json: #"{"level":"off"}"#),
        CommandCase(before: ["play $song"], words: "mute 1", json: #"{"selectors":[1]}"#),
        CommandCase(
            before: ["play $song", "mute 1"],
            words: "unmute all",
            json: #"{"selectors":"all"}"#
        ),
        CommandCase(before: ["play $song"], words: "solo off", json: #"["off"]"#),
        CommandCase(words: "transpose -12", json: #"[-12]"#),
        CommandCase(words: "load-font $font", json: #"{"fonts":["$font"],"strict":true}"#),
        CommandCase(
            words: "load-font $font engine=fluidsynth",
            json: #"{"fonts":["$font"],"engine":"fluidsynth"}"#,
            members: [#""engine":"fluidsynth""#]
        ),
        CommandCase(
            before: ["play $song"],
            words: "load-font $font strict=on at=100:1",
            json: #"{"fonts":["$font"],"strict":true,"at":"100:1"}"#,
            lines: ["action: ", "due: "],
            members: [#""action":"#, #""due":"#, #""substitutions":[]"#]
        ),
        CommandCase(
            words: "add-font $font place=2",
            json: #"{"font":"$font","place":2,"strict":true}"#,
            members: [#""engine":"fluidsynth""#]
        ),
        CommandCase(
            before: ["load-font $font $font+3"],
            words: "remove-font $font+3",
            json: #"["$font+3"]"#,
            members: [#""engine":"fluidsynth""#]
        ),
        CommandCase(words: "reload-fonts", members: [#""engine":"fluidsynth""#]),
        CommandCase(
            before: ["load-font $font+3"],
            words: "undo-font",
            members: [#""engine":"fluidsynth""#]
        ),
        CommandCase(
            words: "presets",
            lines: ["preset: 0:0 ", "preset: 0:1 "],
            members: [#""presets":[{"bank":0,"program":0,"name":"#]
        ),
        CommandCase(
            before: ["play $song", "route track:1=$font,name=lead"],
            words: "presets lead",
            json: #"{"sampler":"lead"}"#,
            lines: ["preset: 0:0 ", "preset: 0:1 "],
            members: [#""presets":[{"bank":0,"program":0,"name":"#]
        ),
        CommandCase(
            before: ["play $song", "route track:1=$font,name=lead"],
            words: "rack",
            lines: [
                "route: track:1=$font,name=lead", "sampler: lead = $font",
                "sampler: sampler = $font",
            ],
            members: [
                #""routes":["track:1=$font,name=lead"]"#,
                #"{"name":"lead","fonts":["$font"],"engine":"auto"}"#,
                #"{"name":"sampler","fonts":["$font"],"engine":"fluidsynth"}]"#,
            ]
        ),
        CommandCase(
            before: ["play $song"],
            words: "load-rack $rack",
            json: #"{"path":"$rack"}"#
        ),
        CommandCase(
            words: "stats",
            lines: [
                "uptime: ", "clients: ", "connections: ", "requests: ", "events: ", "dropped: 0",
                "xruns: ", "memory: ", "descriptors: ",
            ],
            members: [#""connections":"#, #""dropped":0"#, #""memory":"#]
        ),
        CommandCase(words: "unload-rack"),
        CommandCase(
            before: ["play $song"],
            words: "route ch:1=$font ch:2=sampler",
            json: #"{"routes":["ch:1=$font","ch:2=sampler"]}"#,
            lines: ["warning: "],
            members: [#""substitutions":[],"warnings":[""#]
        ),
        CommandCase(
            before: ["route ch:1=sampler,transpose=12"],
            words: "unroute ch:1=sampler,transpose=12",
            json: #"{"routes":["ch:1=sampler,transpose=12"]}"#
        ),
        CommandCase(
            before: ["play $song"],
            words: "set-program ch:1=0:2 track:9=5",
            json: #"{"programs":["ch:1=0:2","track:9=5"]}"#,
            lines: ["warning: "],
            members: [#""substitutions":[],"warnings":[""#]
        ),
        CommandCase(
            before: ["set-program ch:1=2"],
            words: "unset-program ch:1=0:2",
            json: #"{"programs":["ch:1=0:2"]}"#
        ),
        CommandCase(
            before: ["play $song", "strip sampler gain=-6"],
            words: "strips",
            lines: [
                "strip: gain=0 pan=0 mute=off solo=off reverb=0 chorus=0 transpose=0 tune=0 "
                    + "inserts=none ",
                "strip: gain=-6 ",
            ],
            members: [#""strips":[{"name":"live","gain":0.0,"pan":0.0,"mute":false,"#]
        ),
        CommandCase(
            before: ["play $song"],
            words: "strip sampler gain=-inf pan=-30 mute=on reverb=-6 transpose=-12 tune=2.5 "
                + "inserts=compressor,vocal;eq,peak=1000:-4",
            json: #"{"name":"sampler","gain":"-inf","solo":false,"chorus":3,"inserts":"chorus"}"#
        ),
        CommandCase(
            before: ["play $song"],
            words: "add-insert sampler compressor,vocal number=1",
            json: #"{"name":"sampler","insert":"eq,warm"}"#
        ),
        CommandCase(
            before: ["play $song", "strip sampler inserts=compressor;gate"],
            words: "set-insert sampler 1 threshold=-20,mix=0.8",
            json: #"{"name":"sampler","number":2,"parameters":"drums"}"#
        ),
        CommandCase(
            before: ["play $song", "strip sampler inserts=compressor;gate"],
            words: "move-insert sampler 1 2",
            json: #"{"name":"sampler","number":2,"to":1}"#
        ),
        CommandCase(
            before: ["play $song", "strip sampler inserts=compressor;gate"],
            words: "remove-insert sampler 1",
            json: #"{"name":"sampler","number":1}"#
        ),
        CommandCase(
            before: ["effect reverb=room"],
            words: "effects",
            lines: ["effects: reverb=room chorus=default main"],
            members: [#""effects":[{"bus":"main","reverb":"room","chorus":"default"}]"#]
        ),
        CommandCase(
            words: "effect main reverb=large-hall,level=0.5 chorus=off",
            json: #"{"chorus":"off"}"#
        ),
        CommandCase(words: "program 1 0:2", json: #"{"channel":1,"preset":"0:2"}"#),
        CommandCase(
            words: "note 1 C4 100 0.1",
            json: #"{"channel":"1/1","key":60,"velocity":100,"seconds":0.1}"#
        ),
        CommandCase(words: "cc 1 64 127", json: #"{"channel":1,"number":64,"value":127}"#),
        CommandCase(words: "midi 90 3C64 803C00 input=1", json: #"{"bytes":"903C64803C00"}"#),
        CommandCase(words: "panic"),
        CommandCase(
            before: ["play $song", "strip sampler mute=on", "mute 1"],
            words: "why",
            lines: ["silent: track 1: muted", "silent: strip sampler: muted"],
            members: [#"{"part":"track 1","reason":"muted"}"#, #""sounding":["#]
        ),
        CommandCase(words: "begin"),
        CommandCase(before: ["begin", "gain -3"], words: "end"),
        CommandCase(before: ["begin", "gain -3"], words: "discard"),
        CommandCase(
            words: "send-sound intro UklGRg==",
            json: #"{"name":"intro","data":"V0FWRQ==","append":true}"#,
            lines: ["bytes: 4"],
            members: [#""bytes":8"#]
        ),
        CommandCase(
            before: ["send-sound intro UklGRg=="],
            words: "remove-sound intro",
            json: #"{"name":"intro"}"#
        ),
        CommandCase(
            words: "load-clip intro $sound gain=-3 fade-in=0.1",
            json: #"{"name":"groove","file":"$sound","loop":"yes","strip":"intro"}"#,
            refusal: "already loaded"
        ),
        CommandCase(
            before: ["load-clip one $sound"],
            words: "play-clip one",
            json: #"{"name":"one","queue":true}"#,
            refusal: "already loaded"
        ),
        CommandCase(
            before: ["load-clip two $sound"],
            words: "stop-clip two",
            json: #"{"name":"two"}"#,
            refusal: "already loaded"
        ),
        CommandCase(
            before: ["load-clip three $sound", "load-clip four $sound"],
            words: "remove-clip three",
            json: #"{"name":"four"}"#,
            refusal: "already loaded"
        ),
        CommandCase(
            before: ["load-clip five $sound"],
            words: "clips",
            lines: ["clip: "],
            members: [
                #"{"clip":"five","state":"idle","strip":"five","seconds":2.0,"file":"$sound"}"#
            ],
            refusal: "already loaded"
        ),
        CommandCase(
            words: "tap master $folder/tap.wav format=float",
            json: #"{"strip":"sampler","target":"$folder/tap.flac"}"#,
            lines: ["tap: 1"],
            members: [#""tap":2"#]
        ),
        CommandCase(
            words: "taps",
            lines: ["tap: 1 running ", "tap: 2 running "],
            members: [#""taps":[{"tap":1,"state":"running","strip":"master","#]
        ),
        CommandCase(
            words: "untap 1",
            json: #"{"tap":2}"#,
            lines: ["tap: 1 ended "],
            members: [#""tap":2,"state":"ended","strip":"sampler","#]
        ),
        CommandCase(
            words: "record $folder/take.mid split=channel quantise=1/16",
            json: #"{"target":"$folder/take2.mid"}"#,
            refusal: "is being recorded"
        ),
        CommandCase(
            words: "record-stop",
            lines: ["target: $folder/take.mid", "notes: 0", "tracks: 0", "seconds: 0", "lost: 0"],
            members: [],
            refusal: "nothing is being recorded"
        ),
        CommandCase(
            words: "capture $folder/captured.mid last=10m",
            json: #"{"target":"$folder/captured.mid","last":600}"#,
            refusal: "capture"
        ),
        CommandCase(
            words: "outputs",
            lines: ["output: 1-2 running 48000 0 none"],
            members: [#""outputs":[{"device":"none","channels":"1-2","output":"running","#]
        ),
        CommandCase(
            words: "device none",
            json: #"{"name":"none"}"#
        ),
        CommandCase(
            words: "render $other $folder/a.wav rate=44100 tail=none",
            json: #"{"source":"$other","target":"$folder/b.wav","normalize":"peak=-1","tail":1}"#,
            lines: ["job: 1"],
            members: [#""job":2"#]
        ),
        CommandCase(
            words: "jobs",
            lines: ["job: 1 ", "job: 2 "],
            members: [#""jobs":[{"job":1,"state":""#, #""source":"$other","target":"$folder/"#]
        ),
        CommandCase(
            before: ["render $song $folder/c.wav"],
            words: "cancel-job 3",
            json: #"{"job":4}"#
        ),
        CommandCase(
            before: ["play $song", "gain -3", "speed 1", "loop off", "transpose 0", "unmute all"],
            words: "status",
            lines: [
                "state: playing", "file: $song", "entry: 1", "entries: 1", "position: ", "time: ",
                "frames: ", "ticks: ", "length: 3h00m00.", "bpm: 120", "speed: 1", "varispeed: 1",
                "tempo: off",
                "loop: off", "repeat: off", "single: off", "random: off", "consume: off",
                "crossfade: 0", "metronome: off", "chase-notes: off", "watch: off", "gain: -3",
                "muted: none", "soloed: none", "transpose: 0", "voices: ", "xruns: ",
                "load: ", "late: ", "render-p50: ", "render-p99: ", "render-max: ", "peak: ",
                "font: $font", "device: ", "output: running", "rate: 48000",
                "sources: ", "sequencer: ", "clients: ",
            ],
            members: [
                #""state":"playing""#, #""file":"$song""#, #""gainDecibels":-3.0"#, #""seconds":"#,
                #""lengthSeconds":10800"#, #""fonts":["$font"]"#, #""muted":[]"#,
            ]
        ),
        CommandCase(words: "ports", members: [#""ports":["#, #""rules":["#]),
        CommandCase(
            words: "connect No Such Port*",
            json: #"{"pattern":"2 No Such Port"}"#,
            members: [#""ports":[]"#],
            refusal: "ALSA sequencer: "
        ),
        CommandCase(
            before: ["connect 1 No Such Port"],
            words: "disconnect 1 No Such Port",
            json: #"["1 No Such Port"]"#,
            members: [#""ports":[]"#],
            refusal: "ALSA sequencer: "
        ),
        CommandCase(
            words: "help gain",
            json: #"{"command":"gain"}"#,
            lines: ["usage: gain DB", "summary: ", "argument: DB: "],
            members: [
                #""usage":"gain DB [over=LENGTH] [at=POSITION]""#, #""parameters":[{"name":"gain""#,
            ]
        ),
        CommandCase(words: "ping"),
        CommandCase(
            words: "version",
            lines: ["version: 0.", "protocol: 1", "pid: "],
            members: [#""version":"0."#, #""protocol":1"#]
        ),
        CommandCase(
            words: "whoami",
            lines: ["role: admin", "user: ", "pid: "],
            members: [#""role":"admin""#]
        ),
        CommandCase(
            words: "rpc.discover",
            lines: [#"document: {"openrpc":"1.3.2","#],
            members: [#""openrpc":"1.3.2""#, #"{"name":"rpc.discover","#]
        ),
        CommandCase(words: "reload-config", members: [#""changed":[]"#]),
        CommandCase(words: "log-level warning", json: #"["info"]"#),
        CommandCase(words: "quit"),
        CommandCase(
            words: "subscribe transport position=5",
            json: #"{"types":["transport"],"position":5}"#
        ),
        CommandCase(words: "unsubscribe", json: #"{"types":"all"}"#),
    ]
}
