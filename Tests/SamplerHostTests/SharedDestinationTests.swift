import MIDI
import Sequencer
import TestSupport
import Testing

@testable import SamplerHost

/// Two tracks that rules lead to one channel: what was sent there last counts, wherever playing
/// begins.
@Suite struct SharedDestinationTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    /// A long note of the first track, and volumes of either at 100 and 200 ms.
    private func song(first: [(UInt32, UInt8)], second: [(UInt32, UInt8)]) -> SMFBuilder {
        .milliseconds(
            { track in
                for (time, volume) in first { track.control(at: time, channel: 0, 7, volume) }
                for start: UInt32 in [0, 400, 800] {
                    track.note(at: start, length: 350, channel: 0, key: 69)
                }
            },
            { track in
                for (time, volume) in second { track.control(at: time, channel: 0, 7, volume) }
                track.note(at: 0, length: 10, channel: 0, key: 81)
            }
        )
    }

    private func stage(_ song: SMFBuilder) throws -> RoutedStage {
        var settings = RoutedStage.settings(font: studio.font)
        settings.rules = [.rule(.track(1), to: "one"), .rule(.track(2), to: "one")]
        return try RoutedStage(song, settings)
    }

    /// The level of the note that begins at 400 ms, or at 800, where playing begins before it.
    private func level(
        _ song: SMFBuilder,
        from start: Int,
        at milliseconds: Int = 100,
        _ prepare: (RoutedStage) throws -> Void = { _ in }
    ) throws -> Double {
        let stage = try stage(song)
        try stage.start(stage.item(from: start))
        try prepare(stage)
        try stage.run()
        #expect(stage.heldCount == 0)
        return try stage.level(ofKey: 69, at: milliseconds)
    }

    /// Has a stage go to 390 ms at a time.
    private func locate(_ stage: RoutedStage, at milliseconds: Int) {
        stage.at(milliseconds) {
            _ = stage.engine.start(
                try stage.item(from: 390, isUntouched: false),
                on: stage.rack,
                routed: stage.routed,
                isLast: true
            )
        }
    }

    @Test(arguments: [(100, 200), (200, 100)] as [(UInt32, UInt32)])
    func theOrderOfThePieceDecides(first: UInt32, second: UInt32) throws {
        let song = song(first: [(first, 30)], second: [(second, 110)])
        let played = try level(song, from: 0, at: 450)
        let chased = try level(song, from: 390, at: 60)
        #expect(abs(chased - played) < 0.01)
        let other = try level(self.song(first: [], second: []), from: 0, at: 450)
        #expect(abs(other - played) > 1)
    }

    @Test func aValueThatIsUsualCountsToo() throws {
        // 100 is the volume of a channel that got none.
        let song = song(first: [(100, 30)], second: [(200, 100)])
        #expect(try abs(level(song, from: 390, at: 60) - level(song, from: 0, at: 450)) < 0.01)
    }

    @Test func locatingBackFindsWhatWasThere() throws {
        let song = song(first: [(100, 30)], second: [(700, 110)])
        let quiet = try level(song, from: 0, at: 450)
        let located = try level(song, from: 790, at: 260) { locate($0, at: 200) }
        #expect(abs(located - quiet) < 0.01)
    }

    @Test func aTrackWithoutSettingsTakesNoneAway() throws {
        // The second track is put into its initial state by a System Exclusive message that the
        // position before did not have.
        var song = self.song(first: [(100, 30)], second: [])
        song.track { $0.systemExclusive(at: 50, [0x7F, 0x7F, 0x04, 0x01, 0, 0x7F, 0xF7]) }
        let quiet = try level(song, from: 0, at: 450)
        let located = try level(song, from: 0, at: 260) { locate($0, at: 20) }
        let again = try level(song, from: 390, at: 60)
        #expect(abs(again - quiet) < 0.01)
        #expect(abs(located - quiet) < 0.01)
    }
}
