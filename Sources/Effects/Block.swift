/// The blocks of frames that effects work in: FluidSynth's grid, on which all changes come.
enum Block {
    /// The frames of a block.
    static var frames: Int {
        @_noLocks get { 64 }
    }
    /// The frames of half a block, over which a modulated delay stands or moves in a straight line.
    static var half: Int {
        @_noLocks get { 32 }
    }
    /// The frames that are computed at a time.
    ///
    /// A group that two calls share is computed by both: by the first one without the input of its
    /// last frames, whose output goes nowhere.
    static var group: Int {
        @_noLocks get { 8 }
    }
    /// The blocks over which a change of parameters is faded: 43 ms at 48 kHz.
    static var fade: Int {
        @_noLocks get { 32 }
    }
}
