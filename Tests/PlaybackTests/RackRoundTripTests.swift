import JSON
import SamplerHost
import TestSupport
import Testing

@testable import Playback

@Suite("A rack as text")
struct RackRoundTripTests {
    @Test("is read back as it was written", arguments: 0..<300 as Range<UInt64>)
    func racks(_ seed: UInt64) throws {
        var maker = RackMaker(seed: seed)
        let rack = maker.rack()
        let text = RackFile.text(rack)
        #expect(try RackFile.parse(text, path: "racks/any.json") == rack)
    }

    @Test("leaves out what is as usual")
    func usual() throws {
        let settings = SamplerSettings(fonts: [SoundFontReference(path: "a.sf2")])
        var rack = RackSettings(samplers: [RackSettings.Sampler(name: "a", settings: settings)])
        rack.rules = [
            RoutingRule(source: .track(2), destinations: [RoutingDestination(sampler: "a")])
        ]
        #expect(
            try JSONEncoding.encode(rack).text
                == #"{"schema":1,"samplers":[{"name":"a","fonts":["a.sf2"]}],"#
                + #""rules":[{"from":"track:2","to":"a"}]}"#
        )
    }

    @Test(
        "has selectors that are read back as they were written",
        arguments: 0..<100 as Range<UInt64>
    )
    func selectors(_ seed: UInt64) throws {
        var maker = RackMaker(seed: seed)
        for rule in maker.rack().rules {
            let selector = RoutingSelector(rule.source, channels: rule.channels)
            guard let text = selector.text else { continue }
            #expect(try RoutingSelector(parsing: text) == selector)
        }
    }
}
