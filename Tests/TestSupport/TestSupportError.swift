/// What went wrong in the test support itself: a fixture, a helper process or a measurement.
public struct TestSupportError: Error, Hashable, CustomStringConvertible {
    /// What happened and where, in one line.
    public let description: String

    /// Makes an error with this text.
    public init(_ description: String) {
        self.description = description
    }
}
