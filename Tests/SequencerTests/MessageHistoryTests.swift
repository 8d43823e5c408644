import Testing

@testable import Sequencer

/// System Exclusive messages that overwrite each other.
struct MessageHistoryTests {
    /// The messages that a chase would send, by their places in the order, when some have come.
    private static func left(_ messages: [[UInt8]]) -> [UInt32] {
        var history = MessageHistory()
        for (index, message) in messages.enumerated() {
            history.note(message, index: UInt32(index), stamp: index)
        }
        var writes: [LastWrite] = []
        history.write(port: 0, into: &writes)
        return writes.sorted { $0.stamp < $1.stamp }.map(\.event.bits)
    }

    private static func gm2(_ slot: UInt8, _ pairs: UInt8...) -> [UInt8] {
        [0x7F, 0x7F, 4, 5, 1, 1, 1, 1, slot] + pairs
    }

    @Test func effectsOfGeneralMIDI2OverwriteTheirOwnParameters() {
        let sent = Self.left([
            Self.gm2(1, 1, 40), Self.gm2(1, 0, 4), Self.gm2(2, 1, 3), Self.gm2(1, 1, 50),
            Self.gm2(1, 1, 60), Self.gm2(2, 0, 1), Self.gm2(1, 0, 2, 1, 30),
        ])
        // The last time, the type before it, the chorus's two, and the last message with both.
        #expect(sent == [1, 2, 4, 5, 6])
    }

    @Test func effectsOfRolandsOverwriteTheirOwnAddresses() {
        func gs(_ address: UInt8, _ value: UInt8) -> [UInt8] {
            [0x41, 0x10, 0x42, 0x12, 0x40, 0x01, address, value, 0]
        }
        #expect(Self.left([gs(0x30, 1), gs(0x33, 5), gs(0x33, 6), gs(0x30, 2)]) == [2, 3])
    }
}
