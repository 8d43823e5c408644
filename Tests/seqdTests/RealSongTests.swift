import Foundation
import TestSupport
import Testing

@Suite("Real songs")
struct RealSongTests {
    private static let folder = "/usr/share/games/openttd/baseset/openmsx"
    private static let font = "/usr/share/sounds/sf2/TimGM6mb.sf2"

    /// All the songs of Debian's package openttd-openmsx.
    static let songs: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".mid") }.sorted()
    }()

    static let isInstalled = !songs.isEmpty && FileManager.default.fileExists(atPath: font)

    /// All of them, an hour of music, only where there is the time: `SEQD_TEST_ALL=1`; else the
    /// shortest, a minute each.
    static let chosen: [String] = {
        let isAll = ProcessInfo.processInfo.environment["SEQD_TEST_ALL"] == "1"
        let short = ["5432gone_redfarn.mid", "coconut_run2.mid", "ttsong_iii_imuh3.mid"]
        return isAll ? songs : songs.filter(short.contains)
    }()

    @Test(
        "render without an error, as long as their tempo maps say, neither clipped nor silent",
        .enabled(if: isInstalled, "needs the packages openttd-openmsx and timgm6mb-soundfont")
    )
    func render() async throws {
        let place = try TemporaryDirectory()
        let paths = Self.chosen.map { "\(Self.folder)/\($0)" }
        let inspected = try await seqd(["inspect", "--json"] + paths)
        #expect(inspected.status == .exited(0), "\(inspected)")
        let files = try inspected.output.split(separator: 10).map { try Document(Array($0)) }
        try #require(files.count == paths.count)

        let run = try await seqd(
            ["render", "--sf2", Self.font, "--type", "raw", "-o", place.path("out/")] + paths,
            timeout: .seconds(1_800)
        )
        #expect(run.status == .exited(0), "\(run)")
        for (name, file) in zip(Self.chosen, files) {
            let errors = file.list("diagnostics").filter { $0["severity"] == "error" }
            #expect(errors.isEmpty, "\(name)")
            let path = place.path("out/\(name.dropLast(4)).raw")
            let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
            let seconds = Double(try #require(size)) / 4 / 48_000
            guard case .number(let length) = file["seconds"] else {
                Issue.record("\(name): no length")
                continue
            }
            // The tail is at least a tenth of a second of silence and at most ten seconds.
            #expect(seconds >= length - 0.05, "\(name): \(seconds) s of \(length) s")
            #expect(seconds <= length + 10.05, "\(name): \(seconds) s of \(length) s")
            try Self.checkLevel(of: path, in: run)
        }
        #expect(!run.errorText.contains("clipped"), "\(run)")
    }

    /// What was said of a file: its peak is below full scale, and far above silence.
    private static func checkLevel(of path: String, in run: CommandRun) throws {
        let lines = run.errorText.split(separator: "\n")
        let line = try #require(lines.first { $0.hasPrefix("seqd: \(path): ") }, "\(run)")
        let match = try #require(line.firstMatch(of: /peak (-?\d+\.\d) dBFS/), "\(line)")
        let peak = try #require(Double(match.1))
        #expect(peak < 0 && peak > -30, "\(line)")
    }

    @Test(
        "last exactly as long as their tempo maps say, without a tail",
        .enabled(if: isInstalled, "needs the packages openttd-openmsx and timgm6mb-soundfont")
    )
    func length() async throws {
        let place = try Workplace()
        let path = "\(Self.folder)/\(Self.songs[0])"
        let inspected = try await seqd(["inspect", "--json", path])
        guard case .number(let length) = try Document(inspected.output)["seconds"] else {
            throw TestSupportError("no length: \(inspected)")
        }
        // The measuring font sounds wrong and is quick.
        let run = try await place.render(
            path,
            "-o",
            "out.raw",
            "--tail",
            "none",
            "--rate",
            "8000",
            "--no-reverb",
            "--no-chorus"
        )
        #expect(run.status == .exited(0), "\(run)")
        let frames = try place.folder.read("out.raw").count / 4
        #expect(abs(Double(frames) - length * 8_000) <= 1)
    }
}
