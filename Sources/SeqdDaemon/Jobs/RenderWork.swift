import CLinux
import ControlProtocol
import Playback
import SamplerHost
import Synchronization

/// The work of a render job: from the MIDI file to the finished sound file, with the samplers as they
/// were when it was requested.
final class RenderWork: Sendable {
    /// The path of the MIDI file, as the client has named it.
    let source: String
    /// The sound file.
    let target: RenderTarget
    /// Frames per second.
    let rate: Int
    private let settings: RenderingSettings
    /// The SoundFonts and tunings that clients have named, to be checked again.
    private let clientFiles: [String]
    private let policy: PathPolicy
    private let hint: PieceFile.Hint
    private let state = Mutex(State())

    private struct State {
        var isCancelled = false
        var rendering: Rendering?
        /// The progress at the end.
        var last: JobProgress?
        var began: ContinuousClock.Instant?
    }

    /// Makes work that is not done yet.
    init(
        _ source: String,
        to target: RenderTarget,
        _ settings: RenderingSettings,
        clientFiles: [String],
        _ policy: PathPolicy,
        hint: @escaping PieceFile.Hint
    ) {
        self.source = source
        self.target = target
        self.settings = settings
        self.clientFiles = clientFiles
        self.policy = policy
        self.hint = hint
        rate = settings.engine.rate
    }

    /// Does the work; the files appear when they are complete.
    ///
    /// A thread of its own, once.
    ///
    /// - Returns: Plugins that were bypassed, in words.
    /// - Throws: The fault in a file; 75 after ``cancel()``. Nothing is left then.
    func run() throws(RequestError) -> [String] {
        // Returns what the samplers took.
        defer { seqd_trim_memory() }
        let began = ContinuousClock.now
        state.withLock { $0.began = began }
        try checkCancelled()
        let file = try RequestError.catching { () throws(PlaybackError) in
            try settings.play.reading()
        }
        let reading = try FileReading(source, file, hint: hint, rate: rate, policy)
        for file in clientFiles { _ = try policy.resolved(file) }
        let output = try target.resolved()
        let sound = try RequestError.catching { () throws(PlaybackError) in
            let music = try PreparedRendering(
                reading.file.sequences,
                of: reading.file,
                settings,
                to: output
            )
            let rendering = Rendering(settings, to: output)
            let isCancelled = state.withLock { state in
                state.rendering = rendering
                return state.isCancelled
            }
            if isCancelled { rendering.cancel() }
            return try rendering.run(music)
        }
        let seconds = Double(sound.levels.frames) / Double(rate)
        state.withLock { state in
            state.last = JobProgress(percent: 100, seconds: seconds, since: began)
            state.rendering = nil
        }
        return sound.pluginFaults
    }

    private func checkCancelled() throws(RequestError) {
        guard state.withLock(\.isCancelled) else { return }
        throw RequestError(.busy, "\(source): cancelled")
    }

    /// Ends it soon.
    ///
    /// Any thread.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.rendering?.cancel()
        }
    }

    /// The progress.
    ///
    /// Any thread.
    var progress: JobProgress {
        state.withLock { state in
            if let last = state.last { return last }
            guard let began = state.began, let progress = state.rendering?.progress else {
                return JobProgress()
            }
            let part = Double(progress.framesDone) / Double(max(1, progress.framesTotal))
            return JobProgress(
                percent: Int(min(1, part) * 100),
                seconds: Double(progress.framesDone) / Double(rate),
                since: began
            )
        }
    }
}

extension JobProgress {
    /// The progress of work that has begun.
    fileprivate init(percent: Int, seconds: Double, since began: ContinuousClock.Instant) {
        self.init()
        self.percent = percent
        self.seconds = seconds
        let taken = (ContinuousClock.now - began) / .seconds(1)
        speed = taken > 0 ? seconds / taken : 0
    }
}
