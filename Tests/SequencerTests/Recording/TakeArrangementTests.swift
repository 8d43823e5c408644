import MIDI
import SMF
import Sequencer
import Testing

/// At 120 quarter notes a minute and 960 ticks, 500 ms are 960 ticks.
@Suite("Recordings of takes")
struct TakeArrangementTests {
    private func words(_ take: Take) throws -> [[String]] {
        try TakeArrangement(take).midiFile().words
    }

    /// A plan for playing along, with these marks, given in milliseconds.
    private func along(_ change: (inout TakePlan) -> Void = { _ in }) -> TakePlan {
        var plan = TakePlan()
        plan.timing = .transport
        change(&plan)
        return plan
    }

    private func started(_ time: Int64, _ position: Int64, pass: Int = 0) -> TakeMark {
        TakeMark(
            time: time * 1_000_000,
            state: .started(position: position * 1_000_000, pass: pass)
        )
    }

    private func running(_ time: Int64, _ position: Int64) -> TakeMark {
        TakeMark(time: time * 1_000_000, state: .running(position: position * 1_000_000))
    }

    private func stopped(_ time: Int64) -> TakeMark {
        TakeMark(time: time * 1_000_000, state: .stopped)
    }

    @Test("Times become ticks, tempo and meter are in the first track")
    func free() throws {
        let plan = TakePlan(
            microsecondsPerQuarter: 600_000,
            meter: TimeSignature(numerator: 3, denominatorPower: 2)
        )
        let take = Take(plan, events: [.on(0, 60), .off(600, 60), .on(1_200, 64), .off(1_500, 64)])
        #expect(
            try words(take) == [
                ["0 meter 3/4", "0 tempo 600000"],
                ["in 1", "0 on 60", "960 off 60", "1920 on 64", "2400 off 64"],
            ]
        )
    }

    @Test("A time goes to the nearest tick")
    func nearest() throws {
        // A tick is 520.8 µs.
        var events: [RecordedEvent] = []
        for (index, time) in [260_000, 261_000, 781_000, 782_000].enumerated() {
            var event = RecordedEvent.on(0, UInt8(index))
            event.time = Int64(time)
            events.append(event)
        }
        let starts = try words(Take(TakePlan(), events: events))[1].dropFirst().prefix(4)
        #expect(starts == ["0 on 0", "1 on 1", "1 on 2", "2 on 3"])
    }

    @Test("Inputs and channels get tracks of their own")
    func split() throws {
        var plan = TakePlan()
        let events: [RecordedEvent] = [
            .on(0, 60), .on(0, 61, channel: 1), .on(0, 62, input: 1), .off(500, 60),
            .off(500, 61, channel: 1), .off(500, 62, input: 1),
            RecordedEvent(time: 500_000_000, input: 0, content: .exclusive([1, 2])),
        ]
        #expect(
            try words(Take(plan, events: events)).dropFirst() == [
                [
                    "in 1", "port 0", "0 on 60", "0 on 61", "960 off 60", "960 off 61",
                    "960 sysex 3",
                ],
                ["in 2", "port 1", "0 on 62", "960 off 62"],
            ]
        )
        plan.split = .channel
        #expect(
            try words(Take(plan, events: Array(events.dropLast()))).map { $0[0] } == [
                "0 meter 4/4", "in 1, channel 1", "in 1, channel 2", "in 2, channel 1",
            ]
        )
    }

    @Test("Notes and pedals held at the end end there, and a note lasts at least a tick")
    func heldAtEnd() throws {
        let take = Take(
            TakePlan(),
            events: [.pedal(0, 127), .on(500, 60), .on(600, 62), .off(600, 62)],
            endTime: 1_000_000_000
        )
        #expect(
            try words(take)[1] == [
                "in 1", "0 cc64 127", "960 on 60", "1152 on 62", "1153 off 62", "1920 off 60",
                "1920 cc64 0",
            ]
        )
    }

    @Test("A count-in is left out, but not what was set in it, nor an early first note")
    func countIn() throws {
        var plan = TakePlan()
        plan.timing = .free(origin: 2_000_000_000)
        let take = Take(
            plan,
            events: [
                .at(100, .programChange(channel: 0, program: 5)), .on(500, 50), .off(900, 50),
                .pedal(1_000, 127), .pedal(1_100, 0), .pedal(1_200, 100),
                .on(1_900, 60), .off(2_500, 60), .pedal(2_600, 0),
            ]
        )
        #expect(
            try words(take)[1] == [
                "in 1", "0 program 5", "0 cc64 100", "0 on 60", "960 off 60", "1152 cc64 0",
            ]
        )
    }

    @Test("Only the punched range is recorded")
    func punch() throws {
        var plan = TakePlan()
        plan.punch = 960..<1_920
        let take = Take(
            plan,
            events: [
                .on(0, 50), .pedal(100, 127), .off(450, 50), .on(600, 60), .off(700, 60),
                .on(900, 62), .off(1_200, 62), .on(1_300, 64), .off(1_400, 64),
            ]
        )
        #expect(
            try words(take)[1] == [
                "in 1", "960 cc64 127", "1152 on 60", "1344 off 60", "1728 on 62", "1920 off 62",
                "1920 cc64 0",
            ]
        )
    }

    @Test("Positions are those of playback, at any speed")
    func transport() throws {
        // Half the speed from 4 s on.
        let take = Take(
            along(),
            events: [.on(1_000, 60), .off(2_000, 60), .on(5_000, 62), .off(6_000, 62)],
            marks: [
                started(1_000, 0), running(2_000, 1_000), running(4_000, 3_000),
                running(5_000, 3_500),
            ]
        )
        #expect(
            try words(take)[1] == ["in 1", "0 on 60", "1920 off 60", "6720 on 62", "7680 off 62"]
        )
    }

    @Test("Each pass of a loop is a track; what is held ends with the pass")
    func passes() throws {
        let take = Take(
            along(),
            events: [
                .on(1_500, 60), .pedal(1_600, 127), .off(2_250, 60), .on(2_500, 64),
                .off(2_750, 64), .pedal(2_800, 0),
            ],
            marks: [
                started(1_000, 0), running(1_250, 250), started(2_000, 0, pass: 1),
                running(2_250, 250),
            ]
        )
        #expect(
            try words(take).dropFirst() == [
                ["in 1", "960 on 60", "1152 cc64 127", "1920 off 60", "1920 cc64 0"],
                ["in 1, pass 2", "0 cc64 127", "960 on 64", "1440 off 64", "1536 cc64 0"],
            ]
        )
    }

    @Test("What is played while nothing plays is left out, and notes end where playback stopped")
    func stops() throws {
        let take = Take(
            along(),
            events: [
                .on(500, 60), .pedal(500, 127), .on(1_200, 61), .off(1_300, 61), .pedal(1_300, 0),
                .off(1_400, 60), .on(2_500, 62), .off(3_000, 62),
            ],
            marks: [started(0, 0), running(250, 250), stopped(1_000), started(2_000, 1_000)]
        )
        #expect(
            try words(take)[1] == [
                "in 1", "960 on 60", "960 cc64 127", "1920 off 60", "1920 cc64 0", "2880 on 62",
                "3840 off 62",
            ]
        )
    }

    @Test("Notes are put on a grid if that is wanted, controllers are not")
    func grid() throws {
        var plan = TakePlan()
        plan.grid = NoteValue(1, over: 8)
        let take = Take(plan, events: [.on(240, 60), .pedal(255, 3), .off(490, 60)])
        let track = try words(take)[1]
        #expect(track == ["in 1", "480 on 60", "490 cc64 3", "960 off 60"])
    }

    @Test("A take without a note is a file with a tempo")
    func empty() throws {
        #expect(try words(Take(TakePlan())) == [["0 meter 4/4", "0 tempo 500000"]])
        #expect(try words(Take(along(), events: [.on(0, 60)])).count == 1)
    }

    @Test("A recording goes behind the tracks of its file, whose ticks become finer")
    func appended() throws {
        let file = MIDIFile(
            format: .single,
            division: .ticksPerQuarter(96),
            tracks: [.of([(0, .tempo(500_000)), (96, .on(0, 40)), (192, .off(0, 40))])]
        )
        let sequence = PreparedSequence.sequences(from: file)[0]
        let plan = try #require(TakePlan(along: sequence))
        #expect(plan.ticksPerQuarter == 960)
        let take = Take(plan, events: [.on(500, 60), .off(1_000, 60)], marks: [started(0, 0)])
        let whole = try TakeArrangement(take).midiFile(appendedTo: file)
        #expect(whole.format == .simultaneous)
        #expect(
            whole.words == [
                ["0 tempo 500000", "960 on 40", "1920 off 40"],
                ["in 1", "960 on 60", "1920 off 60"],
            ]
        )
    }
}
