import Foundation
import SMF
import SMFText
import TestSupport
import Testing

/// Comparisons with midicsv and csvmidi themselves, where they are installed.
@Suite("midicsv", .enabled(if: Midicsv.isInstalled))
struct MidicsvTests {
    /// A file all of whose events midicsv writes as they are.
    private static func song(seed: UInt64) throws -> MIDIFile {
        var file = TextFixture.random(seed: seed)
        for index in file.tracks.indices {
            // It reads bytes behind meta events that are too short, and counts time in 31 bits.
            let events = file.tracks[index].filter { event in
                guard case .meta(let meta) = event.event else { return true }
                return meta.value != nil && meta.type != 0
            }
            file.tracks[index] = Track(
                events: events.map { TrackEvent(delta: $0.delta % 70_000, event: $0.event) }
            )
        }
        return file
    }

    @Test("writes the same records", arguments: UInt64(0)..<20)
    func dump(seed: UInt64) async throws {
        let file = try Self.song(seed: seed)
        for style in [WritingStyle.compact, .plain] {
            let run = try await CommandRun.run("midicsv", input: try file.bytes(style))
            #expect(run.status == .exited(0), "\(run)")
            #expect(run.output == CSVDump(file).bytes, "\(run)")
        }
    }

    @Test("makes the same file of them", arguments: UInt64(0)..<20)
    func assemble(seed: UInt64) async throws {
        var file = try Self.song(seed: seed)
        // csvmidi takes the negative number of a SMPTE division for 0.
        file.division = .ticksPerQuarter(480)
        let text = CSVDump(file).bytes
        let run = try await CommandRun.run("csvmidi", input: text)
        #expect(run.status == .exited(0), "\(run)")
        #expect(try MIDIFile(assembling: text).bytes(.preserving) == run.output)
    }
}

/// The programs that are compared with.
private enum Midicsv {
    static var isInstalled: Bool {
        ["midicsv", "csvmidi"].allSatisfy { name in
            let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            return folders.contains {
                FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
            }
        }
    }
}
