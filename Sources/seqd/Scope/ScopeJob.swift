import CommandSupport
import FontFiles
import Instruments
import Platform
import Playback
import SamplerHost
import Scope
import Sequencer
import Synchronization
import Wording

/// The work of `seqd scope` with a file: from reading or rendering it to the drawing, on a thread of its
/// own.
final class ScopeJob: QueuedJob {
    private let input: String
    private let settings: ScopeSettings
    private let music: MusicRendering?
    private let destination: ScopeDestination
    private let isQuiet: Bool
    private let state = Mutex(State())

    private struct State {
        var isCancelled = false
        /// The rendering of a MIDI file while it runs.
        var render: RenderJob?
        /// The frames of a sound file.
        var framesDone: Int64 = 0
        var framesTotal: Int64 = 0
        var rate = 1
        var hasEnded = false
        var text: String?
    }

    /// Makes a job, which does not run yet.
    ///
    /// - Parameters:
    ///   - input: The file.
    ///   - settings: The settings.
    ///   - music: The settings with which a MIDI file is rendered; `nil` for a sound file.
    ///   - destination: The place where it is drawn.
    ///   - isQuiet: Whether only errors are printed.
    init(
        _ input: String,
        _ settings: ScopeSettings,
        _ music: MusicRendering?,
        to destination: ScopeDestination,
        isQuiet: Bool
    ) {
        self.input = input
        self.settings = settings
        self.music = music
        self.destination = destination
        self.isQuiet = isQuiet
    }

    /// The name of the input in messages.
    private var name: String { input == "-" ? "standard input" : input }

    /// The drawing for the terminal, at the end of ``run()``; `nil` for a picture.
    var text: String? { state.withLock(\.text) }

    /// Does the work.
    ///
    /// Any thread.
    ///
    /// - Throws: The fault in the file, the options for it, or the output.
    func run() throws(CommandFailure) {
        defer {
            state.withLock { state in
                state.hasEnded = true
                state.render = nil
            }
        }
        let kind = try AudibleFile(input)
        try destination.prepare()
        let feed: ScopeFeed
        switch kind {
        case .music:
            guard let music else {
                throw CommandFailure(.data, "\(name): changed while it was read")
            }
            feed = try render(music)
        case .sound: feed = try read()
        }
        if isCancelled { throw .silent(.interrupted) }
        guard feed.frames > 0 else { throw CommandFailure(.data, "\(name): no sound in it") }
        report(feed)
        let title = input == "-" ? name : input.split(separator: "/").last.map(String.init) ?? name
        let text = try destination.draw(feed, settings.view, title: title, isQuiet: isQuiet)
        state.withLock { $0.text = text }
    }

    private func report(_ feed: ScopeFeed) {
        if feed.invalidSamples > 0 {
            Console.report(
                "\(name): \(NumberText.count(feed.invalidSamples, "sample")) not finite; taken as 0"
            )
        }
        if feed.channels > 2, !isQuiet {
            Console.report("\(name): \(feed.channels) channels, of which the first two are shown")
        }
    }

    private func feed(channels: Int, rate: Int) throws(HostError) -> ScopeFeed {
        let view = try settings.view.view(rate: rate, .whole, span: settings.span)
        return ScopeFeed(view, channels: channels, rate: rate)
    }

    // MARK: Sound

    private func render(_ music: MusicRendering) throws(CommandFailure) -> ScopeFeed {
        let feed = try CommandFailure.catching { () throws(HostError) in
            try self.feed(channels: 2, rate: music.musical.samples.rate)
        }
        let job = try RenderJob(
            input,
            into: ScopeSink(feed),
            music.musical,
            on: music.rack,
            threads: music.threads,
            isQuiet: isQuiet,
            fontReport: music.fontReport
        )
        let isCancelled = state.withLock { state in
            state.render = job
            return state.isCancelled
        }
        if isCancelled { job.cancel() }
        try job.run()
        feed.start = job.program?.startFrame ?? 0
        return feed
    }

    private func read() throws(CommandFailure) -> ScopeFeed {
        try CommandFailure.catching { () throws(HostError) in
            let file = try AudiblePart(input, name: name, from: settings.start, to: settings.end)
            let feed = try self.feed(channels: file.channels, rate: file.rate)
            feed.start = file.start
            state.withLock { state in
                state.framesTotal = file.length ?? 0
                state.rate = file.rate
            }
            try file.forEachPiece { samples, count throws(HostError) in
                feed.add(samples)
                let isCancelled = state.withLock { state in
                    state.framesDone += Int64(count)
                    return state.isCancelled
                }
                if isCancelled { throw HostError(.cancelled, name, "cancelled") }
            }
            return feed
        }
    }

    // MARK: Progress

    private var isCancelled: Bool { state.withLock(\.isCancelled) }

    var secondsDone: Double {
        state.withLock { state in
            state.render?.secondsDone ?? Double(state.framesDone) / Double(state.rate)
        }
    }

    var fractionDone: Double {
        state.withLock { state in
            if state.hasEnded { return 0 }
            if let render = state.render { return render.fractionDone }
            guard state.framesTotal > 0 else { return 0 }
            return Double(state.framesDone) / Double(state.framesTotal)
        }
    }

    var isSkipped: Bool { false }

    func cancel() {
        let render = state.withLock { state in
            state.isCancelled = true
            return state.render
        }
        render?.cancel()
    }
}
