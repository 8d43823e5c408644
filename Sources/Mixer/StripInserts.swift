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
    /// The side chains of the inserts.
    let sideChains: FixedArray<SideChainInput>
    /// The most frames by which what comes in may be late, compared with the sounds of side chains.
    let alignment: Int
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
    ///   - alignment: The most frames by which what comes in may be late, compared with the sounds of
    ///     side chains.
    ///   - maximumPeriod: The most frames of a period.
    ///   - strips: The strips of the side chains of inserts that are not bypassed, in their order.
    package init(
        _ settings: [InsertSettings],
        number: Int,
        rate: Int,
        isRealTime: Bool,
        tempo: Loan<MusicTempo>,
        alignment: Int = 0,
        maximumPeriod: Int,
        sideChains strips: [LoanTicket<Strip>] = []
    ) {
        chain = InsertChain(
            settings,
            rate: rate,
            isRealTime: isRealTime,
            tempo: tempo,
            alignment: alignment,
            maximumPeriod: maximumPeriod
        )
        let inputs = zip(chain.sideChains, strips).map { side, strip in
            unsafe SideChainInput(
                sideChain: side.sideChain.loan,
                strip: strip.loan,
                latency: side.latency
            )
        }
        sideChains = FixedArray(count: inputs.count) { inputs[$0] }
        self.alignment = alignment
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
