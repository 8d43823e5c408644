/// The relation between the frames of an item and those of the engine.
struct Timeline: BitwiseCopyable {
    /// The engine frame on which ``itemOrigin`` falls.
    var origin: Int64 = 0
    /// The item frame at which the item, or the present pass of its loop, begins.
    var itemOrigin: Int64 = 0
    /// Nothing is due before this engine frame.
    var earliest: Int64 = .min

    @_noLocks
    init() {}

    /// The engine frame of an item frame.
    @inline(__always)
    @_noLocks
    func engineFrame(ofItemFrame frame: Int64) -> Int64 { origin + (frame - itemOrigin) }

    /// The engine frame at which something with an item frame is due.
    @inline(__always)
    @_noLocks
    func dueFrame(ofItemFrame frame: Int64) -> Int64 {
        max(engineFrame(ofItemFrame: frame), earliest)
    }

    /// The item frame of an engine frame, whether or not the item has it.
    @_noLocks
    func itemFrame(ofEngineFrame frame: Int64) -> Int64 { itemOrigin + (frame - origin) }
}
