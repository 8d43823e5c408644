import Testing

@testable import MIDI

@Suite("A stream of MIDI bytes")
struct MIDIByteStreamTests {
    /// What a stream said, with System Exclusive pieces copied.
    enum Heard: Equatable, CustomStringConvertible {
        case message([UInt8])
        case whole([UInt8])
        case piece([UInt8], isFirst: Bool, MIDIByteStream.ExclusivePiece.Ending)

        init(_ event: MIDIByteStream.Event, of stream: borrowing MIDIByteStream) {
            let bytes = stream.exclusiveBytes
            let piece = bytes.indices.map { bytes[$0] }
            switch event {
            case .message(let message): self = .message(message.bytes)
            case .exclusive(let place) where place.isWhole: self = .whole(piece)
            case .exclusive(let place):
                self = .piece(piece, isFirst: place.isFirst, place.ending)
            }
        }

        init?(endOf stream: inout MIDIByteStream) {
            guard let event = stream.end() else { return nil }
            self.init(event, of: stream)
        }

        var description: String {
            switch self {
            case .message(let bytes): "message \(bytes)"
            case .whole(let bytes): "whole \(bytes)"
            case .piece(let bytes, let isFirst, let ending): "piece \(bytes) \(isFirst) \(ending)"
            }
        }
    }

    private func read(_ part: [UInt8], by stream: inout MIDIByteStream) -> [Heard] {
        var said: [Heard] = []
        var place = 0
        while let event = stream.next(in: part.span, from: &place) {
            said.append(Heard(event, of: stream))
        }
        #expect(place == part.count)
        return said
    }

    /// Reads a stream in parts; `ends` also ends it.
    private func heard(
        _ parts: [[UInt8]],
        capacity: Int = 512,
        ends: Bool = false
    ) -> [Heard] {
        var stream = MIDIByteStream(exclusiveCapacity: capacity)
        var said: [Heard] = []
        for part in parts { said += read(part, by: &stream) }
        if ends, let event = Heard(endOf: &stream) { said.append(event) }
        return said
    }

    private func heard(_ bytes: [UInt8]) -> [Heard] { heard([bytes]) }

    @Test(
        "says every message of the specification's tables as it stands",
        arguments: [
            [0x80, 60, 64], [0x9F, 60, 127], [0xA3, 60, 1], [0xB0, 64, 127], [0xC9, 5],
            [0xD2, 99], [0xE0, 0, 64], [0xF1, 0x71], [0xF2, 1, 2], [0xF3, 7], [0xF6], [0xF8],
            [0xFA], [0xFB], [0xFC], [0xFE], [0xFF],
        ] as [[UInt8]]
    )
    func everyMessage(_ bytes: [UInt8]) {
        #expect(heard(bytes) == [.message(bytes)])
    }

