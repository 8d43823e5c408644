import Playback
import Testing

@testable import SeqdDaemon

@Suite("A watch of versions")
@EventLoop
struct VersionWatchTests {
    private func watch() -> VersionWatch {
        VersionWatch(onRelease: { _ in }, onFailure: { _, _ in })
    }

    @Test("reports a file that changed while it was read, once all have read it")
    func reading() async {
        let watch = watch()
        var changed: [Set<String>] = []
        watch.onChange = { changed.append($0) }
        let (first, second) = (Pending<Int>(), Pending<Int>())
        let results = [first, second].map { pending in
            EventLoop.begin {
                try await watch.reading("/a.mid") { try await pending.value }
            }
        }
        watch.noteChanges(of: ["/a.mid", "/b.mid"])
        first.succeed(1)
        await EventLoop.settle()
        #expect(changed.isEmpty)
        second.succeed(2)
        await EventLoop.settle()
        #expect(changed == [["/a.mid"]])
        #expect(results[0].isSettled && results[1].isSettled)
    }

    @Test("does not report a file that did not change, or changed before it was read")
    func unchanged() async {
        let watch = watch()
        var changes = 0
        watch.onChange = { _ in changes += 1 }
        watch.noteChanges(of: ["/a.mid"])
        let pending = Pending<Int>()
        EventLoop.begin { try await watch.reading("/a.mid") { try await pending.value } }
        pending.succeed(1)
        await EventLoop.settle()
        #expect(changes == 0 && !watch.isOn)
    }
}
