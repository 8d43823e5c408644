import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

/// The steps of a part, the way through them, and what completes them.
struct PracticeTests {
    // MARK: Score

    /// One tick is one millisecond, and one frame at rate 1000.
    private func score(
        _ events: [(Int64, Event)],
        _ selection: Selection = Selection(tracks: [0], channels: []),
        to end: Int64? = nil,
        transpose: Int = 0
    ) -> PracticeScore {
        let music = PreparedSequence.of([.of(events)], division: .ticksPerQuarter(500))
        return PracticeScore(selection, of: music, rate: 1_000, to: end, transpose: transpose)
    }

    private func text(_ score: PracticeScore) -> [String] {
        score.steps.map { "\($0.tick) \(PracticeStep.text($0.keys))" }
    }

    @Test func notesThatBeginTogetherAreOneStep() {
        let score = score([
            (0, .on(0, 64)), (0, .on(0, 60)), (50, .on(0, 67)), (400, .off(0, 60)),
            (400, .on(0, 72)),
            (451, .on(0, 60)), (600, .on(0, 60)),
        ])
        #expect(text(score) == ["0 C4 E4 G4", "400 C5", "451 C4", "600 C4"])
    }

    @Test func onlyThePlayersPartCounts() {
        let events: [(Int64, Event)] = [
            (0, .on(0, 60)), (100, .on(1, 62)), (200, .on(9, 36)), (300, .on(1, 64)),
        ]
        let channel = Selection(tracks: [], channels: [2])
        #expect(text(score(events, channel)) == ["100 D4", "300 E4"])
        #expect(text(score(events, channel, to: 300)) == ["100 D4"])
        #expect(text(score(events, .none)).isEmpty)
        // Drums stay where they are.
        #expect(
            text(score(events, transpose: 70)) == ["0 A#8", "100 C9", "200 C2", "300 D9"]
        )
    }

    // MARK: Course

    private func course(_ frames: [Int64]) -> PracticeCourse {
        PracticeCourse(
            PracticeScore(steps: frames.map { PracticeStep(tick: $0, frame: $0, keys: [60]) })
        )
    }

    @Test func theCourseGoesRoundTheLoop() {
        var course = course([0, 100, 200, 300])
        course.locate(at: PracticePosition(frame: 50, repeats: 1), loop: 100..<250)
        var frames: [Int64] = []
        while let step = course.step {
            frames.append(step.frame)
            course.observe(
                PracticePosition(frame: step.frame, pass: course.pass, repeats: 1 - course.pass)
            )
            course.advance()
        }
        #expect(frames == [100, 200, 100, 200, 300])
    }

    @Test func aStepOfTheNextPassIsAsFarAsTheLoopLasts() {
        var course = course([100, 200])
        course.locate(at: PracticePosition(frame: 0), loop: 0..<1_000)
        course.advance()
        course.observe(PracticePosition(frame: 150))
        #expect(course.distance == 50)
        course.advance()
        #expect(course.step?.frame == 100)
        #expect(course.pass == 1)
        course.observe(PracticePosition(frame: 950))
        #expect(course.distance == 150)
        course.observe(PracticePosition(frame: 10, pass: 1))
        #expect(course.distance == 90)
        // It has gone by.
        course.observe(PracticePosition(frame: 20, pass: 2))
        #expect(course.distance == -920)
    }

    @Test func eachPassOfAShortLoopIsFurtherAhead() {
        var course = course([40])
        course.locate(at: PracticePosition(frame: 0), loop: 0..<100)
        var distances: [Int64?] = []
        for _ in 0..<4 {
            distances.append(course.distance)
            course.advance()
        }
        #expect(distances == [40, 140, 240, 340])
    }

    @Test func theCourseIsInTheLoopAsLongAsThePositionIs() {
        var course = course([100, 200])
        // The look-ahead reaches behind the loop's end.
        course.locate(at: PracticePosition(frame: 960), lookahead: 50, loop: 0..<1_000)
        #expect(course.step?.frame == 100)
        #expect(course.pass == 1)
        #expect(course.distance == 140)
        course.observe(PracticePosition(frame: 980))
        #expect(course.distance == 120)
    }

    @Test func theCourseKnowsHowOftenTheLoopStillRepeats() {
        var course = course([100, 200, 1_100])
        course.locate(at: PracticePosition(frame: 150, pass: 2, repeats: 0), loop: 0..<1_000)
        course.advance()
        #expect(course.step?.frame == 1_100)
        // It repeats after all, and then it does not.
        let isOther = course.observe(PracticePosition(frame: 210, pass: 2, repeats: 1))
        #expect(isOther)
        #expect(course.step?.frame == 100)
        #expect(course.pass == 3)
        let isSame = !course.observe(PracticePosition(frame: 220, pass: 2, repeats: 1))
        #expect(isSame)
        course.observe(PracticePosition(frame: 230, pass: 2, repeats: 0))
        #expect(course.step?.frame == 1_100)
        #expect(course.pass == 2)
    }

    @Test func playingThatBeginsInAChordExpectsTheRestOfIt() {
        let score = score([
            (90, .on(0, 60)), (100, .on(0, 64)), (110, .on(0, 67)), (400, .on(0, 72)),
        ])
        var course = PracticeCourse(score)
        course.locate(at: PracticePosition(frame: 90))
        #expect(course.step == PracticeStep(tick: 90, frame: 90, keys: [60, 64, 67]))
        course.locate(at: PracticePosition(frame: 100), loop: 100..<300)
        #expect(course.step == PracticeStep(tick: 100, frame: 100, keys: [64, 67]))
        course.advance()
        #expect(course.step == PracticeStep(tick: 100, frame: 100, keys: [64, 67]))
        #expect(course.pass == 1)
        course.locate(at: PracticePosition(frame: 111))
        #expect(course.step?.keys == [72])
    }

    @Test func aChordThatTheLoopCutsIsExpectedWholeInTheLastPassAlone() {
        let score = score([
            (100, .on(0, 72)), (280, .on(0, 60)), (290, .on(0, 64)), (300, .on(0, 67)),
        ])
        var course = PracticeCourse(score)
        course.locate(at: PracticePosition(frame: 200, repeats: 1), loop: 100..<300)
        #expect(course.step == PracticeStep(tick: 280, frame: 280, keys: [60, 64]))
        // It does not repeat after all, and then it does.
        let isWhole = course.observe(PracticePosition(frame: 210, repeats: 0))
        #expect(isWhole)
        #expect(course.step == PracticeStep(tick: 280, frame: 280, keys: [60, 64, 67]))
        course.observe(PracticePosition(frame: 220, repeats: 1))
        #expect(course.step?.keys == [60, 64])
        course.advance()
        #expect(course.step?.keys == [72])
        #expect(course.pass == 1)
        course.advance()
        #expect(course.step?.keys == [60, 64, 67])
        // Nothing of a chord is left between its last note and the loop's end.
        course.locate(at: PracticePosition(frame: 295, repeats: 1), loop: 100..<300)
        #expect(course.step?.keys == [72])
    }

    @Test func aCourseBehindTheLoopGoesOn() {
        var course = course([100, 200, 300])
        course.locate(at: PracticePosition(frame: 250), loop: 0..<250)
        #expect(course.step?.frame == 300)
        course.locate(at: PracticePosition(frame: 210), loop: 0..<250)
        #expect(course.step?.frame == 100)
        course.locate(at: PracticePosition(frame: 110), loop: 110..<190)
        #expect(course.step == nil)
        course.locate(at: PracticePosition(frame: 110, repeats: 2), loop: 110..<190)
        #expect(course.step?.frame == 200)
        course.locate(at: PracticePosition(frame: 301))
        #expect(course.step == nil)
    }

    @Test func anotherTempoKeepsTheStep() {
        var course = course([100, 200, 300])
        course.locate(at: PracticePosition(frame: 150))
        let slow = PracticeScore(
            steps: [100, 200, 300].map { PracticeStep(tick: $0, frame: $0 * 2, keys: [60]) }
        )
        course.replace(slow, at: PracticePosition(frame: 300), loop: nil)
        #expect(course.step == PracticeStep(tick: 200, frame: 400, keys: [60]))
        #expect(course.distance == 100)
        let other = self.course([10, 290, 310]).score
        course.replace(other, at: PracticePosition(frame: 300), loop: nil)
        #expect(course.step?.frame == 310)
    }

    // MARK: Judge

    private func judge(_ keys: [UInt8]) -> PracticeJudge {
        var judge = PracticeJudge(tolerance: 100)
        judge.expect(keys)
        return judge
    }

    @Test func aChordIsCompleteWithItsLastKey() {
        var judge = judge([60, 64, 67])
        #expect(judge.press(64, at: 0, lead: 0) == .right)
        #expect(judge.press(67, at: 5_000, lead: 0) == .right)
        #expect(judge.missing(at: 9_000) == [60])
        #expect(judge.press(60, at: 10_000, lead: 0) == .complete)
    }

    @Test func aKeyThatIsReleasedCountsForTheTolerance() {
        var judge = judge([60, 64])
        _ = judge.press(60, at: 0, lead: 0)
        judge.release(60)
        var other = judge
        #expect(judge.press(64, at: 100, lead: 0) == .complete)
        #expect(other.press(64, at: 101, lead: 0) == .right)
        #expect(other.missing(at: 101) == [60])
        #expect(other.press(60, at: 150, lead: 0) == .complete)
    }

    @Test func aKeyMayBeEarlyByTheTolerance() {
        var judge = judge([60])
        #expect(judge.press(60, at: 0, lead: 101) == .wrong)
        #expect(judge.press(60, at: 1, lead: 100) == .complete)
    }

    @Test func wrongKeysHoldNothingUp() {
        var judge = judge([60])
        #expect(judge.press(61, at: 0, lead: 0) == .wrong)
        #expect(judge.press(60, at: 1, lead: 0) == .complete)
    }

    @Test func aRepeatedNoteNeedsANewPress() {
        var judge = judge([60])
        #expect(judge.press(60, at: 0, lead: 0) == .complete)
        judge.expect([60])
        #expect(judge.missing(at: 10) == [60])
        judge.release(60)
        #expect(judge.press(60, at: 20, lead: 0) == .complete)
    }

    @Test func anyOrderOfHeldKeysCompletesAnyChord() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let keys = Array(Set((0..<random.int(1...8)).map { _ in random.byte() })).sorted()
            var judge = judge(keys)
            var left = keys.shuffled(using: &random)
            var time: Int64 = 0
            while let key = left.popLast() {
                time += Int64(random.int(0...1_000))
                let wrong = random.byte()
                if !keys.contains(wrong) {
                    #expect(judge.press(wrong, at: time, lead: 0) == .wrong)
                }
                #expect(judge.press(key, at: time, lead: 0) == (left.isEmpty ? .complete : .right))
                #expect(judge.missing(at: time) == left.sorted())
            }
        }
    }

    // MARK: Ramp

    @Test func aRampGoesInEqualSteps() throws {
        let ramp = try #require(SpeedRamp(parsing: "60%..100%/5"))
        #expect(
            (0...6).map { ramp.speed(ofRepetition: $0).description }
                == ["0.6", "0.7", "0.8", "0.9", "1", "1", "1"]
        )
        #expect(SpeedRamp(parsing: ramp.description) == ramp)
        let down = try #require(SpeedRamp(parsing: "1..1/2/4"))
        #expect(
            (0..<4).map { down.speed(ofRepetition: $0).description } == [
                "1", "0.833", "0.667", "0.5",
            ]
        )
    }

    @Test(arguments: [
        "", "60%", "60%..100%", "60%..100%/1", "60%..100%/1001", "..1/3", "1../3", "1..2/x",
    ])
    func whatIsNoRampIsRefused(text: String) {
        #expect(SpeedRamp(parsing: text) == nil)
    }
}
