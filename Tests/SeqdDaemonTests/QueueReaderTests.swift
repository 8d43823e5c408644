import ControlProtocol
import Playback
import SamplerHost
import TestSupport
import Testing

@testable import SeqdDaemon

@Suite("Reading the files of a request")
struct QueueReaderTests {
    /// A loader, and the files that were read with it.
    @EventLoop
    private final class Stage {
        let folder: TemporaryDirectory
        let loader: PieceLoader

        @EventLoop
        private final class Owner: QueueReader.Owner {
            let loader: PieceLoader
            let arrangement = Arrangement()

            init(_ loader: PieceLoader) {
                self.loader = loader
            }

            func reading<Value: Sendable>(
                _ path: String,
                _ read: @EventLoop () async throws -> Value
            ) async throws -> Value {
                try await read()
            }

            func didRead(_ file: PieceFile) {}
        }

        init() throws {
            folder = try TemporaryDirectory()
            loader = PieceLoader(
                SamplerSettings(fonts: []),
                rate: 48_000,
                maximumPeriod: 256,
                hint: { _, _ in nil },
                loudness: PieceLoudness(
                    EngineSettings(sampler: SamplerSettings(fonts: [])),
                    cache: nil
                )
            )
        }

        func add(_ names: String...) throws {
            var music = SMFBuilder(format: 0, ticksPerQuarter: 480)
            music.track { $0.note(at: 0, length: 480, channel: 0, key: 60) }
            for name in names { try folder.write(music.bytes, to: name) }
        }

        /// Reads sources of the folder; gives the names that were read, and the faults.
        func read(
            _ names: String...,
            limit: Int = 100
        ) async throws -> (read: [String], skipped: [RequestError]) {
            let sources = names.map { SourcePath(folder.path($0)) }
            let reader = try await QueueReader.read(
                sources,
                PlaySettings(),
                for: Owner(loader),
                limit: limit
            )
            return (
                reader.measured.map { String($0.path.split(separator: "/").last ?? "") },
                reader.skipped
            )
        }

        func end() async {
            await loader.end()
        }
    }

    @Test("keeps their order, and leaves out unreadable files of folders")
    func folders() async throws {
        let stage = try await Stage()
        try await stage.add("b.mid", "album/2.mid", "album/10.mid")
        try stage.folder.write("no music", to: "album/1.mid")
        let (read, skipped) = try await stage.read("b.mid", "album", "b.mid")
        #expect(read == ["b.mid", "2.mid", "10.mid", "b.mid"])
        #expect(skipped.count == 1 && skipped[0].message.contains("album/1.mid: "), "\(skipped)")
        await stage.end()
    }

    @Test("fails for a file that is named itself, and if no file is left")
    func failures() async throws {
        let stage = try await Stage()
        try await stage.add("a.mid")
        try stage.folder.write("no music", to: "text.mid")
        try stage.folder.write("no music", to: "album/1.mid")
        for (name, code) in [
            ("none.mid", RequestError.Code.noInput), ("text.mid", .data), ("album", .data),
        ] {
            let error = await #expect(throws: RequestError.self) {
                try await stage.read(name == "album" ? "album" : "a.mid", name)
            }
            #expect(error?.code == code, "\(name)")
        }
        await stage.end()
    }

    @Test("refuses more files than there is room for, before it reads them")
    func limit() async throws {
        let stage = try await Stage()
        try await stage.add("album/1.mid", "album/2.mid", "album/3.mid")
        #expect(try await stage.read("album", limit: 3).read.count == 3)
        let error = await #expect(throws: RequestError.self) {
            try await stage.read("album", limit: 2)
        }
        #expect(error?.code == .busy)
        await stage.end()
    }
}
