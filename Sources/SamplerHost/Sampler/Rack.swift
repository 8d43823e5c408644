import Clips
import Realtime

/// A ``SamplerRack`` as the audio thread has it: its samplers and their shards.
struct Rack: ~Copyable {
    /// The use that an engine makes of a rack.
    enum Phase: UInt8, BitwiseCopyable {
        /// Plays.
        case active
        /// Another has taken over: it continues to sound until it is silent, then it leaves the
        /// engine.
        case retiring
        /// Silent, and nothing is rendered until an event arrives.
        case asleep
    }

    /// The shards of all its samplers, one sampler's behind another's.
    var shards: FixedArray<Shard>
    var samplers: FixedArray<SamplerShards>
    /// The clips, by their numbers in the items that play on it.
    var clips: FixedArray<ClipPlayer>
    /// The strips of the shards' channels, where these have one; set before it goes to an engine.
    var channelStrips: FixedArray<Loan<Strip>?>
    /// The keys and pedals that are held at its samplers, and by how many sources.
    var holds: DestinationHolds
    /// The routes of live inputs to its samplers; `nil` for a rack of music.
    ///
    /// A lane for each input, then one for what comes by the socket on each. They are valid as long
    /// as the rack.
    let liveRoutes: RoutingView?
    /// The gain of all its samplers as a factor, before their strips; set before it goes to an
    /// engine.
    var gain: Float = 1
    /// The MIDI outputs of the engine that has the rack; set before it goes there.
    var outputs: Loan<MIDIOutQueue>?
    /// Whether it plays the clicks of a metronome, which no vari-speed changes.
    var isMetronome = false
    /// By which reports name it.
    let number: Int
    /// The rack from which it took over, as long as that one sounds: messages that end notes go
    /// there too.
    var predecessor: Loan<Rack>?
    var phase = Phase.active
    /// Whether it may sleep while the engine continues.
    ///
    /// Not the rack of a piece of music, which nothing would wake.
    var maySleep: Bool
    /// Frames since it was last heard.
    var quietFrames: Int64 = 0
    /// Frames since it began to retire.
    var retiringFrames: Int64 = 0
    /// Whether it may be removed although voices still sound, because nothing will end them.
    var hasRetirementLimit = true
    /// Whether it is faded out, since too many continue to sound.
    var isDismissed = false
    /// Whether the audio thread has ever had it.
    var hasJoined = false
    /// Whether it has been reported as retired: it is never installed again.
    var hasLeft = false

    init(
        shards: consuming FixedArray<Shard>,
        samplers: consuming FixedArray<SamplerShards>,
        clips: consuming FixedArray<ClipPlayer>,
        liveRoutes: RoutingView?,
        number: Int,
        maySleep: Bool
    ) {
        holds = DestinationHolds(samplers: samplers.count)
        channelStrips = FixedArray(repeating: nil, count: shards.count)
        self.shards = shards
        self.samplers = samplers
        self.clips = clips
        self.liveRoutes = liveRoutes
        self.number = number
        self.maySleep = maySleep
    }

    /// Whether the phase is this one.
    ///
    /// A debug build cannot see from another file that comparing the phases takes no lock.
    @_noLocks
    func isIn(_ other: Phase) -> Bool { phase == other }

    /// Whether what plays on it can fade: no MIDI output does, nor do two pieces fit on its channels.
    var canFade: Bool {
        @_noLocks get {
            for index in 0..<samplers.count where samplers[index].isOutput { return false }
            return true
        }
    }

    /// Keeps it sounding until it is silent.
    @_noLocks
    mutating func retire() {
        guard !isIn(.retiring) else { return }
        phase = .retiring
        quietFrames = 0
        retiringFrames = 0
    }

    /// Whether it has no voice, and gave nothing in the first frames of the period that could be
    /// heard.
    @_noLocks
    func isSilent(_ frames: Int) -> Bool {
        for index in 0..<shards.count where !shards[index].isSilent(frames) { return false }
        for index in 0..<clips.count where clips[index].hasSound { return false }
        return true
    }

    /// Whether a key or a pedal holds something that sounds.
    var isHeld: Bool {
        @_noLocks get {
            for index in 0..<shards.count where shards[index].isHeld { return true }
            return false
        }
    }

    /// Whether a preset that is missing was selected since this was asked last.
    @_noLocks
    mutating func takesNewSubstitution() -> Bool {
        var isNew = false
        for index in 0..<shards.count where shards[index].takesNewSubstitution() { isNew = true }
        return isNew
    }
}
