public import Playback

/// A player of one MIDI file, on a device, in silence or into a sound file.
///
/// ```swift
/// let player = try Player("song.mid")
/// try await player.play()
/// ```
///
/// It plays as `seqd play` does, with the same parts. Positions are in seconds at rate 1, or in
/// beats, which are quarter notes. Any thread and any task may use it; a player that is freed fades
/// out. A device is released whenever nothing sounds.
///
/// A program that links this library should also have the linker flag
/// `-Xlinker --export-dynamic-symbol=GOMP_parallel`, which keeps FluidSynth from allocating memory
/// on the audio thread.
public final class Player: Sendable {
    let core: PlayerCore

    /// The range of rates.
    public static let rates = 0.01...100.0
    /// The range of gains in dB.
    public static let gains = -60.0...24.0

    /// Reads a MIDI file, its SoundFonts and their samples, and opens the output; nothing sounds
    /// yet.
    ///
    /// - Parameters:
    ///   - path: The file: a Standard MIDI File, RMID or game music, also compressed by gzip.
    ///   - soundFont: An SF2, SF3, SFZ or DLS file, or a folder of samples; `nil` for those of
    ///     `sound`, else `$SEQD_SOUNDFONT`, else the system's General MIDI bank, else seqd's.
    ///   - output: The destination of the sound.
    ///   - settings: The settings of the piece: start, end, loop, speed, gain and others.
    ///   - sound: The settings of the sound.
    /// - Throws: `noInput` or `data` for a file that cannot be read, `usage` for settings that do
    ///   not fit, `unavailable`, `busy` or `notPermitted` for the device.
    public convenience init(
        _ path: String,
        soundFont: String? = nil,
        output: SoundOutput = .device(),
        settings: PlaySettings = PlaySettings(),
        sound: SoundSettings = SoundSettings()
    ) throws(PlaybackError) {
        let file = try PieceFile(path, settings.reading())
        try self.init(
            file,
            soundFont: soundFont,
            output: output,
            settings: settings,
            sound: sound
        )
    }

    /// Makes a player of a file that was read or made; see
    /// ``init(_:soundFont:output:settings:sound:)-(String,_,_,_,_)``.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - soundFont: The SoundFont.
    ///   - output: The destination of the sound.
    ///   - settings: The settings of the piece.
    ///   - sound: The settings of the sound.
    /// - Throws: As for a path.
    public init(
        _ file: PieceFile,
        soundFont: String? = nil,
        output: SoundOutput = .device(),
        settings: PlaySettings = PlaySettings(),
        sound: SoundSettings = SoundSettings()
    ) throws(PlaybackError) {
        core = try PlayerCore(
            file,
            settings,
            output,
            SoundSettings(sound, soundFont: soundFont)
        )
    }

    deinit { core.close() }

    // MARK: Playing

    /// Plays from the current position, and returns when the sound has ended.
    ///
    /// After a pause it resumes. A piece that is repeated for ever ends with ``stop()``.
    ///
    /// - Throws: `CancellationError` if the task is cancelled, which stops the player; else as
    ///   ``start()``, and `PlaybackError` when the device is lost or the file cannot be written.
    public func play() async throws {
        try start()
        try await waitForEnd()
    }

    /// Plays from the current position, or resumes after a pause, and returns at once.
    ///
    /// - Throws: The fault of a device that cannot be opened; of an earlier failure, after which
    ///   the player does not play any more; `usage` when its sound file is complete.
    public func start() throws(PlaybackError) {
        try core.locked { () throws(PlaybackError) in try core.start() }
    }

    /// Waits until nothing sounds; a pause is waited for too.
    ///
    /// - Throws: As ``play()``.
    public func waitForEnd() async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                core.locked { core.wait(waiter) }
            }
            try Task.checkCancellation()
        } onCancel: {
            stop()
        }
    }

    /// Pauses, and releases the device.
    ///
    /// When it is resumed, held notes continue. Does nothing while nothing plays.
    public func pause() { core.locked { core.pause() } }

    /// Stops within 10 ms but for the fading of notes, and goes back to the start.
    ///
    /// A sound file is completed.
    public func stop() { core.locked { core.stop() } }

    /// Whether it plays: not after a pause, nor while the last notes fade.
    public var isPlaying: Bool {
        core.locked { if case .playing = core.phase { true } else { false } }
    }

    /// Whether it is paused.
    public var isPaused: Bool {
        core.locked { if case .paused = core.phase { true } else { false } }
    }
}
