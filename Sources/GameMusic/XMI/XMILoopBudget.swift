/// The number of bytes that the loops of a file may still read again.
///
/// Nested loops could otherwise make 127⁴ times a file.
struct XMILoopBudget {
    private var byteCount: Int

    /// The budget of a file: sixteen times its size, but at least 64 KiB, and at most 1 MiB or its
    /// size once.
    init(byteCount: Int) {
        self.byteCount = max(min(16 * byteCount, 1 << 20), 1 << 16, byteCount)
    }

    /// Takes the bytes that one repetition reads; `false` if too few are left.
    mutating func take(_ count: Int) -> Bool {
        guard count <= byteCount else { return false }
        byteCount -= count
        return true
    }
}
