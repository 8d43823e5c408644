package import Effects
package import Realtime

/// The inserts of a strip as the audio thread has them, and the memory in which they take over from
/// those before.
///
/// The controlling thread makes them; the audio thread returns them by their number once others have
/// taken over.
package struct StripInserts: ~Copyable {
    package var chain: InsertChain
    /// The input while they take over.
    var sound: StereoBuffer
    var sends: SendBuffer
    /// The number by which they are returned.
    package let number: Int

    /// Makes inserts without a sound in them.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - settings: The inserts, the first one first; none to have sound pass unchanged.
    ///   - number: The number by which they are returned.
    ///   - rate: Frames per second.
    ///   - isRealTime: Whether they play in real time, and not for a file.
    ///   - tempo: The tempo of the music.
    ///   - maximumPeriod: The most frames of a period.
    package init(
        _ settings: [InsertSettings],
        number: Int,
        rate: Int,
        isRealTime: Bool,
        tempo: Loan<MusicTempo>,
        maximumPeriod: Int
    ) {
        chain = InsertChain(settings, rate: rate, isRealTime: isRealTime, tempo: tempo)
        sound = StereoBuffer(capacity: maximumPeriod)
        sends = SendBuffer(capacity: maximumPeriod)
        self.number = number
    }

    /// Makes a change at once: they are not heard yet.
    ///
    /// - Returns: The number of the change, which is returned.
    @_noLocks
    package mutating func complete(_ change: Loan<InsertChange>) -> Int? {
        chain.complete(change)
    }
}
