import Platform
import Racks
import SamplerHost
import Synchronization

/// A sink that lets a program say how far it is rendered.
///
/// The audio thread waits in it, having written the frames of a step, until the next step begins.
final class SteppedSink: PeriodSink {
    /// The steps, which another thread makes.
    final class Steps: Sendable {
        /// The frames that may be written.
        private let limit = Atomic<Int64>(0)
        private let begun = Semaphore()
        private let done = Semaphore()

        /// Begins a step, of which the first starts the audio thread.
        ///
        /// - Parameters:
        ///   - limit: The frames that are to be written in all.
        ///   - isFirst: Whether the audio thread does not wait yet.
        func begin(to limit: Int64, isFirst: Bool) {
            self.limit.store(limit, ordering: .releasing)
            if !isFirst { begun.post() }
        }

        /// Waits until the step is done, or the audio thread has ended.
        func wait() { done.wait() }

        /// Notes that there is no further step to wait for.
        func end() { done.post() }

        fileprivate func wrote(_ frames: Int64) {
            guard frames >= limit.load(ordering: .acquiring) else { return }
            done.post()
            begun.wait()
        }
    }

    let steps = Steps()
    private let sink: any PeriodSink
    private var written: Int64 = 0

    /// Makes a sink in front of another.
    init(_ sink: any PeriodSink) { self.sink = sink }

    var periodFrames: Int { sink.periodFrames }
    var layout: SampleLayout { sink.layout }
    var map: ChannelMap { sink.map }

    func write(_ samples: RawSpan, frames: Int) throws(HostError) -> Int {
        let underruns = try sink.write(samples, frames: frames)
        written += Int64(frames)
        steps.wrote(written)
        return underruns
    }

    func finish() throws(HostError) { try sink.finish() }
    func abandon() { sink.abandon() }
}
