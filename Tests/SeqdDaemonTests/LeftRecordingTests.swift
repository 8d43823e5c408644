import ControlProtocol
import Glibc
import Playback
import SamplerHost
import Sequencer
import TestSupport
import Testing

@testable import SeqdDaemon

@Suite("A recording that a daemon has left")
struct LeftRecordingTests {
    private let folder: TemporaryDirectory
    private let policy: PathPolicy
    private let path: String

    init() throws {
        folder = try TemporaryDirectory()
        try folder.write("x", to: "takes/other.txt")
        policy = try PathPolicy(folders: [folder.path("takes")])
        path = folder.path("takes/take.mid")
    }

    private var journal: String { "\(path).part" }

    /// A journal, as a daemon leaves it that is killed.
    private func leave(_ name: String = "takes/take.mid", song: String? = nil) throws {
        var plan = TakePlan()
        plan.accompaniment = song
        let sink = try MIDIFileSink(replacing: folder.path(name), keepsRecovery: true)
        var journal = try TakeJournal(sink, plan: plan)
        try journal.checkpoint()
    }

    private func recover(replaces: Bool = false) -> LeftRecording.Outcome {
        let left = DaemonState.Recording(path: path, journal: journal, replaces: replaces)
        return LeftRecording(left: left, policy: policy).recover()
    }

    private func names() throws -> [String] {
        try folder.names(in: "takes").filter { $0 != "other.txt" }
    }

    @Test("is never completed with a file that its journal names")
    func song() throws {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track("Secret") { $0.note(at: 0, length: 480, channel: 0, key: 60) }
        let secret = folder.path("secret/song.mid")
        try folder.write(song.bytes, to: "secret/song.mid")
        for song in [secret, "-", folder.path("fifo")] {
            try leave(song: song)
            guard case .recovered(let summary) = recover() else {
                Issue.record("not recovered")
                return
            }
            let remark = "names \(song), which is not read; the recorded tracks stand alone"
            #expect(summary.remark == "\(journal): \(remark)")
            #expect(try names() == ["take.mid"])
            let text = String(decoding: try folder.read("takes/take.mid"), as: UTF8.self)
            #expect(!text.contains("Secret"))
            try #require(unlink(path) == 0)
        }
    }

    @Test(
        "is not completed of what is no regular file in an allowed folder",
        .timeLimit(.minutes(1))
    )
    func foreignJournals() throws {
        try leave("outside.mid")
        let outside = folder.path("outside.mid.part")
        let cases: [(() -> CInt, RequestError.Code)] = [
            ({ mkfifo(journal, 0o600) }, .noInput),
            ({ symlink(outside, journal) }, .notPermitted),
            ({ symlink("nowhere", journal) }, .noInput),
            ({ mkdir(journal, 0o700) }, .noInput),
        ]
        for (make, code) in cases {
            try #require(make() == 0)
            guard case .failed(let error) = recover() else {
                Issue.record("recovered")
                return
            }
            #expect(error.code == code, "\(error)")
            try #require(remove(journal) == 0)
        }
        #expect(try folder.names().contains("outside.mid.part"))
        #expect(try names().isEmpty)
    }

    @Test("is not completed while another process records it")
    func live() throws {
        let sink = try MIDIFileSink(replacing: path)
        var running = try TakeJournal(sink, plan: TakePlan())
        guard case .failed(let error) = recover() else {
            Issue.record("recovered")
            return
        }
        #expect(error.code == .busy)
        #expect(try names() == ["take.mid.part"])
        try running.checkpoint()
    }

    @Test("replaces a file if that was asked for, and never one that came later")
    func replacing() throws {
        for (age, replaces, isRecovered) in [
            (-10, true, true), (-10, false, false), (10, true, false),
        ] {
            try leave()
            try folder.write("old", to: "takes/take.mid")
            var status = stat()
            try #require(stat(journal, &status) == 0)
            var time = status.st_mtim
            time.tv_sec += age
            try #require(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
            let outcome = recover(replaces: replaces)
            if case .recovered = outcome {
                #expect(isRecovered)
                #expect(try names() == ["take.mid"])
            } else {
                #expect(!isRecovered, "\(outcome)")
                #expect(try folder.read("takes/take.mid") == Array("old".utf8))
                try #require(unlink(journal) == 0)
            }
            try #require(unlink(path) == 0)
        }
    }

    @Test("is complete when its file is there and its journal has gone, and not without both")
    func missing() throws {
        guard case .failed(let error) = recover() else {
            Issue.record("recovered")
            return
        }
        #expect(error.message == "\(journal): no such file")
        try folder.write("complete", to: "takes/take.mid")
        guard case .completed = recover() else {
            Issue.record("not complete")
            return
        }
    }
}
