package import MIDI

/// The senders that have been heard, and what they send on its way to the engine.
///
/// A sender gets one of the engine's numbers with the first that it sends. When all of them are
/// taken, the sender that has been silent for longest gives up its own, and what it holds is
/// released; it gets a new one when it sends again.
///
/// Input thread only.
package final class LiveSenders {
    /// The silence after which a sender with active sensing counts as disconnected: the 300 ms of
    /// the MIDI specification, and a tenth for the clocks of both.
    private static let longestSilence: Int64 = 330_000_000

    private let writer: LiveWriter
    private let received: ReceivedMessages
    private var slots = [LiveSender?](repeating: nil, count: LiveEvent.sources)
    private var byKey: [SenderKey: LiveSender] = [:]
    private(set) var messages = 0
    private(set) var droppedExclusives = 0
    private let names: InputNames?
    /// The patterns by which rules choose sources, as of ``version``.
    private var patterns: [PortChoice?] = []
    private var version = 0
    private let nameOf: (SenderKey) -> SourceName?

    /// Makes a list without senders.
    ///
    /// - Parameters:
    ///   - writer: The queues for their events.
    ///   - received: Gets their messages too.
    ///   - names: The patterns by which rules choose sources; `nil` where nothing sounds.
    ///   - nameOf: Finds out what a sender is called.
    package init(
        writer: LiveWriter,
        received: ReceivedMessages,
        names: InputNames? = nil,
        nameOf: @escaping (SenderKey) -> SourceName? = { _ in nil }
    ) {
        self.writer = writer
        self.received = received
        self.names = names
        self.nameOf = nameOf
    }

    /// The number of elements.
    package var count: Int { byKey.count }

    /// A sender's message.
    package func receive(_ message: MIDIMessage, from key: SenderKey, stamp: Int64) {
        take(message, from: source(key, stamp), stamp)
    }

    /// A sender's bytes, as they stand on a wire.
    package func receive(_ bytes: Span<UInt8>, from key: SenderKey, stamp: Int64) {
        let source = source(key, stamp)
        var position = 0
        while let event = source.stream.next(in: bytes, from: &position) {
            switch event {
            case .message(let message):
                take(message, from: source, stamp)
            case .exclusive(let piece):
                take(piece, from: source, stamp)
            }
        }
    }

    /// Takes a message: those for a channel go to the engine, and System Reset.
    private func take(_ message: MIDIMessage, from source: LiveSender, _ stamp: Int64) {
        received.push(.message(message), from: source.key, stamp: stamp)
        if message.status == 0xFE { source.isSensed = true }
        guard message.isChannelMessage || message.status == 0xFF else { return }
        messages += 1
        writer.push(.message(message, source: source.slot, stamp: stamp))
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
            received.push(.exclusive(bytes), from: source.key, stamp: stamp)
            writer.push(.systemExclusive(bytes, source: source.slot, stamp: stamp))
        case .dropped:
            droppedExclusives += 1
        }
    }

    /// Closes the senders that have disconnected, as a closure says: all that they hold is
    /// released.
    package func close(stamp: Int64, where hasGone: (SenderKey) -> Bool) {
        for source in slots.compactMap({ $0 }) where hasGone(source.key) {
            close(source, stamp)
        }
    }

    /// The time at which a sender with active sensing has been silent for too long; `nil` if there is
    /// none.
    package var silenceDue: Int64? {
        byKey.values.filter(\.isSensed).map(\.lastHeard).min().map { $0 + Self.longestSilence }
    }

    /// Closes the senders with active sensing that have been silent for too long.
    package func closeSilent(at now: Int64) {
        for source in slots.compactMap({ $0 })
        where source.isSensed && now - source.lastHeard >= Self.longestSilence {
            close(source, now)
        }
    }

    private func close(_ source: LiveSender, _ stamp: Int64) {
        if case .exclusive? = source.stream.end() { droppedExclusives += 1 }
        slots[Int(source.slot)] = nil
        byKey[source.key] = nil
        received.push(.closed, from: source.key, stamp: stamp)
        writer.push(.close(source: source.slot, stamp: stamp))
    }

    private func source(_ key: SenderKey, _ stamp: Int64) -> LiveSender {
        takePatterns(stamp)
        if let known = byKey[key] {
            known.lastHeard = stamp
            return known
        }
        let slot = freeSlot(stamp)
        let source = LiveSender(key: key, slot: slot, lastHeard: stamp)
        slots[Int(slot)] = source
        byKey[key] = source
        writer.push(.open(source: slot, input: key.input, stamp: stamp))
        nameAnew(source, stamp)
        return source
    }

    // MARK: Names

    /// Updates the names of senders that may have others now.
    package func rename(stamp: Int64, where hasChanged: (SenderKey) -> Bool) {
        for source in slots.compactMap({ $0 }) where hasChanged(source.key) {
            source.name = nil
            nameAnew(source, stamp)
        }
    }

    /// Takes other patterns, if there are any.
    private func takePatterns(_ stamp: Int64) {
        guard let names, names.version != version else { return }
        version = names.version
        patterns = names.current
        for source in slots.compactMap({ $0 }) { nameAnew(source, stamp) }
    }

    /// Reports which patterns match a sender, if they have changed.
    private func nameAnew(_ source: LiveSender, _ stamp: Int64) {
        guard source.names != 0 || patterns.contains(where: { $0 != nil }) else { return }
        if source.name == nil { source.name = nameOf(source.key) }
        var names: UInt32 = 0
        for (number, pattern) in patterns.enumerated() {
            guard let pattern, source.name?.isMeant(by: pattern) ?? false else { continue }
            names |= 1 << UInt32(number)
        }
        guard names != source.names else { return }
        source.names = names
        writer.push(.names(names, source: source.slot, stamp: stamp))
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
