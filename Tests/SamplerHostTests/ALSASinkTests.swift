import Foundation
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// ALSA devices, by its plugins, which need no kernel.
@Suite struct ALSASinkTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private static let song = SMFBuilder.milliseconds { track in
        track.key(0...90)
        track.program(at: 0, channel: 1, .noise)
        track.key(30...140, 64, channel: 1)
    }

    @Test(arguments: [SampleFormat.s16, .s32])
    func aDeviceGetsTheSamplesThatAFileGets(format: SampleFormat) throws {
        let path = studio.directory.path("tee.wav")
        var settings = DeviceSettings()
        settings.device = "tee:null,'\(path)',wav"
        settings.format = format
        let sink = try ALSASink(settings)
        #expect(sink.rate == 48_000)
        #expect(sink.periodFrames == 256)
        #expect(sink.bufferFrames == 1_024)
        var options = Rendering.Options()
        options.format = format
        let reference = try studio.render(Self.song, options: options)
        let (engine, items) = try Rendering.engine(
            for: [Self.song.bytes],
            font: studio.font,
            options
        )
        for item in items { _ = engine.enqueue(item, isLast: true) }
        try engine.run(into: sink)
        // The sizes in the header that alsa-lib writes are not to be believed.
        let bytes = try studio.directory.read("tee.wav").dropFirst(44)
        #expect(firstDifference(Array(bytes), reference.bytes) == nil)
        #expect(engine.takeFigures().xruns == 0)
    }

    @Test func aDeviceThatTakesEverythingAtOnceIsPaced() throws {
        var settings = DeviceSettings()
        settings.device = "null"
        let sink = try ALSASink(settings)
        let silence = [UInt8](repeating: 0, count: 256 * 4)
        let clock = ContinuousClock()
        let taken = try clock.measure {
            // 0.32 s of sound.
            for _ in 0..<60 { try sink.write(silence, frames: 256) }
            try sink.finish()
        }
        #expect(taken >= .milliseconds(288))
    }

    @Test func withoutAFormatItTakesSixteenBits() throws {
        var settings = DeviceSettings()
        settings.device = "null"
        #expect(try ALSASink(settings).layout == .s16)
    }

    @Test(arguments: [(SampleFormat.s24, SampleLayout.s24Packed), (.float, .float32)])
    func aFormatIsTaken(format: SampleFormat, layout: SampleLayout) throws {
        var settings = DeviceSettings()
        settings.device = "null"
        settings.format = format
        #expect(try ALSASink(settings).layout == layout)
    }

    @Test func anUnknownDeviceIsAnErrorThatListsTheKnown() {
        var settings = DeviceSettings()
        settings.device = "nosuchdevice"
        let failure = #expect(throws: HostError.self) { _ = try ALSASink(settings) }
        #expect(failure?.code == .unavailable)
        #expect(failure?.subject == "device nosuchdevice")
        #expect(failure?.reason.contains("no such device") == true)
        #expect(failure?.reason.contains("null") == true)
    }

    @Test func aRateBeyondFluidSynthsIsAnError() {
        var settings = DeviceSettings()
        settings.device = "null"
        settings.rate = 192_000
        let failure = #expect(throws: HostError.self) { _ = try ALSASink(settings) }
        #expect(failure?.code == .unavailable)
        #expect(failure?.reason.contains("192000") == true)
    }

    @Test func pausingClosesTheDeviceAndGoingOnOpensItAgain() throws {
        var settings = DeviceSettings()
        settings.device = "null"
        let sink = try ALSASink(settings)
        let silence = [UInt8](repeating: 0, count: 256 * 4)
        try sink.write(silence, frames: 256)
        try sink.pause()
        try sink.resume()
        #expect(try sink.write(silence, frames: 256) == 0)
        sink.abandon()
    }

    @Test func aFormatThatTheDeviceLacksIsAnErrorThatNamesItsOwn() async {
        // A process of its own: ALSA's configuration is the process's.
        await #expect(processExitsWith: .success) {
            let directory = try TemporaryDirectory()
            // lfloat converts integers only, to the float of its slave.
            let configuration = """
                pcm.integers { type lfloat slave { pcm { type null } format FLOAT_LE } }
                """
            let path = try directory.write(configuration, to: "asound.conf")
            setenv("ALSA_CONFIG_PATH", path, 1)
            var settings = DeviceSettings()
            settings.device = "integers"
            #expect(try ALSASink(settings).layout == .s16)
            settings.format = .float
            let failure = #expect(throws: HostError.self) { _ = try ALSASink(settings) }
            #expect(failure?.code == .unavailable)
            #expect(failure?.reason == "float not supported; choose from s16, s24, s32")
            withExtendedLifetime(directory) {}
        }
    }
}
