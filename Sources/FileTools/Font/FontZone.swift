package import JSON
package import SoundFont

/// A zone of a preset with the sample that it plays: the keys and velocities that the zones of the
/// preset and of its instrument have in common.
package struct FontZone {
    /// The keys; `nil` for none.
    package let keys: ClosedRange<Int>?
    /// The velocities; `nil` for none.
    package let velocities: ClosedRange<Int>?
    /// The name of the sample.
    package let sample: String
    /// The name of the instrument.
    package let instrument: String

    /// The zones of a preset, in the order of the file.
    package static func zones(of preset: SoundBank.Preset, in bank: SoundBank) -> [FontZone] {
        preset.zones.flatMap { outer -> [FontZone] in
            guard let target = outer.target else { return [] }
            let instrument = bank.instruments[target]
            return instrument.zones.compactMap { inner in
                guard let sample = inner.target else { return nil }
                return FontZone(
                    keys: common(
                        outer.keys ?? preset.global?.keys,
                        inner.keys ?? instrument.global?.keys
                    ),
                    velocities: common(
                        outer.velocities ?? preset.global?.velocities,
                        inner.velocities ?? instrument.global?.velocities
                    ),
                    sample: bank.samples[sample].name,
                    instrument: instrument.name
                )
            }
        }
    }

    private static func common(_ one: ZoneRange?, _ other: ZoneRange?) -> ClosedRange<Int>? {
        let all = ZoneRange(0, 127)
        guard let one = (one ?? all).numbers, let other = (other ?? all).numbers,
            one.overlaps(other)
        else { return nil }
        return one.clamped(to: other)
    }

    /// The range from the lowest to the highest number of some ranges.
    package static func hull(_ ranges: [ClosedRange<Int>?]) -> ClosedRange<Int>? {
        let ranges = ranges.compactMap(\.self)
        guard let low = ranges.map(\.lowerBound).min(), let high = ranges.map(\.upperBound).max()
        else { return nil }
        return low...high
    }

    /// A range in a table: `36-96`, `60`, or `-` for nothing.
    package static func text(_ range: ClosedRange<Int>?) -> String {
        guard let range else { return "-" }
        return range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
    }

    /// Sets the ends of a range, such as `lowestKey` and `highestKey`; none of an empty range.
    package static func set(_ range: ClosedRange<Int>?, _ name: String, in object: inout JSONObject)
    {
        guard let range else { return }
        object.set("lowest\(name)", range.lowerBound)
        object.set("highest\(name)", range.upperBound)
    }

    /// The zone as an object.
    package var json: JSONObject {
        var object = JSONObject()
        Self.set(keys, "Key", in: &object)
        Self.set(velocities, "Velocity", in: &object)
        object.set("sample", sample)
        object.set("instrument", instrument)
        return object
    }
}
