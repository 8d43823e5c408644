/// The halves of a drawing that has a curve for each channel.
package enum PlotLane: Hashable, Sendable, CaseIterable {
    case right
    case left

    /// The part of the drawing's height that a lane has.
    private static let height = 0.48

    /// The position of a value.
    ///
    /// - Parameter part: The value as a part of the lane's reach, −1 … 1.
    /// - Returns: The position in the drawing, 0 … 1.
    func position(_ part: Double) -> Double {
        let bottom = self == .left ? 1 - Self.height : 0
        return bottom + (min(max(part, -1), 1) + 1) / 2 * Self.height
    }
}
