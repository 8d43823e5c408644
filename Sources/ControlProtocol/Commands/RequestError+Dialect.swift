extension RequestError {
    /// The error as a client of a dialect can understand it.
    ///
    /// A message begins with the name of the parameter that it is about. That is a key in JSON. In words,
    /// only options are named; for what stands without a name, the command is named. The usage of
    /// a command is in words; in JSON, its parameters are listed.
    ///
    /// - Parameters:
    ///   - dialect: The dialect.
    ///   - command: The command.
    /// - Returns: The error.
    package func told(in dialect: Dialect, of command: CommandDetails) -> RequestError {
        switch dialect {
        case .json:
            let usage = "usage: \(command.usage)"
            guard message.hasSuffix(usage) else { return self }
            let names = command.parameters.map(\.name).joined(separator: ", ")
            let text = names.isEmpty ? "\(command.name) has no parameters" : "expected \(names)"
            return RequestError(number: number, String(message.dropLast(usage.count)) + text)
        case .words:
            for parameter in command.parameters where parameter.use != .option {
                if message.hasPrefix("\(parameter.name) is missing") {
                    let rest = message.dropFirst(parameter.name.count)
                    return RequestError(number: self.number, parameter.wordInUsage + rest)
                }
                guard message.hasPrefix("\(parameter.name): ") else { continue }
                let rest = message.dropFirst(parameter.name.count + 2)
                let isNamed = rest.hasPrefix("\(command.name) ")
                return RequestError(
                    number: self.number,
                    isNamed ? String(rest) : "\(command.name): \(rest)"
                )
            }
            return self
        }
    }
}

extension Parameter {
    /// The word that stands for it in a usage.
    fileprivate var wordInUsage: String {
        usage.filter { !"[]…".contains($0) }
    }
}
