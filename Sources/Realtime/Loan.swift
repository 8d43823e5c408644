/// The use of a value that another owns: an address, without a lifetime of its own.
///
/// For memory that the audio thread uses and another thread frees. Making a loan is `unsafe`: its maker
/// keeps the value where it is, and alive, until the audio thread has returned it, and hands the
/// loan to no other thread. Using one is not. It cannot be sent to another thread: what is, is a
/// ``LoanTicket``. It stands in this module for the reason that ``RingBuffer`` does.
@frozen
@safe
public struct Loan<Value: ~Copyable>: BitwiseCopyable, Equatable {
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

    /// A ticket for the same value.
    @inlinable
    public var ticket: LoanTicket<Value> { unsafe LoanTicket(address) }

    /// Whether two loans are of the same value.
    @inlinable
    public static func == (left: Loan, right: Loan) -> Bool {
        unsafe left.address == right.address
    }
}

/// A ``Loan`` on its way to the audio thread: any thread may hold it and pass it on.
///
/// Nothing of the value can be changed with it, and only what all threads may use can be read.
@frozen
@safe
public struct LoanTicket<Value: ~Copyable>: BitwiseCopyable, Equatable, @unchecked Sendable {
    @usableFromInline let address: UnsafeMutablePointer<Value>

    @inlinable
    @unsafe
    init(_ address: UnsafeMutablePointer<Value>) {
        unsafe self.address = address
    }

    /// The loan.
    ///
    /// For the thread that the value is lent to, which makes it `unsafe`.
    @inlinable
    @unsafe
    public var loan: Loan<Value> { unsafe Loan(address) }

    /// Whether two tickets are for the same value.
    @inlinable
    public static func == (left: LoanTicket, right: LoanTicket) -> Bool {
        unsafe left.address == right.address
    }
}

extension LoanTicket where Value: Sendable & ~Copyable {
    /// The value, which all threads may read.
    @inlinable
    public var value: Value {
        @inline(__always)
        unsafeAddress { unsafe UnsafePointer(address) }
    }
}
