import ControlProtocol
import Testing

@testable import SeqdDaemon

@Suite("Sounds that clients have sent")
@EventLoop
struct SentSoundsTests {
    private let sounds = SentSounds()
    private static let mebibyte = 1 << 20

    private func send(_ name: String, _ count: Int, append: Bool = false) throws -> Int {
        let bytes = [UInt8](repeating: 7, count: count)
        return try sounds.take(Command.SendSound(name, bytes, append: append))
    }

    private func refusal(_ body: () throws -> Void) -> RequestError? {
        #expect(throws: RequestError.self) { try body() }
    }

    @Test("grow by what is appended, and begin anew without it")
    func growth() throws {
        #expect(try send("a", 10) == 10)
        #expect(try send("a", 5, append: true) == 15)
        #expect(try send("b", 3) == 3)
        #expect(try send("a", 4) == 4)
    }

    @Test("have no more than 64 MiB together, until some are removed")
    func bytes() throws {
        for name in ["a", "b"] { _ = try send(name, 31 * Self.mebibyte) }
        #expect(try send("c", 2 * Self.mebibyte) == 2 * Self.mebibyte)
        for append in [true, false] {
            let error = refusal { _ = try send(append ? "c" : "d", 1, append: append) }
            #expect(error?.code == .busy)
            #expect(error?.message.contains("more than 64 MiB; remove-sound") == true)
        }
        // A sound that replaces another has its room.
        #expect(try send("a", 31 * Self.mebibyte) == 31 * Self.mebibyte)
        try sounds.remove("b")
        #expect(try send("c", 1, append: true) == 2 * Self.mebibyte + 1)
    }

    @Test("are 64 at most")
    func number() throws {
        for number in 0..<64 { _ = try send("\(number)", 1) }
        let error = refusal { _ = try send("another", 1) }
        #expect(error?.code == .busy)
        #expect(error?.message == "there are 64 sounds already; remove-sound removes one")
        #expect(try send("7", 2) == 2)
        try sounds.remove("7")
        #expect(try send("another", 1) == 1)
    }

    @Test("that clips play are neither appended nor removed, and go with the last clip")
    func use() throws {
        _ = try send("a", 10)
        let (one, two) = (try sounds.use("a"), try sounds.use("a"))
        #expect(one === two)
        #expect(refusal { _ = try send("a", 1, append: true) }?.code == .usage)
        #expect(refusal { try sounds.remove("a") }?.code == .busy)
        sounds.release(one, isPlayed: true)
        #expect(try sounds.use("a") === one)
        sounds.release(one, isPlayed: true)
        sounds.release(one, isPlayed: true)
        #expect(
            refusal { _ = try sounds.use("a") }?.message
                == "name: \"a\": no such sound; send-sound sends one"
        )
    }

    @Test("stay where a clip could not be loaded")
    func failure() throws {
        _ = try send("a", 10)
        sounds.release(try sounds.use("a"), isPlayed: false)
        #expect(try send("a", 10, append: true) == 20)
    }

    @Test("that are replaced while a clip plays them take room until it is removed")
    func replacement() throws {
        _ = try send("a", 40 * Self.mebibyte)
        let old = try sounds.use("a")
        #expect(refusal { _ = try send("a", 40 * Self.mebibyte) }?.code == .busy)
        _ = try send("a", 10)
        let new = try sounds.use("a")
        #expect(new !== old)
        #expect(refusal { _ = try send("b", 40 * Self.mebibyte) }?.code == .busy)
        sounds.release(old, isPlayed: true)
        #expect(try send("b", 40 * Self.mebibyte) == 40 * Self.mebibyte)
        #expect(try sounds.use("a") === new)
    }

    @Test("have names like strips")
    func names() throws {
        for name in ["", "a/1", "a\u{1}", String(repeating: "a", count: 201)] {
            #expect(refusal { _ = try send(name, 1) }?.code == .usage)
        }
        let error = refusal { _ = try send("a", 1, append: true) }
        #expect(error?.message == "name: \"a\": no such sound; send-sound sends one")
    }
}
