import CommandSupport
package import JSON
package import LV2
import Wording

/// A plugin with its controls and presets, as `seqd plugins NAME` shows it.
package struct PluginPage {
    package let plugin: PluginDescription

    package init(plugin: PluginDescription) { self.plugin = plugin }

    // MARK: Text

    /// The page as text.
    ///
    /// - Parameter width: The largest width of a line; `nil` for no limit.
    /// - Returns: The lines.
    package func text(width: Int?) -> String {
        let summary = plugin.summary
        var lines = ["\(summary.name.printable), \(summary.uri)"]
        let facts = [
            summary.category, summary.author.isEmpty ? "" : "by \(summary.author)",
            NumberText.count(summary.inputCount, "input"),
            NumberText.count(summary.outputCount, "output"),
        ]
        lines.append(facts.filter { !$0.isEmpty }.joined(separator: ", ").printable)
        if let obstacle = summary.obstacle {
            lines.append("Not usable as an insert: \(obstacle)".printable)
        } else if !summary.isRealTimeCapable {
            lines.append("It does not say that it suits a real-time thread.")
        }
        if !plugin.controls.isEmpty { lines += [""] + controlTable(width: width) }
        if !plugin.presets.isEmpty {
            lines += ["", "Presets:"]
            lines += plugin.presets.map { "  \($0.label)".printable }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func controlTable(width: Int?) -> [String] {
        var table = TextTable(columns: [
            .init(title: "control"), .init(title: "values"), .init(title: "default"),
            .init(title: "name"),
        ])
        for control in plugin.controls {
            table.rows.append(
                [control.symbol, control.valuesText, control.usualText, control.name]
                    .map(\.printable)
            )
            guard !control.points.isEmpty else { continue }
            for point in control.points {
                table.rows.append(["", "  \(point.label)".printable, "", ""])
            }
        }
        return table.lines(indent: 0, width: width)
    }

    // MARK: JSON

    /// The page as JSON.
    package var json: JSONValue {
        var document = JSONObject()
        document.set("schema", 1)
        document.set("plugin", plugin.summary.json)
        document.set("controls", plugin.controls.map(\.json))
        document.set(
            "presets",
            plugin.presets.map { preset in
                var object = JSONObject()
                object.set("label", preset.label)
                object.set("uri", preset.uri)
                return object
            }
        )
        return document.json
    }
}

extension PluginControl {
    /// The range with its unit.
    fileprivate var valuesText: String {
        if isToggled { return "on, off" }
        if isEnumeration { return "one of:" }
        let factor = isRelative ? " × the sample rate" : ""
        let suffix = (unit.isEmpty ? "" : " \(unit)") + factor + (isInteger ? ", whole" : "")
        switch (minimum, maximum) {
        case (let lowest?, let highest?):
            return "\(Self.text(lowest)) to \(Self.text(highest))\(suffix)"
        case (let lowest?, nil): return "from \(Self.text(lowest))\(suffix)"
        case (nil, let highest?): return "up to \(Self.text(highest))\(suffix)"
        case (nil, nil): return "any number\(suffix)"
        }
    }

    fileprivate var usualText: String {
        if isToggled { return usual > 0 ? "on" : "off" }
        return points.first { $0.value == usual }?.label ?? Self.text(usual)
    }

    /// The control as JSON.
    fileprivate var json: JSONObject {
        var object = JSONObject()
        object.set("symbol", symbol)
        object.set("name", name)
        object.set("default", Self.number(usual))
        object.set("minimum", minimum.map(Self.number))
        object.set("maximum", maximum.map(Self.number))
        if !unit.isEmpty { object.set("unit", unit) }
        object.set("toggled", isToggled)
        object.set("integer", isInteger)
        object.set("enumeration", isEnumeration)
        object.set("relativeToRate", isRelative)
        object.set(
            "points",
            points.map { point in
                var object = JSONObject()
                object.set("label", point.label)
                object.set("value", Self.number(point.value))
                return object
            }
        )
        return object
    }

    /// A number without the digits that a conversion to double precision would show.
    private static func number(_ value: Float) -> Double { Double("\(value)") ?? 0 }
}
