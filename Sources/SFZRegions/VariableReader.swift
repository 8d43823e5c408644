import Voices

/// Reads the opcodes of variables, `varN_…`: controllers, multiplied or added up, that move what
/// oscillators can move.
struct VariableReader {
    /// A variable.
    private struct Variable {
        /// Its controllers in the order in which they came, each with its factor.
        var inputs: [RegionReader.Movement] = []
        /// Whether controllers are multiplied, else they are added up.
        var isProduct = false
        /// The opcodes' names of what it moves, and by how much.
        var depths: [(target: String, amount: Float)] = []
    }

    private var variables: [Int: Variable] = [:]

    /// The numbers of variables that are products of more than two controllers, which no connection
    /// has.
    var unplayable: Set<Int> {
        Set(variables.filter { $0.value.isProduct && $0.value.inputs.count > 2 }.keys)
    }

    /// The controllers of all variables.
    var controllers: Set<Int> {
        Set(variables.values.flatMap(\.inputs).map { Int($0.input.number) })
    }

    /// The connections of all variables, in the order of their numbers.
    var connections: [Connection] {
        variables.filter { !unplayable.contains($0.key) }.sorted { $0.key < $1.key }
            .flatMap { Self.connections($0.value) }
    }

    private static func connections(_ variable: Variable) -> [Connection] {
        variable.depths.flatMap { depth -> [Connection] in
            guard let target = OpcodeTarget.moved[depth.target] else { return [] }
            let full = depth.amount * target.scale
            guard variable.isProduct else {
                return variable.inputs.map { input in
                    Connection(
                        .controller(input.input),
                        to: target.parameter,
                        amount: full * input.amount
                    )
                }
            }
            // The first of two is the one that a connection follows smoothly.
            let inputs = variable.inputs.sorted { $0.input.smoothing > $1.input.smoothing }
            guard let first = inputs.first else { return [] }
            return [
                Connection(
                    .controller(first.input),
                    to: target.parameter,
                    amount: inputs.reduce(full) { $0 * $1.amount },
                    by: inputs.dropFirst().first?.input
                )
            ]
        }
    }

    /// Takes an opcode.
    ///
    /// - Returns: Whether it is known.
    mutating func take(_ opcode: String, _ value: String) -> Bool {
        guard let (number, rest) = OpcodeName.numbered(opcode, "var"), rest.hasPrefix("_") else {
            return false
        }
        var variable = variables[number] ?? Variable()
        defer { variables[number] = variable }
        let name = String(rest.dropFirst())
        if name == "mod" {
            let word = value.lowercased()
            variable.isProduct = word == "mult"
            return word == "mult" || word == "add"
        }
        guard let amount = RegionReader.number(value).map(Float.init) else { return false }
        let parts = OpcodeName(rest)
        guard let part = parts.part else {
            guard OpcodeTarget.moved[name] != nil else { return false }
            variable.depths.removeAll { $0.target == name }
            variable.depths.append((name, amount))
            return true
        }
        guard parts.base.isEmpty, part != .step else { return false }
        let known = variable.inputs.firstIndex { Int($0.input.number) == parts.controller }
        let index = known ?? variable.inputs.count
        if known == nil {
            variable.inputs.append(.init(input: ControllerInput(parts.controller)))
        }
        variable.inputs[index].take(part, amount)
        return true
    }
}
