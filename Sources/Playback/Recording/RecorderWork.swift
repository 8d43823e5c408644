import SamplerHost
import Sequencer

/// The take and the capture of a recorder.
///
/// Confined to the recorder's thread.
final class RecorderWork {
    private var holds = SourceHolds()
    private var take: RunningTake?
    /// The events that had been dropped before the take.
    private var droppedBefore = 0
    private let captureSettings: CaptureSettings?
    /// `nil` without captures, and while they cannot be written.
    private var ring: CaptureRing?
    /// The time of the next attempt to write captures, in nanoseconds of the monotonic clock.
    private var reopenAt: Int64 = 0
    private var isCaptureLost = false
    private let onFailure: @Sendable (RecorderFailure) -> Void
    private var checkpointAt: Int64 = 0

    /// The time between two checkpoints: with the time that the disk takes, a crash loses less than a
    /// second.
    private static let interval: Int64 = 400_000_000

    /// The time after which a message has reached the recorder.
    private static let latency: Int64 = 200_000_000

    /// The time between two attempts to write captures again: a full disk may be emptied.
    private static let reopenInterval: Int64 = 10_000_000_000

    init(
        _ capture: CaptureSettings?,
        onFailure: @escaping @Sendable (RecorderFailure) -> Void
    ) {
        self.onFailure = onFailure
        captureSettings = capture
        openRing(at: 0)
    }

    /// Whether a take is being recorded.
    var isRecording: Bool { take != nil }
    /// The notes of the take.
    var notes: Int { take?.notes ?? 0 }
    /// Whether something is not on disk yet: also the time that passes while the take has keys that
    /// are down, so that they have a length after a crash.
    var hasChanges: Bool {
        isHolding || (take?.hasChanges ?? false) || (ring?.hasChanges ?? false)
    }

    private var isHolding: Bool { take != nil && holds.areKeysDown }

    /// Begins a take.
    ///
    /// - Returns: The name under which a crash leaves it, if it has one.
    func begin(
        _ request: TakeRequest,
        _ start: Int64,
        _ dropped: Int
    ) throws(HostError) -> String? {
        guard take == nil else {
            throw HostError(.busy, request.path, "another recording is under way")
        }
        let take = try RunningTake(request, at: start)
        self.take = take
        droppedBefore = dropped
        return take.recoveryPath
    }

    func add(_ events: [SourceEvent]) {
        if let event = events.first { openRing(at: event.stamp) }
        for event in events {
            for message in holds.take(event) {
                keepingTake { take throws(HostError) in try take.add(message) }
                keepingRing { ring throws(HostError) in
                    try ring.add(message)
                    isCaptureLost = false
                }
            }
        }
    }

    func add(_ marks: [TakeMark]) {
        for mark in marks {
            keepingTake { take throws(HostError) in try take.add(mark) }
        }
    }

    func checkpoint(at now: Int64) {
        guard hasChanges, now >= checkpointAt else { return }
        checkpointAt = now + Self.interval
        if isHolding {
            keepingTake { take throws(HostError) in try take.advance(to: now - Self.latency) }
        }
        keepingTake { take throws(HostError) in try take.checkpoint() }
        keepingRing { ring throws(HostError) in try ring.checkpoint() }
    }

    func end(at stamp: Int64, dropped: Int) throws(HostError) -> TakeSummary {
        guard let take else { throw HostError(.usage, "recording", "none is under way") }
        self.take = nil
        var summary = try take.end(at: stamp)
        summary.dropped = dropped - droppedBefore
        return summary
    }

    func capture(_ request: CaptureRequest) throws(HostError) -> TakeSummary {
        guard let settings = captureSettings else {
            throw HostError(.unavailable, "capture", "switched off")
        }
        guard let ring else {
            throw HostError(.io, settings.folder, "could not be written; nothing is kept now")
        }
        return try ring.write(request)
    }

    func close() {
        keepingRing { ring throws(HostError) in try ring.close() }
    }

    // MARK: Failures

    /// A take that cannot be written ends.
    private func keepingTake(_ work: (RunningTake) throws(HostError) -> Void) {
        guard let take else { return }
        do throws(HostError) {
            try work(take)
        } catch {
            self.take = nil
            onFailure(.take(error))
        }
    }

    /// Opens the ring of captures if it is not open, unless that was tried a moment ago.
    private func openRing(at now: Int64) {
        guard ring == nil, let captureSettings, now >= reopenAt else { return }
        do throws(HostError) {
            ring = try CaptureRing(captureSettings)
        } catch {
            interruptCaptures(error, at: now)
        }
    }

    /// Captures pause; that is reported once until they continue.
    private func interruptCaptures(_ error: HostError, at now: Int64) {
        ring = nil
        reopenAt = now + Self.reopenInterval
        guard !isCaptureLost else { return }
        isCaptureLost = true
        onFailure(.capture(error))
    }

    private func keepingRing(_ work: (CaptureRing) throws(HostError) -> Void) {
        guard let ring else { return }
        do throws(HostError) {
            try work(ring)
        } catch {
            interruptCaptures(error, at: LiveQueue.now)
        }
    }
}
