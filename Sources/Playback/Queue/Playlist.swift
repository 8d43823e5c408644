/// Files in the order in which they are played, pass after pass.
package struct Playlist {
    /// A file of the list.
    package struct File {
        package var path: String
        /// What was read of it, where it cannot or need not be read again.
        package var song: PieceFile?
        /// How many sequences it has to play; `nil` until it was read.
        package var sequences: Int?
        /// Whether it could not be read or played.
        package var isUnplayable = false
        /// Whether nothing in it takes time.
        package var isEmpty = false
        /// Whether the sounds that the fonts lack were told.
        package var isReported = false
    }

    /// A sequence of a file in one pass.
    package struct Step: Hashable, Sendable {
        /// The file's index in ``files``.
        package var file: Int
        /// The sequence, from 0.
        package var sequence: Int
        /// The file's index in the pass, from 1.
        package var number: Int

        /// Whether it is the same sequence of the same file, perhaps in another pass.
        package func isSameMusic(as other: Self) -> Bool {
            file == other.file && sequence == other.sequence
        }
    }

    package private(set) var files: [File]
    /// What was played, is played, and is known to come.
    private var steps: [Step] = []
    /// The place in ``steps`` of what is played.
    private var place = -1
    /// The place in ``steps`` to go back to, where what is gone to cannot be played.
    private var mark: Int?
    /// How many passes are still to be added; `nil` for ever.
    private var passesLeft: Int?
    private let isShuffled: Bool

    /// So many steps may be kept behind what is played.
    private static let memory = 10_000

    /// Makes a list.
    ///
    /// - Parameters:
    ///   - paths: The files.
    ///   - passes: How often all of them are played; `nil` for ever.
    ///   - isShuffled: Whether each pass has an order of its own, by chance.
    package init(_ paths: [String], passes: Int? = 1, isShuffled: Bool = false) {
        files = paths.map { File(path: $0) }
        passesLeft = passes
        self.isShuffled = isShuffled
    }

    /// What is played; `nil` before the first ``advance()``.
    package var current: Step? { steps.indices.contains(place) ? steps[place] : nil }

    /// The step that is so many playable steps after the current one; `nil` behind the last pass.
    package mutating func step(after distance: Int) -> Step? {
        index(after: distance).map { steps[$0] }
    }

    /// Goes on to the next step that can be played.
    package mutating func advance() -> Step? {
        guard let next = index(after: 1) else { return nil }
        place = next
        if place > 2 * Self.memory {
            steps.removeFirst(Self.memory)
            place -= Self.memory
            mark = mark.flatMap { $0 >= Self.memory ? $0 - Self.memory : nil }
        }
        return steps[place]
    }

    /// Goes back to the step before that can be played.
    package mutating func goBack() -> Step? {
        guard place > 0,
            let before = steps[..<place].lastIndex(where: { !files[$0.file].isUnplayable })
        else { return nil }
        place = before
        return steps[place]
    }

    /// Marks the current step, to go back to; one that is marked already stays so.
    package mutating func markCurrent() {
        if mark == nil, place >= 0 { mark = place }
    }

    /// Goes back to the step that is marked.
    ///
    /// - Returns: The step; `nil` where none is marked.
    package mutating func returnToMark() -> Step? {
        guard let mark else { return nil }
        place = mark
        self.mark = nil
        return current
    }

    /// Removes the mark: what was gone to is played.
    package mutating func removeMark() {
        mark = nil
    }

    /// Notes what was read of a file.
    ///
    /// - Parameters:
    ///   - file: The file's index in ``files``.
    ///   - song: What was read.
    ///   - sequences: How many of its sequences are to be played, 1 or more.
    ///   - isKept: Whether it is to be kept, since it cannot be read again.
    package mutating func noteRead(_ file: Int, _ song: PieceFile, sequences: Int, isKept: Bool) {
        if isKept || sequences > 1 { files[file].song = song }
        guard files[file].sequences == nil else { return }
        files[file].sequences = sequences
        guard sequences > 1 else { return }
        // Behind each first one that is known come the others.
        for index in steps.indices.reversed() where steps[index].file == file {
            let others = (1..<sequences).map {
                Step(file: file, sequence: $0, number: steps[index].number)
            }
            steps.insert(contentsOf: others, at: index + 1)
            if index < place { place += others.count }
            if let mark, index < mark { self.mark = mark + others.count }
        }
    }

    /// Keeps what was read of a file, so that it need not be read again.
    package mutating func keep(_ song: PieceFile, of file: Int) {
        files[file].song = song
    }

    /// Forgets what is known of a file, since it has changed; but for how many sequences it has.
    package mutating func forget(_ file: Int) {
        files[file].song = nil
        files[file].isUnplayable = false
        files[file].isEmpty = false
    }

    /// Notes that a file cannot be played: it is passed over from now on.
    package mutating func noteUnplayable(_ file: Int) {
        files[file].isUnplayable = true
    }

    /// Notes that what the fonts lack for a file was told.
    package mutating func noteReported(_ file: Int) {
        files[file].isReported = true
    }

    /// Notes that a file lasts no time at all.
    package mutating func noteEmpty(_ file: Int) {
        files[file].isEmpty = true
    }

    private mutating func index(after distance: Int) -> Int? {
        var index = place
        var left = distance
        while left > 0 {
            index += 1
            if index >= steps.count {
                guard addPass() else { return nil }
            }
            if !files[steps[index].file].isUnplayable { left -= 1 }
        }
        return index
    }

    /// Adds a pass over all files.
    ///
    /// - Returns: `false` when there shall be no more, and when nothing in it would last.
    private mutating func addPass() -> Bool {
        guard passesLeft != 0, !files.allSatisfy({ $0.isUnplayable || $0.isEmpty }) || steps.isEmpty
        else { return false }
        var order = Array(files.indices.filter { !files[$0].isUnplayable })
        guard !order.isEmpty else { return false }
        if let passesLeft { self.passesLeft = passesLeft - 1 }
        if isShuffled {
            order.shuffle()
            // What was just played does not come twice in a row.
            if order.count > 1, order.first == steps.last?.file { order.swapAt(0, order.count - 1) }
        }
        for (place, file) in order.enumerated() {
            for sequence in 0..<(files[file].sequences ?? 1) {
                steps.append(Step(file: file, sequence: sequence, number: place + 1))
            }
        }
        return true
    }
}
