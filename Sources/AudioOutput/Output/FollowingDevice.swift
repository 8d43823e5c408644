import CLinux
public import Platform
public import Racks
package import Realtime
import Synchronization

/// A further device beside the one that is the engine's clock: it gets a pair of output channels
/// through a ring, resampled to its own clock, on a thread of its own.
///
/// It disturbs nothing: where it is too slow or lost, frames of the ring are lost, and it is tried
/// again as a ``ReconnectingSink`` does. While no frames come for half a second it is released.
@safe
public final class FollowingDevice: @unchecked Sendable {
    /// The status.
    public struct Status: Hashable, Sendable {
        /// The device's name.
        public var name: String
        /// Whether it sounds.
        public var state: OutputState
        /// The drift in parts per million, positive for a clock faster than the first device's;
        /// `nil` until it has been measured.
        public var drift: Double?
        /// Buffer underruns.
        public var xruns = 0
        /// The number of times that it was too far from the first device, and frames were dropped
        /// or silence inserted.
        public var realignments = 0
    }

    /// The frames that the audio thread writes.
    package let ring: Box<FrameRing>
    /// The pair of output channels that it plays.
    public let pair: OutputPair
    /// The settings that the device has granted.
    public let granted: GrantedSettings

    private let name: String
    private let rate: Int
    private let ahead: Int
    private let isEnding = Atomic<Bool>(false)
    private let figures = SequenceLock(Figures())
    private let thread = Mutex<SystemThread?>(nil)
    /// Only the thread uses it, from its start on, except for its state.
    private let sink: ReconnectingSink

    /// The figures that its thread publishes.
    private struct Figures: BitwiseCopyable {
        var hasDrift = false
        var drift = 0.0
        var xruns = 0
        var realignments = 0
    }

    /// Opens a device; one that is not available is tried again and again.
    ///
    /// - Parameters:
    ///   - settings: What is asked of it.
    ///   - pair: The pair of output channels that it plays.
    ///   - clock: The rate of the first device, and the frames that its buffer holds.
    ///   - onChange: Called after each change of its state, on a thread of its own.
    public convenience init(
        _ settings: DeviceSettings,
        pair: OutputPair = .main,
        behind clock: (rate: Int, bufferFrames: Int),
        onChange: @escaping @Sendable () -> Void = {}
    ) {
        self.init(
            settings.device,
            ReconnectingSink(settings, onChange: onChange),
            pair: pair,
            behind: clock
        )
    }

    /// The same with a sink.
    package init(
        _ name: String,
        _ sink: sending ReconnectingSink,
        pair: OutputPair = .main,
        behind clock: (rate: Int, bufferFrames: Int)
    ) {
        self.name = name
        self.pair = pair
        rate = clock.rate
        ahead = clock.bufferFrames
        granted = sink.granted
        ring = Box(FrameRing(minimumCapacity: clock.rate + 4 * clock.bufferFrames))
        self.sink = sink
    }

    /// Starts its thread.
    ///
    /// - Parameter realTime: Whether to request real-time priority.
    /// - Throws: `internal` when the system has no thread to give.
    public func start(realTime: Bool) throws(HostError) {
        let thread = try SystemThread.start(
            "device \(name)",
            name: "seqd-follower",
            priority: realTime ? RealTimePriority.audio : 0
        ) { self.run() }
        self.thread.withLock { $0 = thread }
    }

    /// The present status; any thread.
    public var status: Status {
        let figures = figures.load()
        return Status(
            name: name,
            state: sink.state,
            drift: figures.hasDrift ? figures.drift : nil,
            xruns: figures.xruns,
            realignments: figures.realignments
        )
    }

    /// Plays the events that have arrived, and closes the device; none may arrive any more.
    public func finish() {
        isEnding.store(true, ordering: .releasing)
        ring.value.wake.post()
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        guard let thread else { return sink.abandon() }
        thread.join()
    }

    // MARK: The device's thread

    private func run() {
        var player = FollowerPlayer(sink, rate: rate, ahead: ahead)
        while !isEnding.load(ordering: .acquiring) {
            player.play(ring.value)
            let drift = player.drift
            figures.store(
                Figures(
                    hasDrift: drift != nil,
                    drift: drift ?? 0,
                    xruns: player.xruns,
                    realignments: player.realignments
                )
            )
        }
        player.finish(ring.value)
    }
}
