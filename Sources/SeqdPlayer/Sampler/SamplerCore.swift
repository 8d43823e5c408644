import Dispatch
import MIDI
import Platform
import Playback
import SamplerHost
import Synchronization

/// The engine of a sampler, and its thread.
///
/// Everything that changes is behind one lock, whose owner is the engine's controlling thread.
final class SamplerCore: @unchecked Sendable {
    private let engine: Engine
    private let sink: any PeriodSink
    /// The steps in which a file is rendered; `nil` for other outputs.
    private let steps: SteppedSink.Steps?
    private let isOnDevice: Bool
    private let lock = Mutex(())
    private var thread: AudioThread?
    /// The frames of a file that have been requested.
    private var requested: Int64 = 0
    /// The way in which it has ended.
    private var ending: Result<Void, PlaybackError>?

    /// The number by which the engine knows the program.
    private static let source: UInt8 = 0

    /// Makes the engine, and starts its thread unless a file is rendered.
    init(_ output: SoundOutput, _ sound: SoundSettings) throws(PlaybackError) {
        let sound = try sound.resolved()
        let open = try OpenOutput(output, sound)
        isOnDevice = output.isDevice
        var settings = sound.engine(for: open, gain: 0, isRealTime: isOnDevice)
        settings.isRealTime = !output.isFile
        settings.latency = .asap
        if output.isFile {
            let stepped = SteppedSink(open.sink)
            (sink, steps) = (stepped, stepped.steps)
        } else {
            (sink, steps) = (open.sink, nil)
            settings.sleepsAfter = 10 * open.rate
        }
        do throws(HostError) {
            engine = try Engine(settings, inputs: 1)
        } catch {
            open.sink.abandon()
            throw PlaybackError(error)
        }
        _ = engine.play(.open(source: Self.source, input: 0, stamp: LiveQueue.now))
        if steps == nil { try start() }
    }

    private func start() throws(PlaybackError) {
        let steps = steps
        do throws(HostError) {
            thread = try AudioThread(
                running: engine,
                into: sink,
                realTime: isOnDevice,
                onEnd: { steps?.end() }
            )
        } catch {
            throw PlaybackError(error)
        }
    }

    private func locked<Value: Sendable>(
        _ body: () throws(PlaybackError) -> Value
    ) throws(PlaybackError) -> Value {
        try lock.withLock { _ throws(PlaybackError) in
            // `checkRunning` throws the reason of an end.
            if let thread, thread.hasEnded { try? join() }
            return try body()
        }
    }

    // MARK: Events

    func send(_ message: MIDIMessage) throws(PlaybackError) {
        try play(.message(message, source: Self.source, stamp: LiveQueue.now))
    }

    func send(systemExclusive bytes: [UInt8]) throws(PlaybackError) {
        try play(.systemExclusive(bytes, source: Self.source, stamp: LiveQueue.now))
    }

    func select(program: UInt8, bank: UInt16, channel: UInt8) throws(PlaybackError) {
        try play(
            .program(
                bank: bank,
                program: program,
                channel: channel,
                source: Self.source,
                stamp: LiveQueue.now
            )
        )
    }

    func panic() throws(PlaybackError) { try play(.panic(stamp: LiveQueue.now)) }

    private func play(_ event: LiveEvent) throws(PlaybackError) {
        try locked { () throws(PlaybackError) in
            do throws(PlaybackError) {
                try checkRunning()
                guard engine.play(event) else {
                    throw PlaybackError(
                        .unavailable,
                        "sampler: the event queue is full; try again in a millisecond"
                    )
                }
            } catch {
                event.discard()
                throw error
            }
            _ = engine.takeReports()
        }
    }

    func setGain(_ decibels: Double) {
        lock.withLock { _ in engine.setGain(decibels) }
    }

    private func checkRunning() throws(PlaybackError) {
        guard let ending else { return }
        try ending.get()
        throw PlaybackError(.usage, "sampler: finished; make another one")
    }

    // MARK: The output

    func render(seconds: Double) throws(PlaybackError) {
        try locked { () throws(PlaybackError) in
            guard let steps else {
                throw PlaybackError(
                    .usage,
                    "sampler: only a sound file is rendered in steps; a device plays by itself"
                )
            }
            try checkRunning()
            let frames = Int64((seconds * Double(engine.settings.rate)).rounded(.up))
            let period = Int64(sink.periodFrames)
            requested += (frames + period - 1) / period * period
            steps.begin(to: requested, isFirst: thread == nil)
            if thread == nil { try start() }
            steps.wait()
            if let thread, thread.hasEnded { try join() }
            _ = engine.takeReports()
        }
    }

    func finish() throws(PlaybackError) {
        try locked { () throws(PlaybackError) in
            if let ending { return try ending.get() }
            engine.stop()
            steps?.begin(to: .max, isFirst: thread == nil)
            if thread == nil { try start() }
            try join()
        }
    }

    /// Waits for the end of the thread.
    private func join() throws(PlaybackError) {
        guard let ended = thread.take() else { return }
        do throws(HostError) {
            try ended.join()
            ending = .success(())
        } catch {
            ending = .failure(PlaybackError(error))
        }
        try ending?.get()
    }

    /// Ends the sound, when the sampler is freed.
    func close() {
        lock.withLock { _ in
            guard ending == nil else { return }
            guard let ended = thread.take() else { return sink.abandon() }
            if steps == nil { engine.stop() } else { engine.cancel() }
            steps?.begin(to: .max, isFirst: false)
            // Its sound fades meanwhile.
            DispatchQueue.global().async { try? ended.join() }
        }
    }
}
