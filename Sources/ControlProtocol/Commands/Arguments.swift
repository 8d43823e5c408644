import JSON
import SMF
import Sequencer
import Wording

/// The arguments of a request, checked against its command's parameters.
package struct Arguments {
    private let parameters: [Parameter]
    private var values: [[ArgumentValue]]

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
        for command: Command
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
    init(json: JSONValue?, for command: Command) throws(RequestError) {
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
    private static func surplus(_ word: Words.Word, of command: Command) -> String {
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
        to command: Command
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
            if assignment.isRest, case .path(var path) = value {
                path.isRest = true
                value = .path(path)
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
        _ value: ArgumentValue,
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
    private func checkRequired(_ command: Command) throws(RequestError) {
        for (parameter, values) in zip(parameters, values)
        where parameter.isRequired && values.isEmpty {
            throw .arguments("\(parameter.name) is missing; usage: \(command.usage)")
        }
    }
}

extension Arguments {
    /// All values under a name.
    private func all(_ name: String) -> [ArgumentValue] {
        zip(parameters, values).first { $0.0.name == name }?.1 ?? []
    }

    /// The value under a name, of a kind that `kind` recognises; `nil` if it was not given.
    private func optional<Value>(
        _ name: String,
        _ kind: (ArgumentValue) -> Value?
    ) throws(RequestError) -> Value? {
        guard let value = all(name).first else { return nil }
        guard let value = kind(value) else { throw .internal("\(name) has another type") }
        return value
    }

    private func required<Value>(_ name: String, _ value: Value?) throws(RequestError) -> Value {
        guard let value else { throw .internal("\(name) is missing") }
        return value
    }

    func optionalInteger(_ name: String) throws(RequestError) -> Int? {
        try optional(name) { if case .integer(let value) = $0 { value } else { nil } }
    }

    func integer(_ name: String) throws(RequestError) -> Int {
        try required(name, optionalInteger(name))
    }

    func optionalNumber(_ name: String) throws(RequestError) -> Double? {
        try optional(name) { if case .number(let value) = $0 { value } else { nil } }
    }

    func number(_ name: String) throws(RequestError) -> Double {
        try required(name, optionalNumber(name))
    }

    func optionalLevel(_ name: String) throws(RequestError) -> Double? {
        try optional(name) { if case .level(let value) = $0 { value } else { nil } }
    }

    func optionalText(_ name: String) throws(RequestError) -> String? {
        try optional(name) { if case .text(let value) = $0 { value } else { nil } }
    }

    func text(_ name: String) throws(RequestError) -> String {
        try required(name, optionalText(name))
    }

    func texts(_ name: String) -> [String] {
        all(name).compactMap { if case .text(let text) = $0 { text } else { nil } }
    }

    func optionalEncoding(_ name: String) throws(RequestError) -> String? {
        try optional(name) { if case .encoding(let value) = $0 { value } else { nil } }
    }

    func playlist(_ name: String) throws(RequestError) -> PlaylistName {
        try required(
            name,
            optional(name) { if case .playlist(let value) = $0 { value } else { nil } }
        )
    }

    /// The files, folders and playlists under a name.
    func sources(_ name: String) -> [SourcePath] {
        all(name).compactMap { if case .path(let path) = $0 { path } else { nil } }
    }

    /// The one path under a name.
    func path(_ name: String) throws(RequestError) -> String {
        try required(name, sources(name).first).text
    }

    func optionalEntry(_ name: String) throws(RequestError) -> EntryAddress? {
        try optional(name) { if case .entry(let value) = $0 { value } else { nil } }
    }

    func entry(_ name: String) throws(RequestError) -> EntryAddress {
        try required(name, optionalEntry(name))
    }

    /// The offset under a name; `nil` for a position.
    func optionalOffset(_ name: String) throws(RequestError) -> PositionOffset? {
        guard case .offset(let offset)? = all(name).first else { return nil }
        return offset
    }

    func optionalPosition(_ name: String) throws(RequestError) -> Position? {
        try optional(name) { if case .position(let value) = $0 { value } else { nil } }
    }

    func position(_ name: String) throws(RequestError) -> Position {
        try required(name, optionalPosition(name))
    }

    func optionalSpeed(_ name: String) throws(RequestError) -> Speed? {
        try optional(name) { if case .speed(let value) = $0 { value } else { nil } }
    }

    func speed(_ name: String) throws(RequestError) -> Speed {
        try required(name, optionalSpeed(name))
    }

    func loop(_ name: String) throws(RequestError) -> LoopSetting {
        try required(name, optional(name) { if case .loop(let value) = $0 { value } else { nil } })
    }

    /// A ramp of speeds; `nil` for `off`.
    func ramp(_ name: String) throws(RequestError) -> SpeedRamp? {
        try required(name, optional(name) { if case .ramp(let value) = $0 { value } else { nil } })
    }

    /// A tempo; `nil` for `off`.
    func tempo(_ name: String) throws(RequestError) -> Tempo? {
        try required(name, optional(name) { if case .tempo(let value) = $0 { value } else { nil } })
    }

    /// A tempo; `nil` for `off` and for none.
    func optionalTempo(_ name: String) throws(RequestError) -> Tempo? {
        try optional(name) { (value) -> Tempo?? in
            if case .tempo(let tempo) = value { .some(tempo) } else { .none }
        } ?? nil
    }

    /// The choice whose word was given.
    func optionalChoice<Choice: RawRepresentable<String>>(
        _ name: String
    ) throws(RequestError) -> Choice? {
        try optionalText(name).flatMap(Choice.init)
    }

    func optionalTail(_ name: String) throws(RequestError) -> RenderTail? {
        try optional(name) { if case .tail(let value) = $0 { value } else { nil } }
    }

    func optionalRenderLevel(_ name: String) throws(RequestError) -> RenderLevel? {
        try optional(name) { if case .renderLevel(let value) = $0 { value } else { nil } }
    }

    func optionalMeter(_ name: String) throws(RequestError) -> TimeSignature? {
        try optional(name) { if case .meter(let value) = $0 { value } else { nil } }
    }

    /// A time in nanoseconds.
    func optionalDuration(_ name: String) throws(RequestError) -> Int64? {
        try optional(name) { if case .duration(let value) = $0 { value } else { nil } }
    }

    func optionalNoteValue(_ name: String) throws(RequestError) -> NoteValue? {
        try optional(name) { if case .noteValue(let value) = $0 { value } else { nil } }
    }

    func optionalFlag(_ name: String) throws(RequestError) -> Bool? {
        try optional(name) { if case .flag(let value) = $0 { value } else { nil } }
    }

    func flag(_ name: String) throws(RequestError) -> Bool {
        try required(name, optionalFlag(name))
    }

    func optionalVersionTime(_ name: String) throws(RequestError) -> VersionTime? {
        try optional(name) { if case .versionTime(let value) = $0 { value } else { nil } }
    }

    func logLevel(_ name: String) throws(RequestError) -> LogLevel {
        try required(
            name,
            optional(name) { if case .logLevel(let value) = $0 { value } else { nil } }
        )
    }

    func channel(_ name: String) throws(RequestError) -> ChannelAddress {
        try required(
            name,
            optional(name) { if case .channel(let value) = $0 { value } else { nil } }
        )
    }

    func preset(_ name: String) throws(RequestError) -> PresetAddress {
        try required(
            name,
            optional(name) { if case .preset(let value) = $0 { value } else { nil } }
        )
    }

    /// All selectors under a name.
    func selectors(_ name: String) throws(RequestError) -> SelectorSet {
        try selectorsOrOff(name) ?? SelectorSet()
    }

    /// All selectors under a name; `nil` for `off`.
    func selectorsOrOff(_ name: String) throws(RequestError) -> SelectorSet? {
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

    func fonts(_ name: String) -> [SoundFontPath] {
        all(name).compactMap { if case .font(let font) = $0 { font } else { nil } }
    }

    /// The bytes of all words under a name, in order.
    func bytes(_ name: String) -> [UInt8] {
        all(name).flatMap { if case .bytes(let bytes) = $0 { bytes } else { [UInt8]() } }
    }

    func events(_ name: String) -> Set<EventType> {
        all(name).reduce(into: []) { set, value in
            if case .events(let types) = value { set.formUnion(types) }
        }
    }
}
