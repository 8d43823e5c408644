import Foundation
import Platform
import Racks
import Realtime
import SoundTestSupport
import TestSupport
import Testing

@testable import AudioOutput

/// Maps of the channels of an output.
@Suite struct ChannelMapTests {
    @Test("a map is read as it is written")
    func reading() throws {
        let map = try ChannelMap(parsing: "0,1,-1,mono,31")
        #expect(map.sources == [.channel(0), .channel(1), .silence, .mono, .channel(31)])
        #expect(map.count == 5)
        #expect(map.text == "0,1,-1,mono,31")
        #expect(try ChannelMap(parsing: "0,1") == .stereo)
        #expect(try ChannelMap(parsing: "0,1,2,3") == ChannelMap(pairs: 2))
        #expect(try ChannelMap(parsing: "-1").sources == [.silence])
        let most = Array(repeating: "0", count: 32).joined(separator: ",")
        #expect(try ChannelMap(parsing: most).count == 32)
    }

    @Test(
        "an error names the entry and what was expected",
        arguments: [
            ("", "entry 1, \"\": expected a channel"), ("0,,1", "entry 2, \"\""),
            ("0,left", "entry 2, \"left\""), ("0,32", "entry 2, \"32\""), ("-2", "entry 1, \"-2\""),
            ("0, 1", "entry 2, \" 1\""),
        ]
    )
    func refused(text: String, words: String) {
        let failure = #expect(throws: RoutingSyntaxError.self) {
            try ChannelMap(parsing: text)
        }
        #expect(failure?.description.hasPrefix(words) == true, "\(failure?.description ?? "")")
        #expect(failure?.description.contains("0 (left), 1 (right) to 31, mono, or -1") == true)
    }

    @Test func moreThan32ChannelsAreRefused() {
        let text = Array(repeating: "0", count: 33).joined(separator: ",")
        let failure = #expect(throws: RoutingSyntaxError.self) { try ChannelMap(parsing: text) }
        #expect(failure?.description == "33 channels, expected at most 32")
    }

    // MARK: Sound

    private static let left: [Float] = [0.5, -0.25, 0, 0.125, -1, 0.75, .leastNonzeroMagnitude]
    private static let right: [Float] = [-0.5, 0.75, 1, 0.1, 0.3, -0.0, -3]

    private func samples(
        _ map: ChannelMap,
        _ layout: SampleLayout,
        left: [Float] = left,
        right: [Float] = right
    ) -> (channels: [[[UInt8]]], clipped: Int) {
        var sound = StereoBuffer(capacity: left.count)
        for index in left.indices {
            sound.left[index] = left[index]
            sound.right[index] = right[index]
        }
        var converter = SampleConverter(layout: layout, map: map)
        var output = InterleavedBuffer(
            layout: layout,
            channels: map.count,
            capacity: left.count
        )
        converter.convert(sound, count: left.count, frame: 1_000, to: &output)
        let bytes = output.samples(frames: left.count).copied
        let channels = (0..<map.count).map { channel in
            left.indices.map { frame in
                let start = (frame * map.count + channel) * layout.bytes
                return Array(bytes[start..<start + layout.bytes])
            }
        }
        return (channels, converter.clipped)
    }

    @Test(
        "each channel has the samples of its source to the bit, dither included",
        arguments: [SampleLayout.s16, .s24Packed, .s24Low, .s24High, .s32, .float32]
    )
    func sources(layout: SampleLayout) throws {
        let stereo = samples(.stereo, layout).channels
        let silence = Self.left.map { _ in [UInt8](repeating: 0, count: layout.bytes) }
        for (text, expected) in [
            ("0,1,-1,-1", [stereo[0], stereo[1], silence, silence]),
            ("0,1,0,1", [stereo[0], stereo[1], stereo[0], stereo[1]]),
            ("1,0", [stereo[1], stereo[0]]), ("1", [stereo[1]]),
            ("-1,-1,0", [silence, silence, stereo[0]]),
            ("2,3,1", [silence, silence, stereo[1]]),
        ] {
            let map = try ChannelMap(parsing: text)
            #expect(samples(map, layout).channels == expected, "\(text)")
        }
    }

    @Test("mono is half of left and right together")
    func mono() throws {
        let map = try ChannelMap(parsing: "-1,mono")
        let expected = zip(Self.left, Self.right).map { ($0 + $1) / 2 }
        let mixed = samples(map, .float32).channels[1].map { bytes in
            bytes.withUnsafeBytes { $0.loadUnaligned(as: Float.self) }
        }
        #expect(mixed == expected)
        let wanted = samples(.stereo, .s24Packed, left: expected).channels[0]
        #expect(samples(map, .s24Packed).channels[1] == wanted)
    }

    @Test("a sample counts as clipped in each channel that has it")
    func clipping() throws {
        for layout in [SampleLayout.s16, .s32] {
            #expect(samples(try ChannelMap(parsing: "1,1,0"), layout).clipped == 2)
            #expect(samples(try ChannelMap(parsing: "0,-1"), layout).clipped == 0)
        }
    }

    // MARK: Devices

    @Test("a device is opened with the channels of the map, and says how many it has")
    func device() async {
        // A process of its own: ALSA's configuration is the process's.
        await #expect(processExitsWith: .success) {
            let directory = try TemporaryDirectory()
            let configuration = """
                pcm.three { type multi; slaves.a { pcm { type null }; channels 3 }
                    bindings.0 { slave a channel 0 } bindings.1 { slave a channel 1 }
                    bindings.2 { slave a channel 2 } }
                """
            let path = try directory.write(configuration, to: "asound.conf")
            setenv("ALSA_CONFIG_PATH", path, 1)
            var settings = DeviceSettings()
            settings.device = "three"
            settings.map = try ChannelMap(parsing: "0,1,-1")
            #expect(try ALSASink(settings).map.count == 3)
            settings.map = .stereo
            let failure = #expect(throws: HostError.self) { _ = try ALSASink(settings) }
            #expect(failure?.code == .unavailable)
            #expect(
                failure?.reason.hasPrefix("does not support 2 channels, only 3; choose") == true,
                "\(failure?.reason ?? "")"
            )
            withExtendedLifetime(directory) {}
        }
    }
}
