import Effects
import JSON
import Playback
import Racks
import SamplerHost

extension RackGraph {
    /// The graph as one JSON object.
    ///
    /// - Parameters:
    ///   - file: The piece's file; `nil` without one.
    ///   - pattern: The pattern, from 1, of a file of format 2.
    /// - Returns: The object.
    func json(file: String?, pattern: Int?) -> JSONObject {
        var object = JSONObject()
        object.set("schema", 1)
        object.set("file", file)
        object.set("pattern", pattern)
        object.set("nodes", nodes.map(json))
        object.set(
            "edges",
            edges.map { edge in
                var object = JSONObject()
                object.set("from", edge.from)
                object.set("to", edge.to)
                object.set("label", edge.label.isEmpty ? nil : edge.label)
                return object
            }
        )
        object.set("findings", findings)
        return object
    }

    private func json(_ node: Node) -> JSONObject {
        var object = JSONObject()
        object.set("id", node.id)
        object.set("kind", node.kind.rawValue)
        object.set("label", node.label)
        object.set("details", node.details.isEmpty ? nil : node.details)
        if let strip = samplers.lazy.flatMap(\.strips).first(where: {
            node.id == "strip:\($0.name)"
        }) {
            for parameter in StripParameter.all {
                switch strip.settings[parameter] {
                case .number(let number): object.set(parameter.name, number)
                case .integer(let number): object.set(parameter.name, number)
                case .flag(let isOn): object.set(parameter.name, isOn)
                case .inserts(let inserts):
                    object.set(parameter.name, inserts.map(\.description))
                }
            }
        } else if let sampler = samplers.first(where: { node.id == "sampler:\($0.name)" }) {
            object.set("fonts", sampler.fonts.map(\.label))
            object.set("engine", sampler.engine.rawValue)
            object.set("tunings", sampler.tunings.isEmpty ? nil : sampler.tunings)
            object.set("channels", sampler.channels.map(Self.numbers))
        }
        return object
    }

    private static func numbers(_ channels: UInt16) -> [Int] {
        (0..<16).filter { channels >> UInt16($0) & 1 == 1 }.map { $0 + 1 }
    }
}
