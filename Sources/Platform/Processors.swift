import CLinux

/// The processors that the process may use.
package enum Processors {
    /// Their number, within the limits of `taskset` and the like.
    package static var count: Int { Int(seqd_processor_count()) }
}
