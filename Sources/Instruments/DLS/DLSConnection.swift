/// A connection of an articulator (DLS 2.2, chapter "Articulators"): a source moves a destination.
struct DLSConnection {
    /// The sources of movements.
    enum Source: UInt16 {
        /// None: a fixed value.
        case fixed = 0
        case modulationLFO = 1
        case velocity = 2
        case key = 3
        case envelope2 = 5
        case vibrato = 9
        case pressure = 8
        case modulationWheel = 0x81
    }

    let source: UInt16
    let control: UInt16
    let destination: UInt16
    /// The value in 1/65536 of the destination's unit.
    let scale: Int32

    /// The scale as a number of units: cents, timecents, tenths of a percent or of a decibel.
    var value: Double { Double(scale) / 65_536 }

    /// The fixed time of a connection, in timecents: the lowest number means none at all.
    var timecents: Double { scale == .min ? -12_000 : max(value, -12_000) }
}
