import Realtime

/// The changes of effects that come with music whose sends inserts delay, in the order in which they
/// are due.
///
/// The audio thread's.
struct LateEffects: ~Copyable {
    // Private, it breaks Swift 6.3.1: other files of the module refer to its descriptor.
    struct Entry: BitwiseCopyable {
        var change: EffectsChange
        /// The frame at which it is due, counted from the mixer's first.
        let frame: Int64

        @_noLocks
        init(change: EffectsChange, frame: Int64) {
            self.change = change
            self.frame = frame
        }
    }

    private var entries: FixedList<Entry>
    /// The frames of the periods before, and of this one.
    private var position: Int64 = 0
    private var periodFrames = 0

    /// Makes an empty list.
    ///
    /// Allocates: not for the audio thread.
    init(capacity: Int) { entries = FixedList(capacity: capacity) }

    /// Begins a period.
    @_noLocks
    mutating func begin(_ frames: Int) {
        position &+= Int64(periodFrames)
        periodFrames = frames
    }

    /// Adds a change that is due some frames later.
    ///
    /// - Returns: `false` where there is no room.
    @_noLocks
    mutating func add(_ change: EffectsChange, after frames: Int) -> Bool {
        let frame = position &+ Int64(change.offset) &+ Int64(frames)
        return entries.append(Entry(change: change, frame: frame))
    }

    /// Whether a change is due before a frame of the period.
    @_noLocks
    func isDue(before end: Int) -> Bool {
        entries.count > 0 && entries[0].frame < position &+ Int64(end)
    }

    /// Takes the next change, of which there is one, in a span that begins at a frame of the period.
    @_noLocks
    mutating func take(from start: Int) -> EffectsChange {
        var change = entries[0].change
        change.offset = Int32(max(Int64(start), entries[0].frame &- position))
        entries.removeFirst(1)
        return change
    }

    /// Whether a change of a bus is by a message to a strip's sampler.
    @_noLocks
    func has(_ bus: Int, by strip: Int) -> Bool {
        for index in 0..<entries.count where entries[index].change.bus == bus {
            if case .message(_, strip: let other) = entries[index].change.kind, other == strip {
                return true
            }
        }
        return false
    }

    /// Attributes messages to one strip's sampler to another's.
    @_noLocks
    mutating func replace(_ old: Int, with new: Int) {
        for index in 0..<entries.count { entries[index].change.replace(old, with: new) }
    }
}
