import Realtime
import Testing

@Suite struct LendingTableTests {
    @Test("Loans come back by their numbers, in any order and once")
    func numbers() {
        var table = LendingTable<String>()
        let numbers = ["a", "b", "c"].map { table.lend($0) }
        #expect(numbers == [0, 1, 2])
        #expect(table.takeBack(1) == "b")
        #expect(table.takeBack(1) == nil)
        #expect(table[0] == "a" && table[1] == nil)
        #expect(table.values.sorted() == ["a", "c"])
        #expect(table.number { $0 == "c" } == 2)
        #expect(table.takeBack(2) == "c")
        #expect(table.lend("d") == 3)
    }

    @Test("A full table lends nothing until something has come back")
    func capacity() {
        var table = LendingTable<Int>(capacity: 2)
        let isLent = table.lend(10, as: 70)
        #expect(isLent && table.room == 1)
        #expect(table.lend(11) == 0)
        let isTooMuch = table.lend(12, as: 71)
        #expect(!isTooMuch && table[71] == nil)
        #expect(table.lend(12) == nil)
        #expect(table.takeBack(70) == 10)
        #expect(table.lend(12) == 1)
    }

    @Test("The number of a loan that was withdrawn is used again")
    func withdrawal() {
        var table = LendingTable<Int>()
        #expect(table.lend(10) == 0)
        #expect(table.lend(11) == 1)
        #expect(table.withdraw(1) == 11)
        #expect(table.nextNumber == 1)
        #expect(table.lend(12) == 1)
    }
}
