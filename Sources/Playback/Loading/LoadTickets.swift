import Synchronization

/// The loads that are still wanted of those that were requested.
///
/// Of each purpose at most one is wanted: another request cancels it. A loader's thread asks before it
/// begins, and the owner when a result has arrived.
public final class LoadTickets: Sendable {
    /// The purpose of a load.
    public enum Purpose: Hashable, Sendable, CaseIterable {
        /// The current piece.
        case current
        /// The piece that follows the current one.
        case following
        /// A piece that replaces the current one, which plays until then.
        case target
        /// Another version of the current piece.
        case version
    }

    private struct State {
        var lastNumber = 0
        var wanted: [Purpose: Int] = [:]
    }

    private let state = Mutex(State())

    /// Makes tickets; no load is wanted.
    public init() {}

    /// Requests a load; any other load for this purpose is not wanted any more.
    ///
    /// - Parameter purpose: Its purpose.
    /// - Returns: The load's ticket, from 1.
    public func ask(for purpose: Purpose) -> Int {
        state.withLock { state in
            state.lastNumber += 1
            state.wanted[purpose] = state.lastNumber
            return state.lastNumber
        }
    }

    /// Cancels the loads for some purposes.
    public func cancel(_ purposes: Purpose...) {
        state.withLock { state in
            for purpose in purposes { state.wanted[purpose] = nil }
        }
    }

    /// Whether a load for a purpose is under way.
    public func isPending(_ purpose: Purpose) -> Bool {
        state.withLock { $0.wanted[purpose] != nil }
    }

    /// Whether a load is still wanted.
    ///
    /// Any thread.
    public func isWanted(_ ticket: Int) -> Bool {
        state.withLock { $0.wanted.values.contains(ticket) }
    }

    /// Gives a load another purpose; any other load for that is not wanted any more.
    ///
    /// - Parameters:
    ///   - purpose: The purpose for which it was requested.
    ///   - other: The purpose that it has now.
    public func reassign(_ purpose: Purpose, to other: Purpose) {
        state.withLock { $0.wanted[other] = $0.wanted.removeValue(forKey: purpose) }
    }

    /// Notes that the result of a load has arrived.
    ///
    /// - Parameter ticket: The load's ticket.
    /// - Returns: Its purpose; `nil` if it is not wanted any more.
    public func settle(_ ticket: Int) -> Purpose? {
        state.withLock { state in
            guard let purpose = state.wanted.first(where: { $0.value == ticket })?.key else {
                return nil
            }
            state.wanted[purpose] = nil
            return purpose
        }
    }
}
