import Sequencer
import Testing

@testable import ControlProtocol

@Suite("An event of the daemon")
struct DaemonEventTests {
    private static let position = TransportPosition(
        seconds: 32.5,
        frames: 1_560_000,
        ticks: 31_200,
        text: "17:2:0"
    )

    /// An event of each type with its fields in words.
    private static var all: [(event: DaemonEvent, words: String)] {
        let place = PassedPosition(position, heard: 812.250_125)
        let whole = "position=17:2:0 seconds=32.5 frame=1560000 heard=812.250125"
        return [
            (
                .transport(TransportChange(.started, .playing, file: "/a b", entry: 2)),
                #"transport 7 change=started state=playing file="/a b" entry=2"#
            ),
            (
                .transport(TransportChange(.changed, .stopped, file: nil, entry: nil)),
                "transport 7 change=changed state=stopped"
            ),
            (
                .position(position),
                "position 7 position=17:2:0 seconds=32.5 frames=1560000 ticks=31200"
            ),
            (
                .position(position, heard: 812.250_125),
                "position 7 position=17:2:0 seconds=32.5 frames=1560000 ticks=31200 "
                    + "heard=812.250125"
            ),
            (.bar(BarStart(bar: 17, seconds: 32)), "bar 7 bar=17 seconds=32"),
            (
                .bar(BarStart(bar: 17, seconds: 32, frame: 1_536_000, heard: 812.5)),
                "bar 7 bar=17 seconds=32 frame=1536000 heard=812.500000"
            ),
            (
                .beat(BeatStart(bar: 17, beat: 2, seconds: 32.5, frame: 1_560_000)),
                "beat 7 bar=17 beat=2 seconds=32.5 frame=1560000"
            ),
            (
                .meter(MeterChange(numerator: 6, denominator: 8, position: place)),
                "meter 7 numerator=6 denominator=8 \(whole)"
            ),
            (
                .tempo(TempoChange(bpm: 92.5, position: place)),
                "tempo 7 bpm=92.5 \(whole)"
            ),
            (
                .marker(PassedText("Verse 2", position: place)),
                #"marker 7 text="Verse 2" \#(whole)"#
            ),
            (
                .lyric(PassedText("", position: PassedPosition(text: "17:2:0", seconds: 32.5))),
                #"lyric 7 text="" position=17:2:0 seconds=32.5"#
            ),
            (
                .trackEnd(TrackEnd(track: 2, name: "Bass", position: place)),
                "track-end 7 track=2 name=Bass \(whole)"
            ),
            (
                .reload(ReloadedFile(file: "/a", changes: "one note")),
                #"reload 7 file=/a changes="one note""#
            ),
        ] + notes + changes + outcomes
    }

    private static var notes: [(event: DaemonEvent, words: String)] {
        [
            (
                .note(
                    PassedNote(
                        .on,
                        track: 2,
                        port: 1,
                        channel: 10,
                        key: 61,
                        name: "C#4",
                        velocity: 96,
                        frame: 24_000,
                        heard: 812.25
                    )
                ),
                "note 7 state=on track=2 port=1 channel=10 key=61 name=C#4 velocity=96 "
                    + "frame=24000 heard=812.250000"
            ),
            (
                .note(
                    PassedNote(.off, track: 2, port: 1, channel: 10, key: 61, name: "C#4")
                ),
                "note 7 state=off track=2 port=1 channel=10 key=61 name=C#4"
            ),
            (
                .chord(PassedChord("Am7/G", frame: 24_000, heard: 812.25)),
                "chord 7 name=Am7/G frame=24000 heard=812.250000"
            ),
            (.chord(PassedChord(nil)), "chord 7 name=-"),
            (
                .midi(
                    ReceivedMessage(
                        input: 2,
                        source: "20:0",
                        bytes: [0xB2, 9, 100],
                        received: 812.25
                    )
                ),
                "midi 7 input=2 source=20:0 message=\"cc 3 9 100\" bytes=B20964 count=3 "
                    + "received=812.25"
            ),
            (
                .follow(
                    FollowStatus(
                        .mtc,
                        .freewheeling,
                        offsetSeconds: 0.00025,
                        jitterSeconds: 0.001,
                        correctionPPM: 12.5,
                        dropouts: 1,
                        jumps: 2,
                        timeCode: "01:00:00;02"
                    )
                ),
                "follow 7 source=mtc state=freewheeling offsetMilliseconds=0.25 jitterMilliseconds=1 "
                    + "correctionPPM=12.5 dropouts=1 jumps=2 timeCode=01:00:00;02"
            ),
            (
                .practice(
                    PracticeChange(
                        .played,
                        keys: "C4 E4",
                        position: "3:1:0",
                        waitedSeconds: 1.5,
                        steps: 4,
                        wrong: 1,
                        waits: 2
                    )
                ),
                "practice 7 change=played keys=\"C4 E4\" position=3:1:0 waitedSeconds=1.5 steps=4 "
                    + "wrong=1 waits=2"
            ),
            (
                .practice(PracticeChange(.ended, waitedSeconds: 0, steps: 4, wrong: 0, waits: 0)),
                "practice 7 change=ended waitedSeconds=0 steps=4 wrong=0 waits=0"
            ),
            (
                .levels(
                    MeasuredLevels(
                        strip: "piano",
                        peak: StripEntry.Levels(left: -3.25, right: -4),
                        rms: StripEntry.Levels(left: -13.5, right: -.infinity),
                        heldPeak: StripEntry.Levels(left: -1, right: -2)
                    )
                ),
                "levels 7 strip=piano peakLeft=-3.25 peakRight=-4 rmsLeft=-13.5 rmsRight=-inf "
                    + "heldPeakLeft=-1 heldPeakRight=-2"
            ),
            (
                .levels(
                    MeasuredLevels(
                        peak: StripEntry.Levels(),
                        rms: StripEntry.Levels(),
                        heldPeak: StripEntry.Levels()
                    )
                ),
                "levels 7 peakLeft=-inf peakRight=-inf rmsLeft=-inf rmsRight=-inf "
                    + "heldPeakLeft=-inf heldPeakRight=-inf"
            ),
        ]
    }

