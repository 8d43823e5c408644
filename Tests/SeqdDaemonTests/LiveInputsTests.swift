import ControlProtocol
import SamplerHost
import Testing

@testable import SeqdDaemon

@Suite("The live inputs")
@EventLoop
struct LiveInputsTests {
    /// Inputs whose events are counted, with room for a number of them.
    @EventLoop
    private final class Stage {
        let time = VirtualTime()
        var pushed = 0
        var room = Int.max
        private(set) var inputs: LiveInputs!

        init(_ count: Int = 2) {
            inputs = LiveInputs(count, by: time.clock) { [unowned self] event in
                guard pushed < room else { return false }
                pushed += 1
                event.discard()
                return true
            }
        }
    }

    private func note(input: Int = 0, velocity: Int = 100, seconds: Double? = nil) -> Command.Note {
        Command.Note(
            ChannelAddress(input: input, channel: 0),
            key: 60,
            velocity: velocity,
            seconds: seconds
        )
    }

    @Test("open a source once for each input")
    func source() throws {
        let stage = Stage()
        try stage.inputs.play(note())
        #expect(stage.pushed == 2)
        try stage.inputs.play(note(velocity: 0))
        #expect(stage.pushed == 3)
        try stage.inputs.play(note(input: 1))
        #expect(stage.pushed == 5)
        let error = #expect(throws: RequestError.self) { try stage.inputs.play(note(input: 2)) }
        #expect(error == RequestError(.usage, "input 3: expected 1 to 2"))
        let one = #expect(throws: RequestError.self) { try Stage(1).inputs.play(note(input: 1)) }
        #expect(one == RequestError(.usage, "input 2: expected 1: there is only one"))
    }

    @Test("end a timed note in time, even if the queue is full then")
    func timedNote() throws {
        let stage = Stage()
        try stage.inputs.play(note(seconds: 2))
        #expect(stage.pushed == 2 && stage.inputs.timedNotes == 1)
        stage.time.advance(by: .milliseconds(1_999))
        #expect(stage.pushed == 2)
        stage.room = 2
        stage.time.advance(by: .milliseconds(1))
        #expect(stage.pushed == 2 && stage.inputs.timedNotes == 0)
        stage.room = 3
        stage.time.advance(by: .milliseconds(5))
        #expect(stage.pushed == 3)
    }

    @Test("refuse messages while the queue is full, and too many timed notes")
    func busy() throws {
        let stage = Stage()
        stage.room = 1
        let full = #expect(throws: RequestError.self) { try stage.inputs.play(note()) }
        #expect(full?.code == .busy)
        stage.room = .max
        for _ in 0..<LiveInputs.timedNoteCapacity { try stage.inputs.play(note(seconds: 1)) }
        let many = #expect(throws: RequestError.self) { try stage.inputs.play(note(seconds: 1)) }
        #expect(many?.code == .busy)
        stage.time.advance(by: .seconds(1))
        try stage.inputs.play(note(seconds: 1))
    }

    @Test("send complete messages only, and not too many")
    func bytes() throws {
        let stage = Stage()
        try stage.inputs.send([0x90, 60, 100, 62, 100, 0xF0, 1, 2, 0xF7, 0xFE], to: 0)
        // The source, two notes with running status, System Exclusive; active sensing is left out.
        #expect(stage.pushed >= 4)
        let before = stage.pushed
        let incomplete = #expect(throws: RequestError.self) {
            try stage.inputs.send([0x90, 60], to: 0)
        }
        #expect(incomplete == RequestError(.usage, "not complete MIDI messages: 90 3C"))
        let flood = [UInt8](repeating: 0, count: LiveInputs.messageCapacity + 1)
            .flatMap { _ in [0x90, 60, 100] as [UInt8] }
        let many = #expect(throws: RequestError.self) { try stage.inputs.send(flood, to: 0) }
        #expect(many?.code == .usage)
        #expect(stage.pushed == before)
    }

    @Test(
        "know complete messages",
        arguments: [
            ([0x90, 60, 100], true), ([0xC0, 5], true), ([0xF0, 0xF7], true), ([0xF6], true),
            ([0xF0, 1, 0xF8, 2, 0xF7], true), ([0xB0, 1, 2, 3, 4], true), ([], false),
            ([60], false), ([0x90, 60], false), ([0xF0, 1], false), ([0xF7], false),
            ([0xF0, 0x90, 0xF7], false), ([0xB0, 1, 2, 3], false), ([0xF4], false),
        ] as [([UInt8], Bool)]
    )
    func completeness(_ bytes: [UInt8], _ isComplete: Bool) {
        #expect(bytes.areCompleteMessages == isComplete)
    }

    @Test("report a missing preset once, until the SoundFonts change")
    func substitutions() {
        let inputs: LiveInputs = Stage().inputs
        func missing(_ program: Int) -> PresetSubstitution {
            PresetSubstitution(
                sampler: 0,
                channels: [program % 16],
                bank: 0,
                program: program,
                substitute: nil
            )
        }
        #expect(inputs.add([missing(1), missing(2)]).map(\.program) == [1, 2])
        #expect(inputs.add([missing(2), missing(3)]).map(\.program) == [3])
        inputs.replaceFonts(sampleFaults: ["a sample is silent"])
        #expect(inputs.sampleFaults == ["a sample is silent"])
        #expect(inputs.add([missing(2)]).map(\.program) == [2])
        #expect(inputs.substitutions.count == 1)
    }

    @Test("report the ports that come and go")
    func ports() {
        let inputs: LiveInputs = Stage().inputs
        let keyboard = PortEntry(address: "20:0", name: "Keys", input: 1)
        var idle = PortEntry(address: "24:0", name: "Pads")
        #expect(inputs.updatePorts([keyboard, idle]) == [keyboard])
        #expect(inputs.updatePorts([keyboard, idle]).isEmpty)
        idle.input = 2
        let gone = PortEntry(address: "20:0", name: "Keys")
        #expect(inputs.updatePorts([idle]) == [idle, gone])
    }
}
