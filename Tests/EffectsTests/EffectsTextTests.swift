import Effects
import Foundation
import Testing

/// Effects as texts and as JSON.
@Suite struct EffectsTextTests {
    @Test func aNameIsAPreset() throws {
        #expect(try ReverbParameters.parsing("default") == ReverbParameters())
        let hall = try #require(try ReverbParameters.parsing("large-hall"))
        #expect(abs(hall.time - 2.4) < 1e-9)
        #expect((hall.damping, hall.scale, hall.width, hall.level) == (0.3, 0.85, 0.8, 0.7))
        let flanger = try #require(try ChorusParameters.parsing("flanger"))
        #expect(abs(flanger.feedback - 0.8546) < 1e-3)
        #expect(flanger.speed == 0.122)
        for name in ReverbParameters.presetNames { _ = try ReverbParameters.parsing(name) }
        for name in ChorusParameters.presetNames { _ = try ChorusParameters.parsing(name) }
    }

    @Test(arguments: [
        "default", "cathedral", "off", "level=0.25", "damping=0.1,width=1", "time=3.2", "delay",
        "panning-delay", "level=0.5,delay=250,feedback=0.5,type=panning-delay",
    ])
    func aReverbIsWrittenAsItIsRead(_ text: String) throws {
        var settings = EffectsSettings()
        settings.reverb = try ReverbParameters.parsing(text)
        #expect(settings.reverbText == text)
    }

    @Test(arguments: ["default", "flanger", "off", "voices=5,speed=1.5,shape=triangle"])
    func aChorusIsWrittenAsItIsRead(_ text: String) throws {
        var settings = EffectsSettings()
        settings.chorus = try ChorusParameters.parsing(text)
        #expect(settings.chorusText == text)
    }

    @Test func aDelayHasParametersOfItsOwn() throws {
        let delay = try #require(try ReverbParameters.parsing("delay,feedback=0.5,level=1"))
        #expect(delay.algorithm == .delay)
        #expect((delay.delay, delay.feedback, delay.damping, delay.level) == (112.64, 0.5, 0, 1))
        let panning = try #require(try ReverbParameters.parsing("delay=250,type=panning-delay"))
        #expect(panning.algorithm == .panningDelay)
        #expect((panning.delay, panning.feedback, panning.damping) == (250, 0.374, 0.3))
        let names = ["delay", "panning-delay"].map { try? ReverbParameters.parsing($0) }
        let kinds = [ReverbKind.delay, .panningDelay].map { kind in
            var parameters = ReverbParameters()
            parameters.become(kind)
            return parameters
        }
        #expect(names == kinds)
    }

    @Test func offIsNone() throws {
        #expect(try ReverbParameters.parsing("off") == nil)
        #expect(try ChorusParameters.parsing("off") == nil)
    }

    @Test func parametersAloneOrBehindAName() throws {
        let reverb = try #require(
            try ReverbParameters.parsing("time=3,damping=0.1,size=0.5,width=1,level=0.2")
        )
        #expect(abs(reverb.time - 3) < 1e-9)
        #expect(
            (reverb.damping, reverb.scale, reverb.width, reverb.level) == (0.1, 0.5, 1, 0.2)
        )
        let plate = try #require(try ReverbParameters.parsing("plate,level=1"))
        #expect((plate.damping, plate.level) == (0.05, 1))
        let chorus = try #require(
            try ChorusParameters.parsing("voices=5,speed=1.5,shape=triangle,reverb-send=0.5")
        )
        #expect((chorus.voices, chorus.speed, chorus.reverbSend) == (5, 1.5, 0.5))
        #expect(chorus.shape == .triangle)
    }

    @Test(
        "what is wrong is named, with what was expected",
        arguments: [
            ("rom", "no reverb \"rom\"; expected off, default, room, plate, "),
            ("time=30", "time=30: expected 0.7 to 12.5 seconds"),
            ("level=x", "level=x: expected 0 to 1"),
            ("level=nan", "level=nan: expected 0 to 1"),
            ("room,loudness=1", "no parameter \"loudness\"; the keys are time, room-size, "),
            ("level=1,level=0.5", "level: twice"),
            ("room,feedback=0.5", "feedback: this reverb has no such parameter; it has time, "),
            (
                "time=2,type=delay",
                "time: this reverb has no such parameter; it has damping, level, delay, feedback"
            ),
            ("delay,delay=1", "delay=1: expected 2 to 500 ms"),
            ("type=hall", "type=hall: expected room or delay or panning-delay"),
            ("level=1,room", "\"room\": expected KEY=VALUE"),
            ("off,level=1", "off takes no parameters"),
            ("", "no reverb \"\""), ("room,", "\"\": expected KEY=VALUE"),
        ]
    )
    func faults(text: String, message: String) {
        do throws(EffectsError) {
            _ = try ReverbParameters.parsing(text)
            Issue.record("\(text) was taken")
        } catch {
            #expect(error.description.hasPrefix(message), "\(error)")
        }
    }

    @Test(
        arguments: [
            ("voices=2.5", "voices=2.5: expected a whole number, 0 to 99"),
            ("shape=square", "shape=square: expected sine or triangle"),
            ("speed=-1", "speed=-1: expected 0 to 20 Hz"),
        ]
    )
    func faultsOfAChorus(text: String, message: String) {
        #expect(throws: EffectsError.self) { try ChorusParameters.parsing(text) }
        do { _ = try ChorusParameters.parsing(text) } catch {
            #expect("\(error)".hasPrefix(message), "\(error)")
        }
    }

    private func decode(_ json: String) throws -> EffectsSettings {
        try JSONDecoder().decode(EffectsSettings.self, from: Data(json.utf8))
    }

    @Test func asJSON() throws {
        #expect(try decode("{}") == EffectsSettings())
        #expect(try decode(#"{"reverb": null, "chorus": "off"}"#) == .none)
        let settings = try decode(
            #"{"reverb": {"roomSize": 0.25, "size": 0.5}, "chorus": "flanger,voices=2"}"#
        )
        #expect(settings.reverb?.roomSize == 0.25)
        #expect(settings.reverb?.scale == 0.5)
        #expect(settings.reverb?.level == 0.7)
        #expect(settings.chorus?.voices == 2)
        let echo = try decode(#"{"reverb": {"delay": 250, "type": "delay"}}"#)
        #expect(echo.reverbText == "delay=250,type=delay")
        for value in [
            settings, EffectsSettings(), .none, echo, try decode(#"{"reverb": "delay"}"#),
        ] {
            let data = try JSONEncoder().encode(value)
            #expect(try JSONDecoder().decode(EffectsSettings.self, from: data) == value)
        }
    }

    @Test(
        arguments: [
            #"{"delay": 1}"#, #"{"reverb": "rom"}"#, #"{"reverb": {"level": 2}}"#,
            #"{"reverb": {"loudness": 1}}"#, #"{"chorus": {"shape": "square"}}"#,
            #"{"chorus": 3}"#, #"{"reverb": {"delay": 250}}"#,
            #"{"reverb": {"type": "delay", "size": 0.5}}"#, #"{"reverb": {"type": "cave"}}"#,
        ]
    )
    func faultsInJSON(json: String) {
        #expect(throws: DecodingError.self) { try decode(json) }
    }
}
