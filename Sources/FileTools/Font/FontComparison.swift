import JSON
package import SamplerHost
import SoundFont

/// The differences between two fonts, preset by preset.
package struct FontComparison {
    /// A preset as it is found in a font.
    package struct Address: Hashable, Comparable {
        package var bank: UInt16
        package var program: UInt16

        package static func < (one: Address, other: Address) -> Bool {
            (one.bank, one.program) < (other.bank, other.program)
        }

        package var text: String { "\(bank):\(program)" }
    }

    package private(set) var onlyFirst: [Address] = []
    package private(set) var onlySecond: [Address] = []
    package private(set) var different: [(address: Address, reason: String)] = []
    /// Whether there is no difference.
    package var isEqual: Bool { onlyFirst.isEmpty && onlySecond.isEmpty && different.isEmpty }
    private let names: [Address: String]

    package init(_ one: FontContent, _ other: FontContent) {
        let first = Self.presets(of: one.bank)
        let second = Self.presets(of: other.bank)
        names = second.merging(first) { _, name in name }.mapValues(\.name)
        onlyFirst = first.keys.filter { second[$0] == nil }.sorted()
        onlySecond = second.keys.filter { first[$0] == nil }.sorted()
        for address in first.keys.sorted() {
            guard let preset = first[address], let match = second[address],
                let reason = Self.difference(preset, one, match, other)
            else { continue }
            different.append((address, reason))
        }
    }

    /// The last of several with the same address is the one that is played.
    private static func presets(of bank: SoundBank) -> [Address: SoundBank.Preset] {
        var presets: [Address: SoundBank.Preset] = [:]
        for preset in bank.presets {
            presets[Address(bank: preset.bank, program: preset.program)] = preset
        }
        return presets
    }

    private static func difference(
        _ preset: SoundBank.Preset,
        _ one: FontContent,
        _ match: SoundBank.Preset,
        _ other: FontContent
    ) -> String? {
        if preset.name != match.name { return "the name: \(preset.name), \(match.name)" }
        guard preset.zones.count == match.zones.count else {
            return "the number of zones: \(preset.zones.count), \(match.zones.count)"
        }
        guard preset.global == match.global else { return "the parameters of the global zone" }
        for (zone, counterpart) in zip(preset.zones, match.zones) {
            guard isSame(zone, counterpart) else { return "the parameters of a zone" }
            guard let index = zone.target, let otherIndex = counterpart.target else { continue }
            let (instrument, twin) = (
                one.bank.instruments[index], other.bank.instruments[otherIndex]
            )
            guard instrument.zones.count == twin.zones.count, instrument.global == twin.global
            else {
                return "the zones of instrument \(instrument.name)"
            }
            for (inner, innerTwin) in zip(instrument.zones, twin.zones) {
                guard isSame(inner, innerTwin) else {
                    return "the parameters of instrument \(instrument.name)"
                }
                guard let sample = inner.target, let sampleTwin = innerTwin.target else { continue }
                if let reason = difference(sample, one, sampleTwin, other) { return reason }
            }
        }
        return nil
    }

    private static func isSame(_ zone: SoundBank.Zone, _ other: SoundBank.Zone) -> Bool {
        zone.keys == other.keys && zone.velocities == other.velocities
            && zone.modulators == other.modulators
            && Set(zone.generators) == Set(other.generators)
    }

    private static func difference(
        _ index: Int,
        _ one: FontContent,
        _ otherIndex: Int,
        _ other: FontContent
    ) -> String? {
        let (sample, twin) = (one.bank.samples[index], other.bank.samples[otherIndex])
        let name = sample.name
        guard sample.rate == twin.rate, sample.rootKey == twin.rootKey,
            sample.correction == twin.correction
        else { return "the rate or the key of sample \(name)" }
        let isCompressed = sample.type.union(twin.type).contains(.vorbis)
        guard isCompressed || sample.end - sample.start == twin.end - twin.start,
            sample.loopStart - sample.loopBase == twin.loopStart - twin.loopBase,
            sample.loopEnd - sample.loopBase == twin.loopEnd - twin.loopBase
        else { return "the length or the loop of sample \(name)" }
        let frames = try? one.frames(ofSample: index)
        guard frames == (try? other.frames(ofSample: otherIndex)) else {
            return "the frames of sample \(name)"
        }
        return nil
    }

    package func lines(_ first: String, _ second: String) -> [String] {
        onlyFirst.map { "only \(first): \(label($0))" }
            + onlySecond.map { "only \(second): \(label($0))" }
            + different.map { "different: \(label($0.address)): \($0.reason)" }
    }

    private func label(_ address: Address) -> String {
        "\(address.text) \(names[address] ?? "")"
    }

    package func json(_ first: String, _ second: String) -> String {
        var document = JSONObject()
        document.set("schema", 1)
        document.set("first", first)
        document.set("second", second)
        document.set("onlyFirst", onlyFirst.map(\.text))
        document.set("onlySecond", onlySecond.map(\.text))
        document.set(
            "different",
            different.map { difference in
                var object = JSONObject()
                object.set("preset", difference.address.text)
                object.set("reason", difference.reason)
                return object
            }
        )
        return document.json.text
    }
}
