import Foundation
import TestSupport
import Testing

/// PipeWire as the output, by ALSA and by JACK.
@Suite(.serialized, .enabled(if: PipeWireRun.isInstalled, "needs PipeWire"))
struct PipeWireTests {
    /// Plays a song to a device of PipeWire, and compares what its sink gets with what is rendered.
    private func play(
        _ command: [String],
        device: String,
        format: String
    ) async throws {
        let place = try Workplace()
        try place.add(PlayedSong.ensemble)
        let server = try await PipeWireRun()
        let environment = try server.environment()
        let program = try builtProduct("seqd")
        let recorded = try await server.recording {
            let run = try await CommandRun.run(
                "/usr/bin/env",
                command + [program, "play", "song.mid", "--sf2", place.font, "--device", device],
                environment: environment,
                directory: place.folder.path
            )
            #expect(run.status == .exited(0) && run.errorOutput.isEmpty, "\(run)")
        }
        await server.end()
        let rendered = try await place.render("song.mid", "-o", "out.wav", "--format", format)
        #expect(rendered.status == .exited(0), "\(rendered)")
        let sound = try place.sound("out.wav")
        #expect(sound.channels.count == 2 && sound.seconds > 1)
        for (port, channel) in sound.channels.enumerated() {
            let part = Self.part(of: channel, in: recorded.channels[port])
            #expect(part > 0.8, "channel \(port + 1)")
        }
    }

    /// The part of a sound that another one has sample for sample and in its order, in blocks.
    ///
    /// PipeWire leaves periods out where a busy machine has it run late.
    private static func part(of sound: [Float], in recorded: [Float]) -> Double {
        let size = 256
        func key(_ samples: [Float], _ index: Int) -> UInt64 {
            UInt64(samples[index].bitPattern) << 32 | UInt64(samples[index + 1].bitPattern)
        }
        var places: [UInt64: [Int]] = [:]
        for index in 0..<max(recorded.count - size, 0) where recorded[index] != 0 {
            places[key(recorded, index), default: []].append(index)
        }
        let blocks = stride(from: 0, to: sound.count - size, by: size).filter { sound[$0] != 0 }
        var (found, end) = (0, 0)
        for block in blocks {
            let place = places[key(sound, block)]?.first { place in
                place >= end
                    && recorded[place..<place + size] == sound[block..<block + size]
            }
            guard let place else { continue }
            found += 1
            end = place + size
        }
        return blocks.isEmpty ? 0 : Double(found) / Double(blocks.count)
    }

    @Test(
        "The sink gets what is rendered, by ALSA's plugin",
        .enabled(if: PipeWireRun.plugin != nil, "needs pipewire-alsa"),
        arguments: ["pipewire", "default"]
    )
    func plugin(device: String) async throws {
        try await play([], device: device, format: "s16")
    }

    @Test("The sink gets what is rendered, by PipeWire's library for clients of JACK")
    func library() async throws {
        try await play(["pw-jack"], device: "jack", format: "float")
    }

    @Test("seqd doctor tells which way sound takes")
    func doctor() async throws {
        let place = try Workplace()
        let server = try await PipeWireRun()
        let environment = try server.environment()
        let program = try builtProduct("seqd")
        func words(_ command: [String], _ arguments: String...) async throws -> String {
            let run = try await CommandRun.run(
                "/usr/bin/env",
                command + [program, "doctor", "--sf2", place.font] + arguments,
                environment: environment
            )
            return run.outputText.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        let jack = try await words(["pw-jack"], "--device", "jack")
        #expect(
            jack.contains("ok device jack (PipeWire by its JACK library): 48000 Hz"),
            "\(jack)"
        )
        #expect(jack.contains("available with --device jack: PipeWire by its JACK library"))
        if PipeWireRun.plugin != nil {
            let named = try await words([], "--device", "pipewire")
            #expect(
                named.contains("ok device pipewire (PipeWire by ALSA's plugin): 48000 Hz"),
                "\(named)"
            )
            let usual = try await words([])
            #expect(
                usual.contains("ok device default (pipewire: PipeWire by ALSA's plugin): 48000 Hz"),
                "\(usual)"
            )
            // Without PipeWire's library in its place, JACK's finds no server.
            #expect(usual.contains("JACK: not available"), "\(usual)")
        }
        await server.end()
        let gone = try await words(["pw-jack"], "--device", "jack")
        #expect(gone.contains("problem device jack: no JACK server is running"), "\(gone)")
    }
}
