/// A number of an insert that moves with the music.
package struct AutomatedNumber: BitwiseCopyable {
    /// The place of the insert among those of its strip, from 1.
    let insert: Int
    /// The ``InsertSettings/layout`` that it must have.
    let layout: Int
    /// The index among its numbers.
    let index: Int

    /// Makes the number of an insert.
    ///
    /// - Parameters:
    ///   - index: The index among its numbers.
    ///   - insert: The place of the insert, from 1.
    ///   - layout: The layout that it must have.
    @_noLocks
    package init(_ index: Int, ofInsert insert: Int, layout: Int) {
        (self.index, self.insert, self.layout) = (index, insert, layout)
    }
}
