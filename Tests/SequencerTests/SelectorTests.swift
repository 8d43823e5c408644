import SMF
import Sequencer
import Testing

struct SelectorTests {
    private let sequence = PreparedSequence.of([
        .of([(0, .text(3, "Conductor"))]),
        .of([(0, .text(3, "Slap Bass")), (0, .on(1, 40))]),
        .of([(0, .text(3, "Drums")), (0, .port(1)), (0, .on(9, 36)), (0, .on(1, 36))]),
    ])

    private func resolve(_ texts: String...) throws -> Selection {
        try SelectorSet(parsing: texts).resolve(in: sequence)
    }

    @Test func channelsAreChosenOnAllPortsOrOne() throws {
        #expect(try resolve("2") == Selection(tracks: [], channels: [2, 2]))
        #expect(try resolve("ch:10") == Selection(tracks: [], channels: [0, 1 << 9]))
        #expect(try resolve("ch:2/2") == Selection(tracks: [], channels: [0, 2]))
        #expect(try resolve("ch:2/2,track:1", "ch:1/2").channels == [2, 2])
    }

    @Test func tracksAreChosenByNumberAndName() throws {
        #expect(try resolve("track:3").tracks == [2])
        #expect(try resolve("track:slap bass").tracks == [1])
        #expect(try resolve("track:*s").tracks == [1, 2])
        #expect(try resolve("track:dr?m*").tracks == [2])
        #expect(try resolve("all").tracks == [0, 1, 2])
        #expect(try resolve("all").channels == [0xFFFF, 0xFFFF])
        #expect(try SelectorSet().resolve(in: sequence).isEmpty)
    }

    @Test(arguments: [
        ("ch:5", "ch:5: no match; the channels are: 1/2, 2/2, 2/10"),
        ("ch:3/2", "ch:3/2: no match; the ports are: 1, 2"),
        ("ch:1/10", "ch:1/10: no match; the channels are: 1/2, 2/2, 2/10"),
        ("track:4", "track:4: no match; the tracks are 1 to 3"),
        ("track:Flute", "track:Flute: no match; the tracks are: Conductor, Slap Bass, Drums"),
    ])
    func whatMatchesNothingSaysWhatThereIs(text: String, message: String) {
        let error = #expect(throws: SelectorError.self) { try resolve(text) }
        #expect(error?.description == message)
        #expect(error?.code == .noMatch)
    }

    @Test(arguments: [
        "", "0", "17", "ch:", "ch:0", "ch:0/1", "ch:257/1", "1/2", "track:", "track:0", "bass",
        "1,,2", "ch:1/2/3", "-1", "99999999999999999999", "track:99999999999999999999",
    ])
    func whatIsNoSelectorIsRefused(text: String) {
        let error = #expect(throws: SelectorError.self) { try SelectorSet(parsing: text) }
        #expect(error?.code == .syntax)
    }

    @Test func selectorsAreWrittenAsTyped() throws {
        for text in ["all", "ch:10", "ch:2/10", "track:3", "track:Bass*"] {
            #expect(try Selector(parsing: text).description == text)
        }
    }
}
