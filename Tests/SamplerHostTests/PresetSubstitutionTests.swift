import Foundation
import MIDI
import TestSupport
import Testing

@testable import SamplerHost

/// What sounds where a font lacks the preset that is selected.
@Suite struct PresetSubstitutionTests {
    /// A sine for each preset, higher by two semitones from one to the next.
    private static func font(_ presets: [(bank: UInt16, program: UInt16)]) -> [UInt8] {
        var font = SoundFontBuilder(name: "some")
        let frames: [Int16] = (0..<128 + 1_200).map { frame in
            let phase: Double = Double(frame - 64) * 440 / 48_000
            return Int16(16_384 * sin(2 * Double.pi * phase))
        }
        let sine = font.add(
            .init(name: "sine", frames: frames, rate: 48_000, rootKey: 69, loop: 64..<1_264)
        )
        for (index, preset) in presets.enumerated() {
            let zone = SoundFontBuilder.Zone(
                target: sine,
                generators: [.init(.sampleModes, 1), .init(.coarseTune, Int16(2 * index))]
            )
            let instrument = font.add(.init(name: "i", zones: [zone]))
            font.add(
                .init(
                    name: "p\(index)",
                    bank: preset.bank,
                    program: preset.program,
                    zones: [.init(target: instrument)]
                )
            )
        }
        return font.bytes
    }

    /// Which of a font's presets is heard; `nil` for silence.
    private func heard(
        of presets: [(bank: UInt16, program: UInt16)],
        bank: UInt8,
        program: UInt8,
        channel: UInt8 = 0
    ) throws -> (index: Int?, told: [String]) {
        let directory = try TemporaryDirectory()
        let path = try directory.write(Self.font(presets), to: "x.sf2")
        let song = SMFBuilder.milliseconds {
            $0.control(at: 0, channel: channel, .bankSelect, bank)
            $0.program(at: 0, channel: channel, program)
            $0.key(0...200, channel: channel)
        }
        let rendering = try Rendering(song, font: path)
        let levels = try presets.indices.map {
            try rendering.level(ofKey: UInt8(69 + 2 * $0), 20..<180)
        }
        let loudest = levels.indices.max { levels[$0] < levels[$1] }
        let (engine, _) = try Rendering.engine(for: [song.bytes], font: path)
        let told = engine.stage?.substitutions.map(\.description) ?? []
        return (loudest.flatMap { levels[$0] > -40 ? $0 : nil }, told)
    }

    private static let all: [(bank: UInt16, program: UInt16)] = [
        (0, 0), (0, 48), (0, 53), (3, 53), (128, 0), (128, 25),
    ]

