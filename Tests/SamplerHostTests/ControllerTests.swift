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
