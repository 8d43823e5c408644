import Glibc

/// Texts of the operating system's error numbers.
package enum SystemError {
    /// The system's text for an error number, such as "No such file or directory".
    ///
    /// Any thread.
    ///
    /// - Parameter number: The error number; that of the last failed call by default.
    /// - Returns: The text.
    package static func text(_ number: CInt = errno) -> String {
        unsafe String(cString: strerror(number))
    }
}
