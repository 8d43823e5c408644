import Testing
import WebProtocol

@Suite("Frames of browsers")
struct FrameGateTests {
    /// A frame as a browser sends it, with a mask.
    private func frame(
        _ length: Int,
        opcode: UInt8 = 1,
        isLast: Bool = true,
        isMasked: Bool = true,
        bits: UInt8 = 0
    ) -> [UInt8] {
        let mask: UInt8 = isMasked ? 0x80 : 0
        var bytes = [(isLast ? 0x80 : 0) | bits | opcode]
        switch length {
        case ..<126: bytes.append(mask | UInt8(length))
        case ..<65_536: bytes += [mask | 126, UInt8(length >> 8), UInt8(length & 255)]
        default:
            bytes.append(mask | 127)
            for shift in (0..<8).reversed() { bytes.append(UInt8(length >> (8 * shift) & 255)) }
        }
        if isMasked { bytes += [1, 2, 3, 4] }
        return bytes + Array(repeating: 7, count: min(length, 70_000))
    }

    @Test("pass as they are, wherever they are divided", arguments: [1, 2, 3, 7, 100, 70_000])
    func passing(size: Int) {
        let bytes =
            frame(0) + frame(5, isLast: false) + frame(3, opcode: 9) + frame(200, opcode: 0)
            + frame(FrameGate.messageLimit) + frame(2, opcode: 8)
        var gate = FrameGate()
        var passed: [UInt8] = []
        var frames = 0
        for start in stride(from: 0, to: bytes.count, by: size) {
            let passage = gate.take(Array(bytes[start..<min(start + size, bytes.count)]))
            #expect(passage.violation == nil)
            passed += passage.bytes
            frames += passage.frames
        }
        #expect(passed == bytes)
        #expect(frames == 6)
    }

    @Test("above the limit are stopped before a byte of them passes")
    func tooLarge() {
        for length in [FrameGate.messageLimit + 1, 1 << 40, Int.max] {
            var gate = FrameGate()
            let passage = gate.take(frame(4) + frame(length))
            #expect(passage.violation == .tooLarge)
            #expect(passage.bytes == frame(4))
        }
        // The first bit of a length must be 0, RFC 6455.
        var gate = FrameGate()
        let passage = gate.take([0x81, 0xFF] + Array(repeating: 0xFF, count: 8) + [1, 2, 3, 4])
        #expect(passage.violation == .tooLarge)
    }

    @Test("of one message are limited together")
    func fragments() {
        var gate = FrameGate()
        #expect(gate.take(frame(60_000, isLast: false)).violation == nil)
        #expect(gate.take(frame(5_536, opcode: 0, isLast: false)).violation == nil)
        #expect(gate.take(frame(1, opcode: 0)).violation == .tooLarge)
    }

    @Test("that are none of a browser are stopped")
    func malformed() {
        let cases: [(bytes: [UInt8], violation: FrameGate.Violation)] = [
            (frame(1, isMasked: false), .malformed), (frame(1, bits: 0x40), .malformed),
            (frame(1, opcode: 3), .malformed), (frame(1, opcode: 11), .malformed),
            (frame(126, opcode: 9), .malformed), (frame(1, opcode: 8, isLast: false), .malformed),
            (frame(1, opcode: 0), .malformed), (frame(1, opcode: 2), .notText),
            (frame(1, isLast: false) + frame(1), .malformed),
        ]
        for (bytes, violation) in cases {
            var gate = FrameGate()
            #expect(gate.take(bytes).violation == violation, "\(bytes.prefix(4))")
        }
        #expect(FrameGate.close(.tooLarge).suffix(2) == [0x03, 0xF1])
    }
}
