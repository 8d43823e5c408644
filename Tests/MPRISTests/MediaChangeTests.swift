import Testing

@testable import MPRIS

/// The signals that tell of changes.
struct MediaChangeTests {
    private static let description = MediaDescription(
        identity: "seqd",
        isMain: true,
        canQuit: false,
        opensFiles: true
    )

    private static func change(
        isJump: Bool = false,
        _ change: (inout MediaState) -> Void
    ) -> MediaChange {
        var state = MediaState.example
        change(&state)
        return MediaChange(from: .example, to: state, of: description, isJump: isJump)
    }

    /// The position of the example after seconds.
    private static func position(_ microseconds: Int64, after seconds: Int64) -> MediaPosition {
        MediaPosition(
            microseconds: microseconds,
            time: 1_000_000_000 + seconds * 1_000_000_000,
            pace: 1.5
        )
    }

    @Test
    func whatStaysTheSameIsNotTold() {
        #expect(Self.change { _ in } == MediaChange(properties: [:], seeked: nil))
        // Ten seconds at 1.5 times the speed.
        let later = Self.change { $0.position = Self.position(25_100_000, after: 10) }
        #expect(later.properties.isEmpty)
        #expect(later.seeked == nil)
    }

    @Test
    func onlyWhatHasChangedIsTold() {
        let change = Self.change {
            $0.playback = .paused
            $0.gain = 0
            $0.position.pace = 0
        }
        #expect(change.properties == ["PlaybackStatus": .text("Paused"), "Volume": .real(1)])
        #expect(change.seeked == nil)
    }

    @Test(arguments: [(40_000_000, 10), (10_000_000, 1), (0, 0)])
    func aJumpIsTold(microseconds: Int64, seconds: Int64) {
        let change = Self.change { $0.position = Self.position(microseconds, after: seconds) }
        #expect(change.seeked == microseconds)
        #expect(change.properties.isEmpty)
    }

    @Test
    func aSmallJumpIsToldWhereTheDesktopHasMadeIt() {
        let near: (inout MediaState) -> Void = { $0.position.microseconds += 50_000 }
        #expect(Self.change(near).seeked == nil)
        #expect(Self.change(isJump: true, near).seeked == 10_050_000)
    }

    @Test
    func anotherTrackBeginsAtItsStart() {
        let atStart = Self.change {
            $0.track?.name = "8"
            $0.position = Self.position(0, after: 3)
        }
        #expect(atStart.properties.keys.sorted() == ["Metadata"])
        #expect(atStart.seeked == nil)
        let within = Self.change {
            $0.track?.name = "8"
            $0.position = Self.position(30_000_000, after: 3)
        }
        #expect(within.seeked == 30_000_000)
    }

    @Test
    func withoutATrackThereIsNoPosition() {
        let change = Self.change(isJump: true) { $0 = MediaState() }
        #expect(change.seeked == nil)
        #expect(change.properties["CanPlay"] == .boolean(false))
    }

    @Test
    func aClockThatJumpsIsNoFault() {
        let before = MediaPosition(microseconds: .max, time: .min / 2, pace: 100)
        let after = MediaPosition(microseconds: 0, time: .max / 2 - 1, pace: 100)
        #expect(!after.follows(before))
    }

    @Test
    func aStateThatOnlyPlaysOnIsAContinuation() {
        var later = MediaState.example
        later.position = Self.position(11_500_000, after: 1)
        #expect(later.isContinuation(of: .example))
        later.gain = 1
        #expect(!later.isContinuation(of: .example))
        var jumped = MediaState.example
        jumped.position = Self.position(10_000_000, after: 1)
        #expect(!jumped.isContinuation(of: .example))
    }
}
