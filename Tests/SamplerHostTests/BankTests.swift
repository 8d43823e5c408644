import Foundation
import MIDI
import SamplerHost
import TestSupport
import Testing

/// Which preset a channel plays: drums, banks and the schemes that choose them.
@Suite struct BankTests {
    /// A sine for each bank, higher by two semitones from one to the next; 128 are the drums.
    private static let banks: [UInt16] = [0, 1, 2, 64, 121, 130, 128]

    private static let font: [UInt8] = {
        var font = SoundFontBuilder(name: "banks")
        let frames = (0..<128 + 1_200).map { frame in
            Int16(16_384 * sin(2 * .pi * Double(frame - 64) * 440 / 48_000))
        }
        let sine = font.add(
            SoundFontBuilder.Sample(
                name: "sine",
                frames: frames,
                rate: 48_000,
                rootKey: 69,
                loop: 64..<1_264
            )
        )
        for (index, bank) in banks.enumerated() {
            let zone = SoundFontBuilder.Zone(
                target: sine,
                generators: [
                    SoundFontGenerator(.sampleModes, 1),
                    SoundFontGenerator(.coarseTune, Int16(2 * index)),
                ]
            )
            let instrument = font.add(SoundFontBuilder.Instrument(name: "i", zones: [zone]))
            font.add(
                SoundFontBuilder.Preset(
                    name: "bank \(bank)",
                    bank: bank,
                    program: 0,
                    zones: [SoundFontBuilder.Zone(target: instrument)]
                )
            )
        }
        return font.bytes
    }()

    /// The bank of the font that is heard on key 69 between 20 and 180 ms; with `start`, where
    /// playback starts 200 ms after the messages.
    private func bank(
        _ mode: BankMode,
        channel: UInt8 = 0,
        start: UInt32 = 0,
        _ body: @escaping @Sendable (inout SMFBuilder.Track) -> Void
    ) throws -> UInt16 {
        let directory = try TemporaryDirectory()
        let path = try directory.write(Self.font, to: "banks.sf2")
        let song = SMFBuilder.milliseconds {
            body(&$0)
            $0.key(start...start + 200, channel: channel)
        }
        var options = Rendering.Options()
        options.bankMode = mode
        options.from = Int64(start) * 48
        let rendering = try Rendering(song, font: path, options)
        let levels = try Self.banks.indices.map { index in
            try rendering.level(ofKey: UInt8(69 + 2 * index), 20..<180)
        }
        let loudest = try #require(levels.indices.max { levels[$0] < levels[$1] })
        try #require(levels[loudest] > -40)
        return Self.banks[loudest]
    }

    @Test(arguments: [(BankMode.auto, 1), (.gm, 0), (.gm2, 2), (.gs, 1), (.xg, 2), (.mma, 130)])
    func bankSelectFollowsTheMode(mode: BankMode, expected: Int) throws {
        let heard = try bank(mode) {
            $0.control(at: 0, channel: 0, .bankSelect, 1)
            $0.control(at: 0, channel: 0, .bankSelectLSB, 2)
            $0.program(at: 0, channel: 0, 0)
        }
        #expect(Int(heard) == expected)
    }

    @Test(arguments: BankMode.allCases)
    func channelTenIsDrums(mode: BankMode) throws {
        #expect(try bank(mode, channel: 9) { _ in } == 128)
        #expect(try bank(mode, channel: 8) { _ in } == 0)
    }

    @Test func channelTenStaysDrumsWithAProgramThatNoKitHas() throws {
        #expect(try bank(.gs, channel: 9) { $0.program(at: 0, channel: 9, 77) } == 128)
    }

    @Test func aProgramThatTheBankLacksFallsBack() throws {
        let heard = try bank(.gs) {
            $0.control(at: 0, channel: 0, .bankSelect, 55)
            $0.program(at: 0, channel: 0, 0)
        }
        #expect(heard == 0)
    }

    @Test(arguments: [1, 2] as [UInt8])
    func aGSRhythmPartIsDrums(map: UInt8) throws {
        // Block 1 is part 1, the first channel.
        let heard = try bank(.gs) {
            $0.rolandData(at: 0, address: [0x40, 0x11, 0x15], map)
        }
        #expect(heard == 128)
    }

    @Test func aGSMelodicPartOnChannelTenIsNoDrums() throws {
        let heard = try bank(.gs, channel: 9) {
            $0.rolandData(at: 0, address: [0x40, 0x10, 0x15], 0)
        }
        #expect(heard == 0)
    }

