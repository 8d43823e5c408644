import MIDI
import SMF

/// Finds faults that only show in the tracks of the file: in meta events, ports and loop points.
struct TrackFaults {
    private var tempos: [TimeFaults.Change] = []
    private var meters: [TimeFaults.Change] = []
    private var loops = LoopFaults()
    /// The FF 21 values, each with the first track that has it.
    private var declaredPorts: [UInt8: Int] = [:]

    /// Checks the tracks of a sequence.
    ///
    /// - Parameters:
    ///   - tracks: The tracks that the sequence was made of.
    ///   - sequence: The sequence.
    ///   - isFormat1: Whether tempo events belong in the first track.
    ///   - log: Takes the faults.
    static func check(
        _ tracks: [Track],
        of sequence: PreparedSequence,
        isFormat1: Bool,
        _ log: inout FaultLog
    ) {
        var faults = TrackFaults()
        for (number, track) in tracks.enumerated() {
            faults.check(track, number, isFormat1: isFormat1, isOnly: tracks.count == 1, &log)
        }
        faults.loops.finish(FaultWording(sequence), &log)
        for (port, track) in faults.declaredPorts.sorted(by: { $0.key < $1.key })
        where !sequence.ports.contains(port) {
            guard sequence.ports.count < PreparedSequence.maximumPorts else { break }
            log.report(
                .unusedPort,
                .note,
                track: track,
                "port \(Int(port) + 1) is declared, but no event uses it"
            )
        }
        guard sequence.noteCount > 0, case .ticksPerQuarter = sequence.division else { return }
        let schedule = sequence.schedule
        let end = schedule.last?.tick ?? 0
        TimeFaults.checkTempos(sequence, faults.tempos, end: end, &log)
        TimeFaults.checkMeters(sequence, faults.meters, end: end, &log)
    }

    private mutating func check(
        _ track: Track,
        _ number: Int,
        isFormat1: Bool,
        isOnly: Bool,
        _ log: inout FaultLog
    ) {
        var tick: Int64 = 0
        var isEmpty = true
        var tempoCount = 0
        /// The number of channel events before the first FF 21, and that event.
        var portless = 0
        var firstPort: (port: UInt8, tick: Int64)?
        for event in track {
            tick += Int64(event.delta)
            switch event.event {
            case .channel(let message):
                isEmpty = false
                if firstPort == nil { portless += 1 }
                if message.status & 0xF0 == 0xB0, message.data1 == 111 {
                    loops.note(.controller, tick: tick, track: number)
                }
            case .systemExclusive:
                isEmpty = false
            case .meta(let meta):
                if meta.type != 0x2F, meta.type != 0x21 { isEmpty = false }
                if meta.type == 0x51 { tempoCount += 1 }
                if firstPort == nil, case .port(let port) = meta.value {
                    firstPort = (port, tick)
                }
                take(meta, tick: tick, track: number, &log)
            }
        }
        // A track's events go to the first port until it names another.
        if let firstPort, firstPort.port != 0, portless > 0 {
            log.report(
                .portAfterEvents,
                .warning,
                track: number,
                tick: firstPort.tick,
                "port \(Int(firstPort.port) + 1) is set after \(portless) channel "
                    + "event\(portless == 1 ? "" : "s") of the track, which "
                    + "\(portless == 1 ? "goes" : "go") to port 1"
            )
        }
        if isEmpty, !isOnly {
            log.report(.emptyTrack, .note, track: number, "empty track")
        }
        if isFormat1, number > 0, tempoCount > 0 {
            log.report(
                .tempoOutsideFirstTrack,
                .note,
                track: number,
                "\(tempoCount) tempo event\(tempoCount == 1 ? "" : "s") outside the first track: "
                    + "some players ignore \(tempoCount == 1 ? "it" : "them")"
            )
        }
    }

    private mutating func take(
        _ meta: MetaEvent,
        tick: Int64,
        track: Int,
        _ log: inout FaultLog
    ) {
        switch meta.value {
        case .tempo:
            tempos.append(TimeFaults.Change(tick: tick, track: track))
        case .timeSignature:
            meters.append(TimeFaults.Change(tick: tick, track: track))
        case .port(let port):
            if declaredPorts[port] == nil { declaredPorts[port] = track }
        case .text(let kind, let bytes):
            loops.take(bytes, kind, tick: tick, track: track)
            guard let reason = UnreadableText.reason(bytes) else { return }
            log.report(
                .textUnreadable,
                .note,
                track: track,
                tick: tick,
                "text (FF 0\(String(kind.type, radix: 16, uppercase: true))) \(reason)"
            )
        default:
            break
        }
    }
}
