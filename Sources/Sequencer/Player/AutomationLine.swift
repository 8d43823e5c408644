/// Values of a strip that move with the music, at the item frames of a ``PlayItem``.
public struct AutomationLine: Hashable, Sendable {
    /// The values that can move.
    public enum Parameter: Hashable, Sendable {
        /// The gain as a position of a fader, the third root of the factor.
        case gain
        /// The pan, −1 … 1.
        case pan
        /// The sends to reverb and chorus, as positions of faders.
        case reverb
        case chorus
        /// The transposition, and the fine tuning, in cents.
        case transpose
        case tune
        /// A number of an insert: its index, the place of the insert from 1, and the layout of numbers
        /// that the insert must have; any other insert stays as it is.
        case insert(number: Int, place: Int, layout: Int)
        /// A parameter of an effects bus, by its index in the engine's list of them.
        case effect(number: Int)
    }

    /// The way from a point to the next.
    public enum Shape: UInt8, Hashable, Sendable, BitwiseCopyable {
        /// The value moves evenly.
        case straight
        /// Evenly too, and the value is 2 to the power of it.
        case powers
        /// The value stays until the next point.
        case steps
    }

    /// A point of the line.
    public struct Point: BitwiseCopyable, Hashable, Sendable {
        /// The item frame.
        public var frame: Int64
        /// The value.
        public var value: Float

        /// Makes a point.
        public init(frame: Int64, value: Float) { (self.frame, self.value) = (frame, value) }
    }

    /// The name of the strip; `master`, `output:3-4` or `effects:hall` for an output or an effects
    /// bus.
    public var strip: String
    /// The value that moves.
    public var parameter: Parameter
    /// The way between points.
    public var shape: Shape
    /// The points, in the order of their frames.
    ///
    /// Before the first the value is that of the first, and
    /// behind the last that of the last; between two it is as ``shape`` says.
    public var points: [Point]

    /// Makes a line.
    public init(strip: String, _ parameter: Parameter, _ shape: Shape = .straight, points: [Point])
    {
        (self.strip, self.parameter, self.points) = (strip, parameter, points)
        self.shape = shape
    }
}
