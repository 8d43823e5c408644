/// The order in which the files of a list are played, pass after pass.
///
/// A ``PlayQueue`` holds pieces that were read; a playlist holds paths, of which there may be a million,
/// and reads none. Its steps are indices, made a pass at a time: each pass may have an order of its own,
/// the patterns of a file become steps when the file has been read, and files that cannot be played are
/// skipped. A ``PlayOrder`` follows the steps and says which pieces are to be loaded for them.
package struct Playlist {
    /// A file of the list.
    package struct File {
        /// The path; `-` for standard input.
        package var path: String
        /// The file's content, where it cannot or need not be read again.
        package var content: PieceFile?
        /// The number of its sequences that are played; `nil` until it was read.
        package var sequenceCount: Int?
        /// Whether it could not be read or played.
        package var isUnplayable = false
        /// Whether it lasts no time.
        package var isEmpty = false
        /// Whether its fonts and findings were reported.
        package var isReported = false
    }

    /// A sequence of a file in one pass.
    package struct Step: Hashable, Sendable {
        /// The file's index in ``files``.
        package var file: Int
        /// The sequence, from 0.
        package var sequence: Int
        /// The file's position in the pass, from 1.
        package var number: Int

        /// Makes a step.
        package init(file: Int, sequence: Int, number: Int) {
            (self.file, self.sequence, self.number) = (file, sequence, number)
        }

        /// Whether it is the same sequence of the same file, perhaps in another pass.
        package func isSameMusic(as other: Self) -> Bool {
            file == other.file && sequence == other.sequence
        }
    }

    /// The files.
    package private(set) var files: [File]
    /// The steps that were played and those that are known to come.
    private(set) var steps: [Step] = []
    /// The index in ``steps`` of the current step; -1 before the first.
    private(set) var currentIndex = -1
    /// The index in ``steps`` to which playing is going.
    private var targetIndex: Int?
    /// The number of passes that are still to be added; `nil` for ever.
    var passesLeft: Int?
    /// Whether each pass has a random order of its own.
    package internal(set) var isShuffled: Bool

    /// The number of steps that are stored behind the current one.
    private static let memory = 10_000

    /// Makes a list.
    ///
    /// - Parameters:
    ///   - paths: The files.
    ///   - passes: The number of times that all of them are played; `nil` for ever.
    ///   - isShuffled: Whether each pass has a random order of its own.
    package init(_ paths: [String], passes: Int? = 1, isShuffled: Bool = false) {
        files = paths.map { File(path: $0) }
        passesLeft = passes
        self.isShuffled = isShuffled
    }

    /// The current step; `nil` before the first ``advance()``.
    package var current: Step? {
        steps.indices.contains(currentIndex) ? steps[currentIndex] : nil
    }

    /// The step to which playing is going; `nil` where it stays.
    package var target: Step? { targetIndex.map { steps[$0] } }

    /// The index from which the next steps are counted.
    var lastIndex: Int { targetIndex ?? currentIndex }

    /// The playable step at a distance after the target, or after the current step.
    ///
    /// - Parameter distance: The number of playable steps to go, from 1.
    /// - Returns: The step; `nil` behind the last pass.
    package mutating func step(after distance: Int) -> Step? {
        index(after: distance).map { steps[$0] }
    }

    /// Makes the next playable step the current one.
    ///
    /// - Returns: The step; `nil` behind the last pass.
    package mutating func advance() -> Step? {
        guard let next = index(after: 1) else { return nil }
        currentIndex = next
        targetIndex = nil
        dropPast()
        return current
    }

    /// Makes the next playable step the target; the current one stays until ``arrive()``.
    ///
    /// - Returns: The step; `nil` behind the last pass.
    package mutating func aimForward() -> Step? {
        guard let next = index(after: 1) else { return nil }
        targetIndex = next
        return target
    }

    /// Makes the playable step before the target, or before the current step, the target.
    ///
    /// - Returns: The step; `nil` at the start of the list.
    package mutating func aimBackward() -> Step? {
        guard lastIndex > 0,
            let before = steps[..<lastIndex].lastIndex(where: { !files[$0.file].isUnplayable })
        else { return nil }
        targetIndex = before
        return target
    }

    /// Makes the target, if there is one, the current step.
    package mutating func arrive() {
        guard let index = targetIndex else { return }
        currentIndex = index
        targetIndex = nil
        dropPast()
    }

    /// Ends going to the target.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    package mutating func dropTarget() -> Bool {
        defer { targetIndex = nil }
        return targetIndex != nil
    }

    /// Forgets steps that lie far behind.
    private mutating func dropPast() {
        guard currentIndex > 2 * Self.memory else { return }
        steps.removeFirst(Self.memory)
        currentIndex -= Self.memory
    }

    /// Notes the number of a file's sequences, the first time that the file has been read.
    ///
    /// - Parameters:
    ///   - file: The file's index in ``files``.
    ///   - count: The number of its sequences that are played, from 1.
    package mutating func noteRead(_ file: Int, sequenceCount count: Int) {
        guard files[file].sequenceCount == nil else { return }
        files[file].sequenceCount = count
        guard count > 1 else { return }
        // The other sequences follow each known first one.
        for index in steps.indices.reversed() where steps[index].file == file {
            let others = (1..<count).map {
                Step(file: file, sequence: $0, number: steps[index].number)
            }
            steps.insert(contentsOf: others, at: index + 1)
            if index < currentIndex { currentIndex += others.count }
            if let target = targetIndex, index < target { targetIndex = target + others.count }
        }
    }

    /// Keeps the content of a file, so that it need not be read again.
    package mutating func keep(_ content: PieceFile, of file: Int) {
        files[file].content = content
    }

    /// Forgets all about a file that has changed, except the number of its sequences.
    package mutating func forget(_ file: Int) {
        files[file].content = nil
        files[file].isUnplayable = false
        files[file].isEmpty = false
    }

    /// Notes that a file cannot be played: its steps are skipped from now on.
    package mutating func noteUnplayable(_ file: Int) {
        files[file].isUnplayable = true
    }

    /// Notes that the fonts and findings of a file were reported.
    package mutating func noteReported(_ file: Int) {
        files[file].isReported = true
    }

    /// Notes that a file lasts no time.
    package mutating func noteEmpty(_ file: Int) {
        files[file].isEmpty = true
    }

    private mutating func index(after distance: Int) -> Int? {
        var index = lastIndex
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

    /// Adds no pass to those that are known.
    package mutating func addNoMorePasses() { passesLeft = 0 }

    /// Whether there is a playable step before the target, or before the current step.
    package var hasPrevious: Bool {
        lastIndex > 0 && steps[..<lastIndex].contains { !files[$0.file].isUnplayable }
    }

    /// Adds a pass over all files.
    ///
    /// - Returns: `false` after the last pass, and where nothing in it would last.
    private mutating func addPass() -> Bool {
        guard passesLeft != 0, !files.allSatisfy({ $0.isUnplayable || $0.isEmpty }) || steps.isEmpty
        else { return false }
        var order = Array(files.indices.filter { !files[$0].isUnplayable })
        guard !order.isEmpty else { return false }
        if let passesLeft { self.passesLeft = passesLeft - 1 }
        if isShuffled {
            order.shuffle()
            // No file comes twice in a row.
            if order.count > 1, order.first == steps.last?.file { order.swapAt(0, order.count - 1) }
        }
        appendSteps(of: order, after: 0)
        return true
    }

    /// Adds the steps of files, numbered after the last one before them in the pass.
    mutating func appendSteps(of order: [Int], after number: Int) {
        for (position, file) in order.enumerated() {
            for sequence in 0..<(files[file].sequenceCount ?? 1) {
                steps.append(Step(file: file, sequence: sequence, number: number + position + 1))
            }
        }
    }

    /// Removes the steps from an index on, which are still to come.
    mutating func removeSteps(from index: Int) { steps.removeSubrange(index...) }
}
