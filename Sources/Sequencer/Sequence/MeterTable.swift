/// The meters of a sequence as a player counts beats by them.
///
/// Stored with the schedule, so that each new item has the same one.
struct MeterTable: Sendable {
    let meters: FixedBuffer<Meter>
    /// Ticks in a whole note.
    let wholeNote: Int64

    fileprivate init(of map: MeterMap) {
        meters = FixedBuffer(
            map.segments.map {
                Meter(
                    tick: $0.tick,
                    numerator: $0.numerator,
                    denominatorPower: $0.denominatorPower
                )
            }
        )
        wholeNote = map.wholeNote
    }
}

/// A meter from a tick onwards.
struct Meter: BitwiseCopyable, Sendable {
    let tick: Int64
    let numerator: Int64
    let denominatorPower: UInt8
}

extension PreparedSequence {
    /// The meters by tick; none without bars.
    var meterTable: MeterTable {
        schedule.derived.value { MeterTable(of: meterMap) }
    }
}
