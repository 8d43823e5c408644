import Realtime

/// A change of the parameters of an insert that continues to sound.
///
/// The controlling thread makes it for inserts that the audio thread has, or is about to get; the audio
/// thread returns it by its number once it is complete, or another one of the insert takes its place.
package struct InsertChange: ~Copyable {
    /// The numbers at its end; see ``InsertSettings/numbers(rate:)``.
    let numbers: FixedArray<Double>
    /// The number of steps.
    let steps: Int
    /// The frames of a step.
    let stepFrames: Int
    /// The index of the insert among those that are not bypassed.
    package let index: Int
    /// The number by which it is returned.
    package let number: Int
    /// The number of the inserts that it is for.
    package let target: Int
    /// The frames by which the inserts in front of it delay.
    package let latencyBefore: Int

    /// The frames of the shortest change, and the fewest of a step.
    private static let shortest = 1_024
    /// The most steps: of a longer change they are longer.
    private static let most = 512

    /// The frames that it takes.
    package var frames: Int { @_noLocks get { steps &* stepFrames } }

    /// Makes a change.
    ///
    /// Allocates: not for the audio thread. `nil` if the insert cannot move there.
    ///
    /// - Parameters:
    ///   - index: The index of the insert among those that are not bypassed.
    ///   - old: The settings that it has, or will have by changes before.
    ///   - new: The settings that it moves to.
    ///   - frames: The frames over which it moves, at least 1,024.
    ///   - rate: Frames per second.
    ///   - number: The number by which it is returned.
    ///   - target: The number of the inserts.
    ///   - latencyBefore: The frames by which the inserts in front of it delay.
    package init?(
        of index: Int,
        from old: InsertSettings,
        to new: InsertSettings,
        over frames: Int,
        rate: Int,
        number: Int,
        target: Int,
        latencyBefore: Int = 0
    ) {
        guard old.canMove(to: new, rate: rate) else { return nil }
        let length = max(frames, Self.shortest)
        // Blocks stay whole.
        let wanted = max(Self.shortest, length / Self.most)
        let stepFrames = (wanted + Block.frames - 1) / Block.frames * Block.frames
        let count = max(1, (length + stepFrames / 2) / stepFrames)
        let numbers = new.numbers(rate: rate)
        self.numbers = FixedArray(count: numbers.count) { numbers[$0].value }
        (self.steps, self.stepFrames) = (count, stepFrames)
        (self.index, self.number, self.target) = (index, number, target)
        self.latencyBefore = latencyBefore
    }

    /// Whether inserts can move to other settings while they sound.
    package static func isPossible(
        from old: [InsertSettings],
        to new: [InsertSettings],
        rate: Int
    ) -> Bool {
        old.count == new.count
            && zip(old, new).allSatisfy { $0 == $1 || $0.canMove(to: $1, rate: rate) }
    }
}

/// A change of an insert's parameters under way.
package struct RunningInsertChange: BitwiseCopyable {
    /// The change; `nil` for none.
    var change: Loan<InsertChange>?
    /// The frames since it began.
    var passed = 0
    /// Its last step; −1 before the first.
    var step = -1

    @_noLocks
    init() {}
}
