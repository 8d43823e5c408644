import Clips
import Effects
import Racks
import Realtime

/// Clips that are played by command.
///
/// The controlling thread's.
extension Engine {
    /// The most clips that can be played by command, those that fade out included.
    public static let maximumClips = EngineCapacity.clips

    /// Adds a clip, which does not play yet.
    ///
    /// Clips with one strip name are one player: of them, one plays at a time.
    ///
    /// - Parameter clip: The clip.
    /// - Returns: The number by which the methods below and reports name it.
    /// - Throws: `busy` where there are too many clips or strips, `usage` for inserts of its strip that
    ///   there are not, `unavailable` for those that do not work, and when the audio thread has hung.
    public func add(_ clip: PlayableClip) throws(HostError) -> Int {
        let name = clip.settings.stripName
        guard loans.clips.room > 0 else {
            throw HostError(
                .busy,
                "clip \(name)",
                "\(Self.maximumClips) clips are there, or fade out; try again"
            )
        }
        guard loans.strips.makeRoom(for: [name], tapped: { tappedStrips }) else {
            throw Self.noRoomForStrips("clip \(name)")
        }
        for insert in clip.settings.inserts { try insert.prepare(rate: settings.rate) }
        loans.strips.add(name, RackClips.strip(name, [clip.settings]) ?? StripSettings())
        guard let strip = loans.strips.connect(name) else { throw unknown(name) }
        let lent = LentClip(
            clip,
            unsafe strip.loan,
            number: loans.clips.nextNumber,
            settings
        )
        loans.prepare([lent.cue.value.span])
        lent.cue.value.player.waits = !settings.isRealTime
        guard let number = loans.clips.lend(lent) else {
            preconditionFailure("room that was there is not")
        }
        guard unsafe give(.addClip(lent.cue.ticket)) else {
            loans.clips.withdraw(number)
            loans.strips.release(name)
            throw HostError(.unavailable, "clip \(name)", "the audio thread takes no command")
        }
        return number
    }

    /// Plays a clip from its beginning, in place of what its player plays.
    ///
    /// - Parameters:
    ///   - number: Its number.
    ///   - isQueued: Whether it begins on the frame at which what its player plays, and has queued,
    ///     is over, and at once if there is nothing. A clip that repeats for ever ends with the pass
    ///     of its loop that plays then.
    public func playClip(_ number: Int, isQueued: Bool = false) {
        guard let lent = loans.clips[number] else { return }
        give(.clip(unsafe lent.cue.ticket, isQueued ? .queue : .play))
    }

    /// Ends a clip within 5 ms, or takes it out of the queue of its player.
    ///
    /// - Parameter number: Its number.
    public func stopClip(_ number: Int) {
        guard let lent = loans.clips[number] else { return }
        give(.clip(unsafe lent.cue.ticket, .stop))
    }

    /// Removes a clip; what sounds of it ends.
    ///
    /// - Parameter number: Its number, which a report returns.
    public func removeClip(_ number: Int) {
        guard loans.clips[number] != nil else { return }
        give(.removeClip(number: number))
    }
}

extension EngineLoans {
    /// Frees a clip that the audio thread has returned.
    mutating func takeBack(clip number: Int, tapped: Set<String>) {
        guard let lent = clips.takeBack(number) else { return }
        strips.release(lent.clip.settings.stripName)
        if !tapped.contains(lent.clip.settings.stripName) {
            strips.removeIfUnused(lent.clip.settings.stripName)
        }
    }
}
