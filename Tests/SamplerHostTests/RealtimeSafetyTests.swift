import Foundation
import MIDI
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// The audio thread under RealtimeSanitizer.
///
/// Run with `swift test -Xswiftc -Xclang-linker -Xswiftc -fsanitize=realtime`; a violation ends the
/// process with status 43.
@Suite(.enabled("only in a build with RealtimeSanitizer") { RealtimeSanitizer.isPresent })
struct RealtimeSafetyTests {
    @Test func theSanitizerIsAwake() async {
        await #expect(processExitsWith: .exitCode(43)) {
            #expect(RealtimeSanitizer.isPresent)
            RealtimeSanitizer.enter()
            UnsafeMutablePointer<Int>.allocate(capacity: 1_000).deallocate()
            RealtimeSanitizer.exit()
        }
    }

    @Test(arguments: [1, 2])
    func aSongWithEverythingBlocksNowhere(threads: Int) async throws {
        let studio = try Studio()
        var options = Rendering.Options()
        options.threads = threads
        options.reverb = true
        options.chorus = true
        // Few voices, so that hundreds are stolen.
        options.polyphony = 48
        let isRealFontThere = FileManager.default.fileExists(atPath: RealFont.path)
        let font = isRealFontThere ? RealFont.path : studio.font
        for format in SampleFormat.allCases {
            options.format = format
            options.halfPedal = format == .float
            let rendering = try Rendering(
                [Self.everything.bytes, Self.everything.bytes],
                font: font,
                options
            )
            #expect(try rendering.left.peakLevel() > -40)
        }
    }

    /// Whatever preset is selected, and whatever note follows at once.
    @Test func everyPresetIsSelectedAndPlayedAtOnce() throws {
        let studio = try Studio()
        let isRealFontThere = FileManager.default.fileExists(atPath: RealFont.path)
        let font = isRealFontThere ? RealFont.path : studio.font
        let song = SMFBuilder.milliseconds { track in
            for program: UInt8 in 0..<128 {
                let tick = UInt32(program) * 3
                for channel: UInt8 in [0, 9] {
                    track.program(at: tick, channel: channel, program)
                    track.noteOn(at: tick, channel: channel, key: 36 + program % 48)
                }
            }
            track.endTick = 400
        }
        var options = Rendering.Options()
        options.polyphony = 48
        let rendering = try Rendering(song, font: font, options)
        #expect(try rendering.left.peakLevel() > -40)
    }

    @Test func meddlingBlocksNowhere() throws {
        let studio = try Studio()
        var options = Rendering.Options()
        options.threads = 2
        let (engine, items) = try Rendering.engine(
            for: [Self.everything.bytes],
            font: studio.font,
            options
        )
        for item in items { _ = engine.enqueue(item, isLast: true) }
        let sink = MemorySink(periodFrames: 256, format: .s16)
        sink.pacer = Pacer(rate: 48_000, ahead: 1_024)
        let thread = try AudioThread(running: engine, into: sink, realTime: true)
        Thread.sleep(forTimeInterval: 0.05)
        engine.pause()?.resume()
        Thread.sleep(forTimeInterval: 0.05)
        engine.stop()
        try thread.join()
        #expect(sink.isFinished)
    }

    /// All kinds of message on two ports, hundreds of notes at once, every SysEx that is acted on.
    private static let everything = SMFBuilder.milliseconds(
        { track in
            fill(&track, seed: 0)
            for (index, reset) in ["GM", "GS", "XG", "GM2", "GS"].enumerated() {
                track.reset(at: UInt32(60 + index * 40), reset)
            }
            track.systemExclusive(at: 90, [0x7F, 0x7F, 0x04, 0x01, 0x10, 0x60, 0xF7])
            track.rolandData(at: 110, address: [0x40, 0x00, 0x04], 90)
            track.rolandData(at: 232, address: [0x40, 0x11, 0x15], 1)
            track.rolandData(at: 236, address: [0x40, 0x10, 0x15], 0)
            track.systemExclusive(at: 95, [0x7F, 0x7F, 0x04, 0x03, 0x10, 0x50, 0xF7])
            track.systemExclusive(at: 96, [0x7F, 0x7F, 0x04, 0x04, 0x00, 0x42, 0xF7])
            track.partOfGS(at: 97, channel: 2, 0x32, 70)
            track.partOfXG(at: 150, channel: 3, 0x18, 50)
            tune(&track)
            changeEffects(&track)
        },
        { track in
            track.port(at: 0, 1)
            fill(&track, seed: 5)
        }
    )

    /// Each kind of channel message on each channel, and fourteen notes a millisecond.
    private static func fill(_ track: inout SMFBuilder.Track, seed: UInt8) {
        for time: UInt32 in 0..<260 {
            let channel = UInt8(time % 16)
            let value = UInt8(truncatingIfNeeded: time &* 37 &+ UInt32(seed)) & 127
            track.message(at: time, .programChange(channel: channel, program: value))
            track.control(at: time, channel: channel, UInt8(time % 128), value)
            track.bend(at: time, channel: channel, UInt16(value) << 7)
            track.pressure(at: time, channel: channel, value)
            track.pressure(at: time, channel: channel, key: 60, value)
            track.pedal(at: time, channel: channel, down: value > 64)
            track.control(at: time, channel: channel, .reverbSend, 127)
            track.control(at: time, channel: channel, .chorusSend, 127)
            for step: UInt8 in 0..<14 {
                track.noteOn(at: time, channel: channel, key: 30 + step * 5 + seed, velocity: 100)
            }
            // Sound controllers, drums, generators, and those of the AWE32.
            let parameters: [UInt8] = [1, 24, 25, 26, 28, 29, 30, 120, 127]
            track.nonRegisteredParameter(
                at: time,
                channel: channel,
                parameters[Int(time) % parameters.count],
                value % 102,
                value,
                fine: 5
            )
            guard time % 3 == 0 else { continue }
            track.registeredParameter(at: time, channel: channel, UInt16(value % 6), value: 9_000)
            for step: UInt8 in 0..<14 {
                track.noteOff(at: time, channel: channel, key: 30 + step * 5 + seed)
            }
        }
        for number: UInt8 in [120, 121, 123, 126, 127, 88, 84, 98, 99, 96, 97] {
            track.control(at: 255, channel: number % 16, number, 3)
        }
        track.endTick = 300
    }

    /// Every parameter of Roland's effects, and General MIDI 2's.
    private static func changeEffects(_ track: inout SMFBuilder.Track) {
        for (index, address) in (UInt8(0x30)...0x3F).enumerated() {
            track.rolandData(at: UInt32(2 + index * 3), address: [0x40, 0x01, address], 5)
        }
        for (index, macro) in ([6, 7, 4] as [UInt8]).enumerated() {
            track.rolandData(at: UInt32(60 + index * 60), address: [0x40, 0x01, 0x30], macro)
            track.rolandData(at: UInt32(62 + index * 60), address: [0x40, 0x01, 0x34], 30 + macro)
        }
        track.systemExclusive(at: 50, [0x7F, 0x7F, 4, 5, 1, 1, 1, 1, 1, 0, 8, 1, 90, 0xF7])
        track.systemExclusive(at: 52, [0x7F, 0x7F, 4, 5, 1, 1, 1, 1, 2, 0, 5, 4, 90, 0xF7])
    }

    /// MIDI Tuning Standard messages: a single note change and an octave tuning.
    private static func tune(_ track: inout SMFBuilder.Track) {
        track.systemExclusive(at: 30, [0x7F, 0x7F, 0x08, 0x02, 0, 1, 60, 61, 0, 0, 0xF7])
        let octave = [UInt8](repeating: 70, count: 12)
        track.systemExclusive(
            at: 40,
            [0x7F, 0x7F, 0x08, 0x08, 0x03, 0x7F, 0x7F] + octave + [0xF7]
        )
        track.systemExclusive(
            at: 44,
            [0x7E, 0x7F, 0x08, 0x08, 0x03, 0x7F, 0x7F] + octave + [0xF7]
        )
    }
}
