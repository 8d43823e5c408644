import MIDI
public import SMF

/// Makes a recording of a take: tracks with ticks, notes with ends, passes in tracks of their own.
///
/// - A track for each input, or for each channel of each input, and for each pass of a loop.
/// - What is played before the start (a count-in) or before the punched range is left out; but
///   pedals, controllers, programs and System Exclusive messages are there at its beginning, and a
///   note up to a sixteenth before it counts as played on it.
/// - Notes and pedals that are held at the end of a pass, of the punched range or of the take end
///   there. A pedal that is held on begins anew in the next pass.
public struct TakeArrangement {
    private let take: Take
    private let timeline: TakeTimeline
    private let sixteenth: Int64
    private var layers: TakeLayers
    /// The current run; −1 before the first.
    private var run = -1
    /// Notes that are down: where they are, and their start.
    private var notes: [HeldKey: [(layer: TakeLayers.Key, tick: Int64)]] = [:]
    /// Pedals that are down, with their values.
    private var pedals: [HeldKey: (layer: TakeLayers.Key, value: UInt8)] = [:]
    /// The messages before the beginning of the run that count there, in order.
    private var early: [RecordedEvent] = []
    /// Pedals that were released since playback stopped.
    private var lifted: Set<HeldKey> = []
    /// Whether the end of the punched range was passed in the current run.
    private var isPunchedOut = false

    /// A key or a pedal of a channel of an input.
    private struct HeldKey: Hashable {
        var input: Int
        var channel: UInt8
        var number: UInt8

        init(_ input: Int, _ message: MIDIMessage) {
            self.input = input
            channel = message.channel
            number = message.data1
        }
    }

    /// Prepares a recording.
    public init(_ take: Take) {
        self.take = take
        timeline = TakeTimeline(take)
        sixteenth = Int64(take.plan.ticksPerQuarter) / 4
        layers = TakeLayers(take.plan.split)
    }

    /// The recording as a file of format 1, whose first track has tempo and meter.
    ///
    /// - Returns: The file.
    /// - Throws: ``SequenceError`` for a take that is too long for a file.
    public consuming func midiFile() throws(SequenceError) -> MIDIFile {
        for event in take.events { add(event) }
        endRun()
        let tracks = [try conductor()] + (try layers.tracks())
        let file = MIDIFile(format: .simultaneous, division: take.plan.division, tracks: tracks)
        guard let grid = take.plan.grid else { return file }
        var sequence = try MusicSequence(file)
        sequence.quantise(0..<Int64.max, to: grid.quantisation)
        return try sequence.midiFile()
    }

    /// The recording behind the tracks of the file that it was played along with.
    ///
    /// - Parameter file: The file, of format 0 or 1.
    /// - Returns: The file with the tracks added.
    /// - Throws: ``SequenceError`` for files that do not fit together.
    public consuming func midiFile(appendedTo file: MIDIFile) throws(SequenceError) -> MIDIFile {
        let ticks = take.plan.ticksPerQuarter
        let added = try midiFile().tracks.dropFirst()
        do throws(SMFWriteError) {
            var whole = try file.rescaled(ticksPerQuarter: ticks)
            whole.format = .simultaneous
            whole.tracks += added
            return MIDIFile(
                format: .simultaneous,
                division: whole.division,
                tracks: whole.tracks
            )
        } catch {
            throw SequenceError(error)
        }
    }

    private func conductor() throws(SequenceError) -> Track {
        var events = take.plan.meters.map { ($0.tick, MetaEvent.timeSignature($0.signature)) }
        events += take.plan.tempos.map { ($0.tick, .tempo($0.microsecondsPerQuarter)) }
        events.sort { $0.0 < $1.0 }
        var output = FileTrack(number: nil, with: events.map { (tick: $0.0, event: $0.1) })
        try output.end(at: events.last?.0 ?? 0)
        return output.track
    }

    // MARK: Runs

    private mutating func add(_ event: RecordedEvent) {
        guard let next = timeline.run(at: event.time, from: max(run, 0)) else {
            // Nothing plays: what is held ends where playback stopped.
            if case .message(let message) = event.content, message.isPedal, message.data2 < 64 {
                lifted.insert(HeldKey(event.input, message))
            }
            return
        }
        if next != run { begin(next) }
        let tick = timeline.tick(at: event.time, in: run)
        if let end = take.plan.punch?.upperBound, tick >= end { punchOut(at: end) }
        guard !isPunchedOut else { return }
        guard tick >= startTick else {
            addEarly(event, at: tick)
            return
        }
        flushEarly()
        append(event, at: tick)
    }

