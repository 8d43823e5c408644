/// The use of a value that another owns: an address, without a lifetime of its own.
///
/// For memory that the audio thread uses and another thread frees. Making a loan is `unsafe`: its maker
/// one keeps the value where it is, and alive, until the audio thread has returned it. Using one
/// is not. It stands in this module for the reason that ``RingBuffer`` does.
@frozen
@safe
public struct Loan<Value: ~Copyable>: BitwiseCopyable, Equatable, @unchecked Sendable {
    @usableFromInline let address: UnsafeMutablePointer<Value>

    /// Lends the value at an address.
    @inlinable
    @unsafe
    public init(_ address: UnsafeMutablePointer<Value>) {
        unsafe self.address = address
    }

    /// The value.
    @inlinable
    public var value: Value {
        @inline(__always)
        unsafeAddress { unsafe UnsafePointer(address) }
        @inline(__always)
        nonmutating unsafeMutableAddress { unsafe address }
    }

    /// Whether two loans are of the same value.
    @inlinable
    public static func == (left: Loan, right: Loan) -> Bool {
        unsafe left.address == right.address
    }
}
