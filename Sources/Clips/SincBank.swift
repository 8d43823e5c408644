import Effects
import Glibc
package import Realtime
import Synchronization

/// The tables with which clips are resampled, made when they are needed first.
package struct SincBank: ~Copyable, @unchecked Sendable {
    /// That of the process.
    package static let shared = Box(SincBank())

    /// The addresses of the tables; 0 for those that have not been made.
    private let tables: FixedArray<Atomic<Int>>
    /// The highest step of each.
    private let steps: FixedArray<Double>
    private let making = Mutex(())

    /// The tables of an octave: each one's band is up to 4 % narrower than it could be.
    private static let tablesPerOctave = 16
    private static let octaves = 6

    private init() {
        let count = Self.octaves * Self.tablesPerOctave + 1
        tables = FixedArray(count: count) { _ in Atomic(0) }
        steps = FixedArray(count: count) { pow(2, Double($0) / Double(Self.tablesPerOctave)) }
    }

    /// Makes the table for a step, unless there is one.
    ///
    /// Takes some milliseconds; not for the audio thread.
    ///
    /// - Parameter step: The frames of a file for one of output.
    package func prepare(_ step: Double) {
        let index = index(of: step)
        guard tables[index].load(ordering: .acquiring) == 0 else { return }
        making.withLock { _ in
            guard tables[index].load(ordering: .acquiring) == 0 else { return }
            // As long as the process: there are few of them.
            let table = UnsafeMutablePointer<SincTable>.allocate(capacity: 1)
            unsafe table.initialize(to: SincTable(step: steps[index]))
            tables[index].store(Int(bitPattern: table), ordering: .releasing)
        }
    }

    /// Makes tables for a step and for all below it, some to the octave: a sound that glides has a
    /// band that is up to a fifth narrower than it could be.
    ///
    /// - Parameter step: The highest step.
    package func prepare(upTo step: Double) {
        var next = 1.0
        while next < step {
            prepare(next)
            next *= 1.189_207
        }
        prepare(max(step, 1))
    }

    /// The table for a step: the first that was prepared for it or for a higher one, or else the last.
    ///
    /// - Parameter step: The frames of a file for one of output.
    /// - Returns: The table.
    @_noLocks
    func table(for step: Double) -> Loan<SincTable> {
        var index = index(of: step)
        var address = 0
        while address == 0, index < tables.count {
            address = tables[index].load(ordering: .acquiring)
            index &+= 1
        }
        while address == 0, index > 0 {
            index &-= 1
            address = tables[index].load(ordering: .acquiring)
        }
        guard let table = unsafe UnsafeMutablePointer<SincTable>(bitPattern: address) else {
            preconditionFailure("no pace was prepared")
        }
        return unsafe Loan(table)
    }

    @_noLocks
    private func index(of step: Double) -> Int {
        var index = 0
        while index < steps.count &- 1, steps[index] < step { index &+= 1 }
        return index
    }
}
