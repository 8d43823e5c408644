import Testing
import WebProtocol

@Suite("QR codes")
struct QRCodeTests {
    @Test("take the smallest version that has room")
    func versions() throws {
        // The capacities of ISO/IEC 18004, level M, byte mode.
        for (version, capacity) in [14, 26, 42, 62, 84, 106, 122, 152, 180, 213].enumerated() {
            let size = 21 + 4 * version
            #expect(try #require(QRCode(String(repeating: "a", count: capacity))).size == size)
            let next = QRCode(String(repeating: "a", count: capacity + 1))?.size
            #expect(next == (version < 9 ? size + 4 : nil))
        }
    }

    @Test("have the patterns by which they are found")
    func patterns() throws {
        let code = try #require(QRCode("http://192.168.1.5:8310/#0123456789abcdef0123456789abcdef"))
        for (x, y) in [(0, 0), (code.size - 7, 0), (0, code.size - 7)] {
            let row = (0..<7).map { code.isDark(x + $0, y + 1) }
            #expect(row == [true, false, false, false, false, false, true])
        }
        #expect((8..<code.size - 8).allSatisfy { code.isDark($0, 6) == ($0 % 2 == 0) })
    }

    @Test("are drawn with a margin of four modules")
    func lines() throws {
        let code = try #require(QRCode("a"))
        #expect(code.lines.count == 15)
        #expect(code.lines.allSatisfy { $0.count == 29 })
        #expect(code.lines[0] == String(repeating: "█", count: 29))
    }
}
