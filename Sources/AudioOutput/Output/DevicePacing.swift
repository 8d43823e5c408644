import CLinux
import Platform

/// The pace at which a device takes frames: its own, or the clock's if it takes everything at once
/// (`null`, `file`, `tee` over them).
package struct DevicePacing {
    private enum State {
        /// Not known yet: frames written, and since when.
        case unknown(written: Int64, since: Int64)
        /// The device made us wait at first: frames written in this window of time, and since when.
        case byDevice(written: Int64, since: Int64)
        case byClock(Pacer)
    }

    private let rate: Int
    private let periodFrames: Int
    private let bufferFrames: Int
    private var state = State.unknown(written: 0, since: 0)

    /// Makes a pacing for a device that was just opened.
    package init(_ parameters: ALSAParameters) {
        rate = parameters.rate
        periodFrames = parameters.periodFrames
        bufferFrames = parameters.bufferFrames
    }

    /// Notes written frames; waits for the clock if the device does not take real time.
    package mutating func wrote(_ frames: Int) {
        switch state {
        case .byClock(var pacer):
            pacer.wrote(frames)
            state = .byClock(pacer)
        case .byDevice(let written, let since):
            watch(written: written + Int64(frames), since: since)
        case .unknown(let written, let since):
            decide(written: written, since: since, frames)
        }
    }

    /// Waits until the written frames have had their time, if the device does not.
    package mutating func drain() {
        guard case .byClock(var pacer) = state else { return }
        pacer.drain()
        state = .byClock(pacer)
    }

    /// The time at which the written frames have had their time, in nanoseconds; `nil` if the device
    /// knows it better.
    ///
    /// Until it is known whether the device keeps time, it counts from the first write: a device
    /// starts when its buffer is full, which takes no time.
    package var endTime: Int64? {
        switch state {
        case .unknown(let written, let since):
            written > 0 ? since + FrameTime.nanoseconds(of: written, rate: rate) : nil
        case .byDevice: nil
        case .byClock(let pacer): pacer.endTime
        }
    }

    private mutating func decide(written: Int64, since: Int64, _ frames: Int) {
        let now = seqd_monotonic_nanoseconds()
        guard written > 0 else {
            state = .unknown(written: Int64(frames), since: now)
            return
        }
        let total = written + Int64(frames)
        // Beyond a full buffer and some periods, a real device has made us wait.
        guard total > Int64(bufferFrames) + Int64(4 * periodFrames) else {
            state = .unknown(written: total, since: since)
            return
        }
        if now - since >= FrameTime.nanoseconds(of: Int64(2 * periodFrames), rate: rate) {
            state = .byDevice(written: 0, since: now)
        } else {
            var pacer = Pacer(rate: rate, ahead: bufferFrames)
            pacer.begin(at: since, written: total)
            state = .byClock(pacer)
        }
    }

    /// Checks now and then that the device still takes real time: the first wait may have been a
    /// slow start of ours.
    private mutating func watch(written: Int64, since: Int64) {
        let now = seqd_monotonic_nanoseconds()
        guard written >= max(Int64(rate), Int64(4 * bufferFrames)) else {
            state = .byDevice(written: written, since: since)
            return
        }
        // After an underrun a real device takes a whole buffer at once, and no more.
        let waited = FrameTime.nanoseconds(of: written - Int64(bufferFrames), rate: rate)
        if now - since < waited / 5 * 4 {
            state = .byClock(Pacer(rate: rate, ahead: bufferFrames))
        } else {
            state = .byDevice(written: 0, since: now)
        }
    }
}
