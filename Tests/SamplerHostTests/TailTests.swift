import MIDI
import SamplerHost
import TestSupport
import Testing

/// How the rendering ends.
@Suite struct TailTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private static func song(
        _ program: MeasuringFont.Program,
        key: ClosedRange<UInt32>,
        end: UInt32
    ) -> SMFBuilder {
        .milliseconds {
            $0.program(at: 0, channel: 0, program)
            $0.key(key)
            $0.endTick = end
        }
    }

    private func render(_ song: SMFBuilder, _ tail: TailPolicy) throws -> Rendering {
        var options = Rendering.Options()
        options.tail = tail
        return try studio.render(song, options: options)
    }

    @Test(arguments: [100, 101, 103] as [UInt32])
    func withoutATailItEndsAtTheEndOfTheTrack(end: UInt32) throws {
        let rendering = try render(Self.song(.sine, key: 0...90, end: end), .none)
        #expect(rendering.frameCount == Int(end) * 48)
        #expect(rendering.figures.frame == Int64(end) * 48)
    }

    @Test func aTailInFramesIsCountedFromTheEndOfTheTrack() throws {
        let rendering = try render(Self.song(.sine, key: 0...90, end: 101), .frames(777))
        #expect(rendering.frameCount == 101 * 48 + 777)
    }

    @Test func theAutomaticTailEndsATenthOfASecondAfterTheSound() throws {
        let rendering = try render(Self.song(.longRelease, key: 0...100, end: 100), .auto)
        let left = try #require(rendering.left.lastSound(above: -80))
        let right = try #require(rendering.right.lastSound(above: -80))
        #expect(rendering.frameCount == max(left, right) + 1 + 4_800)
        // A release of 100 dB a second goes from −26 dB to −80 dB in 0.54 s.
        #expect(abs(Double(left) / 48_000 - 0.64) < 0.05)
    }

    @Test func theAutomaticTailNeverCutsTheSongShort() throws {
        let rendering = try render(Self.song(.sine, key: 0...20, end: 400), .auto)
        #expect(rendering.frameCount == 400 * 48)
    }

    @Test func theAutomaticTailOfASilentSongIsNone() throws {
        let rendering = try render(.milliseconds { $0.endTick = 300 }, .auto)
        #expect(rendering.frameCount == 300 * 48)
    }

    @Test func theAutomaticTailLastsTenSecondsAtMost() throws {
        // A release that takes about five minutes.
        var font = SoundFontBuilder(name: "endless")
        let frames = (0..<1_328).map { Int16($0 % 48 < 24 ? 8_000 : -8_000) }
        let sample = font.add(
            SoundFontBuilder.Sample(
                name: "square",
                frames: frames,
                rate: 8_000,
                rootKey: 69,
                loop: 64..<1_264
            )
        )
        let zone = SoundFontBuilder.Zone(
            target: sample,
            generators: [
                SoundFontGenerator(.sampleModes, 1), SoundFontGenerator(.volumeRelease, 8_000),
            ]
        )
        let instrument = font.add(SoundFontBuilder.Instrument(name: "i", zones: [zone]))
        font.add(
            SoundFontBuilder.Preset(
                name: "p",
                bank: 0,
                program: 0,
                zones: [SoundFontBuilder.Zone(target: instrument)]
            )
        )
        let path = try studio.directory.write(font.bytes, to: "endless.sf2")
        var options = Rendering.Options()
        options.rate = 8_000
        let rendering = try Rendering(
            Self.song(.sine, key: 0...90, end: 101),
            font: path,
            options
        )
        #expect(rendering.frameCount == 101 * 8 + 80_000)
        #expect(try rendering.left.peakLevel(in: 80_000..<80_800) > -60)
    }

    @Test func playingToAFrameEndsThere() throws {
        var options = Rendering.Options()
        options.tail = .none
        options.to = 5_001
        let song = Self.song(.sine, key: 0...900, end: 1_000)
        let rendering = try studio.render(song, options: options)
        #expect(rendering.frameCount == 5_001)
        options.tail = .auto
        let ringing = try studio.render(song, options: options)
        let last = try #require(ringing.left.lastSound())
        #expect(last < 5_001 + 64 + Int(MeasuringFont.releaseSeconds * 48_000) + 1)
    }

    @Test func playingFromAFrameBeginsThere() throws {
        var options = Rendering.Options()
        options.tail = .none
        options.from = 4_800
        let song = SMFBuilder.milliseconds {
            $0.program(at: 0, channel: 0, .click)
            for time: UInt32 in [50, 150, 200] {
                $0.note(at: time, length: 5, channel: 0, key: 60, velocity: 127)
            }
            $0.endTick = 300
        }
        let rendering = try studio.render(song, options: options)
        #expect(rendering.frameCount == 9_600)
        #expect(
            rendering.left.onsets()
                == [2_400, 4_800].map { TestedEngine.clickOnset(ofFrame: $0, rate: 48_000) }
        )
    }
}