    @Test(
        arguments: [
            // A wrong checksum, a drum map that there is not.
            [0x41, 0x10, 0x42, 0x12, 0x40, 0x11, 0x15, 0x01, 0x18, 0xF7],
            [0x41, 0x10, 0x42, 0x12, 0x40, 0x11, 0x15, 0x03, 0x17, 0xF7],
        ] as [[UInt8]]
    )
    func aFaultyRhythmPartMessageChangesNothing(message: [UInt8]) throws {
        let heard = try bank(.gs) {
            $0.systemExclusive(at: 0, message)
            $0.program(at: 0, channel: 0, 0)
        }
        #expect(heard == 0)
    }

    @Test func theEndOfGSEndsRhythmParts() throws {
        let heard = try bank(.gs) {
            $0.rolandData(at: 0, address: [0x40, 0x00, 0x7F], 0x7F)
            $0.rolandData(at: 0, address: [0x40, 0x11, 0x15], 1)
            $0.program(at: 0, channel: 0, 0)
        }
        #expect(heard == 0)
    }

    @Test func aMelodicPartMessageChangesNothingOutsideOfGS() throws {
        let heard = try bank(.xg) {
            $0.control(at: 0, channel: 0, .bankSelect, 0)
            $0.control(at: 0, channel: 0, .bankSelectLSB, 2)
            $0.program(at: 0, channel: 0, 0)
            $0.control(at: 0, channel: 0, .bankSelectLSB, 1)
            $0.rolandData(at: 0, address: [0x40, 0x11, 0x15], 0)
        }
        #expect(heard == 2)
    }

    @Test func xgDrumBanksMakeDrums() throws {
        let heard = try bank(.xg) {
            $0.control(at: 0, channel: 0, .bankSelect, 127)
            $0.program(at: 0, channel: 0, 0)
        }
        #expect(heard == 128)
    }

    @Test func xgDrumsStayDrumsWhateverTheFineBankIs() throws {
        let heard = try bank(.xg, channel: 9) {
            $0.control(at: 0, channel: 9, .bankSelect, 127)
            $0.control(at: 0, channel: 9, .bankSelectLSB, 0)
            $0.program(at: 0, channel: 9, 0)
        }
        #expect(heard == 128)
    }

    @Test func aMelodicBankEndsXGDrums() throws {
        let heard = try bank(.xg) {
            $0.control(at: 0, channel: 0, .bankSelect, 127)
            $0.program(at: 0, channel: 0, 0)
            $0.control(at: 0, channel: 0, .bankSelect, 0)
            $0.program(at: 0, channel: 0, 0)
        }
        #expect(heard == 0)
    }

    @Test func aProgramChangeOnAGSRhythmPartIsAKit() throws {
        let heard = try bank(.gs) {
            $0.rolandData(at: 0, address: [0x40, 0x11, 0x15], 1)
            $0.control(at: 0, channel: 0, .bankSelect, 0)
            $0.program(at: 0, channel: 0, 0)
        }
        #expect(heard == 128)
    }

    /// 126, 127 and, for kits of sound effects, 120 are drums.
    @Test(
        arguments: [
            (119, 0, 0), (120, 0, 128), (121, 0, 0), (122, 0, 0), (125, 2, 2), (126, 0, 128),
            (127, 5, 128), (64, 0, 64), (64, 2, 2), (1, 0, 1), (0, 64, 64),
        ] as [(UInt8, UInt8, UInt16)]
    )
    func coarseBanksOfXG(coarse: UInt8, fine: UInt8, expected: UInt16) throws {
        let heard = try bank(.xg) {
            $0.control(at: 0, channel: 0, .bankSelect, coarse)
            $0.control(at: 0, channel: 0, .bankSelectLSB, fine)
            $0.program(at: 0, channel: 0, 0)
        }
        #expect(heard == expected)
    }

