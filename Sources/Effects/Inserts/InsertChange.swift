import Realtime

/// A change of the parameters of inserts that continue to sound.
///
/// The controlling thread makes it for inserts that the audio thread has, or is about to get; the audio
/// thread returns it by its number once it is complete.
package struct InsertChange: ~Copyable {
    /// The change of an insert.
    struct Part: ~Copyable {
        /// Its index among those that are not bypassed.
        let index: Int
        let path: InsertPath
        /// The mix at the end of each step.
        let mixes: FixedArray<Float>
    }

    let parts: FixedArray<Part>
    /// The number of steps.
    let steps: Int
    /// The frames of a step.
    let stepFrames: Int
    /// The number by which it is returned.
    package let number: Int
    /// The number of the inserts that it is for.
    package let target: Int

    /// The frames of the shortest change, and the fewest of a step.
    private static let shortest = 1_024
    /// The most steps: of a longer change they are longer.
    private static let most = 512

    /// Makes a change.
    ///
    /// Allocates: not for the audio thread. `nil` if they cannot move there: some are added, removed or
    /// bypassed, or change what cannot move.
    ///
    /// - Parameters:
    ///   - old: The settings of the inserts, the first one first.
    ///   - new: The settings that they move to.
    ///   - frames: The frames over which they move, at least 1,024.
    ///   - rate: Frames per second.
    ///   - number: The number by which it is returned.
    ///   - target: The number of the inserts.
    package init?(
        from old: [InsertSettings],
        to new: [InsertSettings],
        over frames: Int,
        rate: Int,
        number: Int,
        target: Int
    ) {
        guard Self.isPossible(from: old, to: new, rate: rate) else { return nil }
        let length = max(frames, Self.shortest)
        let (old, new) = (old.filter { !$0.isBypassed }, new.filter { !$0.isBypassed })
        // Blocks stay whole.
        let wanted = max(Self.shortest, length / Self.most)
        let stepFrames = (wanted + Block.frames - 1) / Block.frames * Block.frames
        let count = max(1, (length + stepFrames / 2) / stepFrames)
        var changes: [(index: Int, steps: [InsertSettings])] = []
        for (index, insert) in old.enumerated() where insert != new[index] {
            changes.append(
                (
                    index,
                    (1...count).map { step in
                        step == count
                            ? new[index]
                            : insert.between(new[index], Double(step) / Double(count))
                    }
                )
            )
        }
        guard changes.allSatisfy({ InsertSettings.path($0.steps, rate: rate) != nil }) else {
            return nil
        }
        parts = FixedArray(count: changes.count) { index in
            let change = changes[index]
            guard let path = InsertSettings.path(change.steps, rate: rate) else {
                preconditionFailure("a path that was there before")
            }
            let mixes = FixedArray(count: count) { Float(change.steps[$0].mix) }
            return Part(index: change.index, path: path, mixes: mixes)
        }
        steps = count
        self.stepFrames = stepFrames
        self.number = number
        self.target = target
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

    /// Inserts at a part of the way to others, to which they can move.
    package static func between(
        _ old: [InsertSettings],
        _ new: [InsertSettings],
        part: Double
    ) -> [InsertSettings] {
        zip(old, new).map { $0 == $1 ? $1 : $0.between($1, part) }
    }
}
