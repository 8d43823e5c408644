import SMF
import Sequencer

/// Prepares a file for playing, and makes everything that is reported about it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = FuzzInput(start, count)
    guard let file = try? MIDIFile(input.bytes) else { return 0 }
    let sequences = PreparedSequence.sequences(from: file)
    require(
        sequences.count == (file.format == .independent ? file.tracks.count : 1),
        "\(sequences.count) sequences"
    )
    for (number, sequence) in sequences.prefix(4).enumerated() {
        check(sequence.schedule, of: sequence, byteCount: count)
        check(sequence.tempoMap, end: sequence.endTick)
        check(sequence.lyrics(of: file, pattern: number), of: sequence, byteCount: count)
        let pattern = file.format == .independent ? number : nil
        let report = FaultReport(of: sequence, in: file, pattern: pattern, limit: 5)
        require(
            report.faults.count <= Diagnostic.Code.faultCodes.count * 15,
            "\(report.faults.count)"
        )
        let analysis = SequenceAnalysis(sequence)
        require(analysis.polyphony.peak <= sequence.noteCount, "\(analysis.polyphony.peak)")
    }
    checkDivisions(file)
    return 0
}

private func check(_ schedule: Schedule, of sequence: PreparedSequence, byteCount: Int) {
    // An escape can hold a message in two bytes, if its statuses run.
    require(schedule.count <= byteCount, "\(schedule.count) events")
    var tick: Int64 = 0
    for event in schedule {
        require((tick...sequence.endTick).contains(event.tick), "an event at \(event.tick)")
        tick = event.tick
        require(Int(event.track) < sequence.tracks.count, "track \(event.track)")
        require(Int(event.port) < min(sequence.ports.count, 16), "port \(event.port)")
    }
    var size = 0
    for index in 0..<schedule.systemExclusiveCount { size += schedule.systemExclusive(index).count }
    // Each message gets its F0.
    require(size <= byteCount + schedule.systemExclusiveCount * 2, "SysEx of \(size) bytes")
}

/// Time never goes back.
private func check(_ map: TempoMap, end: Int64) {
    var last: Int64 = 0
    for part in 0...16 {
        let frame = map.frame(atTick: end / 16 * Int64(part), rate: 48_000)
        require(frame >= last, "frame \(frame) after \(last)")
        last = frame
    }
}

private func check(_ lyrics: Lyrics, of sequence: PreparedSequence, byteCount: Int) {
    let syllables = lyrics.lines.flatMap(\.syllables)
    require(syllables.count <= byteCount, "\(syllables.count) syllables")
    var tick: Int64 = 0
    for syllable in syllables {
        require((tick...sequence.endTick).contains(syllable.tick), "sung at \(syllable.tick)")
        tick = syllable.tick
    }
    require(lyrics.lines.allSatisfy { !$0.syllables.isEmpty }, "an empty line")
}

/// Requires that a file that can be converted to another division keeps all its tracks.
private func checkDivisions(_ file: MIDIFile) {
    let divisions: [Division] = [
        .smpte(.fps2997, ticksPerFrame: 80), .smpte(.fps25, ticksPerFrame: 40),
        .ticksPerQuarter(480),
    ]
    for division in divisions {
        guard let other = try? file.converted(to: division) else { continue }
        require(other.division == division, "\(other.division)")
        require(other.tracks.count == file.tracks.count, "\(other.tracks.count) tracks")
    }
}
