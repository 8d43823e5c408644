import Sequencer
import TestSupport
import Testing

@testable import Playback

/// The values of practice without an engine: waits and ramps.
struct PiecePracticeTests {
    /// The same key on each of four beats.
    private static var song: SMFBuilder {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track {
            for beat in 0..<4 as Range<UInt32> {
                $0.note(at: beat * 480, length: 480, channel: 0, key: 60)
            }
        }
        return song
    }

    private func update(
        _ practice: inout PiecePractice,
        _ piece: LoadedPiece,
        loop: Range<Int64>? = nil,
        at frame: Int64
    ) {
        practice.update(
            piece,
            rate: PieceMaker.rate,
            semitones: 0,
            loop: loop,
            passes: nil,
            at: PracticePosition(frame: frame)
        )
    }

    private func practice(of piece: LoadedPiece) throws -> PiecePractice {
        var practice = PiecePractice(PracticeSettings(try SelectorSet(parsing: "1")))
        update(&practice, piece, at: 0)
        practice.locate(at: PracticePosition(frame: 0))
        return practice
    }

    @Test func aPauseIsNoTimeOfWaiting() throws {
        let piece = try PieceMaker().piece(Self.song)
        var practice = try practice(of: piece)
        practice.wait(at: 0)
        practice.pause(at: 10)
        practice.pause(at: 500)
        // The engine starts anew at the end of the pause.
        practice.locate(at: PracticePosition(frame: 0))
        practice.wait(at: 1_000)
        #expect(practice.press(60, at: 1_005, lead: 0) == true)
        #expect(practice.summary.waits == 1)
        #expect(practice.summary.waited == 15)
        practice.wait(at: 2_000)
        #expect(practice.press(60, at: 2_001, lead: 0) == true)
        #expect(practice.summary.waits == 2)
        #expect(practice.summary.waited == 16)
        let waits = practice.takeEvents().filter { event in
            if case .waiting = event { true } else { false }
        }
        #expect(waits.count == 2)
    }

    @Test func theSumsCountAWaitThatHasNotEnded() throws {
        let piece = try PieceMaker().piece(Self.song)
        var practice = try practice(of: piece)
        practice.wait(at: 0)
        #expect(practice.press(62, at: 5, lead: 0) == false)
        #expect(practice.wrongKey == 62)
        let sums = practice.takeSummary(at: 10)
        #expect(sums.waits == 1 && sums.waited == 10 && sums.wrongKeys == 1)
        // Each moment counts once.
        #expect(practice.currentSummary(at: 25).waited == 15)
        #expect(practice.press(60, at: 30, lead: 0) == true)
        #expect(practice.summary.waited == 20)
        #expect(practice.wrongKey == nil)
    }

    @Test func aWaitAfterASeekIsAnotherOne() throws {
        let piece = try PieceMaker().piece(Self.song)
        var practice = try practice(of: piece)
        practice.wait(at: 0)
        practice.pause(at: 10)
        practice.locate(at: PracticePosition(frame: 24_000))
        practice.wait(at: 1_000)
        #expect(practice.press(60, at: 1_005, lead: 0) == true)
        #expect(practice.summary.waits == 2)
        #expect(practice.summary.waited == 5)
    }

    @Test func anotherStepWithTheSameKeysIsAnotherWait() throws {
        let piece = try PieceMaker().piece(Self.song)
        var practice = try practice(of: piece)
        practice.wait(at: 0)
        update(&practice, piece, loop: 48_000..<96_000, at: 40_000)
        #expect(practice.step?.frame == 48_000)
        #expect(practice.waitingSince == nil)
        practice.wait(at: 100)
        #expect(practice.press(60, at: 105, lead: 0) == true)
        #expect(practice.summary.waits == 2)
        #expect(practice.summary.waited == 5)
    }

    // MARK: Ramps

    private func progress() throws -> RampProgress {
        RampProgress(try #require(SpeedRamp(parsing: "60%..100%/5")))
    }

    private func observe(
        _ progress: inout RampProgress,
        _ frame: Int64,
        _ pass: Int64,
        repeats: Int64? = nil
    ) -> RampProgress.Due? {
        progress.observe(
            PracticePosition(frame: frame, pass: pass, repeats: repeats),
            in: 0..<1_000,
            lookahead: 50
        )
    }

    @Test func aRepetitionIsDueBeforeItBegins() throws {
        var progress = try progress()
        #expect(observe(&progress, 500, 3) == nil)
        #expect(observe(&progress, 960, 3) == .ahead)
        #expect(observe(&progress, 980, 3) == nil)
        #expect(observe(&progress, 10, 4) == nil)
        #expect(progress.repetition == 1)
        #expect(observe(&progress, 960, 4, repeats: 0) == nil)
        #expect(progress.repetition == 1)
    }

    @Test func aRepetitionThatIsSeenLateCounts() throws {
        var progress = try progress()
        #expect(observe(&progress, 500, 0) == nil)
        #expect(observe(&progress, 20, 1) == .late)
        #expect(observe(&progress, 30, 1) == nil)
        #expect(progress.repetition == 1)
        #expect(observe(&progress, 970, 2) == .ahead)
        #expect(progress.repetition == 3)
    }

    @Test func aRampThatBeginsAnewCountsFromItsFirstRepetition() throws {
        var progress = try progress()
        #expect(observe(&progress, 970, 0) == .ahead)
        #expect(observe(&progress, 970, 1) == .ahead)
        progress.forgetPass()
        #expect(observe(&progress, 100, 0) == nil)
        #expect(progress.speed.description == "0.8")
        progress.begin()
        #expect(progress.speed.description == "0.6")
        #expect(observe(&progress, 970, 7) == .ahead)
        #expect(progress.repetition == 1)
    }
}