    @Test(
        arguments: [
            (0, 120, 0, 128), (0, 121, 0, 0), (0, 121, 1, 1), (9, 121, 2, 2), (9, 120, 0, 128),
            (9, 0, 0, 128), (0, 64, 0, 0),
        ] as [(UInt8, UInt8, UInt8, UInt16)],
        [true, false]
    )
    func banksOfGeneralMIDI2(
        _ select: (channel: UInt8, coarse: UInt8, fine: UInt8, expected: UInt16),
        isReset: Bool
    ) throws {
        let heard = try bank(isReset ? .auto : .gm2, channel: select.channel) {
            if isReset { $0.reset(at: 0, "GM2") }
            $0.control(at: 0, channel: select.channel, .bankSelect, select.coarse)
            $0.control(at: 0, channel: select.channel, .bankSelectLSB, select.fine)
            $0.program(at: 0, channel: select.channel, 0)
        }
        #expect(heard == select.expected)
    }

    @Test func drumsOfGeneralMIDI2BecomeAMelodyAgain() throws {
        let heard = try bank(.gm2) {
            for (coarse, fine) in [(120, 0), (121, 1)] as [(UInt8, UInt8)] {
                $0.control(at: 0, channel: 0, .bankSelect, coarse)
                $0.control(at: 0, channel: 0, .bankSelectLSB, fine)
                $0.program(at: 0, channel: 0, 0)
            }
        }
        #expect(heard == 1)
    }

    /// The mode that was set goes on, but the reset empties the banks and ends other modes.
    @Test(arguments: [(BankMode.auto, 0), (.gm, 0), (.gs, 1), (.xg, 2), (.mma, 130)])
    func afterTheResetOfGeneralMIDI(mode: BankMode, expected: Int) throws {
        for isSelectedBefore in [false, true] {
            let heard = try bank(mode) {
                if isSelectedBefore { $0.control(at: 0, channel: 0, .bankSelect, 1) }
                $0.reset(at: 0, "XG")
                $0.reset(at: 0, "GM")
                if !isSelectedBefore {
                    $0.control(at: 0, channel: 0, .bankSelect, 1)
                    $0.control(at: 0, channel: 0, .bankSelectLSB, 2)
                }
                $0.program(at: 0, channel: 0, 0)
            }
            #expect(Int(heard) == (isSelectedBefore ? 0 : expected))
        }
    }

    /// Files have the number of the device that their author had.
    @Test(arguments: [0, 0x05, 0x10, 0x1F, 0x7F] as [UInt8])
    func messagesForAnyDeviceAreCarriedOut(device: UInt8) throws {
        let xg: [UInt8] = [0x43, 0x10 | device, 0x4C, 0x00, 0x00, 0x7E, 0x00, 0xF7]
        #expect(
            try bank(.gs) {
                $0.systemExclusive(at: 0, xg)
                $0.control(at: 0, channel: 0, .bankSelectLSB, 2)
                $0.program(at: 0, channel: 0, 0)
            } == 2
        )
        #expect(
            try bank(.xg) {
                $0.systemExclusive(at: 0, [0x41, device, 0x42, 0x12, 0x40, 0, 0x7F, 0, 0x41, 0xF7])
                $0.control(at: 0, channel: 0, .bankSelect, 1)
                $0.program(at: 0, channel: 0, 0)
            } == 1
        )
        #expect(
            try bank(.auto) {
                $0.systemExclusive(at: 0, [0x7E, device, 0x09, 0x01, 0xF7])
                $0.control(at: 0, channel: 0, .bankSelect, 1)
                $0.program(at: 0, channel: 0, 0)
            } == 0
        )
    }

    /// What a start in the middle restores is what messages before it have led to.
    @Test(arguments: [(BankMode.auto, "GM2", 120, 128), (.auto, "GM2", 121, 2), (.gs, "GM", 1, 1)])
    func aStartInTheMiddle(mode: BankMode, reset: String, coarse: UInt8, expected: UInt16) throws {
        let heard = try bank(mode, start: 200) {
            $0.reset(at: 0, reset)
            $0.control(at: 10, channel: 0, .bankSelect, coarse)
            $0.control(at: 10, channel: 0, .bankSelectLSB, 2)
            $0.program(at: 20, channel: 0, 0)
        }
        #expect(heard == expected)
    }

    @Test(arguments: [("GS", 1), ("XG", 2)])
    func aResetChoosesTheScheme(standard: String, expected: Int) throws {
        let heard = try bank(.gm) {
            $0.reset(at: 0, standard)
            $0.control(at: 0, channel: 0, .bankSelect, 1)
            $0.control(at: 0, channel: 0, .bankSelectLSB, 2)
            $0.program(at: 0, channel: 0, 0)
        }
        #expect(Int(heard) == expected)
    }
}
