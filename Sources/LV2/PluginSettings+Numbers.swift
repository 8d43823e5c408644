package import Platform

/// Controls of a plugin that is not made again for them.
extension PluginSettings {
    /// A control as a number.
    package struct Number: Hashable, Sendable {
        /// The symbol of the control.
        package var symbol: String
        /// The value that the settings mention; `nil` for that of the preset.
        package var value: Double?
        /// The values that it may have, as far as they are declared.
        package var range: ClosedRange<Double>
        /// Whether it has no values between its own: a switch, a whole number or the name of a value.
        package var isStepped: Bool
        /// Whether its values are whole numbers.
        package var isWhole: Bool
    }

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

    /// The plugin's controls as numbers.
    ///
    /// - Parameters:
    ///   - library: The plugins that are installed.
    ///   - rate: Frames per second.
    /// - Returns: All of its controls, in the order of its ports.
    /// - Throws: As ``resolve(in:rate:)``.
    package func numbers(in library: PluginLibrary, rate: Int) throws(HostError) -> [Number] {
        let resolved = try resolve(in: library, rate: rate)
        let controls = library.declaration(resolved.uri, details: true)?.description.controls ?? []
        return controls.map { control in
            Number(
                symbol: control.symbol,
                value: resolved.values.first { $0.index == control.index }.map { Double($0.value) },
                range: control.numbers(rate: rate),
                isStepped: control.isInteger || control.isToggled || control.isEnumeration,
                isWhole: control.isInteger || control.isToggled
            )
        }
    }
}
