import ControlProtocol
import Playback
import SamplerHost
import Sequencer
import Synchronization

/// The source of time that a player follows.
///
/// Main thread only.
final class FollowedInput {
    /// The MIDI input that is followed.
    private var input: LiveInput?
    /// JACK's transport, if that is followed, and the messages of it that wait.
    private var transport: JACKTransport?
    private let waiting = WaitingMessages()
    private var follower: PieceFollower
    private var told: SyncFollower.State?

    /// Opens the source.
    ///
    /// - Parameters:
    ///   - settings: The source that is followed, and how.
    ///   - inputs: The inputs that it arrives on, for MIDI.
    ///   - onMessages: Called on another thread when messages wait.
    /// - Throws: A raw source that cannot be opened; a JACK server that is not there.
    init(
        _ settings: SyncSettings,
        from inputs: LiveInputSettings,
        onMessages: @escaping @Sendable () -> Void
    ) throws(HostError) {
        follower = PieceFollower(settings)
        guard settings.source != .jack else {
            _ = try JACKServer()
            transport = try JACKTransport { [waiting] message in
                waiting.messages.withLock { $0.append(message) }
                onMessages()
            }
            return
        }
        let input = try LiveInput(inputs, queue: nil)
        input.received.watch(.sync, onMessages: onMessages)
        self.input = input
    }

    /// Messages of a source that is no MIDI input.
    private final class WaitingMessages: Sendable {
        let messages = Mutex<[SyncMessage]>([])

        func take() -> [SyncMessage] {
            messages.withLock { messages in
                defer { messages = [] }
                return messages
            }
        }
    }

    /// Takes the messages that wait, and says what is due.
    func step(of playback: PiecePlayer) -> PieceFollower.Step {
        if let input {
            for message in input.received.take().messages { follower.take(message) }
        }
        for message in waiting.take() { follower.take(message) }
        return follower.step(of: playback, isPlaying: playback.isUnderWay, at: LiveQueue.now)
    }

    /// Holds playing until the source is started or moved.
    func hold() { follower.hold() }

    /// Ends reading.
    func close() {
        input?.close()
        transport?.close()
        transport?.join()
    }

    /// The source, for people.
    var name: String { FollowStatus.name(of: follower.settings.source) }

    /// The change of the source's state since the last call; `nil` if there is none.
    func takeNews() -> String? {
        let state = follower.follower.state(at: LiveQueue.now)
        guard state != told else { return nil }
        told = state
        switch state {
        case .waiting: return "\(name): waiting for its first message"
        case .stopped: return "\(name): stopped"
        case .running: return "\(name): running"
        case .freewheeling: return "\(name): no messages; playing on"
        case .lost: return "\(name): lost"
        }
    }

    /// The quality in numbers.
    var summary: String {
        let quality = follower.follower.quality
        func milliseconds(_ seconds: Double) -> String {
            "\((seconds * 1e6).rounded() / 1e3) ms"
        }
        let offset = quality.offset.map { "offset \(milliseconds($0)), " } ?? ""
        return "\(name): \(offset)jitter \(milliseconds(quality.jitter)), "
            + "drop-outs \(quality.dropouts), jumps \(quality.jumps)"
    }
}
