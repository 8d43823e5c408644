import Glibc
import MIDI
import Platform
import SMF
import Sequencer
import Synchronization
import TestSupport
import Testing

@testable import Playback
@testable import SamplerHost

@Suite("A recorder")
struct RecorderTests {
    private static let millisecond: Int64 = 1_000_000

    /// A recorder, and what a source sends it.
    private struct Desk {
        let recorder: Recorder
        let failures = Failures()

        final class Failures: Sendable {
            let all = Mutex<[RecorderFailure]>([])
        }

        init(_ capture: CaptureSettings? = nil) throws {
            recorder = try Recorder(capture: capture) { [failures] failure in
                failures.all.withLock { $0.append(failure) }
            }
            recorder.queue.push(.open(source: 3, input: 0, stamp: 0))
        }

        /// A note of 100 ms.
        func play(_ key: UInt8, at milliseconds: Int64, from start: Int64) {
            let stamp = start + milliseconds * RecorderTests.millisecond
            recorder.queue.push(
                .message(.noteOn(channel: 0, key: key, velocity: 9), source: 3, stamp: stamp)
            )
            recorder.queue.push(
                .message(
                    .noteOff(channel: 0, key: key),
                    source: 3,
                    stamp: stamp + 100 * RecorderTests.millisecond
                )
            )
        }

        func begin(_ request: TakeRequest, at start: Int64) async throws {
            _ = try await withCheckedThrowingContinuation { continuation in
                recorder.begin(request, at: start) { continuation.resume(with: $0) }
            }
        }

        func end(at stamp: Int64) async throws -> TakeSummary {
            try await withCheckedThrowingContinuation { continuation in
                recorder.end(at: stamp) { continuation.resume(with: $0) }
            }
        }

        func capture(_ request: CaptureRequest) async throws -> TakeSummary {
            try await withCheckedThrowingContinuation { continuation in
                recorder.capture(request) { continuation.resume(with: $0) }
            }
        }
    }

    /// The ticks and keys of the notes in a file.
    private func notes(_ directory: TemporaryDirectory, _ name: String) throws -> [[Int64]] {
        let file = try MIDIFile(try directory.read(name), policy: .strict)
        return file.tracks.map { track in
            var tick: Int64 = 0
            return track.flatMap { event -> [Int64] in
                tick += Int64(event.delta)
                guard case .channel(let message) = event.event, message.isNoteOn else { return [] }
                return [tick, Int64(message.data1)]
            }
        }
    }

    @Test("makes a file of what comes in between its beginning and its end, and of nothing else")
    func take() async throws {
        let directory = try TemporaryDirectory()
        let desk = try Desk()
        let start = LiveQueue.now
        desk.play(50, at: -500, from: start)
        try await desk.begin(TakeRequest(directory.path("take.mid"), TakePlan()), at: start)
        #expect(try directory.names() == ["take.mid.part"])
        desk.play(60, at: 500, from: start)
        desk.play(62, at: 1_000, from: start)
        let summary = try await desk.end(at: start + 2_000 * Self.millisecond)
        #expect(summary.notes == 2)
        #expect(summary.tracks == 1)
        #expect(summary.dropped == 0)
        #expect(try directory.names() == ["take.mid"])
        #expect(try notes(directory, "take.mid") == [[], [960, 60, 1_920, 62]])
        #expect(desk.recorder.end() == nil)
    }

    @Test("records the inputs that are wanted, and ends what a source holds when it goes")
    func inputs() async throws {
        let directory = try TemporaryDirectory()
        let desk = try Desk()
        let start = LiveQueue.now
        var request = TakeRequest(directory.path("take.mid"), TakePlan())
        request.inputs = [1]
        try await desk.begin(request, at: start)
        desk.play(60, at: 0, from: start)
        desk.recorder.queue.push(.open(source: 4, input: 1, stamp: start))
        desk.recorder.queue.push(
            .message(.noteOn(channel: 0, key: 70, velocity: 9), source: 4, stamp: start)
        )
        desk.recorder.queue.push(.close(source: 4, stamp: start + 500 * Self.millisecond))
        _ = try await desk.end(at: start + 2_000 * Self.millisecond)
        let file = try MIDIFile(try directory.read("take.mid"), policy: .strict)
        #expect(file.tracks.count == 2)
        #expect(file.tracks[1].endTick == 960)
        desk.recorder.end()
    }

