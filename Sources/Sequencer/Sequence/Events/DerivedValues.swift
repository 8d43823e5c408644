import Synchronization

/// Values that are worked out of a schedule when they are first needed, and stored with it.
///
/// One value of each type. The lock is held only to look a value up or to store it, never while
/// one is worked out: two threads that need the same value at once may both work it out, and the
/// value that is stored first is the one that both get.
final class DerivedValues: Sendable {
    private let values = Mutex<[ObjectIdentifier: any Sendable]>([:])

    /// The stored value of a type; `nil` if there is none.
    func stored<Value: Sendable>(_ type: Value.Type) -> Value? {
        values.withLock { $0[ObjectIdentifier(type)] as? Value }
    }

    /// The stored value of a type, or the one that `make` returns, which is stored.
    func value<Value: Sendable>(orMake make: () -> Value) -> Value {
        if let stored = stored(Value.self) { return stored }
        let made = make()
        return values.withLock { values in
            if let stored = values[ObjectIdentifier(Value.self)] as? Value { return stored }
            values[ObjectIdentifier(Value.self)] = made
            return made
        }
    }

    /// Stores a value in place of the last one of its type.
    func store<Value: Sendable>(_ value: Value) {
        values.withLock { $0[ObjectIdentifier(Value.self)] = value }
    }
}
