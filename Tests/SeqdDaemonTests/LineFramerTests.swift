import Testing

@testable import SeqdDaemon

@Suite("The lines of a client")
struct LineFramerTests {
    private static func buffer(_ bytes: [UInt8]) -> ByteBuffer {
        var buffer = ByteBuffer()
        bytes.withUnsafeBytes { buffer.append($0) }
        return buffer
    }

    private func lines(_ pieces: [[UInt8]], isEnd: Bool = false) -> [LineFramer.Line] {
        var framer = LineFramer()
        var lines: [LineFramer.Line] = []
        for piece in pieces {
            framer.append(Self.buffer(piece))
            while let line = framer.next(isEnd: false) { lines.append(line) }
        }
        while isEnd, let line = framer.next(isEnd: true) { lines.append(line) }
        return lines
    }

    @Test("may come in pieces, with a carriage return, and several at once")
    func pieces() {
        #expect(lines("ping\r\n".utf8.map { [$0] }) == [.text("ping")])
        #expect(
            lines([Array("a\nb\n\n c \t\nd".utf8), Array("\n".utf8)])
                == [.text("a"), .text("b"), .text(""), .text(" c \t"), .text("d")]
        )
    }

    @Test("go on where memory that has much more room was given back")
    func rest() {
        var framer = LineFramer()
        var bytes = Self.buffer([UInt8](repeating: 0, count: 16_384))
        bytes.clear()
        bytes.append("ping\npi")
        framer.append(bytes)
        #expect(framer.next(isEnd: false) == .text("ping"))
        #expect(framer.next(isEnd: false) == nil)
        framer.keepOnlyRest()
        bytes.clear()
        bytes.append("ng\n")
        framer.append(bytes)
        #expect(framer.next(isEnd: false) == .text("ping"))
        #expect(framer.next(isEnd: false) == nil)
    }

    @Test("are kept where the memory that they came in is used again")
    func sharedMemory() {
        var framer = LineFramer()
        var bytes = Self.buffer([UInt8](repeating: 0, count: 64))
        bytes.clear()
        bytes.append("pi")
        framer.append(bytes)
        #expect(framer.next(isEnd: false) == nil)
        bytes.clear()
        bytes.append("ng\n")
        framer.append(bytes)
        #expect(framer.next(isEnd: false) == .text("ping"))
    }

    @Test("may lack the last end")
    func end() {
        #expect(lines([Array("a\nb".utf8)]) == [.text("a")])
        #expect(lines([Array("a\nb".utf8)], isEnd: true) == [.text("a"), .text("b")])
        #expect(lines([Array("a\n".utf8)], isEnd: true) == [.text("a")])
    }

    @Test("are text without NUL, of at most 65,536 bytes")
    func limits() {
        for bytes: [UInt8] in [
            [0], Array("ping".utf8) + [0], Array(" {".utf8) + [0xE9], Array("[".utf8) + [0xFF],
        ] {
            guard case .garbage? = lines([bytes + [10]]).first else {
                Issue.record("text: \(bytes)")
                continue
            }
        }
        // In words, a file's name may be any bytes.
        #expect(lines([[0x61, 0xE9, 0xC3, 0xA9, 10]]) == [.text("a\u{10FEE9}é")])
        let longest = [UInt8](repeating: UInt8(ascii: "x"), count: LineFramer.limit)
        #expect(lines([longest + [13, 10]]) == [.text(String(decoding: longest, as: UTF8.self))])
        #expect(lines([longest + [10, 97, 10]]).count == 2)
        #expect(lines([longest + [120, 10, 97, 10]]) == [.tooLong, .text("a")])
        let pieces = Array(repeating: longest, count: 50)
        #expect(lines(pieces + [[10, 97, 10]]) == [.tooLong, .text("a")])
        #expect(lines(pieces, isEnd: true) == [.tooLong])
    }
}
