import JSON
import SMF
import SamplerHost
import Sequencer

/// The arguments of a request, checked against its command's parameters.
struct Arguments {
    private let parameters: [Parameter]
    private var values: [[ArgumentValue]]
    /// The parameter whose last value is the end of a line, without quotation marks.
    private var restIndex: Int?

    /// A word or several, and the parameter that they are for.
    struct Assignment {
        /// The parameter's place.
        var index: Int
        var text: String
        /// Whether it is the end of a line, without quotation marks.
        var isRest = false
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
        for command: Command
    ) throws(RequestFailure) {
        self.init(command.parameters)
        for assignment in try Self.assign(words, to: command) {
            try add(assignment.index, assignment.text)
            if assignment.isRest { restIndex = assignment.index }
        }
        try check(command)
    }

    /// Reads the parameters of a JSON-RPC request, by name or by position.
    ///
    /// - Throws: −32602 with the parameter and what was expected.
    init(json: JSONValue?, for command: Command) throws(RequestFailure) {
        self.init(command.parameters)
        switch json {
        case nil: break
        case .object(let object):
            for member in object.members {
                guard
                    let index = parameters.firstIndex(where: {
                        $0.name == member.key || $0.alias == member.key
                    })
                else {
                    throw .arguments(
                        "no parameter \"\(member.key.prefix(64))\"; usage: \(command.usage)"
                    )
                }
                try add(index, member.value)
            }
        case .array(let elements):
            var place = 0
            for element in elements {
                while place < parameters.count, isFull(place) { place += 1 }
                guard place < parameters.count else {
                    throw .arguments(
                        "too many parameters: \(RequestFailure.cut(element.text)); "
                            + "usage: \(command.usage)"
                    )
                }
                try add(place, element)
            }
        default: throw .request("params must be an object or an array")
        }
        try check(command)
    }

    /// Which parameter each word behind a command's name is for.
    ///
    /// - Throws: −32602 where there are too many.
    static func assign(
        _ words: Words,
        to command: Command
    ) throws(RequestFailure) -> [Assignment] {
        let parameters = command.parameters
        var assigned: [Assignment] = []
        // The first parameter that may take another word.
        var place = 0
        for (number, word) in words.words.enumerated().dropFirst() {
            if let option = option(word, parameters) {
                assigned.append(option)
                continue
            }
            while place < parameters.count, parameters[place].use == .option { place += 1 }
            guard place < parameters.count else {
                throw .arguments(
                    "too many arguments: \(RequestFailure.quoted(word.text)); "
                        + "usage: \(command.usage)"
                )
            }
            if parameters[place].takesRest, !word.isQuoted {
                // Options may stand behind it, too.
                let rest = words.words[number...]
                let last = rest.lastIndex { option($0, parameters) == nil } ?? number
                let text = words.text(from: word, to: words.words[last])
                assigned.append(Assignment(index: place, text: text, isRest: true))
                assigned += words.words[(last + 1)...].compactMap { option($0, parameters) }
                break
            }
            assigned.append(Assignment(index: place, text: word.text))
            if !parameters[place].isPlural { place += 1 }
        }
        return assigned
    }

    private mutating func add(_ index: Int, _ text: String) throws(RequestFailure) {
        do throws(RequestFailure) {
            try add(index, parameters[index].type.value(of: text), RequestFailure.quoted(text))
        } catch {
            throw failure(error, index)
        }
    }

    /// Adds a JSON value; an array is any number of values where the parameter takes several, or
    /// selectors.
    private mutating func add(_ index: Int, _ json: JSONValue) throws(RequestFailure) {
        let parameter = parameters[index]
        do throws(RequestFailure) {
            if parameter.isPlural, case .array(let elements) = json {
                for element in elements {
                    try add(index, parameter.type.value(of: element), element.text)
                }
            } else {
                try add(index, parameter.type.value(of: json), RequestFailure.cut(json.text))
            }
        } catch {
            throw failure(error, index)
        }
    }

    private mutating func add(
        _ index: Int,
        _ value: ArgumentValue,
        _ given: @autoclosure () -> String
    ) throws(RequestFailure) {
        guard parameters[index].isPlural || values[index].isEmpty else {
            throw .arguments("\(given()): given more than once")
        }
        values[index].append(value)
    }

    private func failure(_ failure: RequestFailure, _ index: Int) -> RequestFailure {
        RequestFailure(failure.number, "\(parameters[index].name): \(failure.message)")
    }

    /// The option and its value that a word is, if it is one.
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

    /// Checks that all is there, and fits together.
    private func check(_ command: Command) throws(RequestFailure) {
        for (parameter, values) in zip(parameters, values)
        where parameter.isRequired && values.isEmpty {
            throw .arguments("\(parameter.name) is missing; usage: \(command.usage)")
        }
        try command.check(self)
    }
}

