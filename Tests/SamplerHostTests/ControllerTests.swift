import Foundation
import MIDI
import SamplerHost
import TestSupport
import Testing

/// The controllers that every SoundFont follows by default (SoundFont 2.04 §8.4).
@Suite struct ControllerTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private func render(
        _ program: MeasuringFont.Program = .sine,
        _ options: Rendering.Options = Rendering.Options(),
        _ body: @escaping @Sendable (inout SMFBuilder.Track) -> Void
    ) throws -> Rendering {
        let song = SMFBuilder.milliseconds {
            $0.program(at: 0, channel: 0, program)
            body(&$0)
            $0.key(5...200)
        }
        return try studio.render(song, options: options)
    }

    @Test(arguments: [7, 11] as [UInt8], [1, 32, 64, 100, 127] as [UInt8])
    func volumeAndExpressionFollowTheSquare(controller: UInt8, value: UInt8) throws {
        let heard = try render { $0.control(at: 0, channel: 0, controller, value) }
        let full = try render { $0.control(at: 0, channel: 0, controller, 127) }
        let change = try heard.level(ofKey: 69, 20..<180) - full.level(ofKey: 69, 20..<180)
        #expect(abs(change - 40 * log10(Double(value) / 127)) < 0.3)
    }

    @Test(arguments: [0, 32, 96, 127] as [UInt8]) func pan(value: UInt8) throws {
        let rendering = try render { $0.control(at: 0, channel: 0, .pan, value) }
        // A quarter of a circle, from −500 to 500.
        let angle = Double.pi / 2 * (Double(value) - 64) * (500.0 / 64) / 1_000
        let wanted = [cos(Double.pi / 4 + angle), sin(Double.pi / 4 + angle)]
        let centre = try render { _ in }
        let full = try centre.left.level(in: centre.frames(20..<180)) + 10 * log10(2.0)
        for (signal, wanted) in zip([rendering.left, rendering.right], wanted) {
            let level = try signal.level(in: rendering.frames(20..<180))
            if wanted < 0.01 {
                #expect(level < full - 40)
            } else {
                #expect(abs(level - full - 20 * log10(wanted)) < 0.3)
            }
        }
    }

    @Test(arguments: [16, 32, 64, 80, 96] as [UInt8]) func balance(value: UInt8) throws {
        let centre = try render { _ in }
        let rendering = try render { $0.control(at: 0, channel: 0, 8, value) }
        let range = rendering.frames(20..<180)
        let left = try rendering.left.level(in: range) - centre.left.level(in: range)
        let right = try rendering.right.level(in: range) - centre.right.level(in: range)
        // What is on the other side falls.
        let fall = 40 * log10(1 - abs(Double(value) - 64) / 64)
        #expect(abs(left - (value > 64 ? fall : 0)) < 0.3)
        #expect(abs(right - (value < 64 ? fall : 0)) < 0.3)
    }

    /// From the key that CC84 names, evenly in cents, in the milliseconds of CC5 and CC37.
    @Test func portamento() throws {
        let song = SMFBuilder.milliseconds {
            // 128 · 1 + 72 ms.
            $0.control(at: 0, channel: 0, 5, 1)
            $0.control(at: 0, channel: 0, 37, 72)
            $0.control(at: 0, channel: 0, 65, 127)
            $0.control(at: 0, channel: 0, 84, 57)
            $0.key(10...600)
        }
        let rendering = try studio.render(song)
        for (time, expected) in [(40, -1_020.0), (110, -600), (160, -300), (300, 0)] {
            // The pitch in the middle of 20 ms.
            let range = rendering.frames((time - 10)..<(time + 10))
            let heard = try rendering.left.frequency(in: range)
            #expect(abs(cents(heard, above: 440) - expected) < 60, "\(time) ms")
        }
    }

    @Test(arguments: [91, 93] as [UInt8]) func sendsAreProportional(controller: UInt8) throws {
        var options = Rendering.Options()
        options.reverb = controller == 91
        options.chorus = controller == 93
        let levels = try [0, 32, 64, 127].map { value in
            try render(.sine, options) { $0.control(at: 0, channel: 0, controller, value) }
        }
        func wet(_ index: Int) throws -> Double {
            let sound = levels[index].left - levels[0].left
            return try sound.level(in: levels[0].frames(100..<190))
        }
        #expect(abs(try wet(2) - wet(1) - 6.02) < 0.1)
        #expect(abs(try wet(3) - wet(2) - 20 * log10(127.0 / 64)) < 0.1)
    }
}
