public import Playback
import Sequencer

/// Events, as asynchronous sequences.
///
/// Each call makes a sequence of its own, which has what happens from then on and ends with the
/// player or with its sound file. On a device, events come within 10 ms of the frame that is
/// rendered, which is heard when the device's buffer before it has been played. Elements that
/// nobody takes wait; of more than 10,000 the oldest are lost.
extension Player {
    /// All events but positions.
    public var events: AsyncStream<Timed<PlayerEvent>> {
        core.listeners.stream(.init(notes: true, music: true, changes: true)) { $0 }
    }

    /// The notes that begin and end, muted parts left out.
    public var notes: AsyncStream<Timed<NoteTracker.Note>> {
        core.listeners.stream(.init(notes: true)) { event in
            if case .note(let note) = event { note } else { nil }
        }
    }

    /// The syllables of the lyrics.
    public var lyrics: AsyncStream<Timed<String>> {
        music { if case .lyric(let text) = $0 { text } else { nil } }
    }

    /// The markers.
    public var markers: AsyncStream<Timed<String>> {
        music { if case .marker(let text) = $0 { text } else { nil } }
    }

    /// The bars, by their numbers from 1.
    public var bars: AsyncStream<Timed<Int64>> {
        music { if case .bar(let number) = $0 { number } else { nil } }
    }

    /// The user events of the piece, as data of a program that it carries (`MusicEvent.user`).
    ///
    /// Where playing begins behind some, these come first, all of them, in order and marked as
    /// chased: a listener then has the same state as if it had been played from the start.
    public var userEvents: AsyncStream<Timed<PlayedUserEvent>> {
        music { kind in
            guard case .user(let event, let isChased) = kind else { return nil }
            return PlayedUserEvent(event: event, isChased: isChased)
        }
    }

    /// Calls back for each user event, as long as the player is there.
    ///
    /// - Parameter body: Gets the events of ``userEvents``, one after the other, not on the audio
    ///   thread. It must not wait: what follows waits for it.
    public func onUserEvent(_ body: @escaping @Sendable (Timed<PlayedUserEvent>) -> Void) {
        let events = userEvents
        Task.detached { for await event in events { body(event) } }
    }

    /// The ends of the piece: each time that it is played to its end, not when it is stopped.
    public var ends: AsyncStream<Timed<Void>> {
        core.listeners.stream(.init(changes: true)) { event in
            if case .ended = event { () } else { nil }
        }
    }

    /// The positions of playback, at intervals; only the newest is buffered.
    ///
    /// - Parameter seconds: The distance in seconds at rate 1, 0.001 or more; on a device they are
    ///   0.01 s or more apart. After a jump there is one at once.
    /// - Returns: The positions.
    public func positions(every seconds: Double = 0.05) -> AsyncStream<Timed<Void>> {
        // Not a number is no distance either.
        let frames = (seconds >= 0.001 ? seconds : 0.001) * Double(core.playback.rate)
        return core.listeners.stream(.init(positions: Int64(min(frames, 1e15)))) { event in
            if case .position = event { () } else { nil }
        }
    }

    private func music<Value: Sendable>(
        _ value: @escaping @Sendable (MusicalEvent.Kind) -> Value?
    ) -> AsyncStream<Timed<Value>> {
        core.listeners.stream(.init(music: true)) { event in
            if case .music(let kind) = event { value(kind) } else { nil }
        }
    }
}
