import Synchronization
import Testing

@testable import Realtime

/// The owners of the audio thread's memory.
@Suite struct FixedMemoryTests {
    /// Counts itself while it lives.
    private struct Counted: ~Copyable {
        static let living = Atomic<Int>(0)
        var value: Int

        init(_ value: Int) {
            self.value = value
            Self.living.wrappingAdd(1, ordering: .relaxed)
        }

        deinit { Self.living.wrappingSubtract(1, ordering: .relaxed) }
    }

    @Test func elementsAreChangedInPlaceAndEndWithTheirArray() {
        do {
            var array = FixedArray(count: 3) { Counted($0) }
            array[1].value += 10
            let values = (0..<3).map { array[$0].value }
            #expect(values == [0, 11, 2])
            #expect(Counted.living.load(ordering: .relaxed) == 3)
        }
        #expect(Counted.living.load(ordering: .relaxed) == 0)
    }

    @Test func aLoanIsTheElementItself() {
        let array = FixedArray(repeating: 5, count: 4)
        let loan = array.loan(of: 2)
        loan.value += 1
        let values = (0..<4).map { array[$0] }
        #expect(values == [5, 5, 6, 5])
        let other = FixedArray(repeating: 5, count: 4)
        let isLent = [array.lends(loan), other.lends(loan)]
        #expect(isLent == [true, false])
        #expect(loan == array.loan(of: 2))
        #expect(loan != array.loan(of: 3))
    }

    @Test func aListTakesNoMoreThanFits() {
        var list = FixedList<Int>(capacity: 3)
        let taken = (0..<5).map { list.append($0) }
        #expect(taken == [true, true, true, false, false])
        #expect(list.count == 3)
        #expect(list.room == 0)
        list.removeFirst(2)
        let rest = (0..<list.count).map { list[$0] }
        #expect(rest == [2])
        let last = [list.removeLast(), list.removeLast()]
        #expect(last == [2, nil])
    }

    @Test func lentElementsAreThoseOfTheList() {
        var list = FixedList<Int>(capacity: 4)
        for value in 7..<10 { list.append(value) }
        let lent = list.lent
        let values = (0..<lent.count).map { lent[$0] }
        #expect(values == [7, 8, 9])
    }

    @Test func aBoxKeepsItsValueInOnePlace() {
        let box = Box(4)
        let loan = box.loan
        box.value += 1
        #expect(loan.value == 5)
    }

    #if DEBUG
    @Test func anIndexOutOfRangeEndsADebugBuild() async {
        await #expect(processExitsWith: .failure) {
            let array = FixedArray(repeating: 0, count: 2)
            print(array[2])
        }
        await #expect(processExitsWith: .failure) {
            var list = FixedList<Int>(capacity: 2)
            list.append(1)
            print(list[1])
        }
    }
    #endif
}