    private static var changes: [(event: DaemonEvent, words: String)] {
        [
            (
                .setting(SettingChange("gain", old: .number(-3.5), new: .number(0))),
                "setting 7 name=gain old=-3.5 new=0"
            ),
            (
                .setting(
                    SettingChange("mute", strip: "piano 2", old: .flag(false), new: .flag(true))
                ),
                #"setting 7 name=mute strip="piano 2" old=off new=on"#
            ),
            (
                .setting(
                    SettingChange("reverb", bus: "main", old: .text("off"), new: .text("hall"))
                ),
                "setting 7 name=reverb bus=main old=off new=hall"
            ),
            (
                .setting(SettingChange("muted", old: .list([]), new: .list(["ch:1", "track:2"]))),
                "setting 7 name=muted old=none new=ch:1,track:2"
            ),
            (
                .setting(SettingChange("loop-count", old: nil, new: .integer(3))),
                "setting 7 name=loop-count new=3"
            ),
            (.queue(QueueChange(version: 9, old: 0, new: 12)), "queue 7 version=9 old=0 new=12"),
            (.rack(RackChange(.gone, .font("/a.sf2"))), "rack 7 change=gone font=/a.sf2"),
            (
                .rack(RackChange(.loaded, .route("ch:10=/d.sf2"))),
                "rack 7 change=loaded route=ch:10=/d.sf2"
            ),
            (
                .rack(RackChange(.gone, .program("track:Lead=0:40"))),
                "rack 7 change=gone program=track:Lead=0:40"
            ),
            (
                .rack(RackChange(.loaded, .sampler("grand piano"))),
                #"rack 7 change=loaded sampler="grand piano""#
            ),
            (.rack(RackChange(.loaded, .file("/r.json"))), "rack 7 change=loaded file=/r.json"),
        ]
    }

