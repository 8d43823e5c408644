import Playback
import SamplerHost
import Sequencer
import TestSupport
import Testing

@Suite("Versions of a file that plays")
struct VersionFollowerTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
    }

    /// A file of two tracks, cut short by some bytes.
    private func file(key: UInt8 = 60, dropping count: Int = 0) throws -> PieceFile {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track("Lead") { $0.note(at: 0, length: 480, channel: 0, key: 69) }
        song.track("Bass") { $0.note(at: 0, length: 480, channel: 1, key: key) }
        return try PieceFile(try folder.write(Array(song.bytes.dropLast(count)), to: "song.mid"))
    }

    /// A follower of versions that are numbers, and those that it has released.
    private func follower(
        _ time: VersionTime = .now
    ) -> (follower: VersionFollower<Int>, released: () -> [Int]) {
        final class Released { var versions: [Int] = [] }
        let released = Released()
        return (VersionFollower(time) { released.versions.append($0) }, { released.versions })
    }

    private func text(_ verdict: VersionFollower<Int>.Verdict) -> String {
        switch verdict {
        case .takesOver(let candidate):
            "\(candidate.version) takes over: \(candidate.changes?.text ?? "?")"
        case .waits: "waits"
        case .isSame: "same"
        case .isDamaged(let error): "\(error.code)"
        }
    }

    @Test("take over where they differ, and not where they are damaged")
    func verdicts() throws {
        let (made, released) = follower()
        var follower = made
        let before = try file()
        func judge(_ version: Int, _ file: PieceFile, isArranged: Bool = true) -> String {
            text(
                follower.judge(
                    version,
                    file,
                    after: before,
                    isArranged: isArranged,
                    canWait: true
                )
            )
        }
        #expect(judge(1, try file(key: 62)) == "1 takes over: track 2 (Bass) changed")
        #expect(judge(2, before) == "same")
        #expect(judge(3, before, isArranged: false) == "3 takes over: ")
        #expect(judge(4, try file(key: 62, dropping: 5)) == "data")
        #expect(released() == [2, 4])
        // Nothing is known of the one before.
        let unknown = follower.judge(
            5,
            before,
            after: nil,
            isArranged: true,
            canWait: true
        )
        #expect(text(unknown) == "5 takes over: ?")
    }

    @Test("do not take over where they were cut between two tracks")
    func cutBetweenTracks() throws {
        var follower = follower().follower
        let before = try file()
        var start = SMFBuilder(format: 1, ticksPerQuarter: 480)
        start.claimedTracks = 2
        start.track("Lead") { $0.note(at: 0, length: 480, channel: 0, key: 69) }
        let cut = try PieceFile(try folder.write(start.bytes, to: "song.mid"))
        let verdict = follower.judge(1, cut, after: before, isArranged: true, canWait: false)
        guard case .isDamaged(let error) = verdict else {
            Issue.record("\(text(verdict))")
            return
        }
        #expect(error.message.contains("truncated: the header says 2 tracks, found 1"))
        // A file that was so before is taken.
        let again = follower.judge(2, cut, after: cut, isArranged: false, canWait: false)
        #expect(text(again) == "2 takes over: ")
    }

    @Test("wait for the bar where that is asked for, the last of them")
    func waiting() throws {
        let (made, released) = follower(.bar)
        var follower = made
        let before = try file()
        func judge(_ version: Int, key: UInt8, canWait: Bool = true) throws -> String {
            text(
                follower.judge(
                    version,
                    try file(key: key),
                    after: before,
                    isArranged: true,
                    canWait: canWait
                )
            )
        }
        #expect(try judge(1, key: 61) == "waits")
        let early = follower.takeDue(.waits)
        #expect(early == nil)
        #expect(try judge(2, key: 62) == "waits")
        #expect(released() == [1])
        let due = follower.takeDue(.at(96_000))
        #expect(due?.candidate.version == 2 && due?.frame == 96_000)
        #expect(follower.waiting == nil)
        let none = follower.takeDue(.atOnce)
        #expect(none == nil)
        #expect(try judge(3, key: 63) == "waits")
        let atOnce = follower.takeDue(.atOnce)
        #expect(atOnce?.candidate.version == 3 && atOnce?.frame == nil)
        // No bar comes.
        #expect(try judge(4, key: 64, canWait: false) == "4 takes over: track 2 (Bass) changed")
        #expect(try judge(5, key: 65) == "waits")
        // One that takes over at once is newer.
        #expect(try judge(6, key: 60) == "same")
        #expect(follower.waiting == nil && released() == [1, 5, 6])
    }

    @Test("are read again where the file has changed while it was being read")
    func changedMeanwhile() {
        var follower = follower().follower
        follower.noteChanges(of: ["a"])
        follower.beginReading("a")
        #expect(follower.endReading("a") == false)
        follower.beginReading("a")
        follower.beginReading("a")
        follower.noteChanges(of: ["a", "b"])
        #expect(follower.endReading("a") == false)
        #expect(follower.endReading("a") == true)
        let left = ["a", "b"].filter { follower.takeChange(of: $0) }
        #expect(left.isEmpty)
        // All that is held back until something else has been read.
        follower.noteChanges(of: ["b", "c"], isHeld: true)
        let held = ["b", "b"].filter { follower.takeChange(of: $0) }
        #expect(held == ["b"])
        follower.forgetChanges()
        #expect(follower.takeChange(of: "c") == false)
    }

    @Test("are compared with what was read last")
    func files() throws {
        var follower = follower().follower
        let file = try file()
        follower.keep(file, and: [])
        #expect(follower.file(at: file.path) != nil)
        follower.keep(try PieceFile(try folder.write(fileBytes(), to: "b")), and: [])
        #expect(follower.file(at: file.path) == nil)
        follower.forgetFiles()
        #expect(follower.file(at: folder.path("b")) == nil)
    }

    private func fileBytes() -> [UInt8] {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track { $0.note(at: 0, length: 480, channel: 0, key: 69) }
        return song.bytes
    }
}
