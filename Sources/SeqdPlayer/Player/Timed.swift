/// A value at a position of a piece.
public struct Timed<Value: Sendable>: Sendable {
    /// The value.
    public var value: Value
    /// The position in seconds at rate 1.
    public var seconds: Double
    /// The position in beats, which are quarter notes; 0 in a file that counts SMPTE frames.
    public var beats: Double
}

extension Timed: Equatable where Value: Equatable {}
extension Timed: Hashable where Value: Hashable {}
