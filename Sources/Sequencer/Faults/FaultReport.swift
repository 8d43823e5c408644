import MIDI
public import SMF

/// The musical faults of a sequence: what sounds other than its composer meant it, or costs more
/// than it must.
///
/// None is an error, since a file that can be read has lost no music. The findings in the file's
/// bytes are in `MIDIFile.diagnostics`.
///
/// ```swift
/// let report = FaultReport(of: sequence, in: file)
/// for fault in report.faults { print("song.mid: \(fault)") }
/// ```
///
/// Takes time in proportion to the number of events; of each kind of fault some are stored, and all
/// are counted.
public struct FaultReport: Sendable {
    /// The faults by time, those without a time first; of each kind at most the limit.
    public let faults: [Diagnostic]
    /// The number of faults of each kind, including those that are not stored.
    public let counts: [Diagnostic.Kind: Int]

    /// Finds faults.
    ///
    /// - Parameters:
    ///   - sequence: The sequence, one of those that `PreparedSequence.sequences(from:)` made of the
    ///     file.
    ///   - file: The file.
    ///   - pattern: The track of the sequence, from 0, in a file of format 2; else `nil`.
    ///   - limit: The number of faults of each kind that are stored, the first ones.
    public init(
        of sequence: PreparedSequence,
        in file: MIDIFile,
        pattern: Int? = nil,
        limit: Int = 100
    ) {
        var tracks = file.tracks.prefix(sequence.tracks.count)
        if let pattern {
            tracks = file.tracks.dropFirst(max(pattern, 0)).prefix(1)
        }
        var log = FaultLog(limit: max(limit, 1), ports: sequence.ports)
        Self.checkSchedule(of: sequence, &log)
        TrackFaults.check(
            Array(tracks),
            of: sequence,
            isFormat1: file.format == .simultaneous,
            &log
        )
        TrackNameFaults.check(sequence, &log)
        counts = log.counts
        // `sorted` keeps the order of equal ticks.
        faults = log.kept.sorted { ($0.tick ?? -1) < ($1.tick ?? -1) }.map { fault in
            var fault = fault
            if let pattern { fault.track = pattern }
            return fault
        }
    }

    /// Finds the faults that show in one pass over the events in playing order.
    private static func checkSchedule(of sequence: PreparedSequence, _ log: inout FaultLog) {
        var notes = NoteFaults(sequence)
        var channels = ChannelFaults(sequence)
        var programs = ProgramFaults(sequence)
        var parameters = ParameterFaults(sequence)
        var resets = ResetFaults(sequence)
        var ignored = IgnoredControls(sequence)
        var exclusives = SystemExclusiveFaults()
        var gaps = GapFaults(sequence)
        let schedule = sequence.schedule
        for event in schedule {
            guard event.kind == .channel else {
                let message = schedule.systemExclusive(Int(event.bits))
                if exclusives.take(message, event) {
                    notes.reset(event)
                    channels.reset(event)
                    programs.reset(event)
                    parameters.reset(event)
                    ignored.reset(event)
                    resets.reset(event, &log)
                }
                continue
            }
            switch event.message.status & 0xF0 {
            case 0x80, 0x90:
                notes.take(event, &log)
                gaps.take(event, &log)
                channels.take(event)
                programs.take(event, &log)
                resets.take(event, &log)
            case 0xB0:
                notes.control(event)
                channels.control(event)
                programs.control(event)
                parameters.control(event, &log)
                ignored.control(event)
                resets.take(event, &log)
            case 0xC0:
                programs.take(event, &log)
                resets.take(event, &log)
            case 0xE0:
                channels.take(event)
            default:
                break
            }
        }
        withExtendedLifetime(schedule) {}
        notes.finish(&log)
        gaps.finish(&log)
        channels.finish(&log)
        programs.finish(&log)
        parameters.finish(&log)
        ignored.finish(&log)
        exclusives.finish(&log)
        if sequence.noteCount == 0 {
            log.report(.noNotes, .note, "no notes: nothing will sound")
        }
    }
}
