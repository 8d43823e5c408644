import ArgumentParser
import Sequencer

/// The operations of `seqd edit`, in order.
package struct EditScript {
    /// An operation and its selection.
    package struct Step: Hashable {
        /// The option as it was typed, for messages.
        package var text: String
        package var selection: EditSelection
        /// The number of `--track` options before it: tracks that an option has selected stay
        /// selected, under any later number and name.
        package var trackOption = 0
        package var operation: EditOperation
    }

    package private(set) var steps: [Step] = []
    /// The files of `--merge`.
    package var mergedFiles: [String] {
        steps.compactMap { if case .merge(let path) = $0.operation { path } else { nil } }
    }
    private var selection = EditSelection.all
    private var trackOption = 0
    /// The last `--track` and `--channel`, as typed, that no operation has acted on yet.
    private var unused: [EditOption: String] = [:]
    /// A copy or a move that waits for where to.
    private var waiting: (option: EditOption, text: String, range: PositionRange)?

    /// Reads options in their order.
    ///
    /// - Parameter words: The options.
    /// - Throws: `ValidationError` with the option and the expected values.
    package init(_ words: [EditWord]) throws {
        for word in words { try take(word) }
        try checkNothingWaits()
        guard !steps.isEmpty else {
            throw ValidationError("no operation given; expected one such as --quantise 1/16")
        }
        if let selection = unused[.track] ?? unused[.channel] {
            throw ValidationError(
                "\(selection): no operation follows that uses this selection; "
                    + "put it before its operations"
            )
        }
    }

    private mutating func take(_ word: EditWord) throws {
        let option = word.option
        let value = word.value ?? ""
        let text = word.value.map { "\(option.name) \($0)" } ?? option.name
        if option != .to { try checkNothingWaits() }
        switch option {
        case .track:
            selection.tracks = Self.part(try EditValue.tracks(value, option))
            trackOption += 1
            unused[option] = text
        case .channel:
            selection.channels = Self.part(try EditValue.channels(value, option))
            unused[option] = text
        case .strength, .swing, .ends: try refine(option, value)
        case .copy, .move:
            waiting = (option, text, try EditValue.range(value, option))
        case .to: try takeDestination(value)
        case .quantise: add(text, .quantise(EditGrid(step: try EditValue.grid(value, option))))
        case .transpose: add(text, .transpose(try EditValue.semitones(value, option)))
        case .cut: add(text, .cut(try EditValue.range(value, option)))
        case .clear: add(text, .clear(try EditValue.range(value, option)))
        case .reverse:
            add(text, .reverse(value.isEmpty ? nil : try EditValue.range(value, option)))
        case .scaleTime: add(text, .scaleTime(try EditValue.factor(value, option)))
        case .scaleVelocity: add(text, .scaleVelocity(try EditValue.factor(value, option)))
        case .offset: add(text, .offset(try EditValue.distance(value, option)))
        case .merge:
            guard !value.isEmpty else { throw EditValue.expected(option, "a MIDI file", value) }
            add(text, .merge(value))
        case .deleteTracks: add(text, .deleteTracks(try EditValue.tracks(value, option)))
        case .renameTrack: add(text, .renameTrack(value))
        case .program: add(text, .program(try EditValue.program(value, option)))
        case .setTempo: add(text, .setTempo(try EditValue.tempo(value, option)))
        }
    }

    /// The selection of selectors; `nil` for all if `all` is among them.
    private static func part(_ selectors: SelectorSet) -> SelectorSet? {
        selectors.selectors.contains(.all) ? nil : selectors
    }

    private mutating func add(_ text: String, _ operation: EditOperation) {
        if operation.hasScope { unused = [:] }
        steps.append(
            Step(
                text: text,
                selection: selection,
                trackOption: trackOption,
                operation: operation
            )
        )
    }

    /// Takes an option that modifies the `--quantise` before it.
    private mutating func refine(_ option: EditOption, _ value: String) throws {
        guard var step = steps.last, case .quantise(var grid) = step.operation else {
            throw ValidationError("\(option.name) belongs after --quantise")
        }
        switch option {
        case .strength: grid.strength = try EditValue.thousandths(value, option, 0...100)
        case .swing: grid.swing = try EditValue.thousandths(value, option, 50...75)
        default: grid.movesEnds = true
        }
        step.operation = .quantise(grid)
        step.text += option == .ends ? " --ends" : " \(option.name) \(value)"
        steps[steps.count - 1] = step
    }

    private mutating func takeDestination(_ value: String) throws {
        guard let waiting else { throw ValidationError("--to belongs after --copy or --move") }
        self.waiting = nil
        let destination = try EditValue.position(value, .to)
        let text = "\(waiting.text) --to \(value)"
        add(
            text,
            waiting.option == .copy
                ? .copy(waiting.range, to: destination) : .move(waiting.range, to: destination)
        )
    }

    private func checkNothingWaits() throws {
        guard let waiting else { return }
        throw ValidationError("\(waiting.text): expected --to POSITION after it")
    }
}
