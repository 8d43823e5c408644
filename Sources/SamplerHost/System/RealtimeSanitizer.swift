import CLinux

/// The section in which nothing may block, as RealtimeSanitizer watches it in a build that has it;
/// elsewhere all of this does nothing.
enum RealtimeSanitizer {
    /// Whether the program was linked with it.
    static var isPresent: Bool { seqd_realtime_is_checked() }

    /// Begins the section on this thread.
    @_noLocks
    static func enter() {
        seqd_realtime_enter()
    }

    /// Ends the section.
    @_noLocks
    static func exit() {
        seqd_realtime_exit()
    }
}
