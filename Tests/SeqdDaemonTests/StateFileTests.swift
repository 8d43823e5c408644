import ControlProtocol
import Glibc
import TestSupport
import Testing

@testable import SeqdDaemon

@Suite("The file of the daemon's state")
struct StateFileTests {
    private let folder: TemporaryDirectory
    private let file: StateFile

    init() throws {
        folder = try TemporaryDirectory()
        file = StateFile(folder: folder.path("state"), name: "seqd")
    }

    private func state(_ ticks: Int64) -> DaemonState {
        var state = DaemonState()
        state.ticks = ticks
        return state
    }

    /// The position in the state that is read, and what was wrong.
    private func read() throws -> (ticks: Int64?, isLast: Bool?, warnings: [String]) {
        var warnings: [String] = []
        let document = try file.read { warnings.append($0) }
        return (document?.state.ticks, document?.isLast, warnings)
    }

    private var names: [String] {
        get throws { try folder.names(in: "state") }
    }

    @Test("has what was written last, and keeps what was written before")
    func writing() throws {
        #expect(try read().ticks == nil)
        for ticks in 1...3 { _ = try file.write(state(Int64(ticks))) }
        let last = try read()
        #expect(last.ticks == 3 && last.isLast == true && last.warnings == [])
        #expect(try names == ["seqd.json", "seqd.json.lock", "seqd.json.old"])
        #expect(try StateDocument(folder.read("state/seqd.json.old")).state.ticks == 2)
    }

    @Test("belongs to the user alone")
    func modes() throws {
        _ = try file.write(state(1))
        for (name, mode) in [("state/seqd.json", mode_t(0o600)), ("state", 0o700)] {
            var status = stat()
            #expect(stat(folder.path(name), &status) == 0 && status.st_mode & 0o777 == mode)
        }
    }

    @Test("is set aside if it is damaged; the one before it is read, which later writes keep")
    func damaged() throws {
        for ticks in 1...2 { _ = try file.write(state(Int64(ticks))) }
        try folder.write("{", to: "state/seqd.json")
        let path = folder.path("state/seqd.json")
        let before = try read()
        #expect(before.ticks == 1 && before.isLast == false)
        #expect(before.warnings.count == 1 && before.warnings[0].hasPrefix("\(path): not a state"))
        #expect(before.warnings.first?.hasSuffix("; moved to \(path).damaged") ?? false)
        // The only good one stays until the next one is complete.
        #expect(try read().ticks == 1)
        _ = try file.write(state(3))
        #expect(try read().ticks == 3)
        #expect(try folder.read("state/seqd.json.old").isEmpty == false)
        #expect(try folder.read("state/seqd.json.damaged") == Array("{".utf8))
    }

    @Test("is set aside under a name that none has, and without a good one there is no state")
    func numbered() throws {
        try folder.write("old", to: "state/seqd.json.damaged")
        try folder.write("1", to: "state/seqd.json")
        try folder.write(#"{"version":2,"daemon":{}}"#, to: "state/seqd.json.old")
        let read = try read()
        #expect(read.ticks == nil && read.warnings.count == 2)
        #expect(read.warnings.last?.contains("version: expected 1, not 2") ?? false)
        #expect(
            try names
                == ["seqd.json.damaged", "seqd.json.damaged.2", "seqd.json.damaged.3"]
        )
        #expect(try folder.read("state/seqd.json.damaged") == Array("old".utf8))
        #expect(try folder.read("state/seqd.json.damaged.2") == Array("1".utf8))
    }

    @Test("is the one before if the daemon ended between two names")
    func missing() throws {
        for ticks in 1...2 { _ = try file.write(state(Int64(ticks))) }
        unlink(folder.path("state/seqd.json"))
        try folder.write("{", to: "state/seqd.json.new")
        let read = try read()
        #expect(read.ticks == 1 && read.isLast == false && read.warnings == [])
        _ = try file.write(state(3))
        #expect(try names == ["seqd.json", "seqd.json.lock", "seqd.json.old"])
    }

    @Test("is not read if it cannot be, and stays")
    func unreadable() throws {
        try folder.write("", to: "state/other")
        try #require(mkfifo(folder.path("state/seqd.json"), 0o600) == 0)
        let error = #expect(throws: RequestError.self) { try file.begin { _ in } }
        #expect(error?.code == .io)
        #expect(error?.message == "\(folder.path("state/seqd.json")): not a regular file")
    }

    @Test("is that of one daemon")
    func claim() throws {
        _ = try file.begin { _ in }
        let second = StateFile(folder: folder.path("state"), name: "seqd")
        for work in [{ _ = try second.begin { _ in } }, { _ = try second.write(DaemonState()) }] {
            let error = #expect(throws: RequestError.self) { try work() }
            #expect(error?.code == .busy)
        }
        #expect(throws: Never.self) {
            try StateFile(folder: folder.path("state"), name: "other").begin { _ in }
        }
        file.release()
        #expect(throws: Never.self) { try second.begin { _ in } }
    }

    @Test("names what cannot be written, and is written when that is over")
    func unwritable() throws {
        try folder.write("in the way", to: "state")
        let error = #expect(throws: RequestError.self) { try file.write(DaemonState()) }
        #expect(error?.code == .io)
        #expect(error?.message == "\(folder.path("state")): Not a directory")
        unlink(folder.path("state"))
        #expect(throws: Never.self) { try file.write(state(4)) }
        #expect(try read().ticks == 4)
    }
}
