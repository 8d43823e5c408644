import Foundation
import Glibc
import Playback
import Synchronization
import TestSupport
import Testing

@Suite("A watch of files", .serialized)
struct FileWatchTests {
    /// What a watch has told.
    private final class Told: Sendable {
        private let changes = FileChanges()
        private let losses = Mutex<[String]>([])

        func note(_ paths: Set<String>) { changes.add(paths) }
        func note(_ loss: PlaybackError) { losses.withLock { $0.append(loss.message) } }
        var lost: [String] { losses.withLock { $0 } }

        /// The files that are told of next.
        func next(within seconds: Double = 20) async throws -> Set<String> {
            let end = ContinuousClock.now + .seconds(seconds)
            while ContinuousClock.now < end {
                let paths = changes.take()
                if !paths.isEmpty { return paths }
                try await Task.sleep(for: .milliseconds(5))
            }
            return []
        }
    }

    private let folder: TemporaryDirectory
    private let told = Told()

    init() throws {
        folder = try TemporaryDirectory()
    }

    private func watch(_ paths: String...) throws -> FileWatch {
        let told = told
        let watch = try FileWatch {
            told.note($0)
        } onChange: {
            told.note($0)
        }
        for path in paths { try watch.add(path) }
        try watch.start()
        return watch
    }

    @Test("tells of a file that was written, or replaced, and of no other")
    func written() async throws {
        let path = try folder.write("1", to: "a")
        try folder.write("1", to: "b")
        let watch = try watch(path)
        defer { watch.end() }
        try folder.write("2", to: "b")
        try folder.write("2", to: "a")
        #expect(try await told.next() == [path])
        try folder.write("3", to: "new")
        #expect(rename(folder.path("new"), path) == 0)
        #expect(try await told.next() == [path])
        // What nobody writes: a folder in its place.
        #expect(unlink(path) == 0 && mkdir(path, 0o700) == 0)
        #expect(try await told.next() == [path])
        #expect(told.lost.isEmpty)
    }

    @Test("goes on when the folder was replaced, and in one where much else happens")
    func folders() async throws {
        let songs = folder.path("songs")
        let path = "\(songs)/song.mid"
        func makeFolder(_ text: String) throws {
            #expect(mkdir(songs, 0o700) == 0)
            try folder.write(text, to: "songs/song.mid")
        }
        try makeFolder("0")
        let watch = try watch(path)
        defer { watch.end() }
        #expect(rename(songs, folder.path("old")) == 0)
        try makeFolder("1")
        #expect(try await told.next() == [path])
        try FileManager.default.removeItem(atPath: songs)
        // It is missed before it is there again.
        let removal = ContinuousClock.now
        while told.lost.isEmpty, .now - removal < .seconds(20) {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(told.lost.contains { $0.contains("cannot be watched") }, "\(told.lost)")
        try makeFolder("2")
        #expect(try await told.next() == [path])
        // It may be told of twice: when it is found, and when it was written.
        while try await !told.next(within: 0.3).isEmpty {}
        // Another file is written all the time.
        let writer = Task {
            while !Task.isCancelled {
                try folder.write("x", to: "songs/other")
                try await Task.sleep(for: .milliseconds(5))
            }
        }
        defer { writer.cancel() }
        try folder.write("3", to: "songs/song.mid")
        #expect(try await told.next() == [path])
    }

    @Test("follows a link to where it leads now, and not to where it led before")
    func links() async throws {
        for name in ["a", "b"] {
            #expect(mkdir(folder.path(name), 0o700) == 0)
            try folder.write("0", to: "\(name)/song.mid")
        }
        let link = folder.path("link.mid")
        func lead(to target: String) {
            #expect(symlink(target, folder.path("new")) == 0)
            #expect(rename(folder.path("new"), link) == 0)
        }
        lead(to: "a/song.mid")
        let watch = try watch(link)
        defer { watch.end() }
        try folder.write("1", to: "a/song.mid")
        #expect(try await told.next() == [link])
        lead(to: "b/song.mid")
        #expect(try await told.next() == [link])
        // Its folder goes, and nobody misses it.
        try FileManager.default.removeItem(atPath: folder.path("a"))
        try folder.write("2", to: "b/song.mid")
        #expect(try await told.next() == [link])
        #expect(told.lost.isEmpty, "\(told.lost)")
    }
}
