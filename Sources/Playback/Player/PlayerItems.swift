import Sequencer

/// The items that a ``PiecePlayer`` has given to its engine, until the engine has reported on them.
struct PlayerItems {
    /// An item, and the piece whose nominal frames are the item's.
    struct Item {
        /// The item.
        let item: PlayItem
        /// The piece, in the version and at the tempo of the item.
        let piece: LoadedPiece
        /// The clicks before it, for the item that replaces it meanwhile.
        let countIn: CountIn?

        init(_ item: PlayItem, of piece: LoadedPiece, countIn: CountIn? = nil) {
            (self.item, self.piece, self.countIn) = (item, piece, countIn)
        }

        /// The nominal frame of an item frame in another version or at another tempo.
        func frame(ofItemFrame frame: Int64, in piece: LoadedPiece, rate: Int) -> Int64 {
            piece.sameFrame(item.nominalFrame(ofItemFrame: frame), of: self.piece, rate: rate)
        }
    }

    /// The items that have not ended, by number.
    private var items: [Int: Item] = [:]
    /// The numbers of the loaded piece's items since it began; the last one plays.
    private(set) var active: [Int] = []
    /// The active item that takes over at a nominal frame, until the engine reports that it has:
    /// changes before that take over there too.
    private var pending: (number: Int, frame: Int64)?
    /// The item that was halted, until the engine reports how far it played.
    private var halted: Int?
    /// The item that waits in the engine, its piece, and the engine frames before the end of the loaded
    /// piece at which it begins.
    private(set) var queued: (number: Int, piece: LoadedPiece, crossfade: Int64)?
    /// Items that were withdrawn from the engine's queue, and may have begun nevertheless.
    private var withdrawn: [Int: LoadedPiece] = [:]

    /// The item that plays.
    var playing: Item? { active.last.flatMap { items[$0] } }

    /// The first item frame of the item that waits in the engine.
    var nextStart: Int64? { queued.flatMap { items[$0.number]?.item.startFrame } }

    /// The active item with a number.
    func activeItem(_ number: Int) -> Item? {
        active.contains(number) ? items[number] : nil
    }

    /// The nominal frame at which the pending item takes over.
    var pendingFrame: Int64? {
        get { pending?.frame }
        set { if let newValue { pending?.frame = newValue } else { pending = nil } }
    }

    // MARK: The loaded piece

    /// Notes that an item plays, and no other of its piece.
    mutating func begin(_ number: Int, _ item: Item) {
        items[number] = item
        active = [number]
    }

    /// Notes that an item takes over from the one that plays.
    ///
    /// - Parameters:
    ///   - number: Its number.
    ///   - item: The item.
    ///   - frame: The nominal frame at which it takes over; `nil` for at once.
    mutating func replace(with number: Int, _ item: Item, at frame: Int64? = nil) {
        items[number] = item
        active.append(number)
        if let frame { pending = (number, frame) }
    }

    /// Notes that nothing plays.
    ///
    /// - Parameter awaitsPosition: Whether the engine's report of the position is pending.
    mutating func halt(awaitingPosition awaitsPosition: Bool = false) {
        halted = awaitsPosition ? active.last : nil
        pending = nil
        active = []
    }

    /// Ends waiting for the position of the item that was halted.
    mutating func forgetHalted() {
        halted = nil
    }

    // MARK: The piece that follows

    /// Notes that an item waits in the engine.
    mutating func enqueue(_ number: Int, _ item: Item, crossfade: Int64 = 0) {
        items[number] = item
        queued = (number, item.piece, crossfade)
    }

    /// Notes that the item that waits was withdrawn.
    ///
    /// - Returns: Whether one was waiting.
    mutating func withdraw() -> Bool {
        guard let queued else { return false }
        withdrawn[queued.number] = queued.piece
        self.queued = nil
        return true
    }

    // MARK: Reports

    /// Notes that an item has begun.
    ///
    /// - Parameter number: Its number.
    /// - Returns: The piece that follows with it, and whether it was withdrawn; `nil` for an item of
    ///   the loaded piece, and where another piece was started since.
    mutating func began(_ number: Int) -> (piece: LoadedPiece, wasWithdrawn: Bool)? {
        if pending?.number == number { pending = nil }
        let withdrawnPiece = withdrawn.removeValue(forKey: number)
        if let start = active.first, number < start { return nil }
        if let queued, queued.number == number { return (queued.piece, withdrawnPiece != nil) }
        return withdrawnPiece.map { ($0, true) }
    }

    /// Notes that the piece of an item that has begun is the loaded one.
    mutating func follow(_ number: Int) {
        queued = nil
        pending = nil
        active = [number]
    }

    /// Notes that an item has ended.
    ///
    /// - Returns: Whether it was one of the loaded piece.
    mutating func ended(_ number: Int) -> Bool {
        items.removeValue(forKey: number)
        guard active.contains(number) else { return false }
        active = []
        pending = nil
        return true
    }

    /// Notes that an item was halted.
    ///
    /// - Returns: The item, if its position is pending.
    mutating func halted(_ number: Int) -> Item? {
        let item = items.removeValue(forKey: number)
        guard halted == number, let item else { return nil }
        halted = nil
        return item
    }

    /// Notes that an item was replaced before its end, or did not begin.
    mutating func replaced(_ number: Int) {
        withdrawn.removeValue(forKey: number)
        items.removeValue(forKey: number)
        if queued?.number == number { queued = nil }
        if pending?.number == number { pending = nil }
        // If it came too late to take over, one before it plays.
        if active.contains(where: { $0 != number && items[$0] != nil }) {
            active.removeAll { $0 == number }
        }
    }

    /// Notes that the engine has refused an item, whose samplers had been removed.
    ///
    /// - Returns: Whether it was one of the loaded piece.
    mutating func refused(_ number: Int) -> Bool {
        items.removeValue(forKey: number)
        withdrawn.removeValue(forKey: number)
        if queued?.number == number { queued = nil }
        return active.contains(number)
    }
}