    @Test("keeps a channel message's status until another comes")
    func runningStatus() {
        // The specification's own use of it: note-ons, and note-ons of velocity 0 to end them.
        #expect(
            heard([0x90, 60, 64, 64, 64, 60, 0, 0xC0, 5, 6, 0xE1, 0, 64, 127, 127])
                == [
                    .message([0x90, 60, 64]), .message([0x90, 64, 64]), .message([0x90, 60, 0]),
                    .message([0xC0, 5]), .message([0xC0, 6]), .message([0xE1, 0, 64]),
                    .message([0xE1, 127, 127]),
                ]
        )
    }

    @Test(
        "forgets the status at a system common message and at System Exclusive",
        arguments: [
            ([0xF1, 0x12], [.message([0xF1, 0x12])]), ([0xF2, 1, 2], [.message([0xF2, 1, 2])]),
            ([0xF3, 4], [.message([0xF3, 4])]), ([0xF6], [.message([0xF6])]),
            ([0xF7], []), ([0xF0, 1, 0xF7], [.whole([1])]),
        ] as [([UInt8], [Heard])]
    )
    func endOfRunningStatus(_ between: [UInt8], _ said: [Heard]) {
        let bytes = [0x90, 60, 64] + between + [62, 64, 0x80, 62, 64]
        #expect(heard(bytes) == [.message([0x90, 60, 64])] + said + [.message([0x80, 62, 64])])
    }

    @Test("passes over an undefined status and the data after it", arguments: [0xF4, 0xF5])
    func undefinedCommon(_ status: UInt8) {
        #expect(
            heard([0x90, 60, 64, status, 1, 2, 62, 64, 0x90, 64, 64])
                == [.message([0x90, 60, 64]), .message([0x90, 64, 64])]
        )
    }

    @Test("passes over an undefined real-time byte alone", arguments: [0xF9, 0xFD])
    func undefinedRealTime(_ status: UInt8) {
        #expect(
            heard([0x90, status, 60, status, 64, status, 62, 64, 0xF0, 1, status, 2, 0xF7])
                == [.message([0x90, 60, 64]), .message([0x90, 62, 64]), .whole([1, 2])]
        )
    }

    @Test("says real-time messages at once, inside of anything")
    func realTime() {
        #expect(
            heard([0x90, 0xF8, 60, 0xFE, 64, 0xFA, 62, 0xFC, 64])
                == [
                    .message([0xF8]), .message([0xFE]), .message([0x90, 60, 64]),
                    .message([0xFA]), .message([0xFC]), .message([0x90, 62, 64]),
                ]
        )
        #expect(heard([0xF0, 1, 0xF8, 2, 0xF7]) == [.message([0xF8]), .whole([1, 2])])
        #expect(heard([0xF2, 1, 0xF8, 2]) == [.message([0xF8]), .message([0xF2, 1, 2])])
    }

    @Test("drops a message that another status cuts short")
    func cutMessage() {
        #expect(
            heard([0x90, 60, 0xB0, 64, 127, 0xF2, 1, 0x80, 60, 64])
                == [.message([0xB0, 64, 127]), .message([0x80, 60, 64])]
        )
    }

    @Test("passes over data without a status")
    func strayData() {
        #expect(heard([1, 2, 3, 0x90, 60, 64]) == [.message([0x90, 60, 64])])
        #expect(heard([0xF6, 1, 2, 0xF7, 3]) == [.message([0xF6])])
    }

    @Test("hands out System Exclusive without its frame")
    func exclusive() {
        #expect(heard([0xF0, 0x7E, 0x7F, 0x09, 0x01, 0xF7]) == [.whole([0x7E, 0x7F, 0x09, 0x01])])
        #expect(heard([0xF0, 0xF7]) == [.whole([])])
        #expect(heard([0xF0, 1, 0xF7, 0xF0, 2, 0xF7]) == [.whole([1]), .whole([2])])
    }

    @Test(
        "says that System Exclusive was cut where another status ends it",
        arguments: [
            ([0x90, 60, 64], [.message([0x90, 60, 64])]), ([0xF6], [.message([0xF6])]),
            ([0xF3, 1], [.message([0xF3, 1])]), ([0xF4, 1], []),
            ([0xF0, 5, 0xF7], [.whole([5])]),
        ] as [([UInt8], [Heard])]
    )
    func cutExclusive(_ next: [UInt8], _ said: [Heard]) {
        #expect(heard([0xF0, 1, 2] + next) == [.piece([1, 2], isFirst: true, .cut)] + said)
        #expect(heard([0xF0] + next) == [.piece([], isFirst: true, .cut)] + said)
    }

    @Test("hands out a long System Exclusive message in pieces, and loses none of it")
    func longExclusive() {
        func pieces(_ count: UInt8, _ last: UInt8...) -> [Heard] {
            heard([[0xF0] + Array(1...count) + last], capacity: 4)
        }
        #expect(pieces(3, 0xF7) == [.whole([1, 2, 3])])
        #expect(pieces(4, 0xF7) == [.whole([1, 2, 3, 4])])
        #expect(
            pieces(5, 0xF7)
                == [
                    .piece([1, 2, 3, 4], isFirst: true, .open),
                    .piece([5], isFirst: false, .complete),
                ]
        )
        #expect(
            pieces(9, 0xF6)
                == [
                    .piece([1, 2, 3, 4], isFirst: true, .open),
                    .piece([5, 6, 7, 8], isFirst: false, .open),
                    .piece([9], isFirst: false, .cut), .message([0xF6]),
                ]
        )
        // The next message begins anew.
        #expect(
            heard([[0xF0, 1, 2, 3, 0xF7, 0xF0, 4, 0xF7]], capacity: 2).last == .whole([4])
        )
    }

    @Test("forgets everything at its end, and says what was cut")
    func end() {
        #expect(heard([[0xF0, 1, 2]], ends: true) == [.piece([1, 2], isFirst: true, .cut)])
        #expect(heard([[0x90, 60]], ends: true) == [])
        var stream = MIDIByteStream()
        #expect(read([0x90, 60, 64, 62], by: &stream) == [.message([0x90, 60, 64])])
        #expect(Heard(endOf: &stream) == nil)
        #expect(read([64, 65, 66], by: &stream) == [])
        #expect(read([0xF0, 1, 2], by: &stream) == [])
        #expect(Heard(endOf: &stream) == .piece([1, 2], isFirst: true, .cut))
        #expect(read([3, 0xF7], by: &stream) == [])
        #expect(Heard(endOf: &stream) == nil)
    }

    @Test("is the same however it is split into reads", arguments: 0..<200 as Range<UInt64>)
    func splits(_ seed: UInt64) {
        var random = SplitMix(state: seed)
        // Half of the bytes are statuses, so that everything interrupts everything.
        let bytes = (0..<400).map { _ in
            let byte = UInt8(truncatingIfNeeded: random.next())
            return byte >= 0xE0 && seed % 2 == 0 ? byte | 0x10 : byte
        }
        let whole = heard([bytes], capacity: 3, ends: true)
        #expect(heard(bytes.map { [$0] }, capacity: 3, ends: true) == whole)
        var parts: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            parts.append(Array(rest.prefix(Int(random.next() % 9))))
            rest = rest.dropFirst(parts.last?.count ?? 0)
        }
        #expect(heard(parts, capacity: 3, ends: true) == whole)
    }

    @Test("gives back what was written, with and without running status and real-time bytes")
    func roundTrip() {
        var random = SplitMix(state: 7)
        for _ in 0..<100 {
            var bytes: [UInt8] = []
            var written: [Heard] = []
            var realTime: [Heard] = []
            var running: UInt8 = 0
            for _ in 0..<50 {
                let status = 0x80 | UInt8(truncatingIfNeeded: random.next() % 0x70)
                let data = (1..<MIDIMessage.length(ofStatus: status)).map { _ in
                    UInt8(truncatingIfNeeded: random.next() & 0x7F)
                }
                written.append(.message([status] + data))
                let message = status == running && random.next() % 2 == 0 ? data : [status] + data
                running = status
                for byte in message {
                    bytes.append(byte)
                    if random.next() % 4 == 0 {
                        bytes.append(0xFE)
                        realTime.append(.message([0xFE]))
                    }
                }
            }
            let said = heard(bytes)
            #expect(said.filter { $0 != .message([0xFE]) } == written)
            #expect(said.count == written.count + realTime.count)
        }
    }
}

/// The generator SplitMix64 (Steele, Lea and Flood, 2014): the same numbers for a seed everywhere.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
