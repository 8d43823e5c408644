import CLinux
package import Platform

/// A sink in front of a device that notes when each period was rendered and when the device took it.
///
/// The audio thread's until the engine has ended. Memory is allocated before.
package final class MeasuringSink: PeriodSink {
    package let periodFrames: Int
    package let layout: SampleLayout
    private let device: any PeriodSink
    /// Periods at the start that fill the buffer, and by which the device's pace is found.
    private let ignored: Int
    private let capacity: Int
    private var written = 0
    private var hasEnded = false
    private var lastReturn: Int64 = 0
    /// The time from the wake-up to the end of rendering of each period, in nanoseconds.
    package private(set) var renderTimes: [Int64] = []
    /// The times of the wake-ups in nanoseconds.
    package private(set) var wakeUps: [Int64] = []
    /// The indices in ``wakeUps`` of those that followed an underrun.
    package private(set) var restarts: [Int] = []
    package private(set) var xruns = 0

    /// Makes a sink in front of a device.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - bufferPeriods: The periods that its buffer holds.
    ///   - capacity: The most periods that are noted.
    package init(_ device: any PeriodSink, bufferPeriods: Int, capacity: Int) {
        self.device = device
        periodFrames = device.periodFrames
        layout = device.layout
        ignored = 2 * bufferPeriods + 8
        self.capacity = capacity
        renderTimes.reserveCapacity(capacity)
        wakeUps.reserveCapacity(capacity)
        restarts.reserveCapacity(capacity)
    }

    package func write(_ samples: RawSpan, frames: Int) throws(HostError) -> Int {
        let rendered = seqd_monotonic_nanoseconds()
        let underruns = try device.write(samples, frames: frames)
        let now = seqd_monotonic_nanoseconds()
        written += 1
        // The end is shorter than a period, and its wake-up sooner.
        if frames < periodFrames { hasEnded = true }
        if written > ignored, !hasEnded, wakeUps.count < capacity {
            renderTimes.append(rendered - lastReturn)
            if underruns > 0 { restarts.append(wakeUps.count) }
            wakeUps.append(now)
        }
        // The start may have had one, too, which says nothing of the period.
        if written > ignored { xruns += underruns }
        lastReturn = now
        return underruns
    }

    package func finish() throws(HostError) { try device.finish() }

    package func abandon() { device.abandon() }

    /// The delays of the wake-ups in nanoseconds.
    ///
    /// The buffer is filled again after an underrun, and so many wake-ups are left out then.
    package var delays: [Int64] {
        var delays: [Int64] = []
        var start = 0
        for end in restarts + [wakeUps.count] {
            if end > start { delays += WakeUpDelays.delays(of: Array(wakeUps[start..<end])) }
            start = min(end + ignored, wakeUps.count)
        }
        return delays
    }
}