extension Arguments {
    /// All values under a name.
    private func all(_ name: String) -> [ArgumentValue] {
        zip(parameters, values).first { $0.0.name == name }?.1 ?? []
    }

    /// The value under a name, of a kind that `kind` recognises; `nil` when it was not given.
    private func optional<Value>(
        _ name: String,
        _ kind: (ArgumentValue) -> Value?
    ) throws(RequestFailure) -> Value? {
        guard let value = all(name).first else { return nil }
        guard let value = kind(value) else { throw .internal("\(name) has another type") }
        return value
    }

    private func required<Value>(_ name: String, _ value: Value?) throws(RequestFailure) -> Value {
        guard let value else { throw .internal("\(name) is missing") }
        return value
    }

    func optionalInteger(_ name: String) throws(RequestFailure) -> Int? {
        try optional(name) { if case .integer(let value) = $0 { value } else { nil } }
    }

    func integer(_ name: String) throws(RequestFailure) -> Int {
        try required(name, optionalInteger(name))
    }

    func optionalNumber(_ name: String) throws(RequestFailure) -> Double? {
        try optional(name) { if case .number(let value) = $0 { value } else { nil } }
    }

    func number(_ name: String) throws(RequestFailure) -> Double {
        try required(name, optionalNumber(name))
    }

    func optionalText(_ name: String) throws(RequestFailure) -> String? {
        try optional(name) { if case .text(let value) = $0 { value } else { nil } }
    }

    func text(_ name: String) throws(RequestFailure) -> String {
        try required(name, optionalText(name))
    }

    func optionalEncoding(_ name: String) throws(RequestFailure) -> TextDecoder? {
        try optional(name) { if case .encoding(let value) = $0 { value } else { nil } }
    }

    /// The files, folders and playlists under a name.
    func sources(_ name: String) -> [QueueSource] {
        var sources = all(name).compactMap { value -> QueueSource? in
            if case .text(let text) = value { QueueSource(text: text) } else { nil }
        }
        if let restIndex, parameters[restIndex].name == name, !sources.isEmpty {
            sources[sources.count - 1].isRest = true
        }
        return sources
    }

    func optionalPosition(_ name: String) throws(RequestFailure) -> Position? {
        try optional(name) { if case .position(let value) = $0 { value } else { nil } }
    }

    func position(_ name: String) throws(RequestFailure) -> Position {
        try required(name, optionalPosition(name))
    }

    func speed(_ name: String) throws(RequestFailure) -> Speed {
        try required(name, optional(name) { if case .speed(let value) = $0 { value } else { nil } })
    }

    func loop(_ name: String) throws(RequestFailure) -> LoopSetting {
        try required(name, optional(name) { if case .loop(let value) = $0 { value } else { nil } })
    }

    /// A tempo; `nil` for `off`.
    func tempo(_ name: String) throws(RequestFailure) -> Tempo? {
        try required(name, optional(name) { if case .tempo(let value) = $0 { value } else { nil } })
    }

    func optionalFlag(_ name: String) throws(RequestFailure) -> Bool? {
        try optional(name) { if case .flag(let value) = $0 { value } else { nil } }
    }

    func flag(_ name: String) throws(RequestFailure) -> Bool {
        try required(name, optionalFlag(name))
    }

    func optionalVersionTime(_ name: String) throws(RequestFailure) -> VersionTime? {
        try optional(name) { if case .versionTime(let value) = $0 { value } else { nil } }
    }

    func channel(_ name: String) throws(RequestFailure) -> ChannelAddress {
        try required(
            name,
            optional(name) { if case .channel(let value) = $0 { value } else { nil } }
        )
    }

    func preset(_ name: String) throws(RequestFailure) -> PresetAddress {
        try required(
            name,
            optional(name) { if case .preset(let value) = $0 { value } else { nil } }
        )
    }

    /// The selectors under a name together; `nil` for `off`.
    func selectors(_ name: String) throws(RequestFailure) -> SelectorSet? {
        var set = SelectorSet()
        for value in all(name) {
            switch value {
            case .selectors(let part): set.selectors += part.selectors
            case .off where all(name).count == 1: return nil
            default: throw .arguments("\(name): off cannot be combined with other selectors")
            }
        }
        return set
    }

    func fonts(_ name: String) -> [SoundFontReference] {
        all(name).compactMap { if case .font(let font) = $0 { font } else { nil } }
    }

    /// The bytes of all words under a name, one after the other.
    func bytes(_ name: String) -> [UInt8] {
        all(name).flatMap { if case .bytes(let bytes) = $0 { bytes } else { [UInt8]() } }
    }

    func events(_ name: String) -> Set<EventType> {
        all(name).reduce(into: []) { set, value in
            if case .events(let types) = value { set.formUnion(types) }
        }
    }
}
