/// The frames for which parameters are computed once.
enum Block {
    /// The number of frames.
    static var frames: Int { @_noLocks get { 64 } }
}
