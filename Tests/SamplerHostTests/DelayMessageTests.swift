import Effects
import MIDI
import TestSupport
import Testing

@testable import SamplerHost

/// Roland's two delays in the place of a reverb, as messages choose them.
@Suite struct DelayMessageTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private typealias Body = @Sendable (inout SMFBuilder.Track) -> Void

    private static func gs(_ address: UInt8, _ value: UInt8, at tick: UInt32 = 0) -> Body {
        { $0.rolandData(at: tick, address: [0x40, 0x01, address], value) }
    }

    /// A note of 20 ms.
    private func render(
        reverb: Bool = true,
        end: UInt32 = 2_000,
        tail: TailPolicy = .none,
        _ bodies: [Body]
    ) throws -> Rendering {
        let song = SMFBuilder.milliseconds { track in
            for body in bodies { body(&track) }
            track.program(at: 40, channel: 0, .wet)
            track.key(40...60)
            track.endTick = end
        }
        var options = Rendering.Options()
        (options.reverb, options.tail) = (reverb, tail)
        return try studio.render(song, options: options)
    }

    /// What messages add to a note without reverb, from its first frame on.
    private struct Echoes {
        var left: [Float]
        var right: [Float]

        /// The highest level of a side between two multiples of a gap, in dBFS.
        func level(_ number: Int, gap: Int, onRight: Bool = false) throws -> Double {
            let side = Signal(samples: onRight ? right : left, rate: 48_000)
            return try side.peakLevel(in: number * gap..<(number + 1) * gap)
        }

        /// The first frame of a side that is not silent.
        func onset(onRight: Bool = false) -> Int? {
            (onRight ? right : left).firstIndex { $0 != 0 }
        }
    }

    private func echoes(_ bodies: Body...) throws -> Echoes {
        let dry = try render(reverb: false, [])
        let wet = try render(bodies)
        let onset = try #require(dry.left.samples.firstIndex { $0 != 0 })
        return Echoes(
            left: Array((wet.left - dry.left).samples[onset...]),
            right: Array((wet.right - dry.right).samples[onset...])
        )
    }

    /// The frames of 112.64 ms.
    private static let gap = 5_407

    @Test func macroSixIsADelay() throws {
        let echoes = try echoes(Self.gs(0x30, 6))
        #expect(echoes.onset() == Self.gap)
        #expect(firstDifference(echoes.left, echoes.right) == nil)
        let first = try echoes.level(1, gap: Self.gap)
        #expect(first > -40)
        for number in 2...5 {
            // 20 · log10(0.374) dB.
            let expected = -8.543 * Double(number - 1)
            #expect(try abs(echoes.level(number, gap: Self.gap) - first - expected) < 0.01)
        }
    }

    @Test func macroSevenIsAPanningDelay() throws {
        let echoes = try echoes(Self.gs(0x30, 7))
        #expect(echoes.onset() == Self.gap)
        #expect(echoes.onset(onRight: true) == 2 * Self.gap)
        let first = try echoes.level(1, gap: Self.gap)
        for number in 1...6 {
            let isRight = number % 2 == 0
            // 20 · log10(0.309) dB from one echo on a side to the next.
            let expected = first - 10.201 * Double((number - 1) / 2)
            let heard = try echoes.level(number, gap: Self.gap, onRight: isRight)
            #expect(abs(heard - expected) < 0.01, "echo \(number)")
            let other = try echoes.level(number, gap: Self.gap, onRight: !isRight)
            #expect(other == -.infinity, "the other side of echo \(number)")
        }
    }

    @Test("The time of a delay is 3.52 ms for each step", arguments: [10, 64, 127] as [UInt8])
    func time(value: UInt8) throws {
        let delay = try echoes(Self.gs(0x30, 6), Self.gs(0x34, value), Self.gs(0x35, 0))
        #expect(delay.onset() == Int((3.52 * 48 * Double(value)).rounded()))
        let panning = try echoes(Self.gs(0x30, 7), Self.gs(0x34, value))
        #expect(panning.onset() == Int((1.76 * 48 * Double(value)).rounded()))
        #expect(panning.onset(onRight: true) == panning.onset().map { 2 * $0 })
    }

    @Test func feedbackAndLevel() throws {
        let plain = try echoes(Self.gs(0x30, 6))
        let first = try plain.level(1, gap: Self.gap)
        let most = try echoes(Self.gs(0x30, 6), Self.gs(0x35, 127))
        // 20 · log10(0.73) dB.
        #expect(try abs(most.level(2, gap: Self.gap) - first + 2.734) < 0.01)
        let none = try echoes(Self.gs(0x30, 6), Self.gs(0x35, 0))
        #expect(try none.level(1, gap: Self.gap) == first)
        #expect(try none.level(2, gap: Self.gap) == -.infinity)
        let soft = try echoes(Self.gs(0x30, 6), Self.gs(0x33, 32))
        #expect(try abs(soft.level(1, gap: Self.gap) - first + 6.021) < 0.01)
        let dark = try echoes(Self.gs(0x30, 6), Self.gs(0x32, 7))
        #expect(try dark.level(1, gap: Self.gap) < first - 2)
    }

    @Test("A character takes the values of the macro before it, or of a reset")
    func character() throws {
        let alone = try echoes(Self.gs(0x31, 6))
        #expect(alone.onset() == Int((3.52 * 48 * 64).rounded()))
        #expect(try alone.level(2, gap: 10_813) == -.infinity)
        let room = try echoes(Self.gs(0x30, 0), Self.gs(0x31, 6))
        #expect(room.onset() == Int((3.52 * 48 * 80).rounded()))
        let given = try echoes(Self.gs(0x31, 6), Self.gs(0x34, 32), Self.gs(0x35, 40))
        let macro = try echoes(Self.gs(0x30, 6))
        #expect(firstDifference(given.left, macro.left) == nil)
        let forgotten = try echoes(
            Self.gs(0x31, 7),
            Self.gs(0x34, 100),
            Self.gs(0x35, 100),
            Self.gs(0x30, 6, at: 10)
        )
        #expect(firstDifference(forgotten.left, macro.left) == nil)
        #expect(firstDifference(forgotten.right, macro.right) == nil)
    }

    @Test("A room after a delay is as without the delay, and so is a reset")
    func back() throws {
        let hall = try render([Self.gs(0x30, 4, at: 20)])
        let other = try render([Self.gs(0x30, 6), Self.gs(0x35, 9), Self.gs(0x30, 4, at: 20)])
        #expect(firstDifference(hall.left.samples, other.left.samples) == nil)
        let reset = try render([{ $0.reset(at: 20, "GS") }])
        let undone = try render([Self.gs(0x30, 7), { $0.reset(at: 20, "GS") }])
        #expect(firstDifference(reset.left.samples, undone.left.samples) == nil)
    }

    @Test("A macro is what the option of its name is")
    func options() throws {
        for (macro, name) in [(6, "delay"), (7, "panning-delay")] as [(UInt8, String)] {
            var messages = EffectsMessages(EffectsSettings())
            var message = EffectsMessage(isGS: true)
            message.set(.reverbType, macro)
            messages.take(message)
            #expect(messages.settings.reverb == (try ReverbParameters.parsing(name)))
            #expect(messages.settings.reverbText == name)
        }
    }

    @Test("The tail waits for echoes after silence")
    func tail() throws {
        // An echo without a repeat, 447 ms after the note and well after the end of the track.
        let bodies = [Self.gs(0x30, 6), Self.gs(0x34, 127), Self.gs(0x35, 0)]
        let rendering = try render(end: 80, tail: .auto, bodies)
        let gap = Int((3.52 * 48 * 127).rounded())
        let last = try #require(rendering.left.lastSound(above: -80))
        #expect(last > 40 * 48 + gap)
        #expect(rendering.frameCount == last + 1 + 4_800 + gap)
        let room = try render(end: 80, tail: .auto, [Self.gs(0x30, 0)])
        let end = try #require(room.left.lastSound(above: -80))
        #expect(abs(room.frameCount - end - 4_801) < 2_000)
    }
}
