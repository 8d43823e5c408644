import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

/// An edited version takes over from the one that plays.
///
/// One tick is one frame at rate 1000.
struct ExchangeTests {
    private func item(
        _ events: [(Int64, Event)],
        from: Int64 = 0,
        tempo: UInt32? = nil,
        fresh: Bool = true
    ) -> PlayItem {
        var sequence = PreparedSequence.of(
            [.of(events.sorted { $0.0 < $1.0 }, end: 400)],
            division: .ticksPerQuarter(500)
        )
        if let tempo { sequence = sequence.withTempo(tempo) }
        return PlayItem(
            sequence: sequence,
            rate: 1000,
            from: sequence.tempoMap.frame(atTick: from, rate: 1000),
            chaseNotes: true,
            startsAnew: fresh
        )
    }

    /// Plays one item as far as another one begins, and then that.
    private func heard(_ first: PlayItem, _ second: PlayItem) -> [String] {
        var player = MusicPlayer(samplers: 1)
        var heard: [Heard] = []
        player.start(first, atFrame: 1_000)
        let frame = player.replacementFrame(for: second, notBefore: 1_000)
        drain(&player, first, before: frame, into: &heard)
        player.replaceItem(second, atFrame: frame)
        drain(&player, second, before: 9_000, into: &heard)
        let left = player.soundingKeys + player.heldPedals
        #expect(left == 0)
        withExtendedLifetime((first, second)) {}
        return heard.map { heard in
            Heard(frame: heard.frame - 1_000, port: 0, bytes: heard.bytes).description
        }
    }

    private static let events: [(Int64, Event)] = [
        (0, .cc(0, 7, 90)), (0, .program(0, 5)), (10, .on(0, 60)), (20, .on(0, 61)),
        (200, .off(0, 60)), (210, .off(0, 61)), (300, .cc(0, 7, 10)),
    ]

    @Test func theSameVersionGoesOnAsIfNothingHadHappened() {
        let one = item(Self.events)
        let other = item(Self.events, from: 100)
        #expect(heard(one, other) == play(one).map(\.description))
    }

    @Test func keysThatSoundInBothGetTheNewNoteOffsAndOthersEnd() {
        var edited = Self.events
        edited[0] = (0, .cc(0, 7, 80))
        edited[3] = (0, .cc(0, 10, 3))
        edited[4] = (250, .off(0, 60))
        edited[5] = (260, .off(0, 62))
        edited.append((50, .on(0, 62, 33)))
        #expect(
            heard(item(Self.events), item(edited, from: 100)) == [
                "0/0: B0 7 5A", "0/0: C0 5", "10/0: 90 3C 64", "20/0: 90 3D 64",
                "100/0: 80 3D 40", "100/0: B0 7 50", "100/0: B0 A 3", "100/0: 90 3E 21",
                "250/0: 80 3C 40", "260/0: 80 3E 40", "300/0: B0 7 A",
            ]
        )
    }

    @Test func pedalsAreBroughtToTheNewState() {
        let down = Self.events + [(30, .cc(0, 64, 127)), (350, .cc(0, 64, 0))]
        let toDown = heard(item(Self.events), item(down, from: 100))
        #expect(toDown.contains("100/0: B0 40 7F"))
        #expect(toDown.contains("350/0: B0 40 0"))
        let toUp = heard(item(down), item(Self.events, from: 100))
        #expect(toUp.filter { $0.contains("B0 40") } == ["30/0: B0 40 7F", "100/0: B0 40 0"])
        let still = heard(item(down), item(down, from: 100))
        #expect(still.filter { $0.contains("B0 40") } == ["30/0: B0 40 7F", "350/0: B0 40 0"])
    }

    @Test func anotherTempoKeepsTheTick() {
        let one = item(Self.events)
        let other = item(Self.events, from: 100, tempo: 1_000_000)
        #expect(
            heard(one, other).suffix(3) == ["300/0: 80 3C 40", "320/0: 80 3D 40", "500/0: B0 7 A"]
        )
    }

    @Test func otherSystemExclusiveMessagesEndWhatSounds() {
        let edited =
            Self.events + [(5, .packet(.start, [0x41, 0x10, 0x42, 0x12, 1, 2, 3, 4, 0xF7]))]
        let heard = heard(item(Self.events), item(edited, from: 100))
        let place = heard.firstIndex(of: "100/0: FF") ?? 0
        #expect(Set(heard[..<place].suffix(2)) == ["100/0: 80 3C 40", "100/0: 80 3D 40"])
        // They sound in both, so they begin again.
        #expect(heard.filter { $0.hasPrefix("100/0: 90") }.count == 2)
        #expect(heard.filter { $0.hasPrefix("200/0: 80") } == ["200/0: 80 3C 40"])
    }

    @Test func aPlaceThatIsNotAheadIsGoneToAtOnce() {
        let one = item(Self.events)
        let back = item(Self.events, from: 15)
        var player = MusicPlayer(samplers: 1)
        var heard: [Heard] = []
        player.start(one, atFrame: 0)
        drain(&player, one, before: 150, into: &heard)
        let frame = player.replacementFrame(for: back, notBefore: 150)
        #expect(frame == 150)
        player.replaceItem(back, atFrame: frame)
        #expect(player.position(atFrame: 150) == 15)
        heard = []
        drain(&player, back, before: 170, into: &heard)
        // 61 begins at 20.
        #expect(heard.map(\.description) == ["150/0: 80 3D 40", "155/0: 90 3D 64"])
        withExtendedLifetime((one, back)) {}
    }

    @Test func withNothingPlayingOnlyThePlaceChanges() {
        let one = item(Self.events)
        let other = item(Self.events, from: 100)
        var player = MusicPlayer(samplers: 1)
        player.replaceItem(other, atFrame: 0)
        let isIdle = player.hasEnded
        #expect(isIdle)
        var heard: [Heard] = []
        player.start(one, atFrame: 0)
        drain(&player, one, before: 50, into: &heard)
        player.release(atFrame: 50)
        drain(&player, one, before: 60, into: &heard)
        heard = []
        player.replaceItem(other, atFrame: 60)
        drain(&player, other, before: 900, into: &heard)
        #expect(heard == [])
        withExtendedLifetime((one, other)) {}
    }
}
