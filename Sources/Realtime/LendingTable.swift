/// The owners of memory that is lent to the audio thread, by number, until that has returned it.
///
/// All that the audio thread uses for a while, and may neither make nor free, is exchanged like this:
///
/// 1. Any thread makes it, ready for use, in memory of its own: a ``Box`` that its owner has.
/// 2. The controlling thread lends it. ``lend(_:)`` gives the number by which it comes back; it
///    refuses what the audio thread would have no room for.
/// 3. A command takes the ``Loan`` and the number to the audio thread. If there is no room for the
///    command, ``withdraw(_:)`` ends the loan.
/// 4. The audio thread uses it in place of the one before, which it fades out or lets ring out.
///    Once nothing uses that any more, it reports that one's number as returned: once.
/// 5. The controlling thread takes the report, and ``takeBack(_:)`` gives the owner, which is freed
///    there or on a thread that may wait.
///
/// The list in which the audio thread has what it was lent gets the capacity of the table. Then
/// another element always fits there, and need not be refused where nobody could be told.
///
/// The controlling thread's.
public struct LendingTable<Owner> {
    /// The most that may be lent at a time.
    public let capacity: Int
    /// The number that the next one gets.
    public private(set) var nextNumber = 0
    private var owners: [Int: Owner] = [:]

    /// Makes a table in which nothing is lent.
    ///
    /// - Parameter capacity: The most that may be lent at a time; without one, whatever takes the
    ///   loans to the audio thread limits them.
    public init(capacity: Int = .max) {
        self.capacity = capacity
    }

    /// How many more may be lent.
    public var room: Int { capacity - owners.count }

    /// The owners of all that is lent, in no order.
    public var values: Dictionary<Int, Owner>.Values { owners.values }

    /// The owner of what is lent by a number; `nil` if it was returned.
    public subscript(number: Int) -> Owner? { owners[number] }

    /// The number of the loan whose owner fulfils a condition; `nil` if none does.
    public func number(where isWanted: (Owner) -> Bool) -> Int? {
        owners.first { isWanted($0.value) }?.key
    }

    /// Lends something.
    ///
    /// - Parameter owner: Holds the memory that the audio thread is to use.
    /// - Returns: The number by which it is returned; `nil` if there is no room.
    public mutating func lend(_ owner: Owner) -> Int? {
        guard lend(owner, as: nextNumber) else { return nil }
        nextNumber += 1
        return nextNumber - 1
    }

    /// Lends something that has a number of its own.
    ///
    /// - Parameters:
    ///   - owner: Holds the memory that the audio thread is to use.
    ///   - number: The number by which it is returned; nothing else is lent by it.
    /// - Returns: `false` if there is no room.
    public mutating func lend(_ owner: Owner, as number: Int) -> Bool {
        guard room > 0 else { return false }
        owners[number] = owner
        return true
    }

    /// Ends a loan that the audio thread has returned.
    ///
    /// - Returns: The owner; `nil` if it was taken back before.
    @discardableResult
    public mutating func takeBack(_ number: Int) -> Owner? {
        owners.removeValue(forKey: number)
    }

    /// Ends the last loan, which the audio thread never had; the next one gets its number.
    ///
    /// - Returns: The owner.
    @discardableResult
    public mutating func withdraw(_ number: Int) -> Owner? {
        precondition(number == nextNumber - 1, "not the last loan")
        nextNumber -= 1
        return takeBack(number)
    }
}
