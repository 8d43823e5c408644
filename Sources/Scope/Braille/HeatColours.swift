/// Those of xterm's 256 colours that show intensities, from dark to bright.
enum HeatColours {
    private static let indices: [UInt8] = [
        16, 17, 17, 18, 54, 55, 91, 90, 126, 125, 161, 197, 203, 209, 215, 221, 227, 229, 230, 231,
    ]

    /// The colour of an intensity.
    ///
    /// - Parameter value: The intensity, 0 … 1.
    /// - Returns: The index of the colour.
    static func index(_ value: Float) -> UInt8 {
        indices[Int(min(max(value, 0), 1) * Float(indices.count - 1) + 0.5)]
    }
}
