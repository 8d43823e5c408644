import Foundation
import Testing

@testable import Voices

private typealias P = ArticulationParameter

/// The sound of notes of articulated regions.
@Suite struct ArticulationTests {
    /// The gain of a side in the middle.
    private static let middle: Float = 0.70711 * 1.1416

    /// The level of a constant at a frame, 1 for that of the sample in the middle.
    private func level(
        _ frame: Int = 1_000,
        velocity: UInt8 = 127,
        key: UInt8 = 60,
        prepare: (Player) -> Void = { _ in },
        _ change: (inout Articulation) -> Void
    ) -> Float {
        let player = Player([.articulated(change)], .constant)
        prepare(player)
        player.noteOn(key, velocity: velocity)
        return player.left(frame + 1)[frame] / (0.5 * Self.middle)
    }

    private func isNear(_ value: Float, _ expected: Float, _ part: Float = 0.005) -> Bool {
        abs(value - expected) <= max(abs(expected), 0.02) * part
    }

    @Test func aConstantKeepsItsLevelFromTheFirstFrame() {
        #expect(isNear(level(0) { _ in }, 1))
        #expect(isNear(level { _ in }, 1))
    }

    @Test func levels() {
        #expect(isNear(level { $0.values[P.volume] = -6.0206 }, 0.5))
        #expect(isNear(level { $0.values[P.amplitude] = 0.25 }, 0.25))
        #expect(isNear(level(key: 72) { $0.values[P.ampKeytrack] = -0.50172 }, 0.5))
        #expect(isNear(level(velocity: 64) { _ in }, 64 * 64 / (127 * 127)))
        #expect(isNear(level(velocity: 64) { $0.values[P.velocityTracking] = 0 }, 1))
        #expect(
            isNear(level(velocity: 64) { $0.values[P.velocityTracking] = 0.5 }, 0.62697)
        )
        #expect(
            isNear(level(velocity: 127) { $0.values[P.velocityTracking] = -1 }, 0)
        )
        let curve = (0...127).map { Float($0) / 127 }
        #expect(isNear(level(velocity: 64) { $0.velocityCurve = curve }, 64.0 / 127))
    }

    @Test func controllersMultiplyAmplitudeAndAddDecibels() {
        let level1 = level(prepare: { $0.engine.control(1, 64, channel: 0) }) {
            $0.connections = [
                Connection(.controller(ControllerInput(1, curve: 4)), to: P.amplitude, amount: 1)
            ]
        }
        #expect(isNear(level1, 64 * 64 / (127 * 127)))
        let level2 = level(prepare: { $0.engine.control(2, 127, channel: 0) }) {
            $0.connections = [
                Connection(.controller(ControllerInput(2)), to: P.volume, amount: -12.0412)
            ]
        }
        #expect(isNear(level2, 0.25))
    }

    @Test func aSecondControllerScalesAConnection() {
        let value = level(prepare: {
            $0.engine.control(2, 127, channel: 0)
            $0.engine.control(3, 0, channel: 0)
        }) {
            $0.connections = [
                Connection(
                    .controller(ControllerInput(2)),
                    to: P.volume,
                    amount: -20,
                    by: ControllerInput(3)
                )
            ]
        }
        #expect(isNear(value, 1))
    }

    @Test func anUnsetControllerHasThePresetsValue() {
        var preset = RegionPreset(regions: [
            .articulated {
                $0.connections = [
                    Connection(.controller(ControllerInput(20)), to: P.amplitude, amount: 1)
                ]
            }
        ])
        preset.controls.initialValues[20] = 0.5
        let player = Player(preset, [.constant])
        player.noteOn()
        #expect(isNear(player.left(500)[499] / (0.5 * Self.middle), 0.5))
        player.engine.control(20, 127, channel: 0)
        #expect(isNear(player.left(500)[499] / (0.5 * Self.middle), 1))
    }

    @Test func theAttackIsEvenAndTheDecayFallsByNinePowersOfE() {
        let rate = Float(Player.rate)
        let player = Player(
            [
                .articulated {
                    $0.values[P.envelope(0) + P.attack] = 0.1
                    $0.values[P.envelope(0) + P.hold] = 0.05
                    $0.values[P.envelope(0) + P.decay] = 1
                    $0.values[P.envelope(0) + P.sustain] = 0.01
                }
            ],
            .constant
        )
        player.noteOn()
        let output = player.left(48_000).map { $0 / (0.5 * Self.middle) }
        #expect(isNear(output[2_400], 0.5, 0.02))
        #expect(isNear(output[Int(0.12 * rate)], 1))
        #expect(isNear(output[Int(0.25 * rate)], exp(-0.9), 0.02))
        #expect(isNear(output[Int(0.35 * rate)], exp(-1.8), 0.02))
        #expect(isNear(output[47_000], 0.01, 0.15))
    }

    @Test(arguments: [true, false])
    func controllersChangeTheReleaseOfDynamicEnvelopesOnly(_ isDynamic: Bool) {
        let release = P.envelope(0) + P.release
        let player = Player(
            [
                .articulated {
                    $0.hasDynamicEnvelope[0] = isDynamic
                    $0.values[release] = 0.1
                    $0.connections = [
                        Connection(.controller(ControllerInput(20)), to: release, amount: 0.9)
                    ]
                }
            ],
            .constant
        )
        player.noteOn()
        _ = player.left(4_800)
        player.engine.control(20, 127, channel: 0)
        _ = player.left(4_800)
        player.noteOff()
        let level = player.left(4_800)[4_799] / (0.5 * Self.middle)
        #expect(isNear(level, exp(isDynamic ? -0.9 : -9), isDynamic ? 0.02 : 0.05))
    }

    @Test func theReleaseFallsByNinePowersOfE() {
        let player = Player(
            [.articulated { $0.values[P.envelope(0) + P.release] = 0.5 }],
            .constant
        )
        player.noteOn()
        _ = player.left(4_800)
        player.noteOff()
        let output = player.left(48_000).map { $0 / (0.5 * Self.middle) }
        #expect(isNear(output[4_800], exp(-1.8), 0.03))
        #expect(output[40_000] == 0)
        #expect(player.engine.voiceCount == 0)
    }

    @Test func oneShotsPlayToTheEndOfTheSample() {
        let player = Player([.articulated { $0.loopMode = .oneShot }], .constant)
        player.noteOn()
        _ = player.left(10)
        player.noteOff()
        let output = player.left(2_000)
        #expect(output[900] > 0.3)
        #expect(output[1_100] == 0)
        #expect(player.engine.voiceCount == 0)
    }

    @Test(arguments: [0, 1, 63, 64, 100, 1_000])
    func delaysAreExactToTheFrame(_ frames: Int) {
        let seconds = Float(Double(frames) / Player.rate) + 1e-6
        let player = Player([.articulated { $0.values[P.delay] = seconds }], .constant)
        _ = player.left(17)
        player.noteOn()
        let output = player.left(2_000)
        #expect(output.firstIndex { $0 != 0 } == frames)
    }

    @Test func pitchFollowsKeysWheelAndVelocity() {
        func ratio(
            key: UInt8 = 60,
            velocity: UInt8 = 127,
            wheel: Int = 8_192,
            _ change: (inout Articulation) -> Void = { _ in }
        ) -> Double {
            let region = Region.articulated {
                $0.loopMode = .none
                $0.values[P.velocityTracking] = 0
                change(&$0)
            }
            let player = Player([region], .ramp)
            player.engine.setWheel(wheel, channel: 0)
            player.noteOn(key, velocity: velocity)
            let output = player.left(4_000)
            return Double((output[3_900] - output[100]) / 3_800 * 32_768 / Self.middle)
        }
        #expect(abs(ratio() - 1) < 1e-3)
        #expect(abs(ratio(key: 67) / 1.498307 - 1) < 1e-3)
        #expect(abs(ratio { $0.values[P.pitch] = -1_200 } / 0.5 - 1) < 1e-3)
        #expect(abs(ratio(wheel: 16_383) / 1.122462 - 1) < 1e-3)
        #expect(abs(ratio(wheel: 0) { $0.values[P.bendDown] = -1_200 } / 0.5 - 1) < 1e-3)
        #expect(
            abs(ratio(velocity: 127) { $0.values[P.pitchVelocity] = 1_200 } / 2 - 1) < 1e-3
        )
        #expect(abs(ratio(key: 72) { $0.values[P.pitchKeytrack] = 50 } / 1.41421 - 1) < 1e-3)
    }

    @Test func positionsAndWidth() {
        func sides(_ change: (inout Articulation) -> Void) -> (Float, Float) {
            let right = RegionSample(
                SampleFrames([Int16](repeating: -8_192, count: 1_000)),
                loop: 100..<900,
                rate: Player.rate
            )
            let region = Region.articulated {
                $0.rightSample = 1
                change(&$0)
            }
            let player = Player(RegionPreset(regions: [region]), [.constant, right])
            player.noteOn()
            let output = player.render(500)
            return (output[0][400] / Self.middle, output[1][400] / Self.middle)
        }
        var (left, right) = sides { _ in }
        #expect(isNear(left, 0.5) && isNear(right, -0.25))
        (left, right) = sides { $0.values[P.width] = -1 }
        #expect(isNear(left, -0.25) && isNear(right, 0.5))
        (left, right) = sides { $0.values[P.width] = 0 }
        #expect(isNear(left, right) && isNear(left, 0.25 * 0.70711))
        (left, right) = sides { $0.values[P.pan] = -1 }
        #expect(isNear(left, 0.5 * 1.41421) && right == 0)
        (left, right) = sides { $0.values[P.position] = 1 }
        #expect(left == 0 && isNear(right, -0.25 * 1.41421))
    }

    @Test func crossfadesKeepPowerOrLevel() {
        func fade(_ value: UInt8, isPower: Bool) -> Float {
            level(prepare: { $0.engine.control(30, value, channel: 0) }) {
                $0.crossfades = [
                    Crossfade(controller: 30, fadeIn: SIMD2(0, 1), isPower: isPower)
                ]
            }
        }
        #expect(isNear(fade(127, isPower: true), 1))
        #expect(isNear(fade(64, isPower: true), Float(64.0 / 127).squareRoot()))
        #expect(isNear(fade(64, isPower: false), 64.0 / 127))
        #expect(fade(0, isPower: true) == 0)
    }

    @Test func oscillatorsAndFlexibleEnvelopesMoveValues() {
        let value = level(479) {
            $0.oscillators = [OscillatorShape([.init(.square)])]
            $0.values[P.oscillator(0) + P.rate] = 10
            $0.connections = [Connection(.oscillator(0), to: P.volume, amount: -6.0206)]
        }
        #expect(isNear(value, 0.5))
        var envelope = FlexibleEnvelope()
        envelope.points = [
            .init(time: 0, level: 0), .init(time: 0.1, level: 1), .init(time: 0.1, level: 0),
        ]
        envelope.sustain = 1
        let player = Player(
            [
                .articulated {
                    $0.flexibleEnvelopes = [envelope]
                    $0.hasAmplitudeEnvelope = false
                    $0.connections = [
                        Connection(.flexibleEnvelope(0), to: P.amplitude, amount: 1)
                    ]
                }
            ],
            .constant
        )
        player.noteOn()
        let output = player.left(9_600).map { $0 / (0.5 * Self.middle) }
        #expect(isNear(output[2_400], 0.5, 0.03))
        #expect(isNear(output[9_000], 1))
        player.noteOff()
        let rest = player.left(9_600).map { $0 / (0.5 * Self.middle) }
        #expect(isNear(rest[2_400], 0.5, 0.04))
        #expect(rest[9_000] == 0)
        #expect(player.engine.voiceCount == 0)
    }
}
