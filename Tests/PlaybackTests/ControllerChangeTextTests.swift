import SamplerHost
import Testing

@testable import Playback

@Suite("A change of controllers")
struct ControllerChangeTextTests {
    @Test(
        "is written as it is read",
        arguments: [
            "cc1:cc11", "cc1/20-100:cc11/0-64", "cc1:cc11/127-0", "cc4:cc11/100", "keyC2:cc64",
            "keyC-1/0-1:cc64", "keyF#3:program/5", "pressure:cc1", "keyPressure:pressure",
            "cc7:none", "cc119:cc0/0",
        ]
    )
    func roundTrip(text: String) throws {
        #expect(try ControllerChange(parsing: text).description == text)
    }

    @Test("has other ways of writing it")
    func otherWays() throws {
        #expect(try ControllerChange(parsing: "key36:cc64").description == "keyC2:cc64")
        #expect(try ControllerChange(parsing: "cc1/0-127:cc2/0-127").description == "cc1:cc2")
        #expect(try ControllerChange(parsing: "cc1:cc2/5-5").description == "cc1:cc2/5")
    }

    @Test(
        "is refused with what was expected",
        arguments: [
            ("cc1", "expected SOURCE:TARGET"), ("cc1:cc2:cc3", "expected SOURCE:TARGET"),
            ("cc120:cc1", "controller 120, expected 0 … 119"),
            ("cc1:cc127", "controller 127, expected 0 … 119"),
            ("cc128:cc1", "expected a controller (cc0 to cc119), a key"),
            ("cc:cc1", "expected a controller"), ("keyH2:cc1", "expected a controller"),
            ("bend:cc1", "expected a controller"), ("cc1:bend", "program, pressure or none"),
            ("cc1/5:cc2", "expected two values from low to high"),
            ("cc1/9-3:cc2", "expected two values from low to high"),
            ("cc1/0-128:cc2", "expected two values"), ("cc1:cc2/128", "expected a value or two"),
            ("cc1:cc2/", "expected a value or two"), ("cc1:cc2/1-2-3", "expected a value or two"),
            ("cc1:none/5", "none has no values"), ("cc1/1/2:cc3", "expected SOURCE/LOW-HIGH"),
            ("", "expected SOURCE:TARGET"),
        ]
    )
    func faults(text: String, expected: String) {
        let fault = #expect(throws: RoutingSyntaxError.self) {
            try RouteArgument(parsing: "ch:1=a.sf2,changes=cc3:cc4+\(text)")
        }
        #expect(fault?.description.contains(expected) ?? false, "\(String(describing: fault))")
    }

    @Test("fits together with the others of its rule")
    func together() throws {
        for (text, expected) in [
            ("cc1:cc2+cc1:cc2", "cc1:cc2: given more than once"),
            ("cc1:none+cc1:cc2", "cc1:cc2: what passes as none"),
            (
                (0...16).map { "cc\($0):cc20" }.joined(separator: "+"),
                "17 changes, expected at most"
            ),
        ] {
            let fault = #expect(throws: RoutingSyntaxError.self) {
                try RouteArgument(parsing: "ch:1=a.sf2,changes=\(text)")
            }
            #expect(fault?.description.contains(expected) ?? false, "\(String(describing: fault))")
        }
        #expect(throws: RoutingSyntaxError.self) {
            try RouteArgument(parsing: "ch:1=none,changes=cc1:cc2")
        }
    }

    @Test("is in the rule of a route, in a rack's file, and in the graph")
    func everywhere() throws {
        var rack = RackSettings(samplers: [])
        let route = try RouteArgument(parsing: "ch:1=a.sf2,changes=cc1:cc11+pressure:none")
        try rack.add([route], settings: SamplerSettings(fonts: [])) { _ in true }
        #expect(rack.rules[0].changes.map(\.description) == ["cc1:cc11", "pressure:none"])
        let text = RackFile.text(rack)
        #expect(text.contains(#""changes""#))
        #expect(try RackFile.parse(text, path: "rack.json") == rack)
        #expect(
            try RackGraph(rack).rules[0].limits == ["cc1:cc11", "pressure:none"]
        )
        for (json, place) in [
            (#"["cc1:cc1200"]"#, "rules[0].changes"), (#""cc1:cc2""#, "rules[0].changes"),
        ] {
            let fault = #expect(throws: PlaybackError.self) {
                try RackFile.parse(
                    #"{"rules":[{"from":"all","to":"out:1","changes":\#(json)}]}"#,
                    path: "r"
                )
            }
            #expect(fault?.message.contains(place) ?? false, "\(String(describing: fault))")
        }
    }
}
