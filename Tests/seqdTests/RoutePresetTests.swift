import TestSupport
import Testing

@testable import SeqdDaemon

@Suite("The preset of a daemon's route by name")
struct RoutePresetTests {
    /// A font whose preset 0:5 is not called `left`.
    private func otherFont(in place: Workplace) throws -> String {
        var bytes = MeasuringFont().bytes
        let name = Array("left".utf8) + [0]
        for start in bytes.indices.dropLast(name.count)
        where bytes[start..<start + name.count].elementsEqual(name) {
            bytes.replaceSubrange(start..<start + 4, with: Array("west".utf8))
        }
        return try place.folder.write(bytes, to: "other.sf2")
    }

    private func routes(_ client: some DaemonClient) async throws -> [String] {
        try await client.ask("rack").filter { $0.hasPrefix("route: ") }.map {
            String($0.dropFirst(7))
        }
    }

    @Test("is a number from then on, and stands when other SoundFonts lack the name")
    func kept() async throws {
        let run = try await SessionRun()
        let client = run.client()
        let other = try otherFont(in: run.place)
        #expect(try await client.ask("route ch:3=sampler@left,keys=1-5").last == "OK")
        #expect(try await routes(client) == ["ch:3=sampler@0:5,keys=1-5"])
        // The same route again is no second one.
        #expect(try await client.ask("route ch:3=sampler@left,keys=1-5").last == "OK")
        #expect(try await routes(client) == ["ch:3=sampler@0:5,keys=1-5"])
        #expect(try await client.ask("load-font \(other)").last == "OK")
        // Everything is read again.
        #expect(try await client.ask("route ch:4=sampler").last == "OK")
        let expected = ["ch:4=sampler", "ch:3=sampler@0:5,keys=1-5"]
        #expect(try await routes(client) == expected)
        let saved = try await run.savedState()
        try await run.end()

        let next = try await SessionRun(in: run.place, restoring: saved)
        let nextClient = next.client()
        #expect(try await routes(nextClient) == expected)
        #expect(try await next.savedState() == saved.renumbered)
        let gone = try await nextClient.ask("unroute ch:3=sampler@left,keys=1-5")
        #expect(gone.last?.hasSuffix("the routes are \(expected.joined(separator: ", "))") ?? false)
        #expect(try await nextClient.ask("unroute ch:3=sampler@0:5,keys=1-5").last == "OK")
        #expect(try await routes(nextClient) == ["ch:4=sampler"])
        try await next.end()
    }

    @Test("removes the route too, while the SoundFont has the name")
    func unroute() async throws {
        let run = try await SessionRun()
        let client = run.client()
        let font = run.place.font
        let named = "ch:2=\(font)@left+\(font)@0:6,name=x"
        #expect(try await client.ask("route \(named)").last?.hasPrefix("ERR 64 ") ?? false)
        let layer = "ch:2=\(font)@left+\(font)@0:0"
        #expect(try await client.ask("route \(layer) ch:3=sampler@left").last == "OK")
        #expect(
            try await routes(client) == ["ch:2=\(font)@0:5+\(font)@0:0", "ch:3=sampler@0:5"]
        )
        // Another name is another route.
        let other = try await client.ask("unroute ch:3=sampler@right")
        #expect(other.last?.hasPrefix("ERR 64 ") ?? false, "\(other)")
        #expect(try await client.ask("unroute \(layer)").last == "OK")
        #expect(try await client.ask("unroute ch:3=sampler@left").last == "OK")
        #expect(try await routes(client) == [])
        try await run.end()
    }

    @Test("of the options is a number too, and no choice of a client's")
    func ofOptions() async throws {
        let place = try DaemonRun.place()
        let options = ["--route", "ch:3=sampler@left"]
        let run = try await SessionRun(options, in: place)
        let client = run.client()
        #expect(try await routes(client) == ["ch:3=sampler@0:5"])
        #expect(try await client.ask("load-font \(try otherFont(in: place))").last == "OK")
        let saved = try await run.savedState()
        try await run.end()
        let next = try await SessionRun(options, in: place, restoring: saved)
        #expect(try await routes(next.client()) == ["ch:3=sampler@0:5"])
        try await next.end()
    }
}
