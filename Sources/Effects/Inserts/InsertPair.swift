/// Some frames of the two sides of a strip, or of its two sends.
@safe
struct InsertPair {
    /// The left side, or the send to the reverb.
    @unsafe let left: UnsafeMutablePointer<Float>
    /// The right side, or the send to the chorus.
    @unsafe let right: UnsafeMutablePointer<Float>
    /// The number of frames, 64 at most.
    let count: Int

    @_noLocks
    init(left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int) {
        unsafe self.left = left
        unsafe self.right = right
        self.count = count
    }
}
