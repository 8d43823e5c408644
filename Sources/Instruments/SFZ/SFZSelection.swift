/// Chooses the regions that a key plays at first.
///
/// Some regions wait for something that a SoundFont has no counterpart for: a key switch, a
/// controller, the release of a key. All of them together would sound at once; the ones that are
/// played are those that sound first when nothing was touched.
struct SFZSelection {
    private let regions: [SFZRegion]
    private let control: SFZControl
    private let keySwitch: Double?

    init(_ regions: [SFZRegion], _ control: SFZControl) {
        self.regions = regions
        self.control = control
        keySwitch =
            regions.lazy.compactMap(\.switchDefault).first
            ?? regions.lazy.compactMap { ($0.switchLast ?? $0.switchRange.low)?.number }.first
    }

    /// The regions, in their order.
    mutating func chosen(_ log: inout InstrumentLog) -> [SFZRegion] {
        regions.filter { isChosen($0, &log) }
    }

    private func isChosen(_ region: SFZRegion, _ log: inout InstrumentLog) -> Bool {
        if let waiting = waiting(region) {
            log.addMissing(waiting.setting.position, waiting.name, waiting.message)
            return false
        }
        for (controller, range) in region.conditions {
            guard let value = value(of: controller),
                value < range.low || value >= range.high + 1
            else { continue }
            let name = Self.names[controller] ?? "controller \(controller)"
            log.addMissing(region.position, name, "regions that wait for it are left out")
            return false
        }
        let name: String
        if region.keys.high == -.infinity {
            name = "keys below 0"
        } else if region.end ?? 0 < 0 {
            name = "end=-1"
        } else if region.amplitude <= 0 {
            log.addMissing(
                region.position,
                "amplitude",
                "regions that a controller makes audible are left out"
            )
            return false
        } else {
            return true
        }
        log.addOnce(.note, region.position, name, "these regions never play")
        return false
    }

    /// The sources that are not MIDI controllers, by number in ``SFZSetting/Value/condition``.
    private static let names = [
        128: "pitch bend", 129: "channel pressure", 130: "key pressure", 1_000: "tempo",
    ]

    /// The value at the start; `nil` for what each note sets.
    private func value(of controller: Int) -> Double? {
        // Beats per minute, before a file says something else.
        controller == 1_000 ? 120 : control.value(of: controller)
    }

    /// The condition that a region waits for, and the finding about it.
    private func waiting(
        _ region: SFZRegion
    ) -> (setting: SFZSetting, name: String, message: String)? {
        if let setting = region.trigger, !["attack", "first"].contains(setting.text) {
            return (
                setting, "trigger=\(setting.text.prefix(40))",
                "not supported; these regions are left out"
            )
        }
        if let setting = region.sequencePosition,
            setting.number < 1 || setting.number >= max(region.sequenceLength, 1) + 1
        {
            return (
                setting, "seq_position",
                "not within seq_length; the regions of these positions never play"
            )
        }
        if let setting = region.random, setting.number >= region.randomEnd {
            return (setting, "lorand", "not below hirand; these regions never play")
        }
        if let setting = switchThatIsOff(region) {
            return (
                setting, "sw_last",
                "a SoundFont has no key switches; only the default articulation is played"
            )
        }
        if let setting = region.switchDown {
            return (
                setting, setting.opcode.rawValue, "regions that wait for another key are left out"
            )
        }
        return nil
    }

    /// The key switch that another one than the default has to set for a region; `nil` for none.
    private func switchThatIsOff(_ region: SFZRegion) -> SFZSetting? {
        if let setting = region.switchLast { return setting.number == keySwitch ? nil : setting }
        guard let key = keySwitch else { return nil }
        if let low = region.switchRange.low, key < low.number { return low }
        if let high = region.switchRange.high, key > high.number { return high }
        return nil
    }
}
