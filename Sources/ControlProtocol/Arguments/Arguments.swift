import JSON
import Sequencer
import Wording

/// The arguments of a request, checked against its command's parameters.
package struct Arguments {
    private let parameters: [Parameter]
    private(set) var values: [[any Sendable]]

    /// One or several words, and the parameter that they belong to.
    package struct Assignment {
        /// The parameter's index.
        package var index: Int
        package var text: String
        /// Whether it is the rest of a line, without quotation marks.
        package var isRest = false
    }

    private init(_ parameters: [Parameter]) {
        self.parameters = parameters
        values = Array(repeating: [], count: parameters.count)
    }

    /// Reads the words behind a command's name.
    ///
    /// - Throws: −32602 with the parameter and what was expected.
    init(
        words: Words,
        for command: CommandDetails
    ) throws(RequestError) {
        self.init(command.parameters)
        for assignment in try Self.assign(words, to: command) {
            try add(assignment)
        }
        try checkRequired(command)
    }

    /// Reads the parameters of a JSON-RPC request, by name or by position.
    ///
    /// - Throws: −32602 with the parameter and what was expected.
    init(json: JSONValue?, for command: CommandDetails) throws(RequestError) {
        self.init(command.parameters)
        switch json {
        case nil: break
        case .object(let object):
            for member in object.members {
                guard
                    let index = parameters.firstIndex(where: { $0.hasKey(member.key) })
                else {
                    throw .arguments(
                        "no parameter \"\(member.key.prefix(64))\"; usage: \(command.usage)"
                    )
                }
                try add(index, member.value, as: member.key)
            }
        case .array(let elements):
            var index = 0
            for element in elements {
                while index < parameters.count, isFull(index) { index += 1 }
                guard index < parameters.count else {
                    throw .arguments(
                        "too many parameters: \(RequestError.cut(element.text)); "
                            + "usage: \(command.usage)"
                    )
                }
                try add(index, element, as: parameters[index].name)
            }
        default: throw RequestError(.invalidRequest, "params must be an object or an array")
        }
        try checkRequired(command)
    }

    /// The message about a word too many: an option that the command does not have, or the value of
    /// one that it has.
    private static func surplus(_ word: Words.Word, of command: CommandDetails) -> String {
        let options = command.parameters.filter { $0.use == .option }.map(\.name)
        let name = word.text.prefix { $0 != "=" }
        guard !options.isEmpty, name.count < word.text.count else {
            return "too many arguments: \(RequestError.quoted(word.text)); usage: \(command.usage)"
        }
        let near = Suggestion.nearest(to: String(name), among: options)
        let hint = near.map { "did you mean \($0)=?" } ?? "usage: \(command.usage)"
        return "no option \(RequestError.quoted(String(name))); \(hint)"
    }

    /// Assigns the words behind a command's name to its parameters.
    ///
    /// - Throws: −32602 if there are too many.
    package static func assign(
        _ words: Words,
        to command: CommandDetails
    ) throws(RequestError) -> [Assignment] {
        let parameters = command.parameters
        var assigned: [Assignment] = []
        // The first parameter that may take another word.
        var index = 0
        for (number, word) in words.words.enumerated().dropFirst() {
            if let option = option(word, parameters) {
                assigned.append(option)
                continue
            }
            while index < parameters.count, parameters[index].use == .option { index += 1 }
            guard index < parameters.count else {
                throw .arguments(surplus(word, of: command))
            }
            if parameters[index].takesRest, !word.isQuoted {
                // Options may stand behind it, too.
                let rest = words.words[number...]
                let last = rest.lastIndex { option($0, parameters) == nil } ?? number
                let text = words.text(from: word, to: words.words[last])
                assigned.append(Assignment(index: index, text: text, isRest: true))
                assigned += words.words[(last + 1)...].compactMap { option($0, parameters) }
                break
            }
            assigned.append(Assignment(index: index, text: word.text))
            if !parameters[index].isPlural { index += 1 }
        }
        return assigned
    }

    private mutating func add(_ assignment: Assignment) throws(RequestError) {
        let (index, text) = (assignment.index, assignment.text)
        do throws(RequestError) {
            var value = try parameters[index].type.value(of: text)
            if assignment.isRest, let path = value as? ArgumentValue<SourcePath> {
                value = ArgumentValue(SourcePath(path.value.text, isRest: true))
            }
            try add(index, value, RequestError.quoted(text))
        } catch {
            throw RequestError(
                number: error.number,
                "\(parameters[index].name): \(error.message)"
            )
        }
    }

    /// Adds a JSON value, whose key an error names; an array is any number of values of a plural
    /// parameter.
    private mutating func add(
        _ index: Int,
        _ json: JSONValue,
        as key: String
    ) throws(RequestError) {
        let parameter = parameters[index]
        do throws(RequestError) {
            if parameter.isPlural, case .array(let elements) = json {
                guard !elements.isEmpty else { throw .arguments("[]: expected at least one") }
                for element in elements {
                    try add(index, parameter.type.value(of: element), element.text)
                }
            } else {
                try add(index, parameter.type.value(of: json), RequestError.cut(json.text))
            }
        } catch {
            throw RequestError(number: error.number, "\(key): \(error.message)")
        }
    }

    private mutating func add(
        _ index: Int,
        _ value: any Sendable,
        _ given: @autoclosure () -> String
    ) throws(RequestError) {
        guard parameters[index].isPlural || values[index].isEmpty else {
            throw .arguments("\(given()): given more than once")
        }
        values[index].append(value)
    }

    /// The option that a word is; `nil` for anything else.
    private static func option(
        _ word: Words.Word,
        _ parameters: [Parameter]
    ) -> Assignment? {
        guard !word.isQuoted else { return nil }
        for (index, parameter) in parameters.enumerated() where parameter.use == .option {
            guard word.text.hasPrefix(parameter.name + "=") else { continue }
            return Assignment(
                index: index,
                text: String(word.text.dropFirst(parameter.name.count + 1))
            )
        }
        return nil
    }

    private func isFull(_ index: Int) -> Bool {
        let parameter = parameters[index]
        return parameter.use == .option || (!parameter.isPlural && !values[index].isEmpty)
    }

    /// Checks that nothing required is missing.
    private func checkRequired(_ command: CommandDetails) throws(RequestError) {
        for (parameter, values) in zip(parameters, values)
        where parameter.isRequired && values.isEmpty {
            throw .arguments("\(parameter.name) is missing; usage: \(command.usage)")
        }
    }
}

extension Arguments {
    /// The position that the request waits for.
    var position: Position? {
        zip(parameters, values).first { $0.0.name == Parameter.at.name }?.1.first
            .flatMap { $0 as? ArgumentValue<Position> }?.value
    }
}
