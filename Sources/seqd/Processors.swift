import Glibc

/// The processors that the process may use.
enum Processors {
    /// How many there are.
    static var count: Int {
        max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }
}
