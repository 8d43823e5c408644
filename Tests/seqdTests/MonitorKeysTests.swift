import ControlProtocol
import Racks
import Sequencer
import TerminalUI
import Testing

@testable import seqd

@Suite("The keys of the monitor")
struct MonitorKeysTests {
    private func action(
        _ key: Key,
        _ model: MonitorModel,
        _ panel: MonitorPanel = .tracks,
        row: Int = 0
    ) -> MonitorAction? {
        var controls = MonitorControls()
        controls.panel = panel
        controls.select(row, of: model)
        return MonitorKeys(model: model, controls: controls).action(for: key)
    }

    @Test("play, seek and set the modes of the queue")
    func requests() throws {
        var status = MonitorModelTests.status()
        status.isRepeating = true
        status.gain = -2.5
        let model = try MonitorModelTests.model(status)
        let expected: [(Key, any ControlCommand)] = [
            (.character(" "), Command.Toggle()), (.character("n"), Command.Next()),
            (.character("<"), Command.Previous()),
            (.left(shift: false), Command.Seek(by: .seconds(nanoseconds: -5_000_000_000))),
            (.right(shift: true), Command.Seek(by: .seconds(nanoseconds: 30_000_000_000))),
            (.character("f"), Command.Seek(by: .bars(1))), (.character("S"), Command.Stop()),
            (.character("r"), Command.Repeat(false)), (.character("z"), Command.Random(true)),
            (.character("y"), Command.Single(true)), (.character("R"), Command.Consume(true)),
            (.character("+"), Command.Gain(decibels: -2)),
            (.character("M"), Command.Metronome(true)),
            (.character("\\"), Command.Loop(.off)), (.backspace, Command.SetSpeed(.normal)),
            (.character("!"), Command.Panic()),
        ]
        for (key, command) in expected {
            #expect(action(key, model) == .ask(Request(command)), "\(key)")
        }
        let faster = try #require(Speed(parsing: "1.05"))
        #expect(action(.character("}"), model) == .ask(Command.SetSpeed(faster)))
    }

    @Test("begin the command for another instrument of the selected track")
    func instrument() throws {
        let model = try MonitorModelTests.model()
        #expect(action(.character("i"), model, row: 1) == .prompt("set-program track:3="))
        guard case .say? = action(.character("i"), model, .queue) else {
            Issue.record("the queue has no instruments")
            return
        }
        var prompt = TypedLine("set-program track:3=", history: ["seek 1"])
        for character in "Violin" { #expect(prompt.press(.character(character)) == .typing) }
        #expect(prompt.press(.enter) == .entered("set-program track:3=Violin"))
    }

    @Test("mute and solo the selected track, and undo both")
    func tracks() throws {
        let model = try MonitorModelTests.model()
        let bass = try SelectorSet(parsing: "track:3")
        #expect(action(.character("m"), model, row: 1) == .ask(Command.Mute(bass)))
        #expect(action(.character("s"), model, row: 1) == .ask(Command.Solo(bass)))
        var status = MonitorModelTests.status()
        status.muted = ["ch:2"]
        status.soloed = ["track:3"]
        let silent = try MonitorModelTests.model(status)
        let channel = try SelectorSet(parsing: "ch:2")
        #expect(action(.character("m"), silent, row: 1) == .ask(Command.Unmute(channel)))
        #expect(action(.character("s"), silent, row: 1) == .ask(Command.Solo(nil)))
        let both = try SelectorSet(parsing: ["track:3", "track:2"])
        #expect(action(.character("s"), silent, row: 0) == .ask(Command.Solo(both)))
    }

    @Test("mix the selected strip")
    func strips() throws {
        let model = try MonitorModelTests.model()
        for (key, change): (Character, StripChange) in [
            ("-", [.gain: .number(-4)]), (")", [.pan: .number(30)]), ("m", [.mute: .flag(true)]),
        ] {
            let wanted = MonitorAction.ask(Command.Strip("sampler", change))
            #expect(action(.character(key), model, .strips, row: 1) == wanted)
        }
        let noStrip = "select a strip first: Tab changes the panel"
        #expect(action(.character(")"), model, .queue) == .say(noStrip))
    }

    @Test("play, remove and move the selected entry of the queue by its ID")
    func queue() throws {
        let model = try MonitorModelTests.model()
        #expect(action(.enter, model, .queue, row: 1) == .ask(Command.Jump(to: .id(9))))
        #expect(action(.character("d"), model, .queue, row: 1) == .ask(Command.Remove(.id(9))))
        #expect(action(.character("K"), model, .queue, row: 1) == .ask(Command.Move(.id(9), to: 1)))
        #expect(action(.character("J"), model, .queue, row: 1) == nil)
        guard case .say(let text)? = action(.enter, model, .tracks) else {
            Issue.record("Enter acts on tracks")
            return
        }
        #expect(text.contains("select an entry of the queue"))
    }

    @Test("set a loop from one position to another")
    func loop() throws {
        let model = try MonitorModelTests.model()
        #expect(action(.character("["), model) == .loopStart("1:2:120"))
        #expect(action(.character("]"), model) == .say("press [ at the start of the loop first"))
        var controls = MonitorControls()
        controls.loopStart = "1:1"
        let keys = MonitorKeys(model: model, controls: controls)
        let loop = try #require(try LoopSetting(parsing: "1:1..1:2:120"))
        #expect(keys.action(for: .character("]")) == .ask(Command.Loop(loop)))
    }

    @Test("say which role they need, and that there is no daemon")
    func refusals() throws {
        var model = try MonitorModelTests.model()
        let identity = ClientIdentity(role: .observer, user: 0, processID: 1)
        model.take(.client(identity))
        let needed = "toggle: needs the role transport, and this client has the role observer"
        #expect(action(.character(" "), model) == .say(needed))
        #expect(action(.down(shift: false), model) == .move(1))
        model.disconnected("gone")
        #expect(action(.character(" "), model) == .say("there is no daemon to ask"))
        #expect(action(.character("q"), model) == .quit)
    }

    @Test("select within the panel, and begin at the current entry of the queue")
    func selection() throws {
        let model = try MonitorModelTests.model()
        var controls = MonitorControls()
        controls.panel = .queue
        #expect(controls.selection(in: .queue, of: model) == 0)
        controls.move(by: 10, of: model)
        #expect(controls.selection(in: .queue, of: model) == 1)
        controls.move(by: -10, of: model)
        #expect(controls.selection(in: .queue, of: model) == 0)
        #expect(controls.selection(in: .tracks, of: MonitorModel()) == nil)
        #expect(MonitorPanel.allCases.map(\.next) == [.strips, .queue, .tracks])
    }

    @Test("type a command, with the lines before it")
    func prompt() {
        var prompt = TypedLine(history: ["status", "ports"])
        for character in "seek 5:1 x" { _ = prompt.press(.character(character)) }
        _ = prompt.press(.control("w"))
        #expect(prompt.text == "seek 5:1 ")
        _ = prompt.press(.up(shift: false))
        _ = prompt.press(.up(shift: false))
        let entered = prompt.press(.enter)
        #expect(entered == .entered("status"))
        for key in [Key.enter, .backspace, .escape] {
            var empty = TypedLine()
            let outcome = empty.press(key)
            #expect(outcome == .cancelled, "\(key)")
        }
        #expect(MonitorCommandLine.refusal(of: "subscribe all")?.contains("use seqd ctl") == true)
        #expect(MonitorCommandLine.refusal(of: "{\"id\":1}") != nil)
        #expect(MonitorCommandLine.refusal(of: "seek 5:1") == nil)
    }
}
