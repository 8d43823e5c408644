import CLV2

/// The declaration of a plugin as C has it.
@safe
struct PluginDeclaration: ~Copyable {
    /// The declaration.
    @unsafe let pointer: UnsafeMutablePointer<seqd_lv2_plugin>

    private var plugin: seqd_lv2_plugin { unsafe pointer.pointee }

    /// Takes over a declaration.
    @unsafe
    init(_ pointer: UnsafeMutablePointer<seqd_lv2_plugin>) { unsafe self.pointer = pointer }

    deinit { unsafe seqd_lv2_plugin_free(pointer) }

    /// The plugin in a list.
    var summary: PluginSummary {
        let inputs = unsafe ports {
            unsafe $0.kind == SEQD_LV2_AUDIO && $0.is_input && !$0.is_side_chain
        }
        let outputs = unsafe ports { unsafe $0.kind == SEQD_LV2_AUDIO && !$0.is_input }
        let missing = unsafe (0..<Int(plugin.missing_count)).map {
            unsafe Self.text(plugin.missing[$0])
        }
        return unsafe PluginSummary(
            uri: Self.text(plugin.uri),
            name: Self.text(plugin.name),
            category: Self.category(Self.text(plugin.type)),
            author: Self.text(plugin.author),
            inputCount: inputs.count,
            outputCount: outputs.count,
            missingFeatures: missing,
            isRealTimeCapable: plugin.is_real_time_capable,
            obstacle: obstacle(inputs.count, outputs.count, missing)
        )
    }

    /// The plugin with its controls; the declaration must have details.
    var description: PluginDescription {
        let controls = unsafe (0..<Int(plugin.port_count)).compactMap { index in
            let port = unsafe plugin.ports[index]
            let isControl = unsafe port.kind == SEQD_LV2_CONTROL && port.is_input
            return unsafe isControl && !port.is_free_wheeling
                ? Self.control(port, index: index) : nil
        }
        let presets = unsafe (0..<Int(plugin.preset_count)).map { index in
            let preset = unsafe plugin.presets[index]
            return unsafe PluginDescription.Preset(
                uri: Self.text(preset.uri),
                label: Self.text(preset.label)
            )
        }
        return unsafe PluginDescription(
            summary: summary,
            controls: controls,
            presets: presets,
            bundle: plugin.bundle.map { unsafe Self.text($0) },
            library: plugin.library.map { unsafe Self.text($0) }
        )
    }

    /// The ports that fulfil a condition.
    @unsafe
    private func ports(_ condition: (seqd_lv2_port) -> Bool) -> [seqd_lv2_port] {
        unsafe UnsafeBufferPointer(start: plugin.ports, count: Int(plugin.port_count))
            .filter(condition)
    }

    private func obstacle(_ inputs: Int, _ outputs: Int, _ missing: [String]) -> String? {
        if inputs == 0, outputs == 0 { return "it has no inputs and outputs for sound" }
        if inputs == 0 { return "it has no input for sound: an instrument or a generator" }
        if outputs == 0 { return "it has no output for sound: an analyser" }
        if !missing.isEmpty {
            let noun = missing.count == 1 ? "the feature" : "the features"
            return "it requires \(noun) \(missing.joined(separator: ", "))"
        }
        let strange = unsafe ports { unsafe $0.kind == SEQD_LV2_OTHER && !$0.is_optional }
        if let port = unsafe strange.first {
            return unsafe "its port \"\(Self.text(port.symbol))\" is of an unknown kind"
        }
        return nil
    }

    private static func control(_ port: seqd_lv2_port, index: Int) -> PluginControl {
        let minimum = unsafe port.minimum.isNaN ? nil : port.minimum
        let maximum = unsafe port.maximum.isNaN ? nil : port.maximum
        let usual = unsafe port.is_enabling ? 1 : port.value.isNaN ? minimum ?? 0 : port.value
        return unsafe PluginControl(
            index: index,
            symbol: text(port.symbol),
            name: text(port.name),
            usual: usual,
            minimum: minimum,
            maximum: maximum,
            unit: PluginControl.unitSymbol(text(port.unit)),
            points: (0..<Int(port.point_count)).map { index in
                let point = unsafe port.points[index]
                return unsafe PluginControl.Point(label: text(point.label), value: point.value)
            },
            isToggled: port.is_toggled,
            isInteger: port.is_integer,
            isEnumeration: port.is_enumeration,
            isRelative: port.is_relative
        )
    }

    /// The name of a class: `Compressor` of `…#CompressorPlugin`.
    private static func category(_ uri: String) -> String {
        let name = uri.split { $0 == "#" || $0 == "/" }.last.map(String.init) ?? ""
        return name.hasSuffix("Plugin") ? String(name.dropLast("Plugin".count)) : name
    }

    private static func text(_ text: UnsafeMutablePointer<CChar>?) -> String {
        unsafe text.map { unsafe String(cString: $0) } ?? ""
    }
}
