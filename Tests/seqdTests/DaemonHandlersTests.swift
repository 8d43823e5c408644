import ControlProtocol
import Foundation
import JSON
import TestSupport
import Testing

@testable import SeqdDaemon

@Suite("A command of the daemon", .serialized)
struct DaemonHandlersTests {
    @Test("is answered in both dialects, in JSON as its OpenRPC document says")
    func answer() async throws {
        let run = try await SessionRun()
        try run.place.add(Self.sung, "lyric.mid")
        let rack = #"{"samplers":[],"fallback":{"name":"rest","fonts":["\#(run.place.font)"]}}"#
        try run.place.folder.write(Array(rack.utf8), to: "rack.json")
        let client = run.client()
        let schemas = try await schemas(client)
        #expect(Set(schemas.keys) == Set(CommandTable.commands.map(\.name)))
        for test in CommandCase.all {
            try await inWords(test, run, client)
            try await inJSON(test, schemas, run, client)
        }
        try await run.end()
    }

    /// Hello world, in syllables.
    private static var sung: SMFBuilder {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track { track in
            for (index, syllable) in ["Hel-", "lo ", "world"].enumerated() {
                track.text(at: UInt32(index) * 480, .lyric, syllable)
            }
            track.note(at: 0, length: 48_000, channel: 0, key: 60)
        }
        return song
    }

    private func inWords(_ test: CommandCase, _ run: SessionRun, _ client: SessionClient)
        async throws
    {
        try await prepare(test, run, client)
        let answer = try await client.ask(filled(test.words, run))
        if test.isRefused(answer.last) { return }
        #expect(answer.last == "OK", "\(test.words): \(answer)")
        var lines = answer[...]
        for start in test.lines.map({ filled($0, run) }) {
            let place = lines.firstIndex { $0.hasPrefix(start) }
            #expect(place != nil, "\(test.words): no line \(start) in \(answer)")
            if let place { lines = lines[(place + 1)...] }
        }
    }

    /// The schemas of all commands' results.
    private func schemas(_ client: SessionClient) async throws -> [String: JSONSchema] {
        let document = try await result("rpc.discover", "", client)
        guard case .array(let methods)? = document["methods"] else {
            throw TestSupportError("no methods")
        }
        return try methods.reduce(into: [:]) { schemas, method in
            guard case .object(let method) = method, case .string(let name)? = method["name"],
                case .object(let result)? = method["result"],
                case .object(let schema)? = result["schema"]
            else { throw TestSupportError("\(method.text)") }
            schemas[name] = JSONSchema(schema)
        }
    }

    /// The result of a command in JSON.
    private func result(
        _ method: String,
        _ parameters: String,
        _ client: SessionClient
    ) async throws -> JSONObject {
        let answer = try await client.askJSON(
            "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"\(method)\"\(parameters)}"
        )
        guard case .object(let response) = try JSONReader.read(answer),
            response["id"] == .string("a"),
            case .object(let result)? = response["result"]
        else { throw TestSupportError("\(method): \(answer)") }
        return result
    }

    private func inJSON(
        _ test: CommandCase,
        _ schemas: [String: JSONSchema],
        _ run: SessionRun,
        _ client: SessionClient
    ) async throws {
        try await prepare(test, run, client)
        let method = test.words.split(separator: " ").first.map(String.init) ?? ""
        let parameters = test.json.isEmpty ? "" : ",\"params\":" + filled(test.json, run)
        let result: JSONValue
        do {
            result = .object(try await self.result(method, parameters, client))
        } catch let error as TestSupportError where test.isRefused("\(error)") {
            return
        }
        let answer = result.text
        #expect(try schemas[method]?.faults(of: result) == [], "\(method)")
        for member in test.members {
            #expect(answer.contains(filled(member, run)), "no \(member) in \(answer)")
        }
    }

    private func prepare(_ test: CommandCase, _ run: SessionRun, _ client: SessionClient)
        async throws
    {
        // The group of a case before, if there is one.
        try await client.ask("discard")
        try await client.ask("unsubscribe")
        let sound = WAVBuilder([WAVBuilder.sine(440, frames: 96_000)])
        try run.place.folder.write(sound.bytes, to: "sound.wav")
        for line in test.before {
            let answer = try await client.ask(filled(line, run)).last
            #expect(answer == "OK" || test.isRefused(answer), "\(line)")
        }
    }

    private func filled(_ text: String, _ run: SessionRun) -> String {
        text.replacingOccurrences(of: "$song", with: run.place.folder.path("song.mid"))
            .replacingOccurrences(of: "$lyric", with: run.place.folder.path("lyric.mid"))
            .replacingOccurrences(of: "$other", with: run.place.folder.path("other.mid"))
            .replacingOccurrences(of: "$folder", with: run.place.folder.path)
            .replacingOccurrences(of: "$sound", with: run.place.folder.path("sound.wav"))
            .replacingOccurrences(of: "$rack", with: run.place.folder.path("rack.json"))
            .replacingOccurrences(of: "$font", with: run.place.font)
    }

    @Test("has a case in this suite, whichever it is")
    func completeness() {
        let tested = Set(
            CommandCase.all.map { $0.words.split(separator: " ").first.map(String.init) }
        )
        for command in CommandTable.types {
            #expect(tested.contains(command.name), "no case for \(command.name)")
            #expect(command is any PerformedCommand.Type, "nothing carries out \(command.name)")
        }
        let grouped = CommandTable.types.filter { $0 is any GroupedCommand.Type }
        #expect(grouped.allSatisfy { $0 is any ImmediateCommand.Type })
    }

    @Test(
        "fails with the number of the fault",
        arguments: [
            ("play /no/such/file.mid", 66), ("enqueue /no/such/file.mid", 66),
            ("load-font /no/such/font.sf2", 66), ("load-font /etc/passwd", 65),
            ("load none", 66), ("delete-playlist none", 66), ("save empty", 66),
            ("seek 2:1", 66), ("next", 66), ("seek 2:1 at=next-bar", 66), ("note 2/1 60 100", 64),
            ("scene none", 64), ("delete-scene none", 64),
            ("connect 2=key*", 64), ("disconnect 0=hardware", 64), ("connect 1=", 64),
        ]
    )
    func failure(_ line: String, _ number: Int) async throws {
        let run = try await SessionRun()
        let client = run.client()
        let answer = try await client.ask(line)
        #expect(answer.count == 1 && answer[0].hasPrefix("ERR \(number) "), "\(answer)")
        #expect(try await client.ask("ping") == ["OK"])
        try await run.end()
    }
}
