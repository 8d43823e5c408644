/// Whether an effect is on and awake, and how much of its current block is done.
///
/// An effect sleeps until there is input, and again once nothing of it can be heard.
struct EffectActivity: BitwiseCopyable {
    /// Whether it is on.
    private(set) var isOn: Bool
    /// Whether it has anything to compute.
    private(set) var isAwake = false
    /// Whether it was switched on in the middle of its input, which then has to be faded in.
    private(set) var fadesInputIn = false
    /// Frames of the current block that are done.
    private(set) var offset = 0
    /// Finds when it may sleep.
    var silence = SilenceWatch()

    init(isOn: Bool) { self.isOn = isOn }

    /// Switches it on or off.
    @_noLocks
    mutating func set(isOn: Bool) {
        if isOn && !self.isOn { fadesInputIn = !isAwake }
        self.isOn = isOn
    }

    /// Takes it that the input has not begun yet.
    @_noLocks
    mutating func expectInput() { fadesInputIn = false }

    /// Notes the input of some frames of the current block.
    ///
    /// - Returns: Whether the effect has to wake for it.
    @_noLocks
    mutating func note(_ input: UnsafePointer<Float>, count: Int) -> Bool {
        guard isOn || isAwake, unsafe SilenceWatch.isAudible(input, count: count) else {
            return false
        }
        silence.noteInput()
        return !isAwake
    }

    /// Wakes, at the start of the current block.
    ///
    /// - Returns: The frames of the block that have passed.
    @_noLocks
    mutating func wake() -> Int {
        isAwake = true
        fadesInputIn = false
        let passed = offset
        offset = 0
        return passed
    }

    /// Sleeps.
    @_noLocks
    mutating func sleep() {
        isAwake = false
        silence = SilenceWatch()
    }

    /// Moves on by some frames, to the end of the block at most.
    ///
    /// - Returns: Whether a block has ended while it is awake.
    @_noLocks
    mutating func advance(by frames: Int) -> Bool {
        offset += frames
        guard offset == Block.frames else { return false }
        offset = 0
        if !isAwake { fadesInputIn = false }
        return isAwake
    }
}
