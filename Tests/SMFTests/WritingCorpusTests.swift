import Foundation
import SMF
import Testing

/// The folder that SEQD_CORPUS names: real files, which are not in the repository.
private enum WritingCorpus {
    static let folder = ProcessInfo.processInfo.environment["SEQD_CORPUS"]

    /// The files in which the reader finds a track, as they are.
    static func files() throws -> [(path: String, bytes: [UInt8], file: MIDIFile)] {
        let folder = try #require(folder)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
        return paths.compactMap { path in
            let known = ["mid", "midi", "kar", "rmi"]
            guard known.contains((path as NSString).pathExtension.lowercased()),
                let data = FileManager.default.contents(atPath: "\(folder)/\(path)"),
                let file = try? MIDIFile([UInt8](data), keeping: .everything),
                !file.tracks.isEmpty
            else { return nil }
            return (path, [UInt8](data), file)
        }
    }
}

@Suite("Writing the files of a corpus", .enabled(if: WritingCorpus.folder != nil))
struct WritingCorpusTests {
    @Test("Files without a violation come out byte by byte")
    func preserved() throws {
        let files = try WritingCorpus.files()
        #expect(!files.isEmpty)
        for (path, bytes, file) in files
        where file.diagnostics.allSatisfy({ $0.severity == .note }) {
            #expect(try file.bytes(.preserving) == bytes, "\(path)")
        }
    }

    @Test("Read, written and read again, every file is the same in every style")
    func roundTrips() throws {
        for (path, _, file) in try WritingCorpus.files() {
            for style in WritingStyle.allCases {
                let again = try MIDIFile(try file.bytes(style), keeping: .everything)
                #expect(again.tracks == file.tracks, "\(path)")
                #expect(again.format == file.format, "\(path)")
                #expect(again.division == file.division, "\(path)")
            }
        }
    }

    @Test("Every file can be merged and split, and its notes stay")
    func conversions() throws {
        for (path, _, file) in try WritingCorpus.files() where file.format != .independent {
            let merged = try file.merged()
            let channels = try file.splitByChannel()
            let ports = try file.splitByPort()
            let count = file.messageCount
            #expect(merged.messageCount == count, "\(path)")
            for other in [channels, ports] { #expect(other.messageCount == count, "\(path)") }
            for converted in [merged, channels, ports] {
                #expect(
                    try MIDIFile(try converted.bytes()).tracks == converted.tracks,
                    "\(path)"
                )
                #expect(
                    converted.tracks.map(\.endTick).max() == file.tracks.map(\.endTick).max(),
                    "\(path)"
                )
            }
        }
    }
}

extension MIDIFile {
    /// How many channel messages there are.
    fileprivate var messageCount: Int { tracks.reduce(0) { $0 + $1.messages.count } }
}
