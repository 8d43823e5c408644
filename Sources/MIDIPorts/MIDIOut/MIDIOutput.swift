import CLinux
package import Platform
import Realtime
import Synchronization

/// The thread that sends an engine's messages to its MIDI outputs, each at the time at which the
/// sound of its frame leaves the output.
public final class MIDIOutput: Sendable {
    /// The number of outputs.
    public let outputs: Int
    private let thread: SystemThread
    private let work: Work

    /// The reason why real-time priority was refused; `nil` if it was granted.
    public var priorityRefusal: String? { thread.priorityRefusal }

    /// Starts to send.
    ///
    /// - Parameters:
    ///   - feed: The engine's messages; nothing else takes them.
    ///   - wire: Where they go; `nil` for nowhere.
    ///   - offset: Milliseconds by which they are sent later than sound is heard; below 0 earlier, as
    ///     far as they are known by then.
    /// - Throws: `internal` when the system has no thread to give.
    package init(_ feed: MIDIOutFeed, to wire: (any MIDIWire)?, offset: Double) throws(HostError) {
        outputs = feed.outputs
        let work = Work(feed, wire: wire, offset: Int64(offset * 1e6))
        self.work = work
        thread = try SystemThread.start(
            "MIDI output thread",
            name: "seqd-midi-out",
            priority: RealTimePriority.midiOut
        ) { work.run() }
    }

    /// Messages sent so far.
    ///
    /// Any thread.
    public var messages: Int { work.messages.load(ordering: .relaxed) }

    /// Messages that the audio thread could not hand over.
    ///
    /// Any thread.
    public var lost: Int { work.feed.queue.value.lost.load(ordering: .relaxed) }

    /// Sends the present state of an output's channels to a receiver that has just been connected.
    ///
    /// Any thread.
    package func sendState(of output: Int, to receiver: SequencerAddress) {
        work.arrivals.withLock { $0.append(Arrival(output: output, receiver: receiver)) }
        work.feed.filled.post()
    }

    /// Waits until nothing waits to be sent, at most two seconds: before the process is stopped.
    ///
    /// Any thread, while the engine is paused.
    public func settle() {
        let request = work.requested.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
        work.feed.filled.post()
        let deadline = seqd_monotonic_nanoseconds() + 2_000_000_000
        while work.settled.load(ordering: .acquiring) < request {
            let now = seqd_monotonic_nanoseconds()
            guard now < deadline else { return }
            seqd_sleep_until(now + 1_000_000)
        }
    }

    /// Waits until all has been sent and released, after the engine has ended; once.
    public func finish() { thread.join() }

    /// A receiver that has been connected to an output.
    private struct Arrival {
        var output: Int
        var receiver: SequencerAddress
    }

    /// The thread's work.
    private final class Work: Sendable {
        let feed: MIDIOutFeed
        let arrivals = Mutex<[Arrival]>([])
        /// The requests to be told when nothing waits, and those that have been answered.
        let requested = Atomic<Int>(0)
        let settled = Atomic<Int>(0)
        let messages = Atomic<Int>(0)
        private let wire: (any MIDIWire)?
        private let offset: Int64

        init(_ feed: MIDIOutFeed, wire: (any MIDIWire)?, offset: Int64) {
            self.feed = feed
            self.wire = wire
            self.offset = offset
        }

        private func takeArrivals() -> [Arrival] {
            arrivals.withLock { list in
                defer { list = [] }
                return list
            }
        }

        func run() {
            var scheduler = WireScheduler(
                to: wire,
                outputs: feed.outputs,
                rate: feed.rate,
                offset: offset
            )
            var lost = 0
            while !scheduler.hasEnded {
                feed.filled.wait(until: scheduler.nextTime ?? .max)
                while let record = feed.queue.value.records.pop() {
                    scheduler.take(record, now: seqd_monotonic_nanoseconds())
                }
                scheduler.send(dueAt: seqd_monotonic_nanoseconds())
                let dropped = feed.queue.value.lost.load(ordering: .relaxed)
                if dropped > lost {
                    // Note-offs may be among them.
                    lost = dropped
                    scheduler.releaseAll()
                }
                for arrival in takeArrivals() {
                    scheduler.sendState(of: arrival.output, to: arrival.receiver)
                }
                if scheduler.nextTime == nil {
                    settled.store(requested.load(ordering: .acquiring), ordering: .releasing)
                }
                messages.store(scheduler.messages, ordering: .relaxed)
            }
        }
    }
}
