/// The steps of a playlist and the pieces that are loaded for them: the current one, and the one that
/// follows without a gap.
///
/// It loads and plays nothing: it decides what is to be loaded and what is to begin, and its owner
/// reports the results. `Loaded` is a piece with its samplers; a test can use any other type.
package struct PlayOrder<Loaded> {
    /// A step whose piece is loaded.
    package struct Entry {
        /// The step.
        package var step: Playlist.Step
        /// The piece.
        package var piece: Loaded

        /// Makes an entry.
        package init(step: Playlist.Step, piece: Loaded) {
            (self.step, self.piece) = (step, piece)
        }
    }

    /// The way in which a step comes to play.
    package enum Approach {
        /// Its piece is loaded and begins now.
        case begins(Entry)
        /// Its piece is to be loaded with this ticket.
        case load(ticket: Int)
        /// Its piece is being loaded already.
        case waits
    }

    /// The way in which the next step follows the current one.
    package enum Succession {
        /// Its piece is loaded, and is given to the engine.
        case follows(Loaded)
        /// Its piece is to be loaded with this ticket.
        case load(Playlist.Step, ticket: Int)
        /// Nothing is to be done now: nothing follows, or something is being loaded.
        case none
    }

    /// The consequence of a load that has failed.
    package enum Failure {
        /// The current piece keeps playing: the target cannot be played.
        case stays
        /// The next step is to be played: the current one cannot.
        case skips
        /// Another step is to follow.
        case followsOther
    }

    /// The order.
    package var playlist: Playlist
    /// The loads that are still wanted.
    package let tickets = LoadTickets()
    /// The step whose piece plays or was last played.
    package private(set) var current: Entry?
    /// The step that follows, if its piece is loaded.
    package private(set) var following: Entry?
    /// The step that is being loaded to follow.
    private var pendingStep: Playlist.Step?
    private let onRelease: (Loaded) -> Void

    /// Makes an order in which nothing is loaded.
    ///
    /// - Parameters:
    ///   - playlist: The steps.
    ///   - onRelease: Gets pieces that were loaded to follow and are not used.
    package init(_ playlist: Playlist, onRelease: @escaping (Loaded) -> Void) {
        self.playlist = playlist
        self.onRelease = onRelease
    }

    /// The current step's file.
    package var currentFile: Playlist.File? { current.map { playlist.files[$0.step.file] } }

    /// Whether the piece that is to play is being loaded.
    package var isLoading: Bool { tickets.isPending(.current) }

    /// Whether nothing comes after the piece that plays.
    package var isLast: Bool {
        mutating get { !isLoading && playlist.step(after: 1) == nil }
    }

    // MARK: Going to a step

    /// Goes to a step.
    ///
    /// - Parameter step: The step.
    /// - Returns: How its piece comes to play; any other piece that was to play is not wanted any
    ///   more.
    package mutating func go(to step: Playlist.Step) -> Approach {
        tickets.cancel(.current)
        if let following, following.step.isSameMusic(as: step) {
            // It is used now, and not released.
            self.following = nil
            forgetFollowing()
            return .begins(following)
        }
        if let current, current.step.isSameMusic(as: step) {
            forgetFollowing()
            return .begins(current)
        }
        if tickets.isPending(.following), pendingStep?.isSameMusic(as: step) ?? false {
            tickets.reassign(.following, to: .current)
            return .waits
        }
        forgetFollowing()
        return .load(ticket: tickets.ask(for: .current))
    }

    /// Makes an entry the current one; playing arrives at the target.
    package mutating func begin(_ entry: Entry) {
        playlist.arrive()
        current = entry
    }

    /// Replaces the current piece by another version of it.
    package mutating func replaceCurrent(with piece: Loaded) {
        current?.piece = piece
    }

    // MARK: The following step

    /// The way in which the next step follows the current one.
    package mutating func prepareFollowing() -> Succession {
        guard !isLoading, let current, let next = playlist.step(after: 1) else { return .none }
        if next.isSameMusic(as: current.step) { return .follows(current.piece) }
        if let following, following.step.isSameMusic(as: next) { return .follows(following.piece) }
        guard !tickets.isPending(.following) else { return .none }
        pendingStep = next
        return .load(next, ticket: tickets.ask(for: .following))
    }

    /// Keeps a piece that was loaded to follow.
    package mutating func setFollowing(_ entry: Entry) {
        if let following { onRelease(following.piece) }
        following = entry
    }

    /// Releases the piece that was loaded to follow, and cancels its load.
    package mutating func forgetFollowing() {
        if let following { onRelease(following.piece) }
        following = nil
        tickets.cancel(.following)
    }

    /// Whether a piece that begins behind the current one is that of the next step.
    ///
    /// - Parameter isSame: Whether a loaded piece is the one that begins.
    /// - Returns: Whether it is.
    package mutating func isNext(_ isSame: (Loaded) -> Bool) -> Bool {
        guard !isLoading, let next = playlist.step(after: 1) else { return false }
        let entry = following.flatMap { isSame($0.piece) ? $0 : nil } ?? current
        guard let entry, isSame(entry.piece) else { return false }
        return entry.step.isSameMusic(as: next)
    }

    /// Notes that the piece of the next step has begun behind the current one.
    ///
    /// - Returns: The entry; `nil` behind the last step.
    package mutating func follow() -> Entry? {
        guard let step = playlist.advance() else { return nil }
        if let following, following.step.isSameMusic(as: step) {
            current = following
        }
        current?.step = step
        following = nil
        return current
    }

    // MARK: Loads

    /// Notes that a step could not be loaded: its file is skipped from now on.
    ///
    /// - Parameters:
    ///   - step: The step.
    ///   - purpose: The purpose of the load.
    /// - Returns: The action to take instead.
    package mutating func fail(_ step: Playlist.Step, _ purpose: LoadTickets.Purpose) -> Failure {
        playlist.noteUnplayable(step.file)
        guard purpose == .current else { return .followsOther }
        return playlist.dropTarget() ? .stays : .skips
    }
}
