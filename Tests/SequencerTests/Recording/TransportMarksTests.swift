import Sequencer
import Testing

@Suite("Marks of playback")
struct TransportMarksTests {
    private func sample(
        _ time: Int64,
        _ position: Int64?,
        loop: Range<Int64>? = nil,
        speed: Speed = .normal
    ) -> TransportMarks.Sample {
        TransportMarks.Sample(
            time: time * 1_000_000,
            position: position.map { $0 * 1_000_000 },
            loop: loop.map { $0.lowerBound * 1_000_000..<$0.upperBound * 1_000_000 },
            speed: speed
        )
    }

    private func started(_ time: Int64, _ position: Int64, _ pass: Int) -> TakeMark {
        TakeMark(
            time: time * 1_000_000,
            state: .started(position: position * 1_000_000, pass: pass)
        )
    }

    private func running(_ time: Int64, _ position: Int64) -> TakeMark {
        TakeMark(time: time * 1_000_000, state: .running(position: position * 1_000_000))
    }

    @Test("Playback begins where it was started, not where it is first seen")
    func start() {
        var marks = TransportMarks(start: 4_000_000_000)
        #expect(marks.take(sample(0, nil)).isEmpty)
        #expect(marks.take(sample(100, 4_030)) == [started(70, 4_000, 0)])
    }

    @Test("A steady pace needs few marks, a change of speed one at once")
    func steady() {
        var marks = TransportMarks()
        var all: [TakeMark] = []
        for time in stride(from: Int64(0), through: 1_000, by: 20) {
            all += marks.take(sample(time, time))
        }
        #expect(all == [started(0, 0, 0)] + [20, 280, 540, 800].map { running($0, $0) })
        let slow = Speed(numerator: 1, denominator: 2) ?? .normal
        #expect(marks.take(sample(1_020, 1_020, speed: slow)) == [running(1_020, 1_020)])
        #expect(marks.take(sample(1_040, 1_030, speed: slow)).isEmpty)
    }

    @Test("A loop begins its next pass at the time when its start was heard")
    func loop() {
        var marks = TransportMarks()
        _ = marks.take(sample(0, 1_000, loop: 1_000..<2_000))
        _ = marks.take(sample(990, 1_990, loop: 1_000..<2_000))
        #expect(
            marks.take(sample(1_015, 1_015, loop: 1_000..<2_000)) == [started(1_000, 1_000, 1)]
        )
    }

    @Test("A jump back is another pass, a jump ahead is not; a pause stops")
    func jumps() {
        var marks = TransportMarks()
        _ = marks.take(sample(0, 0))
        #expect(marks.take(sample(20, 5_000)) == [started(20, 5_000, 0)])
        #expect(marks.take(sample(40, 3_000)) == [started(40, 3_000, 1)])
        #expect(
            marks.take(sample(60, nil)) == [TakeMark(time: 60_000_000, state: .stopped)]
        )
        #expect(marks.take(sample(80, nil)).isEmpty)
        #expect(marks.take(sample(100, 3_040)) == [started(100, 3_040, 1)])
    }
}
