/// The progress of a preroll: a sampler after the other, and a treatment for each.
struct PrerollProgress: BitwiseCopyable {
    enum Stage: UInt8, BitwiseCopyable {
        /// The treatment of the sampler is not decided yet.
        case begin
        /// The initial state of all its channels.
        case reset
        /// The messages that lead from the initial state to the target.
        case writes
        /// The System Exclusive messages, for destinations that are new.
        case exclusives
        /// The messages that put channels of new destinations into their state.
        case moved
        /// Its channels one by one, each as it needs.
        case channels
    }

    var stage = Stage.begin
    var port = 0
    var channel = 0
    /// The next step of the stage, or of the channel.
    var step = 0
    /// The channels that begin with their initial state, bit n for channel n.
    var resets: UInt16 = 0
    /// Whether the new destinations of the sampler's channels have been put into their state.
    var hasMoved = false
    /// Whether the present channel's program or its bank differs.
    var needsProgram = false

    @_noLocks
    init() {}

    /// Proceeds to another stage of the sampler.
    @_noLocks
    mutating func enter(_ stage: Stage) {
        self.stage = stage
        step = 0
        channel = 0
    }

    @_noLocks
    mutating func nextPort() {
        port += 1
        hasMoved = false
        enter(.begin)
    }

    @_noLocks
    mutating func nextChannel() {
        channel += 1
        step = 0
    }
}
