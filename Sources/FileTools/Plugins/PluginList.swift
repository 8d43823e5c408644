import CommandSupport
package import JSON
package import LV2
import Wording

/// The installed plugins, as `seqd plugins` shows them.
package struct PluginList {
    package let plugins: [PluginSummary]

    package init(plugins: [PluginSummary]) { self.plugins = plugins }

    /// The list as text.
    ///
    /// - Parameter width: The largest width of a line; `nil` for no limit.
    /// - Returns: The lines.
    package func text(width: Int?) -> String {
        guard !plugins.isEmpty else { return "no LV2 plugins are installed\n" }
        let effects = plugins.filter { $0.obstacle == nil }
        let others = plugins.filter { $0.obstacle != nil }
        var lines: [String] = []
        if !effects.isEmpty {
            var table = TextTable(columns: [
                .init(title: "plugin"), .init(title: "class"), .init(title: "URI"),
            ])
            table.rows = effects.map { plugin in
                [plugin.typedName, plugin.category, plugin.uri].map(\.printable)
            }
            // A URI that is cut would be of no use.
            lines += table.lines(indent: 0, width: nil)
        }
        if !others.isEmpty {
            if !lines.isEmpty { lines.append("") }
            lines.append("Not usable as inserts:")
            var table = TextTable(columns: [.init(title: "plugin"), .init(title: "reason")])
            table.rows = others.map { plugin in
                [plugin.typedName, plugin.obstacle ?? ""].map(\.printable)
            }
            lines += table.lines(indent: 0, width: width)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The list as JSON.
    package var json: JSONValue {
        var document = JSONObject()
        document.set("schema", 1)
        document.set("plugins", plugins.map(\.json))
        return document.json
    }
}

extension PluginSummary {
    /// The plugin as JSON.
    var json: JSONObject {
        var object = JSONObject()
        object.set("name", name)
        object.set("insertName", typedName)
        object.set("uri", uri)
        if !category.isEmpty { object.set("class", category) }
        if !author.isEmpty { object.set("author", author) }
        object.set("inputs", inputCount)
        object.set("outputs", outputCount)
        object.set("realTimeCapable", isRealTimeCapable)
        object.set("usable", obstacle == nil)
        object.set("reason", obstacle)
        if !missingFeatures.isEmpty { object.set("missingFeatures", missingFeatures) }
        return object
    }
}
