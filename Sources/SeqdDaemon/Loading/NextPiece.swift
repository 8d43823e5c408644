/// The piece after the current one: loaded, being loaded, or neither.
///
/// It holds no clock and no thread; a piece that is replaced or forgotten is released.
struct NextPiece<Piece: AnyObject> {
    /// The piece, loaded.
    private(set) var piece: Piece?
    /// The number of the entry that is being loaded, or could not be.
    private var requestedEntry: Int?
    private let onRelease: (Piece) -> Void

    /// Makes an empty slot.
    ///
    /// - Parameter onRelease: Called with a piece that is not used any more.
    init(onRelease: @escaping (Piece) -> Void) {
        self.onRelease = onRelease
    }

    /// Notes that an entry is to be loaded.
    ///
    /// - Parameter entry: The entry's number.
    /// - Returns: `false` if it is being loaded already, or could not be: such a file is reported
    ///   when it is its turn.
    mutating func request(_ entry: Int) -> Bool {
        guard requestedEntry != entry else { return false }
        requestedEntry = entry
        return true
    }

    /// Keeps the piece that was loaded.
    mutating func keep(_ loaded: Piece) {
        requestedEntry = nil
        replace(with: loaded)
    }

    /// Releases the piece, and forgets which entry was requested.
    mutating func forget() {
        requestedEntry = nil
        replace(with: nil)
    }

    /// Removes the piece, which is played now or has another user.
    ///
    /// - Returns: The piece.
    @discardableResult
    mutating func take() -> Piece? {
        defer { piece = nil }
        return piece
    }

    private mutating func replace(with new: Piece?) {
        let old = piece
        piece = new
        if let old, old !== new { onRelease(old) }
    }
}
