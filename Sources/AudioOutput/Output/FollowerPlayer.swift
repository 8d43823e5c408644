import CLinux
package import Platform
import Racks
import Realtime

/// The work of a ``FollowingDevice``'s thread: frames out of the ring, corrected, into the device.
package struct FollowerPlayer: ~Copyable {
    private let sink: ReconnectingSink
    private var corrector: DriftCorrector
    private var sound: StereoBuffer
    private var converter: SampleConverter
    private var output: InterleavedBuffer
    /// The frames of input that wait on average: as many as two periods of the devices need, or 20 ms.
    private let lead: Int
    /// The frames that the first device takes at once when it begins.
    private let ahead: Int
    /// The input frames for an output frame.
    private let step: Double
    private var frame: Int64 = 0
    /// The frames that the ring had got when its frames began to come.
    private var start: Int64 = 0
    private var isIdle = true
    private var state = OutputState.idle
    /// The time until which frames may be missing before the device is released.
    private var patience: Int64 = 0

    /// Buffer underruns.
    package private(set) var xruns = 0
    /// The number of times that frames were dropped or silence was inserted.
    package private(set) var realignments = 0
    /// The drift in parts per million; `nil` until it has been measured.
    package var drift: Double? { corrector.drift }

    /// The time without frames after which the device is released, in nanoseconds.
    private static let longestWait: Int64 = 500_000_000
    /// The time between two looks at a ring that has too little, in nanoseconds.
    private static let interval: Int64 = 1_000_000

    /// Makes a player.
    ///
    /// - Parameters:
    ///   - sink: The device.
    ///   - rate: Frames per second of the first device.
    ///   - ahead: The frames that the first device's buffer holds.
    package init(_ sink: ReconnectingSink, rate: Int, ahead: Int) {
        self.sink = sink
        self.ahead = ahead
        let period = sink.periodFrames
        step = Double(rate) / Double(sink.rate)
        lead = max(rate / 50, Int(2 * Double(period) * step))
        corrector = DriftCorrector(
            inputRate: rate,
            outputRate: sink.rate,
            lead: lead,
            maximumOutput: period
        )
        sound = StereoBuffer(capacity: period)
        converter = SampleConverter(layout: sink.layout, map: sink.map)
        output = InterleavedBuffer(
            layout: sink.layout,
            channels: sink.map.count,
            capacity: period
        )
    }

    /// Plays a period, or waits for its frames.
    package mutating func play(_ ring: borrowing FrameRing) {
        guard ring.unreadFrames >= corrector.missing(for: sink.periodFrames) else {
            return wait(ring)
        }
        patience = 0
        if isIdle {
            isIdle = false
            start = ring.moment.load().frames - Int64(ring.unreadFrames)
            try? sink.resume()
            state = sink.state
            align(ring, held: 0)
        }
        write(ring)
        corrector.wrote(sink.periodFrames, at: seqd_monotonic_nanoseconds(), ring.moment.load())
        if corrector.misalignment != 0 {
            let frames = corrector.misalignment
            corrector.restart()
            move(by: -frames, ring)
            realignments += 1
        }
    }

    /// Plays what is left, and closes the device.
    package mutating func finish(_ ring: borrowing FrameRing) {
        if !isIdle { drain(ring) }
        sink.abandonOrFinish()
    }

    private mutating func wait(_ ring: borrowing FrameRing) {
        guard !isIdle else { return ring.wake.wait() }
        let now = seqd_monotonic_nanoseconds()
        if patience == 0 { patience = now + Self.longestWait }
        guard now >= patience else { return seqd_sleep_until(now + Self.interval) }
        drain(ring)
        try? sink.pause()
        isIdle = true
        corrector.restart()
        corrector.forget()
    }

    /// Plays the frames that are left in the ring and in the resampler.
    private mutating func drain(_ ring: borrowing FrameRing) {
        // The resampler's output is behind its input.
        let tail = ring.unreadFrames + corrector.missing(for: sink.periodFrames)
        var left = Int(Double(tail) / step)
        while left > 0 {
            write(ring)
            left -= sink.periodFrames
        }
    }

    /// Writes a period.
    private mutating func write(_ ring: borrowing FrameRing) {
        corrector.take(sink.periodFrames, from: ring, into: &sound)
        let lost = write(sink.periodFrames)
        xruns += lost
        let before = state
        state = sink.state
        guard lost > 0 && sink.hasEmptied || (state == .running && before != .running) else {
            return
        }
        // The device has nothing but this period.
        corrector.restart()
        align(ring, held: sink.periodFrames)
        realignments += 1
    }

    /// Writes frames of the buffer.
    ///
    /// - Returns: The number of underruns.
    private mutating func write(_ count: Int) -> Int {
        converter.convert(sound, count: count, frame: frame, to: &output)
        frame += Int64(count)
        return (try? sink.write(output.samples(frames: count), frames: count)) ?? 0
    }

    /// Makes as many frames wait as should, for a device whose buffer is to be filled.
    ///
    /// - Parameters:
    ///   - ring: The frames that wait.
    ///   - held: The frames that the buffer has already.
    private mutating func align(_ ring: borrowing FrameRing, held: Int) {
        let moment = ring.moment.load()
        // The first device takes its buffer's frames at once when it begins.
        let coming = max(0, ahead - Int(moment.frames - start))
        let needed = Double(sink.bufferFrames - held) * step
        move(by: lead + Int(needed) - ring.unreadFrames - coming, ring)
    }

    /// Makes more frames wait, by silence, or fewer, by dropping the oldest.
    private mutating func move(by frames: Int, _ ring: borrowing FrameRing) {
        guard frames > 0 else { return corrector.skip(-frames, of: ring) }
        var left = Int(Double(frames) / step)
        sound.clear(from: 0, to: sink.periodFrames)
        while left > 0 {
            let count = min(left, sink.periodFrames)
            xruns += write(count)
            left -= count
        }
    }
}

extension ReconnectingSink {
    /// Closes after what was written has been played; a device that is lost is given up.
    fileprivate func abandonOrFinish() {
        do throws(HostError) { try finish() } catch { abandon() }
    }
}
