import Testing

@testable import Voices

private typealias P = ArticulationParameter

/// The curves of an envelope's stages that have a shape.
@Suite struct EnvelopeShapeTests {
    private static let envelope = P.envelope(0)

    /// The levels of a constant, 1 for that of a note without an envelope; its key goes up at a frame.
    private func levels(
        _ count: Int,
        released: Int? = nil,
        _ change: (inout Articulation) -> Void
    ) -> [Float] {
        let player = Player([.articulated(change)], .constant)
        player.noteOn()
        var output = player.left(released ?? count)
        if let released {
            player.noteOff()
            output += player.left(count - released)
        }
        return output.map { $0 / (0.5 * 0.70711 * 1.1416) }
    }

    private func isNear(_ value: Float, _ expected: Double) -> Bool {
        abs(Double(value) - expected) < 0.006
    }

    // The numbers are those of (e^(s/2) − 1) / (e^s − 1).
    @Test(arguments: [(0, 0.5), (2.1, 0.2592), (8, 0.018), (-3.8, 0.8699), (-8, 0.982)])
    func halfOfTheTimeOfAnAttackAndADecay(_ shape: Float, _ way: Double) {
        let attack = levels(48_100) {
            $0.values[Self.envelope + P.attack] = 1
            $0.envelopeShapes[0].attack = shape
        }
        #expect(isNear(attack[24_000], way))
        #expect(isNear(attack[48_064], 1))
        let decay = levels(48_100) {
            $0.values[Self.envelope + P.decay] = 1
            $0.values[Self.envelope + P.sustain] = 0.005
            $0.envelopeShapes[0].decay = shape
        }
        #expect(isNear(decay[24_000], 1 - way))
        #expect(isNear(decay[48_064], 0.005))
    }

    @Test func anAttackRisesFromItsStart() {
        let attack = levels(10_000) {
            $0.values[Self.envelope + P.attack] = 0.1
            $0.values[Self.envelope + P.envelopeStart] = 0.4
            $0.envelopeShapes[0].attack = 2.1
        }
        #expect(isNear(attack[2_400], 0.4 + 0.6 * 0.2592))
    }

    @Test func aDecayEndsAtItsSustainAndTheReleaseFallsFromThere() {
        let levels = levels(96_000, released: 48_000) {
            $0.values[Self.envelope + P.decay] = 0.5
            $0.values[Self.envelope + P.sustain] = 0.5
            $0.values[Self.envelope + P.release] = 0.5
            $0.envelopeShapes[0].decay = 8
            $0.envelopeShapes[0].release = 0
        }
        // 1 − way is 0.5 at 0.9134 of the time.
        #expect(levels[21_000] > 0.6 && levels[21_700] > 0.5)
        #expect(isNear(levels[22_100], 0.5) && isNear(levels[48_000], 0.5))
        #expect(isNear(levels[60_000], 0.25) && isNear(levels[66_000], 0.125))
        #expect(levels[71_000] > 0 && levels[72_100] == 0)
    }

    @Test func aDecayWithoutASustainGoesOnWithTheRelease() {
        let player = Player(
            [
                .articulated {
                    $0.values[Self.envelope + P.decay] = 0.1
                    $0.values[Self.envelope + P.sustain] = 0
                    $0.envelopeShapes[0].decay = 3
                    $0.envelopeShapes[0].release = 3
                }
            ],
            .constant
        )
        player.noteOn()
        #expect(player.left(4_000)[3_900] > 0.1)
        _ = player.left(4_000)
        #expect(player.engine.voiceCount == 0)
    }

    @Test func theUsualCurveIsThatOfMinusNine() {
        func change(_ shape: Float?) -> (inout Articulation) -> Void {
            {
                $0.values[Self.envelope + P.decay] = 1
                $0.values[Self.envelope + P.sustain] = 0.01
                $0.values[Self.envelope + P.release] = 1
                ($0.envelopeShapes[0].decay, $0.envelopeShapes[0].release) = (shape, shape)
            }
        }
        let (usual, shaped) = (
            levels(36_000, released: 12_000, change(nil)),
            levels(36_000, released: 12_000, change(-9))
        )
        let isEqual = zip(usual, shaped).allSatisfy { abs($0 - $1) < 0.0005 }
        #expect(isEqual)
    }

    @Test func theEnvelopesOfFilterAndPitchHaveShapesToo() {
        for index in 1...2 {
            let levels = levels(20_000) {
                $0.values[P.envelope(index) + P.attack] = 1
                $0.envelopeShapes[index].attack = -3.8
                $0.connections = [
                    Connection(.envelope(UInt8(index)), to: P.volume, amount: -20)
                ]
            }
            // A quarter of the time: 0.6274 of the way.
            #expect(abs(levels[12_000] / 0.2358 - 1) < 0.01)
        }
    }

    @Test func anotherNotesGroupEndsItWithoutItsShape() {
        let player = Player(
            [
                .articulated {
                    $0.conditions.group = 1
                    $0.conditions.offBy = 1
                    $0.values[Self.envelope + P.release] = 10
                    $0.envelopeShapes[0].release = 8
                }
            ],
            .constant
        )
        player.noteOn(60)
        _ = player.left(1_000)
        player.noteOn(62)
        _ = player.left(2_000)
        #expect(player.engine.voiceCount == 1)
    }

    @Test(arguments: [-.infinity, -1e9, -0.0001, 0.0001, 1e9, .infinity, .nan] as [Float])
    func anyShapeEnds(_ shape: Float) {
        let player = Player(
            [
                .articulated {
                    for stage in [P.attack, P.decay, P.release] {
                        $0.values[Self.envelope + stage] = 0.02
                    }
                    $0.values[Self.envelope + P.sustain] = 0.3
                    $0.envelopeShapes[0].attack = shape
                    $0.envelopeShapes[0].decay = shape
                    $0.envelopeShapes[0].release = shape
                }
            ],
            .constant
        )
        player.noteOn()
        let held = player.left(4_000)
        player.noteOff()
        let rest = player.left(4_000)
        let isWithin = (held + rest).allSatisfy { $0 >= 0 && $0 < 0.5 }
        #expect(isWithin)
        #expect(player.engine.voiceCount == 0)
    }
}
