import MIDI
import Realtime

@testable import SamplerHost

/// The other end of a queue: what an engine would get.
final class LiveListener {
    enum Heard: Equatable {
        case open(UInt8, input: Int)
        case names(UInt8, UInt32)
        case message(UInt8, [UInt8])
        case exclusive(UInt8, [UInt8])
        case close(UInt8)
        case other
    }

    let queue = LiveQueue(bell: WakeBell())
    private(set) var heard: [Heard] = []
    /// The stamps of all that was heard.
    private(set) var stamps: [Int64] = []

    /// Takes what waits.
    func listen() {
        while let event = queue.ring.value.pop() {
            stamps.append(event.stamp)
            switch event.kind {
            case .open:
                heard.append(.open(event.source, input: Int(event.bits)))
            case .names:
                heard.append(.names(event.source, event.bits))
            case .message:
                heard.append(.message(event.source, MIDIMessage(bits: event.bits).bytes))
            case .systemExclusive:
                let bytes = UnsafeBufferPointer(start: event.bytes, count: Int(event.bits))
                heard.append(.exclusive(event.source, Array(bytes)))
                event.bytes?.deallocate()
            case .close:
                heard.append(.close(event.source))
            default:
                heard.append(.other)
            }
        }
    }

    /// Listens until something is so, for two seconds at most.
    func listen(until isSo: ([Heard]) -> Bool) async throws -> Bool {
        for _ in 0..<400 {
            listen()
            if isSo(heard) { return true }
            try await Task.sleep(for: .milliseconds(5))
        }
        return false
    }
}
