/// The round values that a view can show, from the least to the greatest.
struct ZoomSteps: Sendable {
    /// The values.
    let values: [Double]
    /// The index of the chosen value.
    private var index: Int

    /// Chooses a value.
    ///
    /// - Parameters:
    ///   - values: The values in ascending order.
    ///   - value: One of them.
    init(_ values: [Double], at value: Double) {
        self.values = values
        index = values.firstIndex { $0 >= value } ?? values.count - 1
    }

    /// The chosen value.
    var value: Double { values[index] }

    /// Chooses a value further down, where more detail is seen.
    mutating func zoom(by steps: Int) {
        index = min(max(index - steps, 0), values.count - 1)
    }

    /// The times in seconds that views of the last minutes show.
    static let times = ZoomSteps([5, 10, 20, 30, 60, 120, 300, 600], at: 20)
}
