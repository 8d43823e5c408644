import Foundation
import MIDI
import SamplerHost
import TestSupport
import Testing

/// Music for a Roland MT-32 on a font of General MIDI.
@Suite struct MT32ProgramTests {
    /// The programs of the font, each higher by two semitones than the one before.
    private static let programs: [UInt16] = [0, 4, 40, 56, 88]

    private static let font: [UInt8] = {
        var font = SoundFontBuilder(name: "programs")
        let frames = (0..<128 + 1_200).map { frame in
            Int16(16_384 * sin(2 * .pi * Double(frame - 64) * 440 / 48_000))
        }
        let sine = font.add(
            .init(name: "sine", frames: frames, rate: 48_000, rootKey: 69, loop: 64..<1_264)
        )
        for (index, program) in programs.enumerated() {
            let zone = SoundFontBuilder.Zone(
                target: sine,
                generators: [
                    SoundFontGenerator(.sampleModes, 1),
                    SoundFontGenerator(.coarseTune, Int16(2 * index)),
                ]
            )
            let instrument = font.add(.init(name: "i", zones: [zone]))
            font.add(
                .init(
                    name: "program \(program)",
                    bank: 0,
                    program: program,
                    zones: [.init(target: instrument)]
                )
            )
        }
        return font.bytes
    }()

    /// The program of the font that sounds after a program change.
    private func program(
        _ number: UInt8,
        _ mode: BankMode,
        start: UInt32 = 0,
        _ body: @escaping @Sendable (inout SMFBuilder.Track) -> Void = { _ in }
    ) throws -> UInt16 {
        let directory = try TemporaryDirectory()
        let path = try directory.write(Self.font, to: "programs.sf2")
        let song = SMFBuilder.milliseconds {
            $0.control(at: 0, channel: 0, .bankSelect, 1)
            body(&$0)
            $0.program(at: 0, channel: 0, number)
            $0.key(start...start + 200, channel: 0)
        }
        var options = Rendering.Options()
        options.bankMode = mode
        options.from = Int64(start) * 48
        let rendering = try Rendering(song, font: path, options)
        let levels = try Self.programs.indices.map {
            try rendering.level(ofKey: UInt8(69 + 2 * $0), 20..<180)
        }
        return Self.programs[try #require(levels.indices.max { levels[$0] < levels[$1] })]
    }

    @Test(arguments: [0, 300] as [UInt32])
    func programsOfTheMT32(start: UInt32) throws {
        #expect(try program(88, .gm, start: start) == 88)
        #expect(try program(88, .mt32, start: start) == 56)
        #expect(try program(3, .mt32, start: start) == 4)
        #expect(try program(52, .mt32, start: start) == 40)
        #expect(try program(32, .mt32, start: start) == 88)
    }

    @Test func resetsOfOtherSystemsEndIt() throws {
        #expect(try program(88, .mt32) { $0.reset(at: 0, "GM") } == 56)
        #expect(try program(88, .mt32) { $0.reset(at: 0, "GS") } == 88)
    }

    @Test func selectionsFollowIt() {
        var selections = PresetSelections(samplers: 1, mode: .mt32)
        for number: UInt8 in 0..<128 {
            selections.program(.programChange(channel: 0, program: number), port: 0)
            let choice = selections.wanted[0]
            #expect(choice.bank == 0 && (0..<128).contains(choice.program), "\(number)")
            selections.program(.programChange(channel: 9, program: number), port: 0)
            #expect(selections.wanted[9].bank == 128 && selections.wanted[9].program == 0)
        }
        selections.program(.programChange(channel: 1, program: 122), port: 0)
        #expect(selections.wanted[1].program == 55)
    }
}
