import MIDI
import Realtime
import Sequencer

/// The live inputs: the rack that they play, the sources that play on them, and what each source
/// holds.
///
/// Several sources may play on one input, and all inputs play on one rack. A key goes up when no source
/// holds it any more, and so does a pedal; what a source held is released when it goes, and nothing
/// else. The audio thread's.
struct LivePorts: ~Copyable {
    /// The live sources, those of the first queue first; none where there are no inputs.
    var sources: FixedArray<LiveSource>
    /// The destinations at which they hold keys and pedals.
    var links: SourceLinks
    /// The rack of the inputs; `nil` where there are none.
    var rack: Loan<Rack>?
    /// By lane: the channels on which anything has arrived by routes that are for all sources, one
    /// bit each.
    var played: FixedArray<UInt16>
    /// By lane, channel and half of the numbers: the controllers that changes have made, one bit
    /// each; ``pressure`` is channel pressure.
    private var changed: FixedArray<UInt64>
    /// The number of inputs.
    let inputCount: Int
    private let queues: FixedArray<LiveQueueEnd>
    var clock: ArrivalClock
    /// Whether live events are played as soon as they are seen.
    let playsAtOnce: Bool

    /// Makes the state of the live inputs.
    ///
    /// Allocates: not for the audio thread.
    ///
    /// - Parameters:
    ///   - inputs: How many inputs there are.
    ///   - queues: The queues of live events.
    ///   - rate: Frames per second.
    ///   - latency: When live events are heard.
    init(inputs: Int, queues: [LiveQueue], rate: Int, latency: LiveLatency) {
        sources = FixedArray(repeating: LiveSource(), count: inputs > 0 ? LiveSource.capacity : 0)
        links = SourceLinks(lanes: inputs > 0 ? LiveSource.capacity : 0)
        played = FixedArray(repeating: 0, count: inputs * 2)
        changed = FixedArray(repeating: 0, count: inputs * 2 * 16 * 2)
        inputCount = inputs
        self.queues = FixedArray(count: queues.count) { queues[$0].end }
        clock = ArrivalClock(rate: rate)
        playsAtOnce = latency == .asap
    }

    /// The rack that an open source plays on.
    @_noLocks
    func rack(of source: Int) -> Loan<Rack>? {
        sources[source].isOpen && sources[source].input < inputCount ? rack : nil
    }

    // MARK: Events

    /// Whether an event waits.
    var hasWork: Bool {
        @_noLocks get {
            for queue in 0..<queues.count where queues[queue].events.value.peek() != nil {
                return true
            }
            return false
        }
    }

    /// The queue whose next event is the oldest, and that event.
    @_noLocks
    func earliestEvent() -> (queue: Int, event: LiveEvent)? {
        var earliest: (queue: Int, event: LiveEvent)?
        var stamp = Int64.max
        for queue in 0..<queues.count {
            if let event = queues[queue].events.value.peek(), event.stamp < stamp {
                earliest = (queue, event)
                stamp = event.stamp
            }
        }
        return earliest
    }

    /// The next event of a queue.
    @_noLocks
    func nextEvent(ofQueue queue: Int) -> LiveEvent? {
        queue < queues.count ? queues[queue].events.value.peek() : nil
    }

    /// Removes the next event of a queue.
    @_noLocks
    func removeEvent(of queue: Int) { _ = queues[queue].events.value.pop() }

    /// The message whose bytes a System Exclusive event of a queue carries.
    @_noLocks
    func spentMessage(_ bytes: UnsafeMutablePointer<UInt8>, queue: Int) -> SpentMessage {
        unsafe SpentMessage(bytes: bytes, queue: queues[queue].spent)
    }

    /// The offset from the period's first frame at which an event with this stamp is due.
    @_noLocks
    func offset(of stamp: Int64) -> Int64 {
        playsAtOnce ? 0 : Int64(max(0, clock.offset(of: stamp)))
    }
}

/// The controllers that changes of routes have made of live events.
extension LivePorts {
    /// The number of channel pressure among the controllers; changes make none above 119.
    static var pressure: UInt8 { @_noLocks get { 120 } }

    /// The number of a controller, or of channel pressure; `nil` for other messages.
    @_noLocks
    static func number(ofChanged message: MIDIMessage) -> UInt8? {
        switch message.status & 0xF0 {
        case 0xB0: message.data1 & 127
        case 0xD0: pressure
        default: nil
        }
    }

    /// Notes that a change has made a controller.
    @_noLocks
    mutating func noteChanged(_ number: UInt8, lane: Int, channel: UInt8) {
        changed[Self.place(of: number, lane, channel)] |= 1 << UInt64(number & 63)
    }

    /// Whether a change has made a controller.
    @_noLocks
    func wasChanged(_ number: UInt8, lane: Int, channel: UInt8) -> Bool {
        changed[Self.place(of: number, lane, channel)] >> UInt64(number & 63) & 1 == 1
    }

    @_noLocks
    private static func place(of number: UInt8, _ lane: Int, _ channel: UInt8) -> Int {
        (lane << 4 | Int(channel & 15)) << 1 | Int(number >> 6)
    }
}
