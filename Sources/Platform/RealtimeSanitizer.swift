import CLinux

/// The section in which nothing may block, as RealtimeSanitizer watches it in a build that has it;
/// elsewhere all of this does nothing.
package enum RealtimeSanitizer {
    /// Whether the program was linked with it.
    package static var isPresent: Bool { seqd_realtime_is_checked() }

    /// Begins the section on this thread.
    @_noLocks
    package static func enter() {
        seqd_realtime_enter()
    }

    /// Ends the section.
    @_noLocks
    package static func exit() {
        seqd_realtime_exit()
    }
}
