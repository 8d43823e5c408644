import SMF
import Testing

@testable import Sequencer

struct TimeCodeReaderTests {
    private let quarter: Int64 = 10_000_000

    private func pieces(_ code: TimeCode) -> [UInt8] {
        (0..<8).map { SyncSimulation.piece($0, of: code) }
    }

    @Test(arguments: SMPTERate.allCases)
    func eightPiecesTellATimeAndEachFurtherOneMovesIt(rate: SMPTERate) throws {
        var reader = TimeCodeReader()
        let code = TimeCode(frame: 107_892, rate: rate)
        let next = TimeCode(frame: 107_894, rate: rate)
        var readings: [TimeCodeReader.Reading] = []
        for (index, data) in (pieces(code) + pieces(next)).enumerated() {
            readings.append(reader.take(data, at: Int64(index) * quarter))
        }
        #expect(readings[..<7].allSatisfy { $0 == .unknown })
        for index in 7..<16 {
            #expect(readings[index] == .forward(4 * 107_892 + Int64(index), rate))
        }
    }

    @Test func piecesFromTheMiddleOfATimeAreNotMixed() {
        var reader = TimeCodeReader()
        let code = TimeCode(frame: 1_000, rate: .fps30)
        let all = pieces(code)[3...] + pieces(TimeCode(frame: 1_002, rate: .fps30))
        var readings: [TimeCodeReader.Reading] = []
        for (index, data) in all.enumerated() {
            readings.append(reader.take(data, at: Int64(index) * quarter))
        }
        #expect(readings.dropLast().allSatisfy { $0 == .unknown })
        #expect(readings.last == .forward(4_007 + 8, .fps30))
    }

    @Test func piecesInReverseOrderRunBackward() {
        var reader = TimeCodeReader()
        var readings: [TimeCodeReader.Reading] = []
        let all =
            pieces(TimeCode(frame: 500, rate: .fps24)).reversed()
            + pieces(TimeCode(frame: 498, rate: .fps24)).reversed()
        for (index, data) in all.enumerated() {
            readings.append(reader.take(data, at: Int64(index) * quarter))
        }
        #expect(readings[7] == .backward(2_000, .fps24))
        #expect(readings[8] == .backward(1_999, .fps24))
        #expect(readings[15] == .backward(1_992, .fps24))
    }

    @Test func bytesThatAreNoTimeAreNotRead() {
        var reader = TimeCodeReader()
        // 29 frames of 24.
        let data: [UInt8] = [0x0D, 0x11, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70]
        var readings: [TimeCodeReader.Reading] = []
        for (index, byte) in (data + data).enumerated() {
            readings.append(reader.take(byte, at: Int64(index) * quarter))
        }
        #expect(readings.allSatisfy { $0 == .unknown })
    }

    @Test func aGapIsNotBridged() {
        var reader = TimeCodeReader()
        for (index, data) in pieces(TimeCode(frame: 0, rate: .fps25)).enumerated() {
            _ = reader.take(data, at: Int64(index) * quarter)
        }
        let data = SyncSimulation.piece(0, of: TimeCode(frame: 2, rate: .fps25))
        #expect(reader.take(data, at: 100 * quarter) == .unknown)
    }

    @Test func messagesAreRecognised() {
        typealias Kind = SyncMessage.Kind
        #expect(Kind(status: 0xF8) == .clock)
        #expect(Kind(status: 0xF2, data1: 0x7F, data2: 0x01) == .songPosition(255))
        #expect(Kind(status: 0xF1, data1: 0x42) == .quarterFrame(0x42))
        #expect(Kind(status: 0xFE) == nil)
        #expect(Kind(exclusive: [0x7F, 0, 1, 1, 0, 0, 61, 0]) == nil)
        #expect(Kind(exclusive: [0x7F, 0, 1, 2, 0, 0, 1, 0]) == nil)
        let drop = TimeCode(rate: .fps2997, hours: 23, minutes: 1, seconds: 0, frames: 2)
        #expect(Kind(exclusive: [0x7F, 3, 1, 1, 0x57, 1, 0, 2]) == drop.map { .fullFrame($0) })
    }
}
