package import Realtime

/// Where inserts are, for the audio thread.
package enum InsertPlace: BitwiseCopyable {
    /// In a strip.
    case strip(LoanTicket<Strip>)
    /// On a pair of output channels, from 0: the master.
    case pair(Int)
    /// Behind the effects of a bus.
    case effects(Int)

    /// Whether it is the same place.
    @_noLocks
    package func isSame(as other: InsertPlace) -> Bool {
        switch (self, other) {
        case (.strip(let strip), .strip(let other)): strip == other
        case (.pair(let pair), .pair(let other)): pair == other
        case (.effects(let bus), .effects(let other)): bus == other
        default: false
        }
    }
}
