import ControlProtocol
import SamplerHost
import Sequencer
import TerminalUI
import Testing
import Wording

@testable import seqd

@Suite("The view of the monitor")
struct MonitorViewTests {
    private let ascii = TerminalAbility(isUnicode: false, isColoured: false)

    private func lines(
        _ model: MonitorModel,
        _ controls: MonitorControls = MonitorControls(),
        _ columns: Int = 80,
        _ rows: Int = 24,
        _ ability: TerminalAbility = TerminalAbility()
    ) -> [String] {
        MonitorView(ability).lines(model, controls, columns: columns, rows: rows).map(\.plainText)
    }

    @Test("shows all at 80 columns and 24 rows")
    func eighty() throws {
        let lines = lines(try MonitorModelTests.model())
        #expect(lines.count == 24)
        #expect(lines[0].hasPrefix("▶    1:2"))
        #expect(lines[1].hasPrefix("song.mid  1/2  120 BPM"))
        #expect(lines[2].hasPrefix("load  25%  voices   7  xruns 0"))
        #expect(lines[3].hasPrefix("━ Tracks 2 ━"))
        #expect(lines[4].hasPrefix("▸   2    Piano"))
        #expect(lines[4].hasSuffix("C3 E4"))
        #expect(lines[6].hasPrefix("─ Strips 2 ─"))
        #expect(lines[8].contains("sampler") && lines[8].contains("-3.0 dB   R20"))
        #expect(lines[9].hasPrefix("─ Queue 2  1m09s ─"))
        #expect(lines[10].hasPrefix("    1 ▶ song.mid"))
        #expect(lines[23].hasPrefix("? keys"))
    }

    @Test("puts panels side by side in a wide window, with facts about the daemon")
    func wide() throws {
        let lines = lines(try MonitorModelTests.model(), MonitorControls(), 200, 50)
        #expect(lines[3].contains("━ Tracks 2 ") && lines[3].contains("─ Strips 2 "))
        #expect(lines.contains { $0.contains("─ Daemon ─") })
        #expect(lines.contains { $0.contains("device") && $0.contains("hw:0 (running)") })
        #expect(!lines.contains { $0.contains("engine") })
    }

    @Test("names the engine of samplers where it is not the default, as `seqd ctl` does")
    func engine() throws {
        var status = MonitorModelTests.status()
        #expect(!StatusSummary(status).lines.contains { $0.contains("engine") })
        status.engine = .seqd
        #expect(StatusSummary(status).lines.contains { $0.contains("engine seqd  device") })
        status.samplers = [
            DaemonStatus.Sampler(name: "piano", engine: .seqd),
            DaemonStatus.Sampler(name: "rest", engine: .fluidSynth),
        ]
        let lines = lines(try MonitorModelTests.model(status), MonitorControls(), 200, 50)
        #expect(lines.contains { $0.contains("engine") && $0.contains("seqd (piano)") })
    }

