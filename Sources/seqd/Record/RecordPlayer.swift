import CommandSupport
import Playback
import SamplerHost
import Sequencer

/// The file, or the clicks, that a recording is played along with.
///
/// Confined to the main thread.
final class RecordPlayer {
    private let playback: PiecePlayer
    private let piece: LoadedPiece
    private let countIn: CountIn?
    private var follower: TakeFollower?
    private var hasEnded = false

    /// Prepares a piece on an engine that does not run yet.
    ///
    /// - Parameters:
    ///   - piece: The piece.
    ///   - musical: The options.
    ///   - engine: The engine.
    /// - Throws: The fault in a SoundFont of the metronome.
    init(_ piece: LoadedPiece, _ musical: MusicalOptions, on engine: Engine) throws(CommandFailure)
    {
        self.piece = piece
        countIn = musical.playing.countIn.map { CountIn(bars: $0) }
        playback = PiecePlayer(engine)
        playback.speed = musical.speed
        playback.variSpeed = musical.varispeed
        playback.semitones = musical.transpose
        playback.chasesNotes = musical.playing.chaseNotes
        playback.isMetronomeOn = musical.playing.metronome
        playback.load(piece)
        guard playback.isMetronomeOn || countIn != nil else { return }
        let settings = engine.settings
        let rack = try CommandFailure.catching { () throws(HostError) in
            try SamplerRack(
                metronome: settings.sampler,
                rate: settings.rate,
                maximumPeriod: settings.maximumPeriod
            )
        }
        guard engine.installMetronome(rack) else {
            throw CommandFailure(.busy, "too many samplers still sounding")
        }
    }

    /// Plays.
    ///
    /// - Parameters:
    ///   - plan: The settings of the take.
    ///   - start: The start of the take, in nanoseconds of the monotonic clock.
    /// - Throws: Status 75 if the engine has no room.
    func begin(_ plan: TakePlan, at start: Int64) throws(CommandFailure) {
        follower = TakeFollower(
            piece,
            from: piece.start,
            plan,
            start: start,
            rate: playback.rate
        )
        guard playback.start(at: piece.start, countIn: countIn) else {
            throw CommandFailure(.busy, "too many samplers still sounding")
        }
    }

    /// Takes the engine's reports, and looks up the position.
    ///
    /// - Returns: The marks for the take; `nil` when the piece has ended.
    func follow() -> [TakeMark]? {
        // Before the reports: the last position is looked up while the piece is there.
        let marks = follower?.look(at: playback) ?? []
        for report in playback.engine.takeReports() {
            switch playback.handle(report) {
            case .ended?, .refused?: hasEnded = true
            case .followed?, nil: break
            }
        }
        _ = playback.engine.takeReleasedRacks()
        return hasEnded ? nil : marks
    }

    /// The position, as it is shown.
    var positionText: String {
        let sequence = piece.sequence
        let tick = sequence.tempoMap.tick(atFrame: playback.position, rate: playback.rate)
        return sequence.meterMap.position(atTick: tick).map { "\($0.bar):\($0.beat)" } ?? ""
    }
}

/// The sound of a recording.
struct RecordStage {
    let engine: Engine
    let output: DeviceOptions.Output
    /// The player of what plays along; `nil` for none.
    let player: RecordPlayer?
    let loss: DeviceLossAction
    let isRealTime: Bool
}
