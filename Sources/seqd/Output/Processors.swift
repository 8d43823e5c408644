import CLinux

/// The processors that the process may use.
enum Processors {
    /// How many there are; `taskset` and the like count.
    static var count: Int { Int(seqd_processor_count()) }
}