    @Test("shows one panel in a small window, and says how to see the others")
    func small() throws {
        var controls = MonitorControls()
        controls.panel = .queue
        let lines = lines(try MonitorModelTests.model(), controls, 40, 12)
        #expect(lines.contains { $0.contains("━ Queue 2") })
        #expect(lines.contains { $0.contains("▸   1 ▶ song.mid") })
        #expect(!lines.contains { $0.contains("Strips") })
        #expect(
            self.lines(try MonitorModelTests.model(), controls, 60, 12)
                .contains { $0.contains("Tab: tracks, strips") }
        )
    }

    @Test("and the summary of ctl say that playback waits, and for what")
    func waiting() throws {
        var status = MonitorModelTests.status()
        status.state = .paused
        for (source, state, words) in [
            (SyncSettings.Source.clock, SyncFollower.State.waiting, "MIDI clock, of which nothing"),
            (.clock, .stopped, "MIDI clock, which is stopped"),
            (.mtc, .lost, "MIDI time code, which is lost"),
        ] {
            status.following = FollowStatus(source, state)
            let model = try MonitorModelTests.model(status)
            #expect(lines(model, MonitorControls(), 120).contains { $0.contains(words) })
            #expect(
                StatusSummary(status).lines.contains { $0.contains("waiting for the \(words)") }
            )
        }
        status.following = FollowStatus(.clock, .running)
        status.state = .playing
        #expect(!StatusSummary(status).lines.contains { $0.contains("waiting") })
    }

    @Test("and the summary of ctl name the keys that practice waits for, and a wrong one")
    func practice() throws {
        var status = MonitorModelTests.status()
        status.practising = .init(keys: "C4 E4", wrongKey: "D4", steps: 1, wrong: 1, waits: 2)
        let line = lines(try MonitorModelTests.model(status))[1]
        #expect(line.contains("waiting for C4 E4 at 1:2:120  wrong key: D4"), "\(line)")
        #expect(
            StatusSummary(status).lines[1].contains("waiting for C4 E4  wrong key: D4")
        )
    }

    @Test("fits every window, with and without Unicode")
    func sizes() throws {
        var status = MonitorModelTests.status()
        status.file = "/music/長い名前のファイル.mid"
        status.muted = ["ch:1", "ch:2", "ch:3", "ch:10"]
        status.loop = "1:1..2:1"
        status.lostSeconds = 12
        status.output = .lost("unplugged")
        var models = [MonitorModel(), try MonitorModelTests.model()]
        var busy = models[1]
        busy.take(.status(status))
        busy.message = MonitorModel.Message(
            text: "長い message " + String(repeating: "x", count: 300)
        )
        models.append(busy)
        busy.disconnected("gone")
        models.append(busy)
        var prompting = MonitorControls()
        prompting.beginPrompt("")
        var answering = MonitorControls()
        answering.answer = .init(title: "status", lines: (1...60).map { "line \($0)" })
        var helping = MonitorControls()
        helping.helpPage = 1
        for controls in [MonitorControls(), prompting, answering, helping] {
            for model in models {
                for size in Self.sizes {
                    expectFit(model, controls, size, TerminalAbility())
                    expectFit(model, controls, size, ascii)
                }
            }
        }
    }

    /// Columns and rows.
    private static let sizes = [
        (1, 1), (2, 2), (5, 3), (10, 1), (20, 5), (30, 7), (40, 12), (80, 24), (109, 30), (110, 9),
        (132, 43), (200, 50), (500, 200),
    ]

    private func expectFit(
        _ model: MonitorModel,
        _ controls: MonitorControls,
        _ size: (columns: Int, rows: Int),
        _ ability: TerminalAbility
    ) {
        let lines = lines(model, controls, size.columns, size.rows, ability)
        #expect(lines.count <= size.rows, "\(size)")
        for line in lines {
            #expect(line.columns < size.columns, "\(size): \(line)")
            let isASCII = line.utf8.allSatisfy { $0 < 128 }
            #expect(ability.isUnicode || isASCII, "\(line)")
        }
    }

    @Test("says what it knows by characters, not by colours alone")
    func plain() throws {
        var status = MonitorModelTests.status()
        status.muted = ["track:2"]
        let lines = lines(try MonitorModelTests.model(status), MonitorControls(), 80, 24, ascii)
        #expect(lines[3].hasPrefix("= Tracks 2 ="))
        #expect(lines[4].hasPrefix(">   2 M  Piano"))
        #expect(lines[6].hasPrefix("- Strips 2 -"))
    }

    @Test("says that the daemon is gone, above the last state")
    func gone() throws {
        var model = try MonitorModelTests.model()
        model.disconnected("the daemon closed the connection")
        let lines = lines(model)
        #expect(lines[0] == "no connection: the daemon closed the connection; trying again")
        #expect(lines[1].hasPrefix("▶    1:2"))
        #expect(self.lines(model, MonitorControls(), 80, 1)[0].hasPrefix("no connection"))
    }

    @Test("shows the answer to a command in place of the panels, from the line it was scrolled to")
    func answer() throws {
        let model = try MonitorModelTests.model()
        var controls = MonitorControls()
        controls.answer = .init(title: "status", lines: (1...60).map { "line \($0)" })
        controls.scrollAnswer(by: 10)
        let lines = lines(model, controls)
        #expect(lines[3].hasPrefix("━ status  11-29 of 60 ━"))
        #expect(lines[4] == "line 11")
        controls.scrollAnswer(by: .max / 2)
        #expect(self.lines(model, controls)[22] == "line 60")
    }

    @Test("shows every key in the pages of the help")
    func help() throws {
        let model = try MonitorModelTests.model()
        let view = MonitorView(ascii)
        let count = view.helpPageCount(model, columns: 40, rows: 12)
        #expect(count > 1)
        var controls = MonitorControls()
        var shown: [String] = []
        for page in 0..<count {
            controls.helpPage = page
            shown += lines(model, controls, 40, 12, ascii)
        }
        for effect in ["play, pause, resume", "metronome", "type a command", "quit"] {
            #expect(shown.contains { $0.contains(effect) }, "\(effect)")
        }
    }

    @Test("draws a level by its columns")
    func meter() {
        let meter = LevelMeter(level: -30, held: -12, isUnicode: false)
        #expect(meter.line(columns: 10).plainText == "#####..|..")
        #expect(
            LevelMeter(level: -.infinity, isUnicode: false).line(columns: 4).plainText == "...."
        )
        #expect(LevelMeter(level: 3, isUnicode: true).line(columns: 4).plainText == "████")
    }
}