    private static var outcomes: [(event: DaemonEvent, words: String)] {
        let error = RequestError(.noInput, "no file")
        func job(_ change: JobChange.Change) -> DaemonEvent {
            .job(JobChange(3, change, source: "/a", target: "/b"))
        }
        var progress = JobProgress()
        progress.percent = 42
        progress.seconds = 63.5
        progress.speed = 12.5
        func action(_ outcome: ActionOutcome.Outcome) -> DaemonEvent {
            .action(ActionOutcome(action: 3, command: "seek", due: 96_000, outcome: outcome))
        }
        return [
            (
                action(.done(frame: 96_256)),
                "action 7 action=3 command=seek state=done due=96000 frame=96256"
            ),
            (
                action(.failed(error)),
                #"action 7 action=3 command=seek state=failed due=96000 number=66 message="no file""#
            ),
            (action(.cancelled()), "action 7 action=3 command=seek state=cancelled due=96000"),
            (
                action(.cancelled(reason: "playback was stopped")),
                "action 7 action=3 command=seek state=cancelled due=96000 "
                    + #"reason="playback was stopped""#
            ),
            (
                .tap(TapEntry(3, strip: "my drums", target: "/a.wav")),
                #"tap 7 tap=3 state=running strip="my drums" target=/a.wav seconds=0 lost=0"#
            ),
            (
                .clip(ClipChange("my intro", .began, heard: 12.5)),
                #"clip 7 clip="my intro" change=began heard=12.500000"#
            ),
            (.clip(ClipChange("a", .ended)), "clip 7 clip=a change=ended"),
            (
                .record(.started("/a b.mid")), #"record 7 state=started target="/a b.mid""#
            ),
            (
                .record(.ended(RecordingSummary("/a.mid", notes: 3, tracks: 1, seconds: 2.5))),
                "record 7 state=ended target=/a.mid notes=3 tracks=1 seconds=2.5 lost=0"
            ),
            (
                .record(.failed(error)),
                #"record 7 state=failed number=66 message="no file""#
            ),
            (
                .error(DaemonFault(number: 66, message: "no file", file: "/a")),
                #"error 7 number=66 message="no file" file=/a"#
            ),
            (
                .substitution(
                    PresetReplacement(
                        PresetAddress(bank: 3, program: 5),
                        by: PresetEntry(PresetAddress(program: 5), name: "Piano")
                    ),
                    file: nil
                ),
                "substitution 7 preset=3:5 substitute=0:5 name=Piano"
            ),
            (.output(OutputChange(.running, xruns: 1)), "output 7 state=running xruns=1"),
            (
                .output(OutputChange(.running, lostSeconds: 3.25, xruns: 1)),
                "output 7 state=running lostSeconds=3.25 xruns=1"
            ),
            (
                .output(OutputChange(.lost("no device"), xruns: 1)),
                #"output 7 state=lost reason="no device" xruns=1"#
            ),
            (
                .ports(PortEntry(address: "20:0", name: "Keys", input: 1)),
                "ports 7 change=connected address=20:0 name=Keys input=1"
            ),
            (
                .ports(PortEntry(address: "128:0", name: "Synth", output: 2)),
                "ports 7 change=connected address=128:0 name=Synth output=2"
            ),
            (
                .ports(PortEntry(address: "20:0", name: "Keys")),
                "ports 7 change=gone address=20:0 name=Keys"
            ),
            (job(.started), "job 7 job=3 state=started source=/a target=/b"),
            (
                job(.progress(progress)),
                "job 7 job=3 state=progress source=/a target=/b percent=42 seconds=63.5 speed=12.5"
            ),
            (
                job(.done(progress)),
                "job 7 job=3 state=done source=/a target=/b percent=42 seconds=63.5 speed=12.5"
            ),
            (
                job(.failed(error)),
                "job 7 job=3 state=failed source=/a target=/b number=66 message=\"no file\""
            ),
            (job(.cancelled), "job 7 job=3 state=cancelled source=/a target=/b"),
            (.lagged(count: 99), "lagged 7 count=99"),
        ]
    }

    @Test("is written in both dialects, and read from JSON")
    func bytes() throws {
        for (event, words) in Self.all {
            var line = EventLine(event)
            #expect(line.text(sequence: 7, .words) == "EVENT \(words)\n")
            let json = line.text(sequence: 7, .json)
            #expect(json.hasSuffix("\n") && EventMessage.isEvent(json))
            let message = try EventMessage(json: String(json.dropLast()))
            #expect(message == EventMessage(sequence: 7, event: event), "\(json)")
            // The part without the number was kept.
            let next = "EVENT \(words)\n".replacing(" 7 ", with: " 8 ")
            #expect(line.text(sequence: 8, .words) == next)
        }
        #expect(Set(Self.all.compactMap(\.event.type)) == Set(EventType.allCases))
    }

    @Test("in JSON-RPC is a notification")
    func json() {
        var line = EventLine(.bar(BarStart(bar: 2, seconds: 2)))
        #expect(
            line.text(sequence: 1, .json)
                == #"{"jsonrpc":"2.0","method":"event","params":"#
                + #"{"type":"bar","seq":1,"bar":2,"seconds":2.0}}"# + "\n"
        )
    }

    @Test("of a later version, or that is none, is refused")
    func nonsense() {
        let start = #"{"jsonrpc":"2.0","method":"event","params":"#
        for line in [
            "", "EVENT bar 1", start + #"{"type":"sunset","seq":1}}"#,
            start + #"{"type":"bar","seq":1}}"#, start + #"{"type":"bar"}}"#,
        ] {
            #expect(throws: RequestError.self, "\(line)") { try EventMessage(json: line) }
        }
    }
}