    @Test(
        arguments: [
            // bank, program, channel, index of what is heard
            (3, 53, 0, 3), (4, 53, 0, 2), (4, 54, 0, 1), (0, 55, 0, 1), (0, 60, 0, 0),
            (9, 127, 0, 0), (0, 25, 9, 5), (0, 77, 9, 4),
        ] as [(UInt8, UInt8, UInt8, Int)]
    )
    func theSameProgramThenTheFamilyThenThePiano(
        bank: UInt8,
        program: UInt8,
        channel: UInt8,
        expected: Int
    ) throws {
        let heard = try heard(of: Self.all, bank: bank, program: program, channel: channel)
        #expect(heard.index == expected)
        let preset = Self.all[expected]
        let asked = channel == 9 ? 128 : Int(bank)
        let isThere = Int(preset.bank) == asked && Int(preset.program) == Int(program)
        #expect(
            heard.told
                == (isThere
                    ? []
                    : [
                        "no preset \(asked):\(program) in the fonts (channel \(channel + 1)): "
                            + "\(preset.bank):\(preset.program) p\(expected) plays instead"
                    ])
        )
    }

    @Test(
        arguments: [[(1, 1)], [(0, 40), (0, 48), (128, 0)], [(5, 127)], [(3, 0), (128, 0)]]
            as [[(UInt16, UInt16)]],
        [(0, 0), (0, 9), (8, 60)] as [(UInt8, UInt8)]
    )
    func theFirstPresetWhereThereIsNoPiano(
        presets: [(UInt16, UInt16)],
        wanted: (UInt8, UInt8)
    ) throws {
        let font = presets.map { (bank: $0.0, program: $0.1) }
        let heard = try heard(of: font, bank: wanted.0, program: wanted.1)
        #expect(heard.index == 0)
        #expect(
            heard.told == [
                "no preset \(wanted.0):\(wanted.1) in the fonts (channel 1): "
                    + "\(presets[0].0):\(presets[0].1) p0 plays instead"
            ]
        )
    }

    @Test func theFirstKitWhereThereIsNoStandardKit() throws {
        let heard = try heard(of: [(0, 0), (128, 25)], bank: 0, program: 8, channel: 9)
        #expect(heard.index == 1)
        #expect(
            heard.told == ["no preset 128:8 in the fonts (channel 10): 128:25 p1 plays instead"]
        )
    }

    @Test func aFontWithoutAnyOfThemIsSilentAndSaysSo() throws {
        let melodic = try heard(of: [(128, 0)], bank: 0, program: 9)
        #expect(melodic.index == nil)
        #expect(melodic.told == ["no preset 0:9 in the fonts (channel 1): it is silent"])
        let drums = try heard(of: [(0, 0)], bank: 0, program: 0, channel: 9)
        #expect(drums.index == nil)
        #expect(drums.told == ["no preset 128:0 in the fonts (channel 10): it is silent"])
    }

    @Test func aPresetIsToldOnceForAllItsChannels() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write(Self.font(Self.all), to: "x.sf2")
        let song = SMFBuilder.milliseconds { track in
            for channel: UInt8 in [4, 2] {
                for tick: UInt32 in [0, 20] {
                    track.program(at: tick, channel: channel, 49)
                    track.note(at: tick, length: 10, channel: channel, key: 60)
                }
            }
            // Selected, and no note: nobody misses it.
            track.program(at: 0, channel: 5, 99)
        }
        let (engine, _) = try Rendering.engine(for: [song.bytes], font: path)
        #expect(
            engine.stage?.substitutions.map(\.description) == [
                "no preset 0:49 in the fonts (channels 3, 5): 0:48 p1 plays instead"
            ]
        )
    }

    @Test func aResetInTheMusicChoosesHowBanksAreUnderstood() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write(Self.font(Self.all), to: "x.sf2")
        let song = SMFBuilder.milliseconds { track in
            track.reset(at: 0, "GM")
            track.control(at: 1, channel: 0, .bankSelect, 77)
            track.program(at: 1, channel: 0, 53)
            track.note(at: 1, length: 10, channel: 0, key: 60)
            track.reset(at: 20, "XG")
            track.control(at: 21, channel: 1, .bankSelect, 127)
            track.program(at: 21, channel: 1, 25)
            track.note(at: 21, length: 10, channel: 1, key: 60)
        }
        let (engine, _) = try Rendering.engine(for: [song.bytes], font: path)
        #expect(engine.stage?.substitutions == [])
    }

    @Test func aPresetWithoutSubstituteIsReportedAsSelected() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write(Self.font([(128, 0)]), to: "drums.sf2")
        let performance = try Performance(font: path)
        performance.opens(0, at: 0)
        performance.sends([0xB0, 0, 8], from: 0, at: 10)
        performance.sends([0xC0, 48], from: 0, at: 10)
        try performance.run(until: 50)
        #expect(
            performance.engine.takeSubstitutions().map(\.description) == [
                "no preset 8:48 in the fonts (channel 1): it is silent"
            ]
        )
    }

    @Test func newFontsAreCheckedForThePresetsThatKeyboardsHaveSelected() throws {
        let directory = try TemporaryDirectory()
        let full = try directory.write(Self.font(Self.all), to: "full.sf2")
        let small = try directory.write(Self.font([(0, 48)]), to: "small.sf2")
        let performance = try Performance(font: full)
        let rack = try SamplerRack(
            live: SamplerSettings(testing: small),
            rate: Performance.rate,
            maximumPeriod: 256
        )
        performance.opens(0, at: 0)
        performance.sends([0xB2, 0, 3], from: 0, at: 10)
        performance.sends([0xC2, 53], from: 0, at: 10)
        performance.sends([0xC3, 48], from: 0, at: 10)
        performance.at(50) {
            #expect(performance.engine.takeSubstitutions() == [])
            #expect(performance.engine.install(rack))
        }
        try performance.run(until: 100)
        // Nobody has selected the preset 128:0 of channel 10, which is missing too.
        #expect(
            performance.engine.takeSubstitutions().map(\.description) == [
                "no preset 3:53 in the fonts (channel 3): 0:48 p0 plays instead"
            ]
        )
        let reported = performance.reports.contains {
            if case .substituted = $0 { true } else { false }
        }
        #expect(reported)
    }
}
