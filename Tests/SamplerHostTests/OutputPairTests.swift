import Effects
import Foundation
import Realtime
import Testing

@testable import SamplerHost

/// Pairs of output channels, and the mixes on them.
@Suite struct OutputPairTests {
    @Test func aPairIsReadAsPeopleNumberChannels() throws {
        for (text, index) in [("1-2", 0), ("3-4", 1), ("31-32", 15)] {
            let pair = try OutputPair(parsing: text)
            #expect(pair.index == index)
            #expect(pair.text == text)
        }
        #expect(OutputPair.main.text == "1-2")
    }

    @Test(arguments: ["", "3", "2-3", "4-3", "33-34", "0-1", "3-4 ", "03-04"])
    func whatIsNoPairIsRefused(text: String) {
        let failure = #expect(throws: RoutingSyntaxError.self) { try OutputPair(parsing: text) }
        #expect(
            failure?.description
                == "\"\(text)\": expected a pair of output channels: 1-2, 3-4 to 31-32"
        )
    }

    @Test func aStripHasSeveralPairsInTheirOrder() throws {
        #expect(try OutputPairs(parsing: "5-6+1-2").text == "1-2+5-6")
        #expect(try OutputPairs(parsing: "3-4").all == [OutputPair(1)])
        for (text, words) in [
            ("3-4+", "expected a pair"), ("3-4+3-4", "3-4 is given more than once"),
            ("+", "expected"),
        ] {
            let failure = #expect(throws: RoutingSyntaxError.self) {
                try OutputPairs(parsing: text)
            }
            #expect(failure?.description.contains(words) == true, "\(text)")
        }
    }

    // MARK: Assignments

    private func rack(_ json: String) throws -> RackSettings {
        try JSONDecoder().decode(RackSettings.self, from: Data(json.utf8))
    }

    @Test("a rack gives pairs to samplers, the metronome and effects buses")
    func ofARack() throws {
        let rack = try rack(
            """
            {"samplers": [{"name": "drums", "fonts": ["d.sf2"], "output": "3-4"},
                          {"name": "bass", "fonts": ["b.sf2"]}],
             "fallback": {"name": "rest", "fonts": ["r.sf2"], "output": "5-6"},
             "effects": {"hall": {"reverb": "large-hall"}},
             "outputs": {"metronome": "7-8", "effects:hall": "3-4", "bass": "1-2+5-6"}}
            """
        )
        let outputs = rack.assignments
        #expect(outputs["drums"]?.text == "3-4")
        #expect(outputs["bass"]?.text == "1-2+5-6")
        #expect(outputs["rest"]?.text == "5-6" && outputs["rest 2"]?.text == "5-6")
        #expect(outputs["metronome"]?.text == "7-8")
        #expect(outputs["effects:hall"]?.text == "3-4" && outputs["effects:main"] == nil)
        #expect(outputs.pairCount == 4)
        let again = try JSONDecoder().decode(
            RackSettings.self,
            from: JSONEncoder().encode(rack)
        )
        #expect(again == rack)
        #expect(OutputAssignments().pairCount == 1)
    }

    @Test("a rack gives inserts to outputs and effects buses")
    func insertsOfARack() throws {
        let rack = try rack(
            """
            {"samplers": [{"name": "drums", "fonts": ["d.sf2"], "output": "3-4"}],
             "effects": {"hall": {"reverb": "large-hall"}},
             "inserts": {"master": "compressor,master", "output:3-4": "limiter",
                         "effects:hall": "eq,low-cut=200:12;width,wide"}}
            """
        )
        #expect(rack.inserts.names == ["master", "effects:hall", "output:3-4"])
        #expect(rack.inserts[.effects("hall")].count == 2)
        let again = try JSONDecoder().decode(
            RackSettings.self,
            from: JSONEncoder().encode(rack)
        )
        #expect(again == rack)
    }

    @Test(
        "a fault in a rack is named",
        arguments: [
            (#""outputs": {"drums": "2-3"}"#, "expected a pair of output channels"),
            (#""outputs": {"drums": 3}"#, "expected a pair of output channels"),
            (#""outputs": {"effects:main": "1-2+3-4"}"#, "expected a pair of output channels"),
            (
                #""outputs": {"drumz": "3-4"}"#,
                "not in the mixer; expected one of drums, metronome, effects:main"
            ),
            (#""outputs": {"effects:hall": "3-4"}"#, "not in the mixer"),
            (#""outputs": {"drums/10": "3-4"}"#, "the strip of a channel leads to its sampler"),
            (#""inserts": "gait""#, "no insert \"gait\"; expected filter, eq"),
            (#""inserts": {"3-4": "gate"}"#, "expected master, output:3-4 to output:31-32"),
            (#""inserts": {"output:3-4": "gate"}"#, "expected one of master, effects:main"),
            (#""inserts": {"effects:hall": "gate"}"#, "expected one of master, effects:main"),
        ]
    )
    func faults(outputs: String, words: String) throws {
        let failure = #expect(throws: DecodingError.self) {
            try rack(
                "{\"samplers\": [{\"name\": \"drums\", \"fonts\": [\"d.sf2\"]}], \(outputs)}"
            )
        }
        #expect("\(try #require(failure))".contains(words), "\(String(describing: failure))")
    }

    // MARK: The mix

    /// Frames of a sound that is loud, silent for long, and loud again: `nil` for periods in which
    /// nothing is added.
    private static let periods: [Float?] =
        [0.5, 2.5, nil, nil, nil, 1.9] + Array(repeating: nil, count: 1_500) + [0.2, nil, 3]

    @Test("a mix that is left out while it is silent gives the samples of one that is not")
    func silence() {
        var settings = EngineSettings(sampler: SamplerSettings(fonts: []))
        settings.maximumPeriod = 48
        var mix = OutputMix(settings.mix)
        var limiter = Limiter(rate: settings.rate, maximumFrames: 48)
        var sound = StereoBuffer(capacity: 48)
        var (silentPeriods, differing) = (0, 0)
        for level in Self.periods {
            mix.begin(48)
            sound.clear(from: 0, to: 48)
            if let level {
                mix.wake()
                for frame in 0..<48 {
                    let sample = level * (frame % 7 < 3 ? 1 : -0.4)
                    sound.left[frame] = sample
                    sound.right[frame] = -sample / 2
                    mix.sound.left[frame] = sample
                    mix.sound.right[frame] = -sample / 2
                }
            }
            if mix.isSilent { silentPeriods += 1 }
            mix.limit(48)
            limiter.process(&sound, frames: 48)
            for frame in 0..<48 {
                let (left, right) = (mix.sound.left[frame], mix.sound.right[frame])
                if left != sound.left[frame] || right != sound.right[frame] { differing += 1 }
            }
        }
        #expect(differing == 0)
        // The release takes a while; then there is nothing to do.
        #expect(silentPeriods > 100)
    }
}
