import Sequencer

/// Times as people read them and as positions are typed: `1m23.500s`.
enum TimeText {
    /// A time to the millisecond; what is no time is 0.
    static func short(seconds: Double) -> String {
        let nanoseconds = (seconds * 1e9).rounded()
        return Position.shortTime(
            nanoseconds: nanoseconds >= 0 && nanoseconds < 9e18 ? Int64(nanoseconds) : 0
        )
    }
}