    /// The first tick of the current run that is recorded.
    private var startTick: Int64 {
        max(timeline.startTick(of: run), take.plan.punch?.lowerBound ?? 0, 0)
    }

    private mutating func begin(_ next: Int) {
        let held = pedals.filter { !lifted.contains($0.key) }
        lifted = []
        endRun()
        run = next
        isPunchedOut = false
        for (key, pedal) in held.sorted(by: { $0.key.number < $1.key.number }) {
            early.append(
                RecordedEvent(
                    time: 0,
                    input: key.input,
                    content: .message(
                        MIDIMessage(
                            status: 0xB0 | key.channel,
                            data1: key.number,
                            data2: pedal.value
                        )
                    )
                )
            )
        }
    }

    /// Ends what is held at the end of the run.
    private mutating func endRun() {
        guard run >= 0 else { return }
        let end = timeline.tick(at: timeline.runs[run].end ?? take.endTime, in: run)
        punchOut(at: min(end, take.plan.punch?.upperBound ?? end))
    }

    private mutating func punchOut(at tick: Int64) {
        guard !isPunchedOut else { return }
        isPunchedOut = true
        early = []
        let held = notes.sorted {
            ($0.key.channel, $0.key.number) < ($1.key.channel, $1.key.number)
        }
        for (key, starts) in held {
            for start in starts {
                let message = MIDIMessage.noteOff(channel: key.channel, key: key.number)
                layers.append(
                    .channel(message),
                    at: max(tick, start.tick + 1),
                    to: start.layer
                )
            }
        }
        for (key, pedal) in pedals.sorted(by: { $0.key.number < $1.key.number }) {
            let message = MIDIMessage(status: 0xB0 | key.channel, data1: key.number)
            layers.append(.channel(message), at: tick, to: pedal.layer)
        }
        notes = [:]
        pedals = [:]
    }

    // MARK: Before the beginning

    private mutating func addEarly(_ event: RecordedEvent, at tick: Int64) {
        guard case .message(let message) = event.content else {
            early.append(event)
            return
        }
        if message.isNoteOn {
            guard startTick - tick <= sixteenth else { return }
            flushEarly()
            append(event, at: startTick)
        } else if message.isNoteOff {
            // A grace note before the beginning has no length there, but it is heard.
            append(event, at: startTick)
        } else {
            // Of several values of a controller the last counts.
            early.removeAll { old in
                guard case .message(let other) = old.content else { return false }
                return old.input == event.input && other.status == message.status
                    && (message.kind != .controlChange || other.data1 == message.data1)
                    && !message.selectsParameter
            }
            early.append(event)
        }
    }

    private mutating func flushEarly() {
        let waiting = early
        early = []
        for event in waiting { append(event, at: startTick) }
    }

    // MARK: Events

    private mutating func append(_ event: RecordedEvent, at tick: Int64) {
        let layer = layers.key(event, pass: timeline.runs[run].pass)
        switch event.content {
        case .exclusive(let bytes):
            let packet = SystemExclusivePacket(form: .start, bytes: (bytes + [0xF7])[...])
            layers.append(.systemExclusive(packet), at: tick, to: layer)
        case .message(let message):
            let key = HeldKey(event.input, message)
            if message.isNoteOn {
                notes[key, default: []].append((layer, tick))
            } else if message.isNoteOff {
                guard var starts = notes[key], !starts.isEmpty else { return }
                let start = starts.removeFirst()
                notes[key] = starts.isEmpty ? nil : starts
                layers.append(.channel(message), at: max(tick, start.tick + 1), to: start.layer)
                return
            } else if message.isPedal {
                pedals[key] = message.data2 >= 64 ? (layer, message.data2) : nil
            }
            layers.append(.channel(message), at: tick, to: layer)
        }
    }
}

extension MIDIMessage {
    /// Whether it is part of a parameter change, whose messages count together: a bank, data entry
    /// or the number of a parameter.
    fileprivate var selectsParameter: Bool {
        kind == .controlChange && [0, 6, 32, 38, 96, 97, 98, 99, 100, 101].contains(data1)
    }
}
