import Sequencer
import Testing

@Suite("Marks of playback")
struct TransportMarksTests {
    private func sample(
        _ time: Int64,
        _ position: Int64?,
        loop: Range<Int64>? = nil,
        speed: Speed = .normal,
        isHeld: Bool = false
    ) -> TransportMarks.Sample {
        TransportMarks.Sample(
            time: time * 1_000_000,
            position: position.map { $0 * 1_000_000 },
            loop: loop.map { $0.lowerBound * 1_000_000..<$0.upperBound * 1_000_000 },
            speed: speed,
            isHeld: isHeld
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

    @Test("A place in a loop where playback waits is no pass: it begins and ends at its exact time")
    func holds() {
        let loop: Range<Int64> = 1_000..<2_000
        var marks = TransportMarks()
        #expect(marks.take(sample(0, 1_000, loop: loop)) == [started(0, 1_000, 0)])
        #expect(marks.take(sample(21, 1_021, loop: loop)) == [running(21, 1_021)])
        // At 1,030 after 9 of 21 ms.
        let first = marks.take(sample(42, 1_030, loop: loop, isHeld: true))
        #expect(first == [running(30, 1_030), running(42, 1_030)])
        var all: [TakeMark] = []
        for time in stride(from: Int64(63), through: 1_050, by: 21) {
            all += marks.take(sample(time, 1_030, loop: loop, isHeld: true))
        }
        #expect(all == [294, 546, 798, 1_050].map { running($0, 1_030) })
        // It goes on 5 ms before it is seen.
        let next = marks.take(sample(1_071, 1_035, loop: loop))
        #expect(next == [running(1_066, 1_030), running(1_071, 1_035)])
        #expect(marks.take(sample(1_092, 1_056, loop: loop)).isEmpty)
    }

    @Test("A loop whose next pass begins with a wait begins when its end was heard")
    func heldLoop() {
        let loop: Range<Int64> = 1_000..<2_000
        var marks = TransportMarks()
        _ = marks.take(sample(0, 1_000, loop: loop))
        _ = marks.take(sample(990, 1_990, loop: loop))
        let wrapped = marks.take(sample(1_011, 1_000, loop: loop, isHeld: true))
        #expect(wrapped == [started(1_000, 1_000, 1), running(1_011, 1_000)])
        _ = marks.take(sample(1_032, 1_000, loop: loop, isHeld: true))
        // A wait before the end, and the next pass 4 ms after it.
        _ = marks.take(sample(2_022, 1_990, loop: loop, isHeld: true))
        _ = marks.take(sample(2_043, 1_990, loop: loop, isHeld: true))
        #expect(
            marks.take(sample(2_064, 1_004, loop: loop))
                == [running(2_050, 1_990), started(2_060, 1_000, 2)]
        )
    }

    @Test("A device that hangs in a loop makes no pass")
    func stall() {
        let loop: Range<Int64> = 1_000..<2_000
        var marks = TransportMarks()
        _ = marks.take(sample(0, 1_500, loop: loop))
        #expect(
            marks.take(sample(100, 1_500, loop: loop)) == [running(0, 1_500), running(100, 1_500)]
        )
        #expect(marks.take(sample(140, 1_500, loop: loop)).isEmpty)
        #expect(
            marks.take(sample(200, 1_530, loop: loop)) == [
                running(170, 1_500), running(200, 1_530),
            ]
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
