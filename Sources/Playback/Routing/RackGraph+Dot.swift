extension RackGraph {
    /// The graph for Graphviz.
    ///
    /// - Parameter name: The name of the graph: the piece's or the rack's.
    /// - Returns: The text, with a line end.
    public func dot(name: String) -> String {
        var lines = ["digraph \(Self.quoted(name)) {"]
        lines.append("  rankdir=LR;")
        lines.append("  node [fontname=\"sans-serif\", fontsize=11, shape=box, style=filled];")
        lines.append("  edge [fontname=\"sans-serif\", fontsize=9];")
        for node in nodes {
            let text = ([node.label] + node.details).map(Self.escaped).joined(separator: "\\n")
            lines.append("  \(Self.quoted(node.id)) [label=\"\(text)\", \(node.kind.look)];")
        }
        for edge in edges {
            let label = edge.label.isEmpty ? "" : " [label=\(Self.quoted(edge.label))]"
            lines.append("  \(Self.quoted(edge.from)) -> \(Self.quoted(edge.to))\(label);")
        }
        // Nodes of a kind form a column.
        for kind in Node.Kind.allCases {
            let ids = nodes.filter { $0.kind == kind }.map { Self.quoted($0.id) }
            guard ids.count > 1 else { continue }
            lines.append("  { rank=same; \(ids.joined(separator: "; ")); }")
        }
        return lines.joined(separator: "\n") + "\n}\n"
    }

    private static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

    /// Text within quotes: in labels a backslash begins an escape sequence.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\0"..<" ", "\u{7F}"..."\u{9F}": escaped += " "
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension RackGraph.Node.Kind {
    /// The attributes of its nodes.
    fileprivate var look: String {
        switch self {
        case .source: "shape=ellipse, fillcolor=\"#e8f0fe\""
        case .rule: "shape=cds, fillcolor=\"#fff8e1\""
        case .sampler: "fillcolor=\"#e8f5e9\""
        case .midiOutput: "fillcolor=\"#e0f7fa\""
        case .clip: "shape=note, fillcolor=\"#fce4ec\""
        case .strip: "fillcolor=\"#f5f5f5\""
        case .effects: "fillcolor=\"#f3e5f5\""
        case .master: "fillcolor=\"#eceff1\""
        case .output: "shape=ellipse, fillcolor=\"#eceff1\""
        }
    }
}
