import Glibc

/// The environment of the process.
package enum Environment {
    /// The value of a variable; `nil` if it is not set.
    package static subscript(name: String) -> String? {
        unsafe getenv(name).map { unsafe String(systemPath: $0) }
    }
}
