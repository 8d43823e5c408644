import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

@Suite("Journals of takes")
struct TakeJournalTests {
    private typealias Journal = TakeJournal<JournalSink>

    /// A plan in which nothing has its usual value.
    private var plan: TakePlan {
        var plan = TakePlan(
            microsecondsPerQuarter: 400_000,
            meter: TimeSignature(numerator: 6, denominatorPower: 3, clocksPerClick: 36)
        )
        plan.tempos.append(TempoMap.Change(tick: 3_840, microsecondsPerQuarter: 700_000))
        plan.ticksPerQuarter = 480
        plan.timing = .free(origin: 2_000_000_000)
        plan.split = .channel
        plan.grid = NoteValue(1, over: 16, isTriplet: true)
        plan.punch = 960..<1_920
        plan.accompaniment = "/my songs/100 %\n\u{7F}é=.mid"
        plan.startedAt = 1_764_086_400_000_000_000
        return plan
    }

    @Test("What is written comes back")
    func roundTrip() throws {
        var journal = try Journal(JournalSink(), plan: plan)
        let events = [
            RecordedEvent.on(0, 60), .on(10, 62, channel: 9, input: 3), .pedal(1_500, 127),
            RecordedEvent(time: 1_600_000_000, input: 2, content: .exclusive([0x7E, 0x7F, 9, 1])),
            .off(2_000, 60),
        ]
        let marks = [
            TakeMark(time: 0, state: .started(position: 5, pass: 0)),
            TakeMark(time: 700_000_000, state: .running(position: 700_000_005)),
            TakeMark(time: 900_000_000, state: .stopped),
        ]
        for event in events[..<3] { try journal.append(event) }
        for mark in marks { try journal.append(mark) }
        for event in events[3...] { try journal.append(event) }
        #expect(journal.noteCount == 2)
        let sink = try journal.finish(at: 3_000_000_000)
        let file = try MIDIFile(sink.bytes)
        #expect(file.diagnostics.isEmpty)
        let take = try #require(Take(journal: file))
        #expect(take.plan == plan)
        #expect(take.events == events)
        #expect(take.marks == marks)
        #expect(take.endTime == 3_000_000_000)
    }

    @Test("A transport's plan comes back, too")
    func transport() throws {
        var plan = TakePlan()
        plan.timing = .transport
        let sink = try Journal(JournalSink(), plan: plan).finish(at: 0)
        #expect(Take(journal: try MIDIFile(sink.bytes))?.plan == plan)
    }

    @Test("A position that is heard later does not delay what comes before")
    func markAhead() throws {
        var journal = try Journal(JournalSink(), plan: TakePlan())
        let mark = TakeMark(time: 50_000_000, state: .started(position: 0, pass: 0))
        try journal.append(mark)
        try journal.append(.on(20, 60))
        let take = Take(journal: try MIDIFile(journal.finish(at: 60_000_000).bytes))
        #expect(take?.events == [.on(20, 60)])
        #expect(take?.marks == [mark])
        #expect(take?.endTime == 60_000_000)
    }

    @Test("Silence longer than a file can say is no obstacle")
    func longSilence() throws {
        var journal = try Journal(JournalSink(), plan: TakePlan())
        let day: Int64 = 86_400_000
        try journal.append(.on(0, 60))
        try journal.append(.off(day, 60))
        let take = Take(journal: try MIDIFile(journal.finish(at: 2 * day * 1_000_000).bytes))
        #expect(take?.events.last?.time == day * 1_000_000)
        #expect(take?.endTime == 2 * day * 1_000_000)
    }

    @Test("Wherever writing ends, a file is left with all up to the last checkpoint")
    func interrupted() throws {
        var generator = SeededGenerator(seed: 17)
        var journal = try Journal(JournalSink(), plan: plan)
        var events: [RecordedEvent] = []
        for _ in 0..<30 {
            for _ in 0..<generator.int(0...40) {
                let time = Int64(events.count) * 7
                let key = generator.byte()
                let channel = generator.byte(0...15)
                events.append(.on(time, key, channel: channel, input: events.count % 3))
                try journal.append(try #require(events.last))
            }
            try journal.checkpoint()
        }
        let sink = try journal.finish(at: Int64(events.count) * 7_000_000)
        var safe = 0
        for state in sink.namedStates {
            let take = try #require(Take(journal: try MIDIFile(state)))
            // Never fewer than before, and always the first ones.
            #expect(take.events.count >= safe)
            #expect(take.events == Array(events.prefix(take.events.count)))
            safe = take.events.count
        }
        #expect(safe == events.count)
    }

    @Test("Another file is no journal")
    func foreign() throws {
        let file = MIDIFile(format: .single, division: .ticksPerQuarter(480), tracks: [Track()])
        #expect(Take(journal: file) == nil)
        let same = MIDIFile(format: .single, division: .ticksPerQuarter(25_000), tracks: [Track()])
        #expect(Take(journal: same) == nil)
    }
}
