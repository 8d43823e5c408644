import MIDI
import SMF

/// Goes through a track a second time and gives its schedule events in file order.
struct TrackReader {
    private var events: Track.Iterator
    private let steps: [TrackScan.Step]
    private let track: UInt16
    private var step = 0
    /// The event index of the next step.
    private var stepIndex: Int
    private var index = -1
    private var tick: Int64 = 0
    private var port: UInt8 = 0

    init(_ track: Track, number: UInt16, steps: [TrackScan.Step]) {
        events = track.makeIterator()
        self.steps = steps
        self.track = number
        stepIndex = steps.first?.index ?? .max
    }

    mutating func next() -> ScheduledEvent? {
        while true {
            if stepIndex == index, let event = takeStep() { return event }
            guard let event = events.next() else { return nil }
            index += 1
            tick += Int64(event.delta)
            guard case .channel(let message) = event.event else { continue }
            // A channel message has at most one step: the port that it begins.
            if stepIndex == index { _ = takeStep() }
            return self.event(message)
        }
    }

    /// Takes the steps of the present event up to the first that makes an event.
    private mutating func takeStep() -> ScheduledEvent? {
        while stepIndex == index {
            let action = steps[step].action
            step += 1
            stepIndex = step < steps.count ? steps[step].index : .max
            switch action {
            case .port(let sampler): port = sampler
            case .channel(let message): return event(message)
            case .systemExclusive(let number):
                return ScheduledEvent(
                    tick: tick,
                    bits: number,
                    track: track,
                    port: port,
                    kind: .systemExclusive
                )
            }
        }
        return nil
    }

    private func event(_ message: MIDIMessage) -> ScheduledEvent {
        // A track made by hand can hold data bytes above 127, which no sampler is to see.
        ScheduledEvent(
            tick: tick,
            bits: message.bits & 0x007F_7FFF,
            track: track,
            port: port,
            kind: .channel
        )
    }
}
