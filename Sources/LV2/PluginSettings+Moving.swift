package import Platform
import Wording

/// Controls of a plugin that is not made again for them.
extension PluginSettings {
    /// Whether an instance with other settings gets these by setting its controls.
    ///
    /// That is so for the same plugin with the same preset, if no control returns to the value of the
    /// preset.
    ///
    /// - Parameter other: The settings of the instance.
    /// - Returns: `true` if it does.
    package func differsInControlsAlone(from other: PluginSettings) -> Bool {
        plugin == other.plugin && preset == other.preset
            && Set(controls.map(\.symbol)).isSuperset(of: other.controls.map(\.symbol))
    }

    /// The settings at a part of the way to others, which differ in controls alone: numbers move
    /// evenly.
    ///
    /// - Parameters:
    ///   - other: The settings to which they move.
    ///   - part: The part of the way, 0 … 1.
    /// - Returns: The settings there.
    package func moving(to other: PluginSettings, part: Double) -> PluginSettings {
        var result = other
        for (index, control) in other.controls.enumerated() {
            guard let old = controls.first(where: { $0.symbol == control.symbol }),
                let start = Double(old.value), let end = Double(control.value)
            else { continue }
            result.controls[index].value = NumberText.decimal(
                start + (end - start) * part,
                decimals: 9
            )
        }
        return result
    }

    /// The values of controls step by step.
    ///
    /// Controls that have whole numbers, switches and names of values alone are there at once.
    ///
    /// - Parameters:
    ///   - steps: The settings at the end of each step, which have the same controls in one order.
    ///   - library: The plugins that are installed.
    ///   - rate: Frames per second.
    /// - Returns: The values of each step, all in the order of the first.
    /// - Throws: As ``resolve(in:rate:)`` for the settings of the last step.
    package static func values(
        of steps: [PluginSettings],
        in library: PluginLibrary,
        rate: Int
    ) throws(HostError) -> [[ResolvedPlugin.Value]] {
        guard let last = steps.last else { return [] }
        let resolved = try last.resolve(in: library, rate: rate)
        let controls = library.declaration(resolved.uri, details: true)?.description.controls ?? []
        return steps.map { step in
            zip(step.controls, resolved.values).map { control, end in
                let found = controls.first { $0.index == end.index }
                guard let found, !found.isInteger, !found.isToggled, !found.isEnumeration else {
                    return end
                }
                return .init(
                    index: end.index,
                    value: found.value(control.value, rate: rate) ?? end.value
                )
            }
        }
    }
}
