import ControlProtocol
import Foundation
import Glibc
import Playback
import SamplerHost
import TestSupport
import Testing

@testable import SeqdDaemon

/// The folders below which clients may name files.
@Suite struct PathPolicyTests {
    private let folder: TemporaryDirectory
    private let policy: PathPolicy

    init() throws {
        folder = try TemporaryDirectory()
        for name in ["music/a.mid", "music/deep/b.mid", "music-2/c.mid", "secret/d.mid"] {
            try folder.write("x", to: name)
        }
        symlink("../secret/d.mid", folder.path("music/link.mid"))
        symlink("../secret", folder.path("music/out"))
        symlink(folder.path("music/deep"), folder.path("music/in"))
        symlink("nowhere", folder.path("music/dangling.mid"))
        symlink("music", folder.path("entry"))
        policy = try PathPolicy(folders: [folder.path("entry")])
    }

    private func code(_ path: String) -> RequestError.Code? {
        do throws(RequestError) {
            _ = try policy.resolved(path)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func aFileBelowTheFolderIsAllowedByAnyOfItsNames() throws {
        let real = try policy.resolved(folder.path("entry/deep/b.mid"))
        #expect(real.hasSuffix("/music/deep/b.mid"))
        for name in ["music/deep/b.mid", "music/in/b.mid", "secret/../music/./deep//b.mid"] {
            #expect(try policy.resolved(folder.path(name)) == real)
        }
        #expect(code(folder.path("music")) == nil)
    }

    @Test(
        arguments: [
            "secret/d.mid", "music/link.mid", "music/out/d.mid", "music/../secret/d.mid",
            "music-2/c.mid", "", "music/out", "secret/none.mid", "music/out/none.mid", "none/x.mid",
            "music/out/none/x.mid",
        ]
    )
    func whatIsOutsideIsRefusedWhetherItExistsOrNot(name: String) {
        let path = folder.path(name)
        let error = #expect(throws: RequestError.self) { try policy.resolved(path) }
        #expect(error?.code == .notPermitted)
        let message = "\(path): outside the folders that clients may use: "
        #expect(error?.message.hasPrefix(message) ?? false, "\(String(describing: error))")
        #expect(error?.message.hasSuffix("/music") ?? false)
    }

    @Test func whatIsMissingBelowTheFolderIsMissing() {
        #expect(code(folder.path("music/none.mid")) == .noInput)
        #expect(code(folder.path("music/none/x.mid")) == .noInput)
        #expect(code(folder.path("music/dangling.mid")) == .noInput)
        #expect(code("music/a.mid") == .usage)
    }

    @Test func anOpenFileIsTheOneThatWasCompared() throws {
        let file = try #require(try policy.open(folder.path("music/in/b.mid")))
        // Another file in its place is not read.
        rename(folder.path("secret/d.mid"), folder.path("music/deep/b.mid"))
        #expect(try String(contentsOfFile: file.handle, encoding: .utf8) == "x")
        #expect(file.currentPath?.hasSuffix(" (deleted)") ?? false)
        #expect(throws: RequestError.self) { try policy.open(folder.path("music")) }
        mkfifo(folder.path("music/fifo.mid"), 0o600)
        #expect(throws: RequestError.self) { try policy.open(folder.path("music/fifo.mid")) }
    }

    @Test func listsAndFoldersGiveOnlyWhatIsAllowed() throws {
        try folder.write("a.mid\n../secret/d.mid\nlink.mid\n../secret/l.m3u\n", to: "music/l.m3u")
        try folder.write("d.mid\n", to: "secret/l.m3u")
        let all = SourcePath(folder.path("music"))
        let list = SourcePath(folder.path("music/l.m3u"))
        let read = try QueueFile.files(of: [all, list], limit: 100, policy)
        #expect(
            read.files.map { String($0.path.dropFirst(folder.path.utf8.count)) }.sorted()
                == ["/music/a.mid", "/music/a.mid", "/music/deep/b.mid"]
        )
        #expect(read.faults.count == 5, "\(read.faults)")
        #expect(read.faults.allSatisfy { $0.code == .notPermitted })
        for name in ["secret", "secret/l.m3u", "secret/d.mid", "music/link.mid", "music/out"] {
            let source = SourcePath(folder.path(name))
            let error = #expect(throws: RequestError.self) {
                try QueueFile.files(of: [source], limit: 100, policy)
            }
            #expect(error?.code == .notPermitted, "\(name)")
        }
    }

    @Test func anErrorDoesNotTellWhetherAFileOutsideExists() throws {
        // The rest of a line is one path or two, which depends on the files that exist.
        func message(_ name: String) -> String? {
            let path = folder.path(name)
            let source = SourcePath("\(path) /more.mid", isRest: true)
            let error = #expect(throws: RequestError.self) {
                try QueueFile.files(of: [source], limit: 100, policy)
            }
            return error?.message.replacingOccurrences(of: path, with: "PATH")
        }
        #expect(message("secret/d.mid") == message("secret/none.mid"))
        #expect(!policy.exists(folder.path("secret/d.mid")))
        #expect(policy.exists(folder.path("music/a.mid")))
    }

    @Test func withoutFoldersEverythingIsAllowed() throws {
        let policy = try PathPolicy(folders: [])
        #expect(policy == .unrestricted)
        #expect(try policy.resolved("/no/such/file") == "/no/such/file")
        #expect(try policy.open("/no/such/file") == nil)
    }

    @Test func aFolderHasToExist() {
        for (name, code) in [("none", RequestError.Code.noInput), ("music/a.mid", .usage)] {
            let error = #expect(throws: RequestError.self) {
                try PathPolicy(folders: [folder.path(name)])
            }
            #expect(error?.code == code)
            #expect(error?.message.hasPrefix("--allow-path: \(folder.path(name)): ") ?? false)
        }
    }

    @Test func theRootAllowsEverything() throws {
        let policy = try PathPolicy(folders: ["/"])
        #expect(try policy.resolved("/etc/../etc/passwd").hasSuffix("passwd"))
    }
}
