import ArgumentParser
import CommandSupport
import Playback
import SamplerHost
import Sequencer

/// Practice: what its options allow, and the engine for it.
extension PlayCommand {
    /// Refuses options that have no effect, or that contradict each other.
    func checkPractice() throws {
        if practising.practice.isEmpty, let option = live.changedOption {
            throw ValidationError("\(option): needs --practice")
        }
        if following.follow != nil {
            guard practising.practice.isEmpty else {
                throw ValidationError("--practice: not with --follow")
            }
            guard practising.ramp == nil else { throw ValidationError("--ramp: not with --follow") }
        }
        guard practising.ramp != nil else { return }
        if musical.speed != .normal {
            throw ValidationError("--ramp and --speed cannot be used together")
        }
        if musical.varispeed != .normal {
            throw ValidationError("--ramp and --varispeed cannot be used together")
        }
        guard musical.playing.loopRange == nil else { return }
        guard loop || loops != nil else {
            throw ValidationError("--ramp: needs --loop-range, --loop or --loops")
        }
    }

    /// Whether repetitions of the list are those of one piece, which begins again without a gap: so its
    /// passes can be practised, each at its speed.
    ///
    /// - Parameter count: The number of pieces in the list, if they are few.
    /// - Returns: Whether it is one piece.
    /// - Throws: Status 64 for a ramp over several pieces.
    func repeatsPiece(of count: Int) throws(CommandFailure) -> Bool {
        guard practising.ramp != nil || practising.settings != nil, loop || loops != nil,
            musical.playing.loopRange == nil
        else { return false }
        guard count == 1 || practising.ramp == nil else {
            throw CommandFailure(
                .usage,
                "--ramp: repeats one file, or one pattern with --pattern; --loop-range repeats a part "
                    + "of each"
            )
        }
        return count == 1
    }

    /// Makes the engine; for practice it has live inputs, unless there are MIDI outputs alone.
    func makeEngine(
        _ settings: EngineSettings,
        on rack: RackSettings
    ) throws(CommandFailure) -> Engine {
        guard practising.settings != nil, !isMIDIOnly else { return Engine(settings) }
        return try LiveEngine.make(
            settings,
            on: rack,
            musical.sound,
            musical.routing,
            hasRules: musical.routing.isUsed,
            inputs: live.inputs,
            isQuiet: true
        )
    }

    /// Begins practice, the ramp and the loop of the options, before a piece is loaded.
    ///
    /// - Parameters:
    ///   - player: The player.
    ///   - repeatsPiece: Whether the list is a loop of one piece.
    /// - Throws: Status 64 for parts that a loaded piece does not have.
    func beginPractice(of player: Player, repeatsPiece: Bool) throws(CommandFailure) {
        player.playback.setRamp(practising.ramp)
        if let practice = practising.settings {
            do throws(SelectorError) {
                try player.playback.setPractice(practice)
            } catch {
                throw CommandFailure(.usage, "--practice: \(error)")
            }
        }
        guard repeatsPiece else { return }
        player.ownLoop = .whole
        player.ownLoopCount = loops
        player.playback.loop = .whole
        player.playback.loopCount = loops
    }
}
