import MIDI
import SamplerHost
import TestSupport
import Testing

/// Several ports: a sampler each.
@Suite struct PortTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private static let trio = SMFBuilder.milliseconds(
        { track in
            track.port(at: 0, 0)
            for index: UInt8 in 0..<5 {
                track.key(UInt32(index) * 40...UInt32(index) * 40 + 60, 60 + index)
            }
        },
        { track in
            track.port(at: 0, 1)
            track.program(at: 0, channel: 0, .saw)
            track.key(15...170, 50)
            track.bend(at: 80, channel: 0, 12_000)
        },
        { track in
            track.port(at: 0, 2)
            track.program(at: 0, channel: 0, .wet)
            for time: UInt32 in [3, 57, 111] { track.key(time...time + 30, 72) }
            track.control(at: 100, channel: 0, .volume, 60)
        }
    )

    @Test func threeSolosSumToTheMix() throws {
        var options = Rendering.Options()
        options.reverb = true
        options.chorus = true
        options.tail = .frames(9_600)
        let mix = try studio.render(Self.trio, options: options)
        var left = Signal(samples: [], rate: 48_000)
        var right = left
        for track in 1...3 {
            options.solo = "track:\(track)"
            let solo = try studio.render(Self.trio, options: options)
            #expect(try solo.left.peakLevel() > -40)
            left = left + solo.left
            right = right + solo.right
        }
        #expect(try left.distance(to: mix.left) < -120)
        #expect(try right.distance(to: mix.right) < -120)
    }

    @Test func sixteenPortsSoundAtOnce() throws {
        var song = SMFBuilder.milliseconds()
        for port: UInt8 in 0..<16 {
            song.track {
                $0.port(at: 0, port)
                $0.key(0...120, 69 + port)
            }
        }
        let mix = try studio.render(song)
        for port: UInt8 in 0..<16 {
            let level = try mix.level(ofKey: 69 + port, 10..<110)
            #expect(abs(level - TestedEngine.sinePeakLevel) < 0.3, "port \(port)")
        }
        var options = Rendering.Options()
        options.solo = "track:16"
        let solo = try studio.render(song, options: options)
        #expect(try solo.level(ofKey: 68, 10..<110) < -80)
        #expect(abs(try solo.level(ofKey: 84, 10..<110) - TestedEngine.sinePeakLevel) < 0.05)
    }

    @Test func theSameChannelOnTwoPortsKeepsItsOwnState() throws {
        let song = SMFBuilder.milliseconds(
            {
                $0.port(at: 0, 4)
                $0.program(at: 0, channel: 3, .left)
                $0.key(10...200, 69, channel: 3)
            },
            {
                $0.port(at: 0, 9)
                $0.program(at: 0, channel: 3, .right)
                $0.control(at: 100, channel: 3, .volume, 0)
                $0.key(10...200, 76, channel: 3)
            }
        )
        let rendering = try studio.render(song)
        let left = try rendering.left.level(
            ofPartial: frequency(ofKey: 69),
            in: rendering.frames(20..<90)
        )
        #expect(abs(left - TestedEngine.pannedPeakLevel) < 0.05)
        #expect(
            try rendering.left.level(
                ofPartial: frequency(ofKey: 76),
                in: rendering.frames(20..<90)
            ) < -80
        )
        #expect(
            try rendering.right.level(
                ofPartial: frequency(ofKey: 76),
                in: rendering.frames(20..<90)
            ) > -30
        )
        #expect(try rendering.right.isSilent(in: rendering.frames(120..<190)))
        #expect(try rendering.level(ofKey: 69, 120..<190) > -30)
    }
}
