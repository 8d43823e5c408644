import MIDI

/// The senders that have been heard, and what they send on its way to the engine.
///
/// A sender gets one of the engine's numbers with the first that it sends. When all of them are
/// taken, the sender that has been silent for longest gives up its own, and what it holds is
/// released; it gets a new one when it sends again.
///
/// Input thread only.
final class LiveSenders {
    private let outlet: LiveOutlet
    private var slots = [LiveSender?](repeating: nil, count: LiveEvent.sources)
    private var byKey: [SenderKey: LiveSender] = [:]
    private(set) var messages = 0
    private(set) var droppedExclusives = 0

    init(outlet: LiveOutlet) {
        self.outlet = outlet
    }

    /// The number of elements.
    var count: Int { byKey.count }

    /// A sender's message; those that are not for a channel are passed over.
    func receive(_ message: MIDIMessage, from key: SenderKey, stamp: Int64) {
        guard message.isChannelMessage else { return }
        send(message, from: source(key, stamp), stamp)
    }

    /// A sender's bytes, as they stand on a wire.
    func receive(_ bytes: Span<UInt8>, from key: SenderKey, stamp: Int64) {
        let source = source(key, stamp)
        var position = 0
        while let event = source.stream.next(in: bytes, from: &position) {
            switch event {
            case .message(let message) where message.isChannelMessage:
                send(message, from: source, stamp)
            case .message:
                break
            case .exclusive(let piece):
                take(piece, from: source, stamp)
            }
        }
    }

    private func send(_ message: MIDIMessage, from source: LiveSender, _ stamp: Int64) {
        messages += 1
        outlet.push(.message(message, source: source.slot, stamp: stamp))
    }

    private func take(
        _ piece: MIDIByteStream.ExclusivePiece,
        from source: LiveSender,
        _ stamp: Int64
    ) {
        switch source.assembly.take(piece, source.stream.exclusiveBytes) {
        case .incomplete:
            break
        case .complete(let bytes):
            messages += 1
            outlet.push(.systemExclusive(bytes, source: source.slot, stamp: stamp))
        case .dropped:
            droppedExclusives += 1
        }
    }

    /// Those to whom this applies have gone: all that they hold is released.
    func close(stamp: Int64, where hasGone: (SenderKey) -> Bool) {
        for source in slots.compactMap({ $0 }) where hasGone(source.key) {
            close(source, stamp)
        }
    }

    private func close(_ source: LiveSender, _ stamp: Int64) {
        if case .exclusive? = source.stream.end() { droppedExclusives += 1 }
        slots[Int(source.slot)] = nil
        byKey[source.key] = nil
        outlet.push(.close(source: source.slot, stamp: stamp))
    }

    private func source(_ key: SenderKey, _ stamp: Int64) -> LiveSender {
        if let known = byKey[key] {
            known.lastHeard = stamp
            return known
        }
        let slot = freeSlot(stamp)
        let source = LiveSender(key: key, slot: slot, lastHeard: stamp)
        slots[Int(slot)] = source
        byKey[key] = source
        outlet.push(.open(source: slot, input: key.input, stamp: stamp))
        return source
    }

    private func freeSlot(_ stamp: Int64) -> UInt8 {
        if let free = slots.firstIndex(where: { $0 == nil }) {
            return UInt8(truncatingIfNeeded: free)
        }
        let oldest = slots.compactMap { $0 }.min { $0.lastHeard < $1.lastHeard }
        guard let oldest else { return 0 }
        close(oldest, stamp)
        return oldest.slot
    }
}
