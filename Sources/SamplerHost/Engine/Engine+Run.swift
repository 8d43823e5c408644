import CLinux
import Realtime
import Synchronization

/// The audio thread's loop.
extension Engine {
    /// Renders period after period into a sink until the last item's tail is over or ``stop()`` is
    /// called.
    ///
    /// The caller's thread is the audio thread for as long.
    ///
    /// - Parameters:
    ///   - sink: Where the sound goes; it is finished, or on an error abandoned, here.
    ///   - meter: Measures what the sink gets, before it is converted.
    ///   - betweenPeriods: Called after each period, for a caller that controls the engine from the
    ///     same thread.
    /// - Throws: What the sink throws; `cancelled` after ``cancel()``; `usage` for an item that was made
    ///   for another rate.
    public func run(
        into sink: some PeriodSink,
        measuring meter: LoudnessMeter? = nil,
        betweenPeriods: () -> Void = {}
    ) throws(HostError) {
        precondition(sink.periodFrames <= settings.maximumPeriod, "the sink's period is too long")
        var converter = SampleConverter(layout: sink.layout, map: sink.map)
        var output = InterleavedBuffer(
            layout: sink.layout,
            channels: sink.map.count,
            capacity: sink.periodFrames
        )
        do throws(HostError) {
            while true {
                let frames = renderPeriod(sink.periodFrames, &converter, to: &output)
                if frames > 0 {
                    meter?.add(core.value.mixer.output, frames: frames)
                    let xruns = try sink.write(output.samples(frames: frames), frames: frames)
                    if xruns > 0 {
                        status.value.xruns.wrappingAdd(xruns, ordering: .relaxed)
                        reported.post()
                    }
                    noteTime(of: sink)
                }
                waitForTaps(frames: settings.maximumPeriod + core.value.mixer.latency)
                betweenPeriods()
                if status.value.isCancelled.load(ordering: .relaxed) { throw cancellation }
                if core.value.maySleep() { try sleep(sink) }
                if core.value.state == .finished { break }
                if core.value.state == .paused {
                    core.value.sync.stop(atFrame: core.value.outputPosition)
                    midiOut.pause(at: core.value.outputPosition)
                    try sink.pause()
                    status.value.clock.store(OutputClock())
                    paused.post()
                    resumed.wait()
                    try sink.resume()
                    resumeOutputs()
                }
            }
            try sink.finish()
        } catch {
            sink.abandon()
            midiOut.end(at: core.value.outputPosition, isCancelled: true)
            endWaiting()
            throw error
        }
        core.value.sync.stop(atFrame: core.value.outputPosition)
        midiOut.end(at: core.value.outputPosition, isCancelled: false)
        endWaiting()
    }

    /// The error with which it ends before its time.
    private var cancellation: HostError {
        let rate = status.value.refusedRate.load(ordering: .relaxed)
        guard rate > 0 else { return HostError(.cancelled, "rendering", "cancelled") }
        return HostError(
            .usage,
            "item",
            "made for \(rate) Hz, expected \(settings.rate) Hz, the engine's rate"
        )
    }

    /// Publishes the time at which the frames written so far leave the output.
    private func noteTime(of sink: some PeriodSink) {
        let time = sink.endTime()
        let frame = core.value.outputPosition
        status.value.clock.store(OutputClock(endTime: time, frame: frame, rate: settings.rate))
        guard midiOut.outputs > 0 else { return }
        let smoothed = time.map { wireClock.value.note(frame, at: $0) }
        midiOut.finishPeriod(frame: frame, time: smoothed)
    }

    /// Has messages to MIDI outputs timed again after a pause.
    private func resumeOutputs() {
        wireClock.value.forget()
        midiOut.resume()
    }

    /// Releases the device until something is to be played.
    private func sleep(_ sink: some PeriodSink) throws(HostError) {
        try sink.pause()
        status.value.clock.store(OutputClock())
        status.value.isAsleep.store(true, ordering: .relaxed)
        reported.post()
        bell.sleep { core.value.hasWork() }
        if case .single(.atOnce(.stop))? = commands.value.peek() {
            // Nothing sounds that could fade: the device is not needed for it.
            core.value.state = .finished
            return
        }
        core.value.wake()
        status.value.isAsleep.store(false, ordering: .relaxed)
        try sink.resume()
        resumeOutputs()
        reported.post()
    }

    /// Wakes threads that wait for a pause or a report, which will not happen any more.
    private func endWaiting() {
        status.value.hasEnded.store(true, ordering: .releasing)
        paused.post()
        reported.post()
    }

    /// One period: the section that the sanitizer watches.
    private func renderPeriod(
        _ frames: Int,
        _ converter: inout SampleConverter,
        to output: inout InterleavedBuffer
    ) -> Int {
        let begin = seqd_monotonic_nanoseconds()
        RealtimeSanitizer.enter()
        let first = core.value.outputPosition
        let rendered = core.value.render(frames)
        converter.convert(
            core.value.mixer.output,
            count: rendered,
            frame: first,
            to: &output
        )
        for pair in 0..<core.value.mixer.pairs.count {
            converter.convert(
                core.value.mixer.pairs[pair].sound,
                pair: pair &+ 1,
                count: rendered,
                frame: first,
                to: &output
            )
        }
        core.value.figures.clipped = converter.clipped
        RealtimeSanitizer.exit()
        let taken = seqd_monotonic_nanoseconds() &- begin
        core.value.figures.load.note(taken, frames: frames, rate: settings.rate)
        status.value.renderTimes.note(taken, frames: frames, rate: settings.rate)
        status.value.period.store(core.value.figures)
        if reports.value.peek() != nil { reported.post() }
        return rendered
    }
}
