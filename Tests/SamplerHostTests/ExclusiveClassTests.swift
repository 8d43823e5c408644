import Foundation
import MIDI
import SamplerHost
import TestSupport
import Testing

/// Voices that end others: those of their exclusive class, and with note-cut those of their key.
@Suite struct ExclusiveClassTests {
    /// A kit: key 46 has a sine that sounds on, in class 1; key 42 a silent hit in class 1, key 44
    /// one without a class, key 50 the sine without a class.
    private static func font(
        release: Int16,
        modulators: [SoundFontModulator] = []
    ) -> [UInt8] {
        var font = SoundFontBuilder(name: "kit")
        let frames = (0..<128 + 1_200).map { frame in
            Int16(16_384 * sin(2 * .pi * Double(frame - 64) * 440 / 48_000))
        }
        let sine = font.add(
            .init(name: "sine", frames: frames, rate: 48_000, rootKey: 69, loop: 64..<1_264)
        )
        let silence = font.add(
            .init(
                name: "silence",
                frames: [Int16](repeating: 0, count: 1_200),
                rate: 48_000,
                rootKey: 69,
                loop: 64..<1_000
            )
        )
        func zone(_ key: Int16, _ sample: Int, exclusive: Int16) -> SoundFontBuilder.Zone {
            SoundFontBuilder.Zone(
                target: sample,
                generators: [
                    SoundFontGenerator(.keyRange, key << 8 | key),
                    SoundFontGenerator(.volumeRelease, release),
                    SoundFontGenerator(.sampleModes, sample == sine ? 1 : 0),
                    SoundFontGenerator(.exclusiveClass, exclusive),
                    SoundFontGenerator(.rootKey, key),
                ],
                modulators: modulators
            )
        }
        let zones = [
            zone(42, silence, exclusive: 1), zone(44, silence, exclusive: 0),
            zone(46, sine, exclusive: 1), zone(50, sine, exclusive: 0),
        ]
        let instrument = font.add(.init(name: "i", zones: zones))
        for bank: UInt16 in [0, 128] {
            font.add(
                .init(name: "b\(bank)", bank: bank, program: 0, zones: [.init(target: instrument)])
            )
        }
        return font.bytes
    }

    private func render(
        release: Int16 = 1_200,
        modulators: [SoundFontModulator] = [],
        _ options: Rendering.Options = .init(),
        _ body: @escaping @Sendable (inout SMFBuilder.Track) -> Void
    ) throws -> Rendering {
        let directory = try TemporaryDirectory()
        let bytes = Self.font(release: release, modulators: modulators)
        let path = try directory.write(bytes, to: "kit.sf2")
        let song = SMFBuilder.milliseconds {
            body(&$0)
            $0.endTick = 500
        }
        return try Rendering(song, font: path, options)
    }

    /// Whatever the font's release is, up to four seconds, and its modulators make of it.
    @Test(arguments: [-12_000, -1_200, 1_200, 2_400] as [Int16], [false, true])
    func aClosedHiHatEndsAnOpenOneAtOnce(release: Int16, isModulated: Bool) throws {
        // Velocity, which lengthens the release.
        let modulator = SoundFontModulator(
            source: 0x02,
            destination: .volumeRelease,
            amount: 4_800
        )
        let rendering = try render(release: release, modulators: isModulated ? [modulator] : []) {
            $0.control(at: 0, channel: 9, 72, isModulated ? 127 : 64)
            $0.key(10...450, 46, channel: 9)
            $0.key(200...210, 42, channel: 9)
        }
        let before = try rendering.left.level(in: rendering.frames(100..<190))
        let after = try rendering.left.level(in: rendering.frames(220..<240))
        #expect(after < before - 60)
    }

    @Test func otherClassesChannelsAndKeysSoundOn() throws {
        let rendering = try render {
            $0.key(10...450, 46, channel: 9)
            $0.key(200...210, 44, channel: 9)
            $0.key(220...230, 42, channel: 0)
        }
        let before = try rendering.left.level(in: rendering.frames(100..<190))
        let after = try rendering.left.level(in: rendering.frames(250..<400))
        #expect(abs(after - before) < 0.1)
    }

    /// What `NoteCut` makes of a drum that is struck again, and of another note.
    @Test(
        arguments: [
            (.off, 9, false), (.drums, 9, true), (.all, 9, true), (.off, 0, false),
            (.drums, 0, false), (.all, 0, true),
        ] as [(NoteCut, UInt8, Bool)],
        [46, 50] as [UInt8]
    )
    func aStruckKeyCutsItself(
        _ setting: (cut: NoteCut, channel: UInt8, isCut: Bool),
        key: UInt8
    ) throws {
        // A class of its own ends it in any case, so the first stroke has faded if there is none.
        guard key == 50 || setting.isCut else { return }
        var options = Rendering.Options()
        options.noteCut = setting.cut
        let rendering = try render(options) {
            $0.note(at: 10, length: 100, channel: setting.channel, key: key, velocity: 127)
            $0.note(at: 200, length: 100, channel: setting.channel, key: key, velocity: 1)
        }
        let before = try rendering.left.level(in: rendering.frames(150..<190))
        let after = try rendering.left.level(in: rendering.frames(220..<240))
        #expect((after < before - 40) == setting.isCut, "\(before), \(after)")
    }

    @Test func aPedalHoldsNoKeyThatIsCut() throws {
        var options = Rendering.Options()
        options.noteCut = .drums
        let rendering = try render(options) {
            $0.pedal(at: 0, channel: 9, down: true)
            $0.note(at: 10, length: 100, channel: 9, key: 50, velocity: 127)
            $0.note(at: 200, length: 100, channel: 9, key: 50, velocity: 1)
        }
        let before = try rendering.left.level(in: rendering.frames(150..<190))
        let after = try rendering.left.level(in: rendering.frames(220..<240))
        #expect(after < before - 40)
    }
}
