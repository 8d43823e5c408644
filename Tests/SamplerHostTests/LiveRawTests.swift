import Glibc
import TestSupport
import Testing

@testable import SamplerHost

@Suite struct LiveRawTests {
    private let listener = LiveListener()
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
    }

    private func start(_ paths: [String]) throws -> LiveInput {
        var settings = LiveInputSettings()
        settings.usesSequencer = false
        settings.raw = try paths.map { path in try RawSource(parsing: path, inputs: 1) }
        return try LiveInput(settings, queue: listener.queue)
    }

    private func fifo(_ name: String = "midi") throws -> String {
        let path = folder.path + "/" + name
        try #require(mkfifo(path, 0o600) == 0)
        return path
    }

    /// Opens for writing; fails rather than waits when nobody reads.
    private func openWriter(_ path: String) throws -> Int32 {
        let writer = open(path, O_WRONLY | O_NONBLOCK)
        try #require(writer >= 0, "nobody reads \(path)")
        return writer
    }

    @Test func writersOfAFIFOComeAndGoAndEachIsReleased() async throws {
        let path = try fifo()
        let input = try start([path])
        for turn in 1...3 {
            let writer = try openWriter(path)
            _ = write(writer, [0x90, 60, 100, 61] as [UInt8], 4)
            let played = try await listener.listen { $0.count == 3 * turn - 1 }
            #expect(played)
            close(writer)
            let released = try await listener.listen { $0.count == 3 * turn }
            #expect(released)
            #expect(
                listener.heard.suffix(3) == [
                    .open(0, input: 0), .message(0, [0x90, 60, 100]), .close(0),
                ]
            )
        }
        input.close()
    }

    @Test func runningStatusEndsWithItsWriter() async throws {
        let path = try fifo()
        let input = try start([path])
        var writer = try openWriter(path)
        _ = write(writer, [0x90, 60, 100, 61] as [UInt8], 4)
        close(writer)
        let released = try await listener.listen { $0.last == .close(0) }
        #expect(released)
        writer = try openWriter(path)
        _ = write(writer, [101, 62, 100, 0xC0, 5] as [UInt8], 5)
        let played = try await listener.listen { $0.last == .message(0, [0xC0, 5]) }
        #expect(played)
        #expect(listener.heard.count == 5)
        close(writer)
        input.close()
    }

    @Test func anotherSourcePlaysOnWhenOneEnds() async throws {
        let paths = [try fifo("a"), try fifo("b")]
        let input = try start(paths)
        let writers = try paths.map { path in try openWriter(path) }
        for writer in writers { _ = write(writer, [0x90, 60, 100] as [UInt8], 3) }
        let played = try await listener.listen { $0.count == 4 }
        #expect(played)
        close(writers[0])
        let released = try await listener.listen { $0.count == 5 }
        #expect(released)
        _ = write(writers[1], [62, 100] as [UInt8], 2)
        let playedOn = try await listener.listen { $0.count == 6 }
        #expect(playedOn)
        #expect(listener.heard.filter { if case .close = $0 { true } else { false } }.count == 1)
        close(writers[1])
        input.close()
    }

    @Test func aTerminalIsReadAsBytes() async throws {
        var keyboard: Int32 = -1
        var end: Int32 = -1
        try #require(openpty(&keyboard, &end, nil, nil, nil) == 0)
        let name = try #require(ttyname(end).map { String(cString: $0) })
        let input = try start([name])
        // Ctrl-C, carriage return, XOFF and Ctrl-D are nothing but data.
        _ = write(keyboard, [0xB0, 3, 13, 19, 4] as [UInt8], 5)
        let played = try await listener.listen { $0.count == 3 }
        #expect(played)
        #expect(
            listener.heard.dropFirst() == [
                .message(0, [0xB0, 3, 13]), .message(0, [0xB0, 19, 4]),
            ]
        )
        close(end)
        close(keyboard)
        let released = try await listener.listen { $0.last == .close(0) }
        #expect(released)
        if case .absent = input.status.raw[0].state {} else { Issue.record("it is still there") }
        input.close()
    }

    @Test func closingReleasesWhatIsHeld() async throws {
        let path = try fifo()
        let input = try start([path])
        let writer = try openWriter(path)
        _ = write(writer, [0x90, 60, 100] as [UInt8], 3)
        let played = try await listener.listen { $0.count == 2 }
        #expect(played)
        input.close()
        listener.listen()
        #expect(listener.heard.last == .close(0))
        close(writer)
    }

    @Test func whatIsPlayedWhileItIsSuspendedIsThrownAway() async throws {
        let path = try fifo()
        let input = try start([path])
        let writer = try openWriter(path)
        _ = write(writer, [0x90, 60, 100] as [UInt8], 3)
        let played = try await listener.listen { $0.count == 2 }
        #expect(played)
        input.suspend()
        let released = try await listener.listen { $0.last == .close(0) }
        #expect(released)
        _ = write(writer, [0x90, 61, 100] as [UInt8], 3)
        try await Task.sleep(for: .milliseconds(50))
        input.resume()
        try await Task.sleep(for: .milliseconds(50))
        _ = write(writer, [0x90, 62, 100] as [UInt8], 3)
        let again = try await listener.listen { $0.count == 5 }
        #expect(again)
        #expect(listener.heard.last == .message(0, [0x90, 62, 100]))
        input.close()
        close(writer)
    }

    @Test func stampsAreOfTheArrival() async throws {
        let path = try fifo()
        let input = try start([path])
        let writer = try openWriter(path)
        let before = LiveQueue.now
        _ = write(writer, [0x90, 60, 100] as [UInt8], 3)
        let played = try await listener.listen { $0.count == 2 }
        #expect(played)
        #expect(listener.stamps.allSatisfy { $0 >= before && $0 <= LiveQueue.now })
        input.close()
        close(writer)
    }

    @Test func whatCannotBeReadIsRefusedWithWhatToDo() throws {
        let file = folder.path + "/file"
        close(open(file, O_CREAT | O_WRONLY, 0o600))
        let missing = #expect(throws: HostError.self) { try start([folder.path + "/none"]) }
        #expect(missing?.code == .noInput)
        #expect(missing?.reason.contains("mkfifo") ?? false)
        let regular = #expect(throws: HostError.self) { try start([file]) }
        #expect(regular?.code == .usage)
        let directory = #expect(throws: HostError.self) { try start([folder.path]) }
        #expect(directory?.code == .usage)
    }
}
