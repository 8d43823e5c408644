import MIDI
import SMF

/// A position in a track on its second reading, when its schedule events are made.
@safe
struct TrackCursor {
    /// The owner of the records.
    private let source: Track
    /// The track's events: raw, since this loop sees each event of the largest files twice.
    private let records: UnsafeBufferPointer<Track.Record>
    private let steps: [TrackScan.Step]
    private let track: UInt16
    /// The next event.
    private var index = 0
    /// The time of the event before it.
    private var tick: Int64 = 0
    /// The next step, and the event where it is to be taken.
    private var step = 0
    private var stepIndex: Int
    private var port: UInt8 = 0
    /// The tick and the class of the last event that was made.
    private var lastTick: Int64 = -1
    private var lastClass: Int64 = 0
    /// The number of events before here.
    private(set) var madeCount = 0

    /// A cursor at the start of a track.
    init(_ source: Track, number: UInt16, steps: [TrackScan.Step]) {
        self.source = source
        unsafe records = source.withRecords { unsafe $0 }
        self.steps = steps
        track = number
        stepIndex = steps.first?.index ?? .max
    }

    /// Advances to the first event that is not before a tick, without making events.
    mutating func skip(to end: Int64) {
        let start = index
        var payloads = 0
        var reached = tick
        while unsafe index < records.count {
            let record = unsafe records[index]
            let time = reached &+ Int64(record.delta)
            guard time < end else { break }
            reached = time
            payloads &+= record.hasPayload ? 1 : 0
            index &+= 1
        }
        tick = reached
        madeCount += index - start - payloads
        while stepIndex < index {
            switch steps[step].action {
            case .port(let sampler): port = sampler
            case .channel, .systemExclusive: madeCount += 1
            }
            nextStep()
        }
    }

    /// Makes the events that are before a tick and not before where the cursor stands.
    mutating func take(until end: Int64, into batch: inout ScheduleBatch) {
        while unsafe index < records.count {
            let record = unsafe records[index]
            let time = tick &+ Int64(record.delta)
            guard time < end else { return }
            tick = time
            if record.hasPayload || stepIndex == index {
                takeSteps(into: &batch)
                guard !record.hasPayload else {
                    index &+= 1
                    continue
                }
            }
            index &+= 1
            make(record.message, into: &batch)
        }
    }

    /// Takes the steps of the present event.
    private mutating func takeSteps(into batch: inout ScheduleBatch) {
        while stepIndex == index {
            switch steps[step].action {
            case .port(let sampler): port = sampler
            case .channel(let message): make(message, into: &batch)
            case .systemExclusive(let number):
                put(bits: number, class: 1, kind: .systemExclusive, into: &batch)
            }
            nextStep()
        }
    }

    private mutating func nextStep() {
        step += 1
        stepIndex = step < steps.count ? steps[step].index : .max
    }

    @inline(__always)
    private mutating func make(_ message: MIDIMessage, into batch: inout ScheduleBatch) {
        let kind: Int64 = message.isNoteOff ? 0 : (message.isNoteOn ? 2 : 1)
        // A track made by hand can hold data bytes above 127, which no sampler is to see.
        put(bits: message.bits & 0x007F_7FFF, class: kind, kind: .channel, into: &batch)
    }

    /// Adds an event.
    ///
    /// Behind an event of a higher class at the same tick it counts as one of that: file order is
    /// not changed, and what it waited for is over.
    @inline(__always)
    private mutating func put(
        bits: UInt32,
        class: Int64,
        kind: ScheduledEvent.Kind,
        into batch: inout ScheduleBatch
    ) {
        lastClass = tick == lastTick ? max(lastClass, `class`) : `class`
        lastTick = tick
        let event = ScheduledEvent(tick: tick, bits: bits, track: track, port: port, kind: kind)
        batch.append(event, class: lastClass)
    }
}
