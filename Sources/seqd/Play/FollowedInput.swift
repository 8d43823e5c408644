import ControlProtocol
import Playback
import SamplerHost
import Sequencer

/// The MIDI source that a player follows.
///
/// Main thread only.
final class FollowedInput {
    private let input: LiveInput
    private var follower: PieceFollower
    private var told: SyncFollower.State?

    /// Opens the source.
    ///
    /// - Parameters:
    ///   - settings: The source that is followed, and how.
    ///   - input: The inputs that it arrives on.
    ///   - onMessages: Called on the input thread when messages wait.
    /// - Throws: A raw source that cannot be opened.
    init(
        _ settings: SyncSettings,
        from input: LiveInputSettings,
        onMessages: @escaping @Sendable () -> Void
    ) throws(HostError) {
        follower = PieceFollower(settings)
        self.input = try LiveInput(input, queue: nil)
        self.input.received.watch(.sync, onMessages: onMessages)
    }

    /// Takes the messages that wait, and says what is due.
    func step(of playback: PiecePlayer) -> PieceFollower.Step {
        for message in input.received.take().messages { follower.take(message) }
        return follower.step(of: playback, isPlaying: playback.isUnderWay, at: LiveQueue.now)
    }

    /// Holds playing until the source is started or moved.
    func hold() { follower.hold() }

    /// Ends reading.
    func close() { input.close() }

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
