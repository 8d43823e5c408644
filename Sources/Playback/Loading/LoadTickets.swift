import Synchronization

/// Which of the loads that were asked for are still wanted.
///
/// Of each purpose one load at most is: asking for another cancels it. A loader's thread asks before
/// it begins, and the owner when a result is there.
public final class LoadTickets: Sendable {
    /// What a load is for.
    public enum Purpose: Hashable, Sendable, CaseIterable {
        /// The current piece.
        case current
        /// The piece that follows the current one.
        case following
        /// Another piece in the place of the current one, which plays on until then.
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

    /// Asks for a load; any other for this purpose is not wanted any more.
    ///
    /// - Parameter purpose: What it is for.
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

    /// Takes a load for another purpose than it was asked for; any other for that is not wanted any
    /// more.
    ///
    /// - Parameters:
    ///   - purpose: What it was for.
    ///   - other: What it is for now.
    public func reassign(_ purpose: Purpose, to other: Purpose) {
        state.withLock { $0.wanted[other] = $0.wanted.removeValue(forKey: purpose) }
    }

    /// Notes that the result of a load is there.
    ///
    /// - Parameter ticket: The load's ticket.
    /// - Returns: What it is for now; `nil` where it is not wanted any more.
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
