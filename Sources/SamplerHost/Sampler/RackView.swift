/// A ``SamplerRack`` as the audio thread sees it.
struct RackView {
    /// What an engine does with a rack.
    enum Phase: UInt8, BitwiseCopyable {
        /// Plays.
        case active
        /// Another has taken over: it sounds on until it is silent, then it leaves the engine.
        case retiring
        /// Silent, and nothing is rendered until an event comes.
        case asleep
    }

    // A pointer stands first: see EngineCore.
    let strips: UnsafeMutablePointer<SamplerStrip>
    let stripCount: Int
    let shards: UnsafeMutablePointer<Shard>
    let shardCount: Int
    /// By which reports name it.
    let number: Int
    /// The rack from which it took over, as long as that one sounds: what ends notes goes there
    /// too.
    var predecessor: UnsafeMutablePointer<RackView>?
    var phase = Phase.active
    /// Whether it may sleep while the engine goes on.
    ///
    /// Not the rack of a piece of music: leaving out frames moves the chorus's phase.
    var maySleep = false
    /// Frames since it was last heard.
    var quietFrames: Int64 = 0
    /// Frames since it began to retire.
    var retiringFrames: Int64 = 0
    /// Whether it may go although voices still sound, because nobody will end them.
    var hasRetirementLimit = true
    /// Whether it is faded out, since too many sound on.
    var isDismissed = false
    /// Whether the audio thread has ever had it.
    var hasJoined = false
    /// Whether it has been reported as retired: it never comes back.
    var hasLeft = false

    @_noLocks
    func isIn(_ other: Phase) -> Bool { phase == other }
}
