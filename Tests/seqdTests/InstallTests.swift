import Foundation
import TestSupport
import Testing

@Suite("make install")
struct InstallTests {
    /// The project's folder.
    private static let project = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    private func make(_ target: String, into root: String) async throws -> CommandRun {
        try await CommandRun.run(
            "make",
            [
                "-s", "-C", Self.project, target, "DESTDIR=\(root)", "PREFIX=/usr",
                "PROGRAM=\(try builtProduct("seqd"))",
            ],
            environment: ["MAKEFLAGS": nil, "MAKELEVEL": nil],
            // It starts the program for each of fifty man pages.
            timeout: .seconds(600)
        )
    }

    @Test("puts a program that runs into a root, with all that belongs to it; uninstall removes it")
    func root() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone())
        let root = place.folder.path("a root")
        let installed = try await make("install", into: root)
        #expect(installed.status == .exited(0), "\(installed)")
        let files = try Self.files(below: root)
        for file in [
            "usr/bin/seqd", "usr/share/seqd/seqd-gm.sf2", "usr/share/man/man1/seqd.1",
            "usr/share/man/man1/seqd-play.1", "usr/share/bash-completion/completions/seqd",
            "usr/share/zsh/site-functions/_seqd", "usr/share/fish/vendor_completions.d/seqd.fish",
            "usr/lib/systemd/user/seqd.service", "usr/lib/systemd/user/seqd.socket",
            "usr/lib/systemd/user/seqd-mpd.service", "usr/lib/systemd/user/seqd-web.service",
            "usr/libexec/seqd/seqd-web",
            "usr/lib/systemd/system/seqd.service", "usr/share/doc/seqd/PROTOCOL.md",
            "usr/share/applications/seqd.desktop", "usr/libexec/seqd/play-in-terminal",
            "usr/share/doc/seqd/examples/band.mid",
            "usr/share/doc/seqd/examples/shell/render-folder.sh",
        ] {
            #expect(files.contains(file), "\(file) is not among \(files)")
        }
        let unit = try String(
            contentsOfFile: root + "/usr/lib/systemd/user/seqd.service",
            encoding: .utf8
        )
        #expect(unit.contains("ExecStart=/usr/bin/seqd daemon"), "\(unit)")
        let system = try String(
            contentsOfFile: root + "/usr/lib/systemd/system/seqd.service",
            encoding: .utf8
        )
        #expect(system.contains("ExecStart=/usr/bin/seqd daemon"), "\(system)")

        let program = root + "/usr/bin/seqd"
        let run = try await CommandRun.run(
            program,
            ["render", "song.mid", "-o", "x.wav", "--sf2", root + "/usr/share/seqd/seqd-gm.sf2"],
            directory: place.folder.path
        )
        #expect(run.status == .exited(0), "\(run)")
        #expect(try place.sound("x.wav").peak > 0.001)

        let removed = try await make("uninstall", into: root)
        #expect(removed.status == .exited(0), "\(removed)")
        #expect(try Self.files(below: root).isEmpty)
    }

    @Test("says what to do where nothing is built")
    func unbuilt() async throws {
        let folder = try TemporaryDirectory()
        let run = try await CommandRun.run(
            "make",
            ["-s", "-C", Self.project, "install", "DESTDIR=\(folder.path)", "PROGRAM=none"]
        )
        #expect(run.status != .exited(0) && run.errorText.contains("run make first"), "\(run)")
        #expect(try folder.names().isEmpty)
    }

    /// The files below a folder, by their paths in it.
    private static func files(below root: String) throws -> Set<String> {
        let all = FileManager.default.enumerator(atPath: root)?.allObjects as? [String] ?? []
        return Set(
            all.filter { name in
                var isFolder: ObjCBool = false
                _ = FileManager.default.fileExists(
                    atPath: "\(root)/\(name)",
                    isDirectory: &isFolder
                )
                return !isFolder.boolValue
            }
        )
    }
}
