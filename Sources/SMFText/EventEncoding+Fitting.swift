import MIDI
import SMF

extension EventEncoding {
    /// The part of this encoding that can be written for an event.
    ///
    /// A status can only be left out where the last channel message had the same, and a quantity
    /// has four bytes at most. An event that was read otherwise, or has been moved, is written
    /// otherwise.
    ///
    /// - Parameters:
    ///   - event: The event, with its delta time.
    ///   - lastStatus: The status of the last channel message before it; 0 if there is none.
    /// - Returns: The encoding that a writer uses, and an assembler accepts.
    func fitting(_ event: TrackEvent, lastStatus: UInt8) -> EventEncoding {
        guard self != .plain else { return self }
        var isRunning = false
        if case .channel(let message) = event.event {
            isRunning = usesRunningStatus && message.status == lastStatus
        }
        return EventEncoding(
            usesRunningStatus: isRunning,
            deltaPadding: min(deltaPadding, Self.room(before: Int(event.delta))),
            lengthPadding: event.event.payloadCount.map {
                min(lengthPadding, Self.room(before: $0))
            } ?? 0
        )
    }

    /// The number of needless bytes that fit before a quantity of four bytes.
    static func room(before quantity: Int) -> UInt8 {
        quantity < 1 << 7 ? 3 : quantity < 1 << 14 ? 2 : quantity < 1 << 21 ? 1 : 0
    }
}
