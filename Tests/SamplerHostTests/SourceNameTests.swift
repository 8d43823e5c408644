import Glibc
import MIDI
import Realtime
import TestSupport
import Testing

@testable import MIDIPorts
@testable import SamplerHost

/// Rules that choose live sources by name: `input:KeyLab*`.
@Suite struct SourceNameTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    @Test func rulesTakeWhatSourcesOfTheNamePlayAndNothingElse() throws {
        let performance = try Performance(
            font: studio.font,
            inputs: 2,
            rack: studio.rack(
                .rule(.inputName("Key*"), to: "one") {
                    $0.keys = 60...127
                    $0.destinations[0].transpose = 12
                },
                .rule(.inputName("Pads"), to: "two") { $0.destinations[0].transpose = -12 },
                .rule(.input(1), to: "three")
            )
        )
        // The first is one of the keyboards, the second is the pads, the third is nobody.
        for source: UInt8 in 0..<3 {
            performance.opens(source, at: 0, input: source == 1 ? 1 : 0)
        }
        performance.at(0, .names(1, source: 0, stamp: 0))
        performance.at(0, .names(2, source: 1, stamp: 0))
        performance.sends([0x90, 60, 100], from: 0, at: 20)
        performance.sends([0x90, 48, 100], from: 0, at: 20)
        performance.sends([0x90, 94, 100], from: 1, at: 20)
        performance.sends([0x90, 65, 100], from: 2, at: 20)
        // A key ends where it began, whatever its source is called by then.
        performance.at(100, .names(0, source: 0, stamp: 0))
        performance.sends([0x80, 60, 64], from: 0, at: 200)
        performance.sends([0x80, 48, 64], from: 0, at: 200)
        performance.sends([0x90, 60, 100], from: 0, at: 300)
        performance.closes(1, at: 300)
        try performance.run(until: 500)
        for key: UInt8 in [72, 48, 82, 65] { #expect(try performance.isHeard(key, at: 120)) }
        for key: UInt8 in [60, 94] { #expect(try !performance.isHeard(key, at: 120)) }
        // Others sound on, and leak into the measurement.
        for key: UInt8 in [72, 48] { #expect(try performance.level(ofKey: key, at: 280) < -50) }
        #expect(try performance.isHeard(60, at: 400))
        #expect(try !performance.isHeard(82, at: 420))
        #expect(try performance.isHeard(65, at: 420))
    }

    @Test func controllersReachTheRulesOfTheSource() throws {
        let performance = try Performance(
            font: studio.font,
            rack: studio.rack(
                .rule(.inputName("Key*"), to: "one"),
                .rule(.input(1), to: "two")
            )
        )
        for source: UInt8 in 0..<2 { performance.opens(source, at: 0) }
        performance.at(0, .names(1, source: 0, stamp: 0))
        performance.sends([0x90, 60, 100], from: 0, at: 20)
        performance.sends([0x90, 65, 100], from: 1, at: 20)
        // A pedal of the keyboard holds nothing of the other source, and the other way round.
        performance.sends([0xB0, 64, 127], from: 0, at: 60)
        for (source, key) in [(0, 60), (1, 65)] as [(UInt8, UInt8)] {
            performance.sends([0x80, key, 64], from: source, at: 100)
        }
        // A reset by a System Exclusive message ends what sounds on the sampler of its source.
        performance.at(
            300,
            .systemExclusive([0x7E, 0x7F, 9, 1], source: 1, stamp: 0)
        )
        performance.at(
            400,
            .systemExclusive([0x7E, 0x7F, 9, 1], source: 0, stamp: 0)
        )
        try performance.run(until: 600)
        #expect(try performance.isHeard(60, at: 220))
        #expect(try !performance.isHeard(65, at: 220))
        #expect(try performance.isHeard(60, at: 350))
        #expect(try !performance.isHeard(60, at: 500))
    }

    @Test func whatOneRuleTakesForANameIsTakenForThatNameAlone() throws {
        let routing = try studio.rack(
            .rule(.inputName("Key*"), to: "one"),
            .rule(.inputName("Key*"), to: "two"),
            .rule(.inputName("Pads"), to: "three"),
            .rule(.socket, to: "two")
        ).routing(ofInputs: 1)
        #expect(routing.findings == [.shadowedRule(1)])
        #expect(routing.sourceNames == ["Key*", "Pads"])
        #expect(routing.routes(input: 0, channel: 0).map(\.rule) == [0, 2, nil])
        // What comes by the socket has no name.
        #expect(routing.routes(input: 0, channel: 0, bySocket: true).map(\.rule) == [3])
    }

    @Test func patternsKeepTheirNumbersFromRackToRack() throws {
        #expect(StableNumbers.names(["b", "c"], after: []) == ["b", "c"])
        #expect(StableNumbers.names(["c", "d"], after: ["b", "c"]) == ["", "c", "d"])
        // The number of one that has just gone is not free before the rack after that.
        #expect(StableNumbers.names(["d", "e"], after: ["", "c", "d"]) == ["e", "", "d"])

        let names = InputNames()
        names.replace(with: ["", "c", "d"], keeping: ["b", "c"])
        #expect(names.current.map { $0?.text } == ["b", "c", "d"])
    }

    @Test func aRackWithTooManyNamesIsRefused() {
        let names = (1...17).map { RoutingRule.rule(.inputName("keys \($0)"), to: "one") }
        var rack = RoutedStage.settings(font: studio.font)
        rack.rules = names
        let error = #expect(throws: RoutingError.self) { try rack.check() }
        #expect(error?.code == .tooManySourceNames)
        #expect(error?.detail == "17 names of live sources, expected at most 16")
    }

    // MARK: The input thread

    /// The numbers of names that were told, with their sources.
    private func told(_ listener: LiveListener) -> [(source: UInt8, names: UInt32)] {
        var told: [(UInt8, UInt32)] = []
        while let event = listener.queue.ring.value.pop() {
            if event.kind == .names { told.append((event.source, event.bits)) }
        }
        return told
    }

    @Test func sourcesAreToldByTheNamesThatTheyHave() throws {
        let listener = LiveListener()
        var names = [20: "KeyLab", 21: "Pads"]
        let senders = LiveSenders(
            writer: LiveWriter(listener.queue),
            received: ReceivedMessages(),
            names: listener.queue.names
        ) { key in
            guard case .sequencer(let address, _) = key, let name = names[address.client] else {
                return nil
            }
            return .port(
                SequencerPort(
                    address: address,
                    clientName: name,
                    name: "MIDI 1",
                    isReadable: true,
                    isWritable: false,
                    isHardware: true,
                    isUtility: false
                )
            )
        }
        func play(_ client: Int) {
            senders.receive(
                .noteOn(channel: 0, key: 60, velocity: 1),
                from: .sequencer(SequencerAddress(client: client, port: 0), input: 0),
                stamp: 0
            )
        }
        play(20)
        #expect(told(listener).isEmpty)
        // Other rules: all that are there are told, and those that come.
        listener.queue.names.replace(with: ["keylab:midi 1", "", "pads", "21:0"])
        play(20)
        play(21)
        var heard = told(listener)
        #expect(heard.map(\.source) == [0, 1])
        #expect(heard.map(\.names) == [0b0001, 0b1100])
        play(20)
        #expect(told(listener).isEmpty)
        // A source that comes back is told again.
        senders.close(stamp: 0) { _ in true }
        play(20)
        heard = told(listener)
        #expect(heard.map(\.names) == [0b0001])
        names[20] = "Pads"
        senders.rename(stamp: 0) { _ in true }
        heard = told(listener)
        #expect(heard.map(\.names) == [0b0100])
        listener.queue.names.replace(with: [])
        play(20)
        heard = told(listener)
        #expect(heard.map(\.names) == [0])
    }

    @Test func rawSourcesAreKnownByTheirPaths() async throws {
        let folder = try TemporaryDirectory()
        let path = folder.path + "/Pedals"
        try #require(mkfifo(path, 0o600) == 0)
        let listener = LiveListener()
        listener.queue.names.replace(with: ["*/keys", "*/pedals"])
        var settings = LiveInputSettings()
        settings.usesSequencer = false
        settings.raw = [try RawSource(parsing: path, inputs: 1)]
        let input = try LiveInput(settings, queue: listener.queue)
        let writer = open(path, O_WRONLY | O_NONBLOCK)
        try #require(writer >= 0)
        _ = write(writer, [0xC0, 5] as [UInt8], 2)
        let played = try await listener.listen { $0.last == .message(0, [0xC0, 5]) }
        #expect(played)
        #expect(
            listener.heard == [.open(0, input: 0), .names(0, 0b10), .message(0, [0xC0, 5])]
        )
        #expect(input.status.hasSource(named: "*/pedals"))
        #expect(!input.status.hasSource(named: "*/keys"))
        close(writer)
        input.close()
    }
}
