/// A sample of which a zone loops one frame alone.
///
/// FluidSynth plays such a loop as none. In a copy where the frame stands many times, the loop is long
/// enough, and sounds the same.
package struct HeldSample: Hashable {
    /// The number of copies of the frame: the length of the loop.
    package static let length = 64

    /// The index of the sample in the bank.
    package let sample: Int
    /// The frame, counted from the sample's first one.
    package let frame: Int
}
