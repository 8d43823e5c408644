import NIOCore
import NIOEmbedded
import Playback
import Testing

@testable import SeqdDaemon

@Suite("A watch of versions")
struct VersionWatchTests {
    private let loop = EmbeddedEventLoop()

    private func watch() -> VersionWatch {
        VersionWatch(on: loop, onRelease: { _ in }, onFailure: { _, _ in })
    }

    @Test("reports a file that changed while it was read, once all have read it")
    func reading() {
        let watch = watch()
        var changed: [Set<String>] = []
        watch.onChange = { changed.append($0) }
        let first = loop.makePromise(of: Int.self)
        let second = loop.makePromise(of: Int.self)
        let results = [first, second].map { promise in
            watch.reading("/a.mid") { promise.futureResult }
        }
        watch.noteChanges(of: ["/a.mid", "/b.mid"])
        first.succeed(1)
        loop.run()
        #expect(changed.isEmpty)
        second.succeed(2)
        loop.run()
        #expect(changed == [["/a.mid"]])
        #expect(results.count == 2)
    }

    @Test("does not report a file that did not change, or changed before it was read")
    func unchanged() {
        let watch = watch()
        var changes = 0
        watch.onChange = { _ in changes += 1 }
        watch.noteChanges(of: ["/a.mid"])
        let promise = loop.makePromise(of: Int.self)
        _ = watch.reading("/a.mid") { promise.futureResult }
        promise.succeed(1)
        loop.run()
        #expect(changes == 0 && !watch.isOn)
    }
}
