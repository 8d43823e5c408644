import JSON
import Racks
import Sequencer
import Testing

@testable import ControlProtocol

@Suite("A reply")
struct ReplyTests {
    @Test("is written in both dialects, and read from JSON")
    func bytes() throws {
        for test in ReplyCase.all {
            let lines = (test.words + ["OK"]).map { "\($0)\n" }.joined()
            #expect(test.text.wordsText == lines, "\(test.name)")
            #expect(test.text.prepared().wordsText == lines, "\(test.name)")
            #expect(test.text.jsonText == test.json)
            #expect(test.text.prepared().jsonText == test.json)
            #expect(try test.isRead(object(test.json)), "\(test.name)")
        }
    }

    private func object(_ json: String) throws -> JSONObject {
        guard case .object(let object) = try JSONReader.read(json) else {
            throw RequestError.internal("not an object")
        }
        return object
    }

    private func read<Answered: ControlCommand>(
        _ json: String,
        _ command: Answered.Type
    ) throws -> Answered.Answer {
        try command.declaration.answer.read(try object(json))
    }

    @Test("about a command is its help")
    func help() throws {
        let help = CommandHelp.explanation(of: Command.Gain.details)
        #expect(help.usage == "gain DB [over=LENGTH] [at=POSITION]")
        let text = Command.Help.text(of: .command(help))
        #expect(
            text.wordsText.hasPrefix(
                """
                usage: gain DB [over=LENGTH] [at=POSITION]
                summary: Set the output gain
                argument: DB: 0 is the default; in JSON, decibels is an alias (number, -60 to 24 dB)

                """
            )
        )
        guard case .command(let same) = try read(text.jsonText, Command.Help.self) else {
            Issue.record("not help")
            return
        }
        #expect(same.parameters.map(\.name) == ["gain", "over", "at"])
        #expect(same.discussion == help.discussion)
    }

    @Test("to `status` of an idle daemon has no file, and of a playing one all of it")
    func status() throws {
        var status = DaemonStatus()
        #expect(try read(status.text.jsonText, Command.Status.self) == status)
        status.state = .playing
        status.file = "/a b.mid"
        status.entry = 1
        status.entries = 2
        status.queueVersion = 5
        status.logLevel = .warning
        status.position = TransportPosition(
            seconds: 32.5,
            frames: 1_560_000,
            ticks: 31_200,
            text: "17:2:0"
        )
        status.lengthSeconds = 95
        status.bpm = 120
        status.loopCount = 3
        status.practice = "track:Lead"
        status.ramp = "0.6..1/5"
        status.practising = DaemonStatus.Practising(
            keys: "C4 E4",
            wrongKey: "D4",
            steps: 12,
            wrong: 3,
            waits: 5,
            waitedSeconds: 12.5
        )
        status.follow = "clock"
        status.following = FollowStatus(
            .clock,
            .running,
            offsetSeconds: -0.000125,
            jitterSeconds: 0.0005,
            correctionPPM: -230.5,
            dropouts: 2,
            jumps: 1,
            bpm: 119.98
        )
        status.isWatching = true
        status.versionTime = .bar
        status.waiting = [
            DaemonStatus.Waiting(action: 4, command: "mute", position: "18:1:0", due: 96_000)
        ]
        status.gain = -6.25
        status.muted = ["track:2", "ch:10"]
        status.peak = -3.26
        status.gainReduction = 1.5
        status.fonts = ["/f.sf2+128"]
        status.engine = .seqd
        status.samplers = [
            DaemonStatus.Sampler(name: "my piano", engine: .auto),
            DaemonStatus.Sampler(name: "the rest", engine: .seqd),
        ]
        status.substitutions = [
            PresetReplacement(
                PresetAddress(bank: 3, program: 5),
                by: PresetEntry(PresetAddress(program: 5), name: "E. Piano")
            ),
            PresetReplacement(PresetAddress(bank: 9, program: 9), by: nil),
        ]
        status.plugins = [
            DaemonStatus.Plugin(
                strip: "my bass",
                insert: 2,
                name: "Test Fuzz",
                meanPercent: 4.25,
                longestPercent: 12.5
            )
        ]
        status.warnings = ["strip bass: insert 1 (lv2,fuzz) output NaN or infinity and is bypassed"]
        status.output = .lost("device hw:1: busy")
        status.lostSeconds = 83.25
        status.furtherDevices = [
            DaemonStatus.Device(name: "hw:1", output: .running, drift: 199.8, xruns: 2),
            DaemonStatus.Device(name: "hw:2", output: .lost("gone"), drift: nil, xruns: 0),
        ]
        status.sources = ["Keys: 1"]
        status.sequencer = "not used"
        status.rate = 48_000
        status.renderTimes = DaemonStatus.RenderTimes(
            late: 2,
            median: 0.0625,
            percentile99: 0.25,
            longest: 1.5
        )
        status.deviceSettings = DaemonStatus.DeviceSettings(
            requestedRate: 44_100,
            period: 480,
            requestedPeriod: 256,
            buffer: 1_920,
            requestedBuffer: 1_024,
            format: "s32",
            requestedFormat: "float",
            latencySeconds: 0.04
        )
        status.deviceClockPPM = -12.5
        status.isRandom = true
        status.recording = "/t.mid"
        status.recordedNotes = 5
        status.clients = 2
        let answer = status.text
        #expect(try read(answer.jsonText, Command.Status.self) == status)
        #expect(answer.wordsText == Self.statusWords + "OK\n")
    }

    private static let statusWords = """
        state: playing
        file: /a b.mid
        entry: 1
        entries: 2
        queue-version: 5
        position: 17:2:0
        time: 32.5s
        frames: 1560000
        ticks: 31200
        length: 1m35.0s
        bpm: 120
        speed: 1
        tempo: off
        loop: off
        loop-count: 3
        repeat: off
        single: off
        random: on
        consume: off
        crossfade: 0
        metronome: off
        chase-notes: off
        watch: on
        watch-at: bar
        log-level: warning
        practice: track:Lead
        ramp: 0.6..1/5
        follow: clock
        waiting: 4 mute 18:1:0 96000
        practice-keys: C4 E4
        practice-wrong-key: D4
        practice-steps: 12
        practice-wrong: 3
        practice-waits: 5
        practice-waited: 12.5s
        follow-state: running
        follow-offset: -0.125 ms
        follow-jitter: 0.5 ms
        follow-correction: -230.5 ppm
        follow-dropouts: 2
        follow-jumps: 1
        follow-bpm: 119.98
        gain: -6.25
        muted: track:2,ch:10
        soloed: none
        transpose: 0
        voices: 0
        xruns: 0
        load: 0
        late: 2
        render-p50: 0.063
        render-p99: 0.25
        render-max: 1.5
        peak: -3.3
        limited: 1.5
        font: /f.sf2+128
        engine: seqd
        sampler: seqd the rest
        substitution: 3:5 0:5 E. Piano
        substitution: 9:9 none
        plugin: 4.3 12.5 2 Test-Fuzz my bass
        warning: strip bass: insert 1 (lv2,fuzz) output NaN or infinity and is bypassed
        device: \("")
        output: lost
        reason: device hw:1: busy
        lost-for: 1m23.2s
        rate: 48000
        requested-rate: 44100
        period: 480
        requested-period: 256
        buffer: 1920
        requested-buffer: 1024
        format: s32
        requested-format: float
        latency: 0.04s
        device-clock: -12.5 ppm
        further-device: running 199.8 2 hw:1
        further-device: lost unknown 0 hw:2
        sources: 1
        source: Keys: 1
        sequencer: not used
        recording: /t.mid
        recorded-notes: 5
        clients: 2

        """

    @Test("to `status` tells which samplers have another engine than the default")
    func engines() throws {
        var status = DaemonStatus()
        #expect(status.engineText == nil)
        status.engine = .seqd
        #expect(status.engineText == "seqd")
        func samplers(_ engines: SynthesisEngine...) -> [DaemonStatus.Sampler] {
            zip(["a", "b", "c"], engines).map { DaemonStatus.Sampler(name: $0, engine: $1) }
        }
        status.samplers = samplers(.seqd, .seqd)
        #expect(status.engineText == "seqd")
        status.samplers = samplers(.seqd, .auto, .seqd)
        #expect(status.engineText == "seqd (a, c)")
        status.samplers = samplers(.auto, .auto)
        #expect(status.engineText == nil)
        // An older daemon does not tell it.
        let old = DaemonStatus().text.jsonText.replacing(#","engine":"auto""#, with: "")
            .replacing(/,"samplers":\[.*?\]/, with: "")
        #expect(!old.contains("engine") && !old.contains("samplers"))
        #expect(try read(old, Command.Status.self) == DaemonStatus())
    }

    @Test(
        "to `status` has silence for a peak that 16 bits do not hold",
        arguments: [(-142.952, "-inf"), (-.infinity, "-inf"), (-22.26, "-22.3"), (0, "0")]
            as [(Double, String)]
    )
    func peak(_ level: Double, _ text: String) {
        var status = DaemonStatus()
        status.peak = level
        let words = status.text.wordsText
        #expect(words.contains("\npeak: \(text)\n"), "\(words)")
    }

    @Test("that is not the daemon's is refused")
    func nonsense() {
        for (json, command) in [
            (#"{"current":"1"}"#, Command.Queue.self), (#"{"entries":1}"#, Command.Queue.self),
            (#"{"version":1}"#, Command.Version.self),
            (#"{"role":"king","user":1,"pid":2}"#, Command.WhoAmI.self),
            (#"{"presets":[1]}"#, Command.Presets.self),
            (#"{"state":"flying"}"#, Command.Status.self),
        ] as [(String, any ControlCommand.Type)] {
            #expect(throws: RequestError.self, "\(json)") { _ = try read(json, command) }
        }
    }
}
