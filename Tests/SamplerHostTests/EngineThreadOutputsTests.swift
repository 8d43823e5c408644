import Foundation
import Sequencer
import TestSupport
import Testing

@testable import SamplerHost

/// Pairs of output channels and further devices, on their threads; the sanitizers watch them.
@Suite struct EngineThreadOutputsTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private static let song = SMFBuilder.milliseconds { track in
        for beat: UInt32 in 0..<20 { track.key(beat * 50...(beat * 50 + 40), 100) }
    }

    private func device(_ name: String) -> DeviceSettings {
        var settings = DeviceSettings()
        settings.device = name
        settings.format = .s32
        return settings
    }

    @Test("further devices play what the first does, and one that is lost disturbs nothing")
    func plays() throws {
        var rack = RackSettings(
            SamplerSettings(testing: studio.font)
        )
        try rack.outputs.set("3-4", of: "sampler")
        let routed = try rack.routing(of: sequence(Self.song))
        let samplers = try SamplerRack(rack, rate: 48_000, maximumPeriod: 256, for: [routed])
        var settings = EngineSettings(sampler: SamplerSettings(fonts: []))
        settings.maximumPeriod = 256
        settings.outputs = rack.assignments
        let engine = Engine(settings)
        let path = studio.directory.path("second.raw")
        let clock = (rate: 48_000, bufferFrames: 1_024)
        let second = FollowingDevice(
            device("tee:null,'\(path)',raw"),
            pair: try OutputPair(parsing: "3-4"),
            behind: clock
        )
        let missing = FollowingDevice(device("nosuchdevice"), behind: clock)
        for device in [second, missing] {
            try engine.add(device)
            try device.start(realTime: true)
        }
        let sink = MappedSink(map: ChannelMap(pairs: 2))
        let item = PlayItem(sequence: routed.sequence, rate: 48_000)
        #expect(engine.start(item, on: samplers, routed: routed, isLast: true) != nil)
        let thread = try AudioThread(running: engine, into: sink, realTime: true)
        try thread.join()
        for device in [second, missing] { device.finish() }
        #expect(second.status.state == .idle)
        #expect(engine.takeFigures().frame > 48_000)
        // Output 3-4 has the music, and the further device plays it.
        let frames = sink.samples.count / 4
        let peaks = (0..<4).map { channel in
            (0..<frames).reduce(Float(0)) { max($0, abs(sink.samples[4 * $1 + channel])) }
        }
        #expect(peaks[0] == 0 && peaks[1] == 0 && peaks[2] > 0.01 && peaks[3] > 0.01)
        let sound = try SoundFile(
            raw: studio.directory.read("second.raw"),
            encoding: .signed32,
            channelCount: 2,
            rate: 48_000
        )
        #expect(abs(sound.peak / peaks[2] - 1) < 0.05, "\(sound.peak) \(peaks)")
    }
}

/// A sink in real time that keeps the samples of all its channels.
private final class MappedSink: PeriodSink {
    let periodFrames = 256
    let layout = SampleLayout.float32
    let map: ChannelMap
    private(set) var samples: [Float] = []
    private var pacer = Pacer(rate: 48_000, ahead: 1_024)

    init(map: ChannelMap) { self.map = map }

    func write(_ samples: RawSpan, frames: Int) throws(HostError) -> Int {
        samples.withUnsafeBytes { bytes in
            self.samples += bytes.bindMemory(to: Float.self)
        }
        pacer.wrote(frames)
        return 0
    }

    func finish() {}

    func abandon() {}
}
