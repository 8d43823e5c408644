/// A value in memory of its own, which it owns and lends.
@frozen
@safe
public struct Box<Value: ~Copyable>: ~Copyable {
    /// The address of the value.
    @unsafe public let address: UnsafeMutablePointer<Value>

    /// Moves a value into memory of its own.
    ///
    /// Allocates: not for the audio thread.
    public init(_ value: consuming Value) {
        unsafe address = .allocate(capacity: 1)
        unsafe address.initialize(to: value)
    }

    deinit {
        unsafe address.deinitialize(count: 1)
        unsafe address.deallocate()
    }

    /// The value.
    @inlinable
    public var value: Value {
        @inline(__always)
        unsafeAddress { unsafe UnsafePointer(address) }
        @inline(__always)
        nonmutating unsafeMutableAddress { unsafe address }
    }

    /// Lends the value; the box must outlive the loan.
    @inlinable
    @unsafe
    package var loan: Loan<Value> { unsafe Loan(address) }

    /// Lends the value to another thread; the box must outlive the loan.
    @inlinable
    @unsafe
    package var ticket: LoanTicket<Value> { unsafe LoanTicket(address) }
}

extension Box: @unchecked Sendable where Value: Sendable & ~Copyable {}
