/// Where playing is, in every unit.
struct TransportPosition: Hashable, Sendable {
    /// Seconds from the start of the file, at its own tempo.
    var seconds: Double
    /// Frames from the start.
    var frames: Int64
    /// Ticks from the start.
    var ticks: Int64
    /// The bar, from 1; 0 in files that count SMPTE frames and have no bars.
    var bar: Int
    /// The beat in the bar, from 1.
    var beat: Int
    /// The tick in the beat.
    var tick: Int
    /// The position as the command `seek` reads it: `17:1:240`.
    var text: String
}
