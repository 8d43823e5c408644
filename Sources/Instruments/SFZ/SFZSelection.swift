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
            ?? regions.lazy.compactMap { $0.switchLast?.number }.first
    }

    /// The regions, in their order.
    mutating func chosen(_ log: inout InstrumentLog) -> [SFZRegion] {
        regions.filter { isChosen($0, &log) }
    }

    private func isChosen(_ region: SFZRegion, _ log: inout InstrumentLog) -> Bool {
        if let waiting = waiting(region) {
            log.addOnce(.warning, waiting.setting.position, waiting.name, waiting.message)
            return false
        }
        for (controller, range) in region.conditions {
            let value = control.controllers[controller] ?? 0
            guard value < range.low || value > range.high else { continue }
            log.addOnce(
                .warning,
                region.position,
                "locc\(controller)",
                "regions that wait for controller \(controller) are left out"
            )
            return false
        }
        let name: String
        if min(region.keys.low, region.keys.high) == -.infinity {
            name = "keys below 0"
        } else if region.end ?? 0 < 0 {
            name = "end=-1"
        } else {
            return true
        }
        log.addOnce(.note, region.position, name, "these regions never play")
        return false
    }

    /// What a region waits for, and what to say of it.
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
        if let setting = region.switchLast, setting.number != keySwitch {
            return (
                setting, "sw_last",
                "a SoundFont has no key switches; only the default articulation is played"
            )
        }
        return nil
    }
}
