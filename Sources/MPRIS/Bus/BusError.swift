import Platform

/// The reason why there is no connection to the session bus, or no longer one.
struct BusError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Makes the error of a function that has returned a negative error number.
    init(number: CInt) {
        description = SystemError.text(number < 0 ? -number : number)
    }

    /// Checks the result of a function.
    ///
    /// - Parameter result: The result: a negative error number, or anything else.
    /// - Returns: The result.
    /// - Throws: The error of a negative number.
    @discardableResult
    static func check(_ result: CInt) throws(BusError) -> CInt {
        guard result < 0 else { return result }
        throw BusError(number: result)
    }
}
