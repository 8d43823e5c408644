import MIDI
import SMF

/// Finds notes that do not end, end too early, or last for no time.
///
/// Note-ons and note-offs are paired first on, first off on each sampler, channel and key, as the
/// player pairs them; but a note-off ends the sound of all that a key has begun (FluidSynth's
/// `fluid_synth_noteoff`, and most hardware).
struct NoteFaults {
    private struct OpenNote {
        var tick: Int64
        /// The note-off of a note before it that ended its sound; -1 for none.
        var cut: Int64 = -1
        /// The start of the note that sounded on its key at its own start; -1 for none.
        var earlier: Int64
        var track: UInt16
    }

    /// The notes of a key that have no note-off yet, oldest first.
    private struct Key {
        var notes: [OpenNote] = []
        var head = 0
        /// The number of notes that All Notes Off has ended and whose note-offs are still to come.
        var expectedNoteOffs = 0

        var isEmpty: Bool { head == notes.count }

        mutating func removeFirst() -> OpenNote {
            let note = notes[head]
            head += 1
            if head == notes.count {
                notes.removeAll(keepingCapacity: true)
                head = 0
            }
            return note
        }

        mutating func removeAll() {
            expectedNoteOffs += notes.count - head
            notes.removeAll(keepingCapacity: true)
            head = 0
        }
    }

    private let wording: FaultWording
    private let trackEnds: [Int64]
    private let isDrums: [Bool]
    /// The keys by sampler, channel and number.
    private var keys: [Key]

    init(_ sequence: PreparedSequence) {
        wording = FaultWording(sequence)
        trackEnds = sequence.tracks.map(\.endTick)
        let channels = sequence.ports.count * 16
        isDrums = (0..<channels).map(sequence.isDrums)
        keys = Array(repeating: Key(), count: channels * 128)
    }

    mutating func take(_ event: ScheduledEvent, _ log: inout FaultLog) {
        let index = event.channelIndex << 7 | Int(event.message.data1)
        guard event.message.isNoteOn else { return end(index, event, &log) }
        var note = OpenNote(tick: event.tick, earlier: -1, track: event.track)
        if !keys[index].isEmpty, let last = keys[index].notes.last {
            note.earlier = last.tick
            if last.tick == event.tick, !isDrums[event.channelIndex] {
                log.report(
                    .doubledNote,
                    .note,
                    track: Int(event.track),
                    channelIndex: event.channelIndex,
                    tick: event.tick,
                    "\(name(index)) starts twice at the same tick: it only gets louder"
                )
            }
        }
        keys[index].notes.append(note)
    }

    private mutating func end(_ index: Int, _ event: ScheduledEvent, _ log: inout FaultLog) {
        guard !keys[index].isEmpty else {
            guard keys[index].expectedNoteOffs == 0 else {
                keys[index].expectedNoteOffs -= 1
                return
            }
            log.report(
                .strayNoteOff,
                .note,
                track: Int(event.track),
                channelIndex: event.channelIndex,
                tick: event.tick,
                "note-off for \(name(index)), which is not sounding (ignored)"
            )
            return
        }
        let note = keys[index].removeFirst()
        for other in (keys[index].head..<keys[index].notes.count).reversed() {
            // All notes before one that is cut have been cut with it.
            guard keys[index].notes[other].cut < 0 else { break }
            keys[index].notes[other].cut = event.tick
        }
        checkEnd(of: note, index, event, &log)
    }

    private func checkEnd(
        of note: OpenNote,
        _ index: Int,
        _ event: ScheduledEvent,
        _ log: inout FaultLog
    ) {
        let channel = event.channelIndex
        let end = event.tick
        if !isDrums[channel] {
            // A drum rings on after its note-off.
            if note.cut >= 0, note.earlier < note.tick, isLoss(end - note.cut, of: end - note.tick)
            {
                log.report(
                    .overlappingNotes,
                    .warning,
                    track: Int(note.track),
                    channelIndex: channel,
                    tick: note.tick,
                    overlap(note, index)
                )
            } else if note.tick == end, note.earlier < note.tick {
                log.report(
                    .zeroLengthNote,
                    .warning,
                    track: Int(note.track),
                    channelIndex: channel,
                    tick: note.tick,
                    "\(name(index)) has zero length: it sounds as a click or not at all"
                )
            }
        }
        if !isDrums[channel], trackEnds.indices.contains(Int(note.track)),
            trackEnds[Int(note.track)] < end
        {
            log.report(
                .noteOutlastsTrack,
                .warning,
                track: Int(note.track),
                channelIndex: channel,
                tick: note.tick,
                "\(name(index)) is still sounding when its track ends; its note-off is in track "
                    + "\(Int(event.track) + 1), at \(wording.name(ofTick: end))"
            )
        }
    }

    /// Whether it is audible that a note ends this much too early: by more than an eighth.
    private func isLoss(_ ticks: Int64, of length: Int64) -> Bool { ticks > length / 8 }

    private func overlap(_ note: OpenNote, _ index: Int) -> String {
        let began = wording.name(ofTick: note.earlier)
        guard note.cut > note.tick else {
            return
                "\(name(index)) starts again before its note-off, which follows at the same tick "
                + "and ends the new note at once"
        }
        return "\(name(index)) starts again while it is sounding since \(began); the note-off at "
            + "\(wording.name(ofTick: note.cut)) ends both"
    }

    /// CC120 and CC123 to CC127 end all notes of a channel.
    mutating func control(_ event: ScheduledEvent) {
        let number = event.message.data1
        guard number == 120 || number >= 123 else { return }
        let first = event.channelIndex << 7
        for index in first..<first + 128 where !keys[index].isEmpty { keys[index].removeAll() }
    }

    /// A reset ends all notes of a sampler.
    mutating func reset(_ event: ScheduledEvent) {
        let first = Int(event.port) << 11
        for index in first..<first + 2_048 where !keys[index].isEmpty { keys[index].removeAll() }
    }

    /// Reports the notes that never ended.
    mutating func finish(_ log: inout FaultLog) {
        for index in keys.indices {
            while !keys[index].isEmpty {
                let note = keys[index].removeFirst()
                let channel = index >> 7
                guard note.cut < 0 else {
                    log.report(
                        .overlappingNotes,
                        .note,
                        track: Int(note.track),
                        channelIndex: channel,
                        tick: note.tick,
                        "\(name(index)) has no note-off of its own; the one at "
                            + "\(wording.name(ofTick: note.cut)), for the previous note, ends both"
                    )
                    continue
                }
                log.report(
                    .stuckNote,
                    isDrums[channel] ? .note : .warning,
                    track: Int(note.track),
                    channelIndex: channel,
                    tick: note.tick,
                    "\(name(index)) has no note-off: it sounds until the end, and in some players "
                        + "beyond"
                )
            }
        }
    }

    private func name(_ index: Int) -> String {
        FaultWording.name(ofKey: UInt8(index & 127), isDrum: isDrums[index >> 7])
    }
}
