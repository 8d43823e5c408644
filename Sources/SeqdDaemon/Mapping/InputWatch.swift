import ControlProtocol
import Logging
import MIDI
import Playback
import SamplerHost

/// The messages that live inputs receive, for controllers that send commands, for events, and for
/// practice and the source that is followed.
@EventLoop
final class InputWatch {
    private let run: PlayRun
    private let inputs: LiveInputs
    private let controls: PlayControls
    /// The controllers that send commands.
    private let maps = ControllerMaps()
    /// Gives their commands; `nil` until there are handlers.
    private var giver: CommandGiver?

    /// Makes a watch without maps, for the controls of playback too.
    init(_ inputs: LiveInputs, for controls: PlayControls) {
        run = controls.run
        self.inputs = inputs
        self.controls = controls
    }

    /// Has a handler of requests carry out the controllers' commands.
    func use(_ handler: any RequestHandler) {
        giver = CommandGiver(handler) { [reporter = run.reporter] command, error in
            reporter.report(
                RequestError(number: error.number, "\(command): \(error.message)"),
                file: nil,
                .warning
            )
        }
    }

    /// Ends learning.
    func stop() { maps.stop() }

    /// The maps, in the order in which they were made.
    var entries: [MapEntry] { maps.entries }

    /// Maps a controller to a command.
    ///
    /// - Throws: A command that cannot be given; `busy` if there are too many maps.
    func map(_ map: ControllerMap, role: Permission) throws(RequestError) -> MapEntry {
        let entry = try maps.add(map, role: role)
        mapsChanged()
        return entry
    }

    /// Maps the next control that moves.
    ///
    /// - Returns: The map.
    /// - Throws: As ``map(_:role:)``; `busy` while another one is learned, and if none moves.
    func learn(
        _ map: ControllerMap,
        role: Permission,
        seconds: Double
    ) async throws -> MapEntry {
        let learned = try maps.learn(map, role: role, seconds: seconds) { [weak self] in
            self?.watch()
        }
        watch()
        return try await learned.value
    }

    /// Removes a map, or all.
    ///
    /// - Returns: The number of maps removed.
    /// - Throws: `usage` for a number that there is not.
    func unmap(_ number: Int?) throws(RequestError) -> Int {
        let count = try maps.remove(number)
        mapsChanged()
        return count
    }

    /// Refuses a map of an input that does not exist.
    func checkInput(of map: ControllerMap) throws(RequestError) {
        guard let input = map.input, input > inputs.count else { return }
        throw RequestError(.usage, "input: no input \(input), expected 1 to \(inputs.count)")
    }

    /// Replaces all maps; those that cannot be used any more are left out.
    ///
    /// - Returns: The faults of those.
    func replace(with entries: [(map: ControllerMap, role: Permission)]) -> [RequestError] {
        defer { watch() }
        return maps.replace(with: entries)
    }

    private func mapsChanged() {
        watch()
        run.onChange()
    }

    // MARK: Messages

    /// Takes the messages of live inputs that are wanted now.
    func watch() {
        var interest: ReceivedMessages.Interest = []
        if run.following.isOn { interest.insert(.sync) }
        if maps.isWatching || run.playback.practice != nil { interest.insert(.channels) }
        if run.reporter.wanted.contains(.midi) { interest = .all }
        inputs.watch(interest) { [weak self] in
            EventLoop.execute { [weak self] in self?.takeMessages() }
        }
    }

    private func takeMessages() {
        let (messages, dropped) = inputs.takeMessages()
        if run.reporter.wanted.contains(.midi) { publish(messages, dropped: dropped) }
        if run.following.isOn, run.following.take(messages) { controls.stepFollowing() }
        if run.playback.practice != nil { controls.takePractice(messages) }
        guard maps.isWatching else { return }
        let (given, hasLearned) = maps.take(messages)
        if hasLearned { mapsChanged() }
        for command in given { giver?.give(command) }
    }

    /// The most messages that are published at a time.
    private static let publishedMessages = 256

    private func publish(_ messages: [InputMessage], dropped: Int) {
        let received = messages.compactMap(ReceivedMessage.init)
        for message in received.prefix(Self.publishedMessages) {
            run.reporter.publish(.midi(message))
        }
        let rest = max(received.count - Self.publishedMessages, 0) + dropped
        if rest > 0 { run.reporter.drop(rest, of: .midi) }
    }
}

extension ReceivedMessage {
    /// `nil` for what is no message on a wire.
    fileprivate init?(_ message: InputMessage) {
        let source: String =
            switch message.source {
            case .sequencer(let address): "\(address)"
            case .raw(let number): "raw \(number + 1)"
            }
        let bytes: [UInt8] =
            switch message.body {
            case .message(let message): message.bytes
            case .exclusive(let bytes): [0xF0] + bytes + [0xF7]
            case .closed: []
            }
        guard !bytes.isEmpty else { return nil }
        self.init(
            input: message.input + 1,
            source: source,
            bytes: bytes,
            received: Double(message.stamp) / 1e9
        )
    }
}
