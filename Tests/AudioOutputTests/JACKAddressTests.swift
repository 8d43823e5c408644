import Platform
import Racks
import Testing

@testable import AudioOutput

@Suite struct JACKAddressTests {
    @Test("A device's name has the client's name, and whether it is connected")
    func names() throws {
        #expect(try JACKAddress("jack").client == "seqd")
        #expect(try JACKAddress("jack").connectsPorts)
        #expect(try JACKAddress("jack:").client == "seqd")
        #expect(try JACKAddress("jack:piano").client == "piano")
        #expect(try JACKAddress("jack:piano,connect=yes").connectsPorts)
        #expect(try !JACKAddress("jack:piano,connect=no").connectsPorts)
        #expect(JACKAddress.isMeant(by: "jack:piano") && !JACKAddress.isMeant(by: "plug:jack"))
    }

    @Test(
        "Other names are refused",
        arguments: [
            "jack:a,b", "jack:a,connect=", "jack:a:b",
            "jack:" + String(repeating: "x", count: 64),
        ]
    )
    func others(_ name: String) {
        let error = #expect(throws: HostError.self) { _ = try JACKAddress(name) }
        #expect(error?.code == .usage && error?.description.hasPrefix("device \(name): ") == true)
    }

    @Test("Channels are named for the strip of their pair")
    func channelNames() throws {
        var outputs = OutputAssignments()
        try outputs.set("1-2+3-4", of: "drums")
        try outputs.set("5-6", of: "effects:hall")
        #expect(
            outputs.channelNames(of: ChannelMap(pairs: 4)) == [
                "out_1", "out_2", "drums_1", "drums_2", "effects-hall_1", "effects-hall_2", "out_7",
                "out_8",
            ]
        )
        #expect(
            outputs.channelNames(of: try ChannelMap(parsing: "2,-1,2,mono")) == [
                "drums_1", "out_2", "out_3", "out_4",
            ]
        )
        #expect(outputs.channelNames(of: try OutputPair(parsing: "5-6")).first == "effects-hall_1")
    }
}
