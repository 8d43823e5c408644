import SMF

/// Finds tempos that are out of range and meters that cut bars short.
enum TimeFaults {
    /// The position of a tempo or meter event.
    struct Change {
        var tick: Int64
        var track: Int
    }

    /// Checks tempos.
    ///
    /// - Parameters:
    ///   - sequence: The sequence.
    ///   - events: The positions of the tempo events, in any order.
    ///   - end: The tick of the last note-off or other audible event; later events have no effect.
    ///   - log: Takes the faults.
    static func checkTempos(
        _ sequence: PreparedSequence,
        _ events: [Change],
        end: Int64,
        _ log: inout FaultLog
    ) {
        let changes = sequence.tempoMap.changes
        if changes.first?.tick != 0 {
            log.report(
                .tempoMissing,
                .note,
                "no tempo at the start: players assume 120 BPM"
            )
        }
        let tracks = tracks(of: events)
        var last: UInt32?
        for change in changes where change.tick < end || last == nil {
            let tempo = change.microsecondsPerQuarter
            defer { last = tempo }
            guard tempo != last else { continue }
            let track = tracks[change.tick]
            // Above 1000 and below 10 quarter notes a minute.
            if tempo < 60_000 || tempo > 6_000_000 {
                log.report(
                    .tempoExtreme,
                    .warning,
                    track: track,
                    tick: change.tick,
                    "tempo of \(beatsPerMinute(tempo)) BPM: is this intended?"
                )
            }
            guard let last else { continue }
            if UInt64(tempo) > 8 * UInt64(last) || UInt64(last) > 8 * UInt64(tempo) {
                log.report(
                    .tempoJump,
                    .warning,
                    track: track,
                    tick: change.tick,
                    "tempo jumps from \(beatsPerMinute(last)) to \(beatsPerMinute(tempo)) BPM: "
                        + "is this intended?"
                )
            }
        }
    }

    /// Checks time signatures; the parameters are those of ``checkTempos(_:_:end:_:)``.
    static func checkMeters(
        _ sequence: PreparedSequence,
        _ events: [Change],
        end: Int64,
        _ log: inout FaultLog
    ) {
        guard case .ticksPerQuarter(let ticks) = sequence.division else { return }
        let changes = sequence.meterMap.changes
        if changes.first?.tick != 0 {
            log.report(
                .meterMissing,
                .note,
                "no time signature at the start: players assume 4/4"
            )
        }
        let tracks = tracks(of: events)
        let wholeNote = 4 * Int128(max(ticks, 1))
        var last = MeterMap.Change(
            tick: 0,
            signature: TimeSignature(numerator: 4, denominatorPower: 2)
        )
        for change in changes {
            defer { last = change }
            guard change.tick > last.tick, change.tick < end else { continue }
            let bar = Int128(last.signature.numerator) * wholeNote
            let offset = Int128(change.tick - last.tick) << Int128(last.signature.denominatorPower)
            guard offset % bar != 0 else { continue }
            log.report(
                .meterInsideBar,
                .warning,
                track: tracks[change.tick],
                tick: change.tick,
                "time signature \(change.signature) inside a bar of \(last.signature): that bar is "
                    + "cut short, and later bars count from here"
            )
        }
    }

    private static func tracks(of events: [Change]) -> [Int64: Int] {
        Dictionary(events.map { ($0.tick, $0.track) }) { _, last in last }
    }

    /// The tempo with one decimal, which is enough to recognise it.
    private static func beatsPerMinute(_ microsecondsPerQuarter: UInt32) -> String {
        let tenths =
            (600_000_000 + UInt64(microsecondsPerQuarter) / 2) / UInt64(microsecondsPerQuarter)
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
