import JSON
import Wording

/// The mixer's part of replies.
extension Reply {
    static func write(_ strips: [StripEntry], to answer: inout Answer) {
        answer.set("strips", strips.map { (.object($0.object), $0.words) }, line: "strip")
    }

    static func write(_ buses: [EffectsBusEntry], to answer: inout Answer) {
        answer.set(
            "effects",
            buses.map { bus in
                var object = JSONObject()
                object.set("bus", bus.name)
                object.set("reverb", bus.reverb)
                object.set("chorus", bus.chorus)
                return (
                    .object(object), "reverb=\(bus.reverb) chorus=\(bus.chorus) \(bus.name)"
                )
            },
            line: "effects"
        )
    }
}

extension StripEntry {
    fileprivate var words: String {
        [
            "gain=\(LevelText.text(gain))",
            "pan=\(NumberText.decimal(pan))", "mute=\(isMuted ? "on" : "off")",
            "solo=\(isSoloed ? "on" : "off")", "reverb=\(LevelText.text(reverb))",
            "chorus=\(LevelText.text(chorus))", "transpose=\(transpose)",
            "tune=\(NumberText.decimal(tune))",
            "peak=\(Self.tenths(peak.left))/\(Self.tenths(peak.right))",
            name,
        ].joined(separator: " ")
    }

    /// The settings with their names: all values that `strip` sets.
    package var settings: [(name: String, value: SettingValue)] {
        settingsObject.members.compactMap { member in
            SettingValue(member.value).map { (member.key, $0) }
        }
    }

    /// The settings only: a change of each of them is an event.
    private var settingsObject: JSONObject {
        var object = JSONObject()
        object.set("gain", LevelText.json(gain))
        object.set("pan", pan)
        object.set("mute", isMuted)
        object.set("solo", isSoloed)
        object.set("reverb", LevelText.json(reverb))
        object.set("chorus", LevelText.json(chorus))
        object.set("transpose", transpose)
        object.set("tune", tune)
        return object
    }

    fileprivate var object: JSONObject {
        var object = JSONObject()
        object.set("name", name)
        for member in settingsObject.members { object.set(member.key, member.value) }
        object.set("peakLeft", LevelText.json(peak.left))
        object.set("peakRight", LevelText.json(peak.right))
        object.set("heldPeakLeft", LevelText.json(heldPeak.left))
        object.set("heldPeakRight", LevelText.json(heldPeak.right))
        return object
    }

    private static func tenths(_ level: Double) -> String {
        LevelText.text((level * 10).rounded() / 10)
    }

    init(_ fields: JSONFields) throws(RequestError) {
        self.init(name: try fields.string("name"))
        gain = try fields.level("gain")
        pan = try fields.number("pan")
        isMuted = try fields.flag("mute")
        isSoloed = try fields.flag("solo")
        reverb = try fields.level("reverb")
        chorus = try fields.level("chorus")
        transpose = try fields.integer("transpose")
        tune = try fields.number("tune")
        let left = try fields.level("peakLeft")
        peak = Levels(left: left, right: try fields.level("peakRight"))
        let heldLeft = try fields.level("heldPeakLeft")
        heldPeak = Levels(left: heldLeft, right: try fields.level("heldPeakRight"))
    }
}

extension EffectsBusEntry {
    init(_ fields: JSONFields) throws(RequestError) {
        let name = try fields.string("bus")
        let reverb = try fields.string("reverb")
        self.init(name: name, reverb: reverb, chorus: try fields.string("chorus"))
    }
}
