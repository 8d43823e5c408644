import Synchronization
import Testing

@testable import MIDIPorts

@Suite("Changes of the connection rules")
struct ConnectionChangesTests {
    @Test("wait for the input thread no longer than that lives")
    func end() throws {
        let ended = Mutex([Int]())
        let changes = ConnectionChanges()
        func change(_ number: Int) -> ConnectionChange {
            ConnectionChange(.input, rules: [], effect: .replace) { ports in
                #expect(ports.isEmpty)
                ended.withLock { $0.append(number) }
            }
        }
        #expect(changes.add(change(1)))
        #expect(changes.take().count == 1)
        #expect(changes.take().isEmpty)
        #expect(changes.add(change(2)))
        #expect(changes.add(change(3)))
        changes.close()
        #expect(ended.withLock { $0 } == [2, 3])
        #expect(!changes.add(change(4)))
    }
}
