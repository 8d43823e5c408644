import Foundation
import MIDI
import SamplerHost
import TestSupport
import Testing

/// What messages set for the notes that begin later: the soft pedal, parameters of drums and those of
/// the AWE32; and the depth of the modulation wheel.
@Suite struct NoteParameterTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    // MARK: The soft pedal

    @Test func theSoftPedalIsThreeDecibels() throws {
        let rendering = try studio.render(
            .milliseconds {
                $0.key(0...200)
                $0.control(at: 100, channel: 0, .soft, 64)
                $0.key(300...600)
                $0.control(at: 450, channel: 0, .soft, 63)
                $0.key(700...900)
            }
        )
        let loud = try rendering.level(ofKey: 69, 20..<90)
        // Only for notes that begin while it is down.
        #expect(abs(try rendering.level(ofKey: 69, 110..<190) - loud) < 0.02)
        #expect(abs(try rendering.level(ofKey: 69, 320..<440) - loud + 3) < 0.05)
        #expect(abs(try rendering.level(ofKey: 69, 460..<590) - loud + 3) < 0.05)
        #expect(abs(try rendering.level(ofKey: 69, 720..<890) - loud) < 0.02)
    }

    @Test func theSoftPedalLowersTheCutoffBy1800Cents() throws {
        let song: @Sendable (Bool) -> SMFBuilder = { isSoft in
            .milliseconds {
                $0.program(at: 0, channel: 0, .saw)
                if isSoft {
                    $0.control(at: 0, channel: 0, .soft, 127)
                } else {
                    $0.generator(at: 0, 8, -1_800 / 2)
                    $0.generator(at: 0, 48, 30)
                }
                $0.key(5...200)
            }
        }
        let soft = try studio.render(song(true))
        #expect(try soft.distance(to: studio.render(song(false))) < -100)
    }

    @Test func drumsHaveNoSoftPedal() throws {
        let song: @Sendable (UInt8) -> SMFBuilder = { value in
            .milliseconds {
                $0.control(at: 0, channel: 9, .soft, value)
                $0.note(at: 5, length: 50, channel: 9, key: 40)
            }
        }
        let plain = try studio.render(song(0))
        let pressed = try studio.render(song(127))
        #expect(firstDifference(plain.bytes, pressed.bytes) == nil)
    }

    // MARK: Drums

    private func drums(
        _ body: @escaping @Sendable (inout SMFBuilder.Track) -> Void,
        reverb: Bool = false,
        chorus: Bool = false
    ) throws -> Rendering {
        var options = Rendering.Options()
        options.reverb = reverb
        options.chorus = chorus
        let song = SMFBuilder.milliseconds {
            body(&$0)
            $0.note(at: 10, length: 20, channel: 9, key: 40, velocity: 127)
            $0.note(at: 110, length: 20, channel: 9, key: 41, velocity: 127)
            $0.endTick = 200
        }
        return try studio.render(song, options: options)
    }

    @Test(arguments: [1, 32, 64, 100, 127] as [UInt8]) func theLevelOfADrum(value: UInt8) throws {
        let rendering = try drums { $0.nonRegisteredParameter(at: 0, channel: 9, 0x1A, 40, value) }
        let difference = try rendering.peak(0..<100) - rendering.peak(100..<200)
        #expect(abs(difference - 40 * log10(Double(value) / 127)) < 0.1)
    }

    @Test func thePanOfADrum() throws {
        let rendering = try drums {
            $0.nonRegisteredParameter(at: 0, channel: 9, 0x1C, 40, 1)
            $0.nonRegisteredParameter(at: 0, channel: 9, 0x1C, 41, 127)
        }
        #expect(try rendering.right.isSilent(in: rendering.frames(0..<100)))
        #expect(try rendering.left.isSilent(in: rendering.frames(100..<200)))
        #expect(try rendering.peak(0..<100) > -40)
    }

    @Test func thePitchOfADrum() throws {
        // An octave lower, a click's frame comes after twice as many frames.
        let plain = try drums { _ in }
        let rendering = try drums {
            $0.nonRegisteredParameter(at: 0, channel: 9, 0x18, 40, 64 - 12)
            $0.nonRegisteredParameter(at: 0, channel: 9, 0x19, 41, 64)
        }
        let (one, other) = (plain.left.onsets(), rendering.left.onsets())
        try #require(one.count == 2 && other.count == 2)
        #expect(abs(other[0] - one[0] - 128) < 8)
        #expect(other[1] == one[1])
    }

    @Test(arguments: [(0x1D, 91), (0x1E, 93)] as [(UInt8, UInt8)])
    func theSendsOfADrum(number: UInt8, controller: UInt8) throws {
        let isReverb = controller == 91
        func render(
            _ body: @escaping @Sendable (inout SMFBuilder.Track) -> Void
        ) throws -> Rendering {
            try drums(body, reverb: isReverb, chorus: !isReverb)
        }
        let wanted = try render { $0.control(at: 0, channel: 9, controller, 100) }
        let heard = try render {
            for key: UInt8 in 40...41 {
                $0.nonRegisteredParameter(at: 0, channel: 9, number, key, 100)
            }
        }
        let dry = try render { _ in }
        #expect(try heard.distance(to: wanted) < -100)
        #expect(try heard.distance(to: dry) > -60)
    }

    @Test func melodiesHaveNoDrums() throws {
        let plain = try studio.render(.milliseconds { $0.key(5...100) })
        let other = try studio.render(
            .milliseconds {
                $0.nonRegisteredParameter(at: 0, channel: 0, 0x1A, 69, 20)
                $0.key(5...100)
            }
        )
        #expect(firstDifference(plain.bytes, other.bytes) == nil)
    }

    // MARK: The AWE32

    @Test(
        arguments: [
            // Cutoff: 4500 cents and 59 for each step, of 13500 by default.
            (21, 40, 8, (4_500 + 40 * 59 + 4 - 13_500) / 2),
            // Sustain: 7.5 centibels for each step.
            (14, 20, 37, 150),
        ] as [(UInt8, UInt8, Int, Int)]
    )
    func generatorsOfTheAWE32(
        number: UInt8,
        value: UInt8,
        generator: Int,
        steps: Int
    ) throws {
        let song: @Sendable (Bool) -> SMFBuilder = { isAWE in
            .milliseconds {
                $0.program(at: 0, channel: 0, .saw)
                if isAWE {
                    $0.nonRegisteredParameter(at: 0, channel: 0, 127, number, 64, fine: value)
                } else {
                    $0.generator(at: 0, generator, steps)
                }
                $0.key(5...200)
            }
        }
        let heard = try studio.render(song(true))
        let wanted = try studio.render(song(false))
        let level = try heard.left.level(in: heard.frames(20..<180))
        #expect(abs(level - (try wanted.left.level(in: wanted.frames(20..<180)))) < 0.05)
        let plain = try studio.render(
            .milliseconds {
                $0.program(at: 0, channel: 0, .saw)
                $0.key(5...200)
            }
        )
        #expect(abs(level - (try plain.left.level(in: plain.frames(20..<180)))) > 1)
    }

    @Test func aLoopBeginsWithoutWhatItsEndSets() throws {
        let song = SMFBuilder.milliseconds {
            $0.key(32...90)
            $0.note(at: 40, length: 10, channel: 8, key: 81)
            $0.nonRegisteredParameter(at: 100, channel: 0, 127, 14, 64, fine: 90)
            $0.nonRegisteredParameter(at: 100, channel: 9, 0x1A, 40, 10)
            $0.note(at: 10, length: 10, channel: 9, key: 40, velocity: 127)
            $0.endTick = 128
        }
        let stage = try RoutedStage(song, RoutedStage.settings(font: studio.font))
        try stage.start(try stage.item(loop: 0..<128, loopCount: 2))
        try stage.run()
        let rounds = try [0, 128].map { start in
            (
                try stage.level(ofKey: 69, at: start + 55),
                try stage.left.peakLevel(in: (start + 10) * 48..<(start + 30) * 48)
            )
        }
        #expect(abs(rounds[1].0 - rounds[0].0) < 0.05)
        #expect(abs(rounds[1].1 - rounds[0].1) < 0.05)
    }

    @Test func theAttackOfTheAWE32IsInMilliseconds() throws {
        let rendering = try studio.render(
            .milliseconds {
                $0.nonRegisteredParameter(at: 0, channel: 0, 127, 11, 65, fine: 72)
                $0.key(0...400)
            }
        )
        // 128 + 72 ms, in a straight line.
        let full = try rendering.level(ofKey: 69, 250..<390)
        #expect(abs(try rendering.level(ofKey: 69, 90..<110) - full + 6.02) < 0.5)
    }

    // MARK: The modulation wheel

    @Test func theModulationDepthIsInSemitonesAndTheir128ths() throws {
        let song: @Sendable (Bool) -> SMFBuilder = { isRange in
            .milliseconds {
                if isRange {
                    $0.registeredParameter(at: 0, channel: 0, 5, value: 1 << 7 | 64)
                } else {
                    $0.generator(at: 0, 6, 50 / 2)
                }
                $0.control(at: 0, channel: 0, .modulation, 64)
                $0.key(5...300)
                // It can be undone.
                $0.control(at: 150, channel: 0, .modulation, 0)
                if !isRange { $0.generator(at: 150, 6, 0) }
            }
        }
        let heard = try studio.render(song(true))
        let wanted = try studio.render(song(false))
        #expect(try heard.distance(to: wanted) < -100)
    }

    @Test func theVibratoIsAsDeepAsTheRangeSays() throws {
        // At its first peak, 8.176 Hz · 4 after the note-on.
        func depth(_ range: UInt16?) throws -> Double {
            let rendering = try studio.render(
                .milliseconds {
                    if let range { $0.registeredParameter(at: 0, channel: 0, 5, value: range) }
                    $0.control(at: 0, channel: 0, .modulation, 127)
                    $0.key(0...200)
                }
            )
            return try TunedSong.cents(rendering.left, 27..<36, above: 69)
        }
        let usual = try depth(nil)
        #expect(usual > 40 && usual < 50)
        #expect(abs(try depth(2 << 7) / usual - 4) < 0.15)
        #expect(abs(try depth(0)) < 1)
    }

    @Test func aResetRestoresTheModulationDepth() throws {
        let song: @Sendable (Bool) -> SMFBuilder = { isChanged in
            .milliseconds {
                if isChanged {
                    $0.registeredParameter(at: 0, channel: 0, 5, value: 12 << 7)
                    $0.control(at: 0, channel: 0, .modulation, 127)
                }
                $0.reset(at: 1, "GM")
                $0.control(at: 2, channel: 0, .modulation, 127)
                $0.key(10...200)
            }
        }
        let plain = try studio.render(song(false))
        #expect(try plain.distance(to: studio.render(song(true))) < -100)
    }
}