    @Test("makes one take at a time, and replaces a file only if it may")
    func refusals() async throws {
        let directory = try TemporaryDirectory()
        try directory.write("old", to: "old.mid")
        let desk = try Desk()
        let start = LiveQueue.now
        try await desk.begin(TakeRequest(directory.path("a.mid"), TakePlan()), at: start)
        let second = await #expect(throws: HostError.self) {
            try await desk.begin(TakeRequest(directory.path("b.mid"), TakePlan()), at: start)
        }
        #expect(second?.code == .busy)
        _ = try await desk.end(at: start)
        let third = await #expect(throws: HostError.self) { try await desk.end(at: start) }
        #expect(third?.code == .usage)
        // What it has recorded is not lost with the name.
        try await desk.begin(TakeRequest(directory.path("old.mid"), TakePlan()), at: start)
        desk.play(60, at: 0, from: start)
        let fourth = await #expect(throws: HostError.self) {
            try await desk.end(at: start + 1_000 * Self.millisecond)
        }
        #expect(fourth?.code == .cannotCreate)
        #expect(try directory.read("old.mid") == Array("old".utf8))
        let left = try directory.names()
        #expect(left == ["a.mid", "old.mid", "old.mid.part"])
        _ = try TakeFile.recover(directory.path("old.mid"), mayReplace: true)
        #expect(try notes(directory, "old.mid") == [[], [0, 60]])
        let names = try directory.names()
        #expect(names == ["a.mid", "old.mid"])
        desk.recorder.end()
    }

    @Test("has a journal that is not taken for one of a crash while it is written")
    func liveJournal() async throws {
        let directory = try TemporaryDirectory()
        let desk = try Desk()
        let start = LiveQueue.now
        try await desk.begin(TakeRequest(directory.path("take.mid"), TakePlan()), at: start)
        let error = #expect(throws: HostError.self) {
            try TakeFile.recover(directory.path("take.mid"), mayReplace: false)
        }
        #expect(error?.code == .busy)
        #expect(try directory.names() == ["take.mid.part"])
        _ = try await desk.end(at: start)
        #expect(try directory.names() == ["take.mid"])
        desk.recorder.end()
    }

    /// What a crash leaves of a take of one note.
    private func leave(_ path: String, _ plan: TakePlan) throws {
        let sink = try MIDIFileSink(replacing: path, keepsRecovery: true)
        var journal = try TakeJournal(sink, plan: plan)
        let note = MIDIMessage.noteOn(channel: 0, key: 60, velocity: 9)
        try journal.append(RecordedEvent(time: 0, input: 0, content: .message(note)))
        try journal.checkpoint()
    }

    @Test("is recovered without a song that is no file", .timeLimit(.minutes(1)))
    func recoveryWithoutSong() throws {
        let directory = try TemporaryDirectory()
        let fifo = directory.path("fifo")
        try #require(mkfifo(fifo, 0o600) == 0)
        let path = directory.path("take.mid")
        for (song, problem) in [
            (fifo, "is not a regular file"), ("-", "not an absolute path"),
            ("song.mid", "not an absolute path"),
        ] {
            var plan = TakePlan()
            plan.accompaniment = song
            try leave(path, plan)
            let summary = try TakeFile.recover(path, mayReplace: false)
            #expect(summary.notes == 1)
            #expect(summary.remark == "\(song): \(problem); the recorded tracks stand alone")
            #expect(try directory.names() == ["fifo", "take.mid"])
            try #require(unlink(path) == 0)
        }
        try #require(rename(fifo, "\(path).part") == 0)
        let error = #expect(throws: HostError.self) {
            try TakeFile.recover(path, mayReplace: false)
        }
        #expect(error?.code == .noInput)
    }

    /// The ticks, keys and lengths of the notes in a file, in the order of their ends.
    private func lengths(_ directory: TemporaryDirectory, _ name: String) throws -> [[Int64]] {
        let file = try MIDIFile(try directory.read(name), policy: .strict)
        return file.tracks.flatMap { track in
            var tick: Int64 = 0
            var starts: [UInt8: Int64] = [:]
            return track.compactMap { event -> [Int64]? in
                tick += Int64(event.delta)
                guard case .channel(let message) = event.event else { return nil }
                if message.isNoteOn { starts[message.data1] = tick }
                guard message.isNoteOff, let start = starts[message.data1] else { return nil }
                return [start, Int64(message.data1), tick - start]
            }
        }
    }

    @Test("gives a length to notes and pedals that are held when its process is killed")
    func heldNotes() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("take.mid")
        let messages: [(Int64, MIDIMessage)] = [
            (0, .noteOn(channel: 0, key: 60, velocity: 9)),
            (100, .noteOn(channel: 0, key: 62, velocity: 9)),
            (200, MIDIMessage(status: 0xB0, data1: 64, data2: 127)),
            (300, .noteOff(channel: 0, key: 62)),
        ]
        for (heartbeat, end) in [(Int64(0), Int64(1_200)), (1_000, 1_200), (3_000, 3_000)] {
            do {
                let sink = try MIDIFileSink(replacing: path, keepsRecovery: true)
                var journal = try TakeJournal(sink, plan: TakePlan())
                for (time, message) in messages + [(700, .noteOn(channel: 1, key: 72, velocity: 9))]
                {
                    let event = RecordedEvent(
                        time: time * Self.millisecond,
                        input: 0,
                        content: .message(message)
                    )
                    try journal.append(event)
                }
                try journal.advance(to: heartbeat * Self.millisecond)
                try journal.checkpoint()
            }
            #expect(try TakeFile.recover(path, mayReplace: true).notes == 3)
            // 1920 ticks a second.
            let held = try lengths(directory, "take.mid").sorted { $0[0] < $1[0] }
            #expect(
                held == [
                    [0, 60, end * 192 / 100], [192, 62, 384], [1_344, 72, (end - 700) * 192 / 100],
                ]
            )
        }
    }

    @Test("writes how long keys are down while it runs")
    func heartbeat() async throws {
        let directory = try TemporaryDirectory()
        let work = RecorderWork(nil) { _ in }
        let start: Int64 = 1_000_000_000
        let path = directory.path("take.mid")
        _ = try work.begin(TakeRequest(path, TakePlan()), start, 0)
        func take() throws -> Take { try TakeFile.read(TakeFile.recoveryPath(of: path)) }
        func add(_ action: SourceEvent.Action, after milliseconds: Int64) {
            let stamp = start + milliseconds * Self.millisecond
            work.add([SourceEvent(stamp: stamp, source: 3, action: action)])
        }
        add(.open(input: 0), after: 0)
        add(.message(.noteOn(channel: 0, key: 60, velocity: 9)), after: 0)
        work.checkpoint(at: start)
        #expect(work.hasChanges)
        work.checkpoint(at: start + 2_000 * Self.millisecond)
        #expect(try take().endTime == 1_800 * Self.millisecond)
        add(.message(.noteOff(channel: 0, key: 60)), after: 2_100)
        work.checkpoint(at: start + 4_000 * Self.millisecond)
        #expect(try take().endTime == 2_100 * Self.millisecond)
        #expect(!work.hasChanges)
    }

    @Test("completes a take at its own end")
    func end() async throws {
        let directory = try TemporaryDirectory()
        let desk = try Desk()
        let start = LiveQueue.now
        try await desk.begin(TakeRequest(directory.path("take.mid"), TakePlan()), at: start)
        desk.play(60, at: 0, from: start)
        #expect(try desk.recorder.end()?.get().notes == 1)
        #expect(try directory.names() == ["take.mid"])
    }

    @Test("counts what finds no room, and loses nothing else")
    func overflow() throws {
        let queue = try RecordQueue(capacity: 4)
        for index in 0..<6 {
            queue.push(.systemExclusive([UInt8(index)], source: 0, stamp: Int64(index)))
        }
        #expect(queue.droppedEvents == 2)
        #expect(queue.take().map(\.stamp) == [0, 1, 2, 3])
        queue.push(.open(source: 0, input: 0, stamp: 9))
        #expect(queue.take().count == 1)
    }

    // MARK: Captures

    private func settings(_ directory: TemporaryDirectory) -> CaptureSettings {
        CaptureSettings(folder: directory.path("capture"), minutes: 60)
    }

    @Test("writes what came in lately, across restarts and crashes")
    func capture() async throws {
        let directory = try TemporaryDirectory()
        let start = LiveQueue.now
        var desk = try Desk(settings(directory))
        desk.play(60, at: 0, from: start)
        desk.play(61, at: 500, from: start)
        var request = CaptureRequest(directory.path("one.mid"))
        #expect(try await desk.capture(request).notes == 2)
        desk.play(62, at: 1_000, from: start)
        desk.recorder.end()
        // As a crash leaves it.
        let files = try #require(FolderListing(directory.path("capture"))).names.sorted()
        #expect(files.count == 2)
        let last = directory.path("capture/\(files[1])")
        try #require(rename(last, "\(last).part") == 0)
        desk = try Desk(settings(directory))
        desk.play(63, at: 1_500, from: start)
        request.path = directory.path("two.mid")
        #expect(try await desk.capture(request).notes == 4)
        #expect(try notes(directory, "two.mid")[1].indices.count == 8)
        // 600 ms before the last message: the last two.
        request.path = directory.path("three.mid")
        request.last = 700 * Self.millisecond
        let summary = try await desk.capture(request)
        #expect(summary.notes == 2)
        #expect(try notes(directory, "three.mid") == [[], [0, 62, 960, 63]])
        desk.recorder.end()
        let failures = desk.failures.all.withLock { $0 }
        #expect(failures.isEmpty)
    }

    @Test("ends captured notes that were held at a crash where that was")
    func capturedHold() async throws {
        let directory = try TemporaryDirectory()
        let start = LiveQueue.now
        var desk = try Desk(settings(directory))
        desk.recorder.queue.push(
            .message(.noteOn(channel: 0, key: 60, velocity: 9), source: 3, stamp: start)
        )
        desk.play(61, at: 100, from: start)
        desk.recorder.end()
        let files = try #require(FolderListing(directory.path("capture"))).names
        let last = directory.path("capture/\(files[0])")
        try #require(rename(last, "\(last).part") == 0)
        desk = try Desk(settings(directory))
        desk.play(63, at: 9_000, from: start)
        #expect(try await desk.capture(CaptureRequest(directory.path("two.mid"))).notes == 3)
        let held = try lengths(directory, "two.mid").sorted { $0[0] < $1[0] }
        #expect(held.map { $0[1] } == [60, 61, 63])
        #expect((900...1_300).contains(held[0][2]), "\(held)")
        desk.recorder.end()
    }

    @Test("captures again when they can be written again, and tells of the interruption once")
    func interruption() async throws {
        let directory = try TemporaryDirectory()
        let start = LiveQueue.now
        let capture = settings(directory)
        try directory.write("in the way", to: "capture")
        let desk = try Desk(capture)
        desk.play(60, at: 0, from: start)
        var request = CaptureRequest(directory.path("lost.mid"))
        await #expect(throws: HostError.self) { try await desk.capture(request) }
        try #require(unlink(capture.folder) == 0)
        // Later than the next attempt.
        desk.play(62, at: 20_000, from: LiveQueue.now)
        request.path = directory.path("kept.mid")
        #expect(try await desk.capture(request).notes == 1)
        desk.recorder.end()
        let failures = desk.failures.all.withLock { $0 }
        #expect(failures.count == 1)
        guard case .capture? = failures.first else {
            Issue.record("\(failures)")
            return
        }
    }

    @Test("keeps messages for the time that is set, and not longer")
    func expiry() async throws {
        let directory = try TemporaryDirectory()
        let start = LiveQueue.now
        let desk = try Desk(settings(directory))
        for minute in 0..<180 {
            desk.play(60, at: Int64(minute) * 60_000, from: start)
        }
        let summary = try await desk.capture(CaptureRequest(directory.path("all.mid")))
        // An hour, and two journals of five minutes: that of its beginning, and the one before.
        #expect((60...71).contains(summary.notes), "\(summary.notes)")
        desk.recorder.end()
    }

    @Test("says so if there is nothing to capture, or nothing is kept")
    func nothing() async throws {
        let directory = try TemporaryDirectory()
        var desk = try Desk(settings(directory))
        let empty = await #expect(throws: HostError.self) {
            try await desk.capture(CaptureRequest(directory.path("a.mid")))
        }
        #expect(empty?.code == .noInput)
        desk.recorder.end()
        desk = try Desk()
        let off = await #expect(throws: HostError.self) {
            try await desk.capture(CaptureRequest(directory.path("a.mid")))
        }
        #expect(off?.code == .unavailable)
        desk.recorder.end()
    }

    @Test("that is dropped before its thread has begun ends all the same")
    func dropping() async throws {
        for _ in 0..<300 {
            await withCheckedContinuation { continuation in
                guard let recorder = try? Recorder(onFailure: { _ in }) else {
                    Issue.record("no recorder")
                    return continuation.resume()
                }
                recorder.beginEnd { _ in continuation.resume() }
            }
        }
    }
}
