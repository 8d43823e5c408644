import Playback
import SamplerHost
import Sequencer

/// The keyboard of a musician who practises.
///
/// Main thread only.
final class PracticeInput {
    private let input: LiveInput
    private let engine: Engine
    private var reports: LiveReports?
    private var areSourcesOpen = false

    /// Opens the sources.
    ///
    /// - Parameters:
    ///   - settings: The sources.
    ///   - engine: The engine; its live inputs play what comes in, if it has any.
    ///   - isQuiet: Whether only errors are reported.
    ///   - onMessages: Called on the input thread when messages wait.
    /// - Throws: A raw source that cannot be opened.
    init(
        _ settings: LiveInputSettings,
        on engine: Engine,
        isQuiet: Bool,
        onMessages: @escaping @Sendable () -> Void
    ) throws(HostError) {
        self.engine = engine
        input = try LiveInput(
            settings,
            queue: engine.inputs > 0 ? engine.input : nil,
            onChange: onMessages
        )
        input.received.watch(.channels, onMessages: onMessages)
        if !isQuiet { reports = LiveReports(input.status, name: settings.clientName) }
    }

    /// The messages since the last call; reports changes of the sources.
    func takeMessages() -> [InputMessage] {
        reports?.update(input.status)
        return input.received.take().messages
    }

    /// Has the keys play the preset with which the musician's part begins.
    func select(_ program: ProgramUse) {
        let bank: UInt16 = program.isDrums ? 128 : UInt16(program.bankMSB)
        let now = LiveQueue.now
        for number in 0..<engine.inputs {
            let source = UInt8(number)
            if !areSourcesOpen {
                _ = engine.play(.open(source: source, input: number, stamp: now))
            }
            for channel: UInt8 in 0..<16 {
                _ = engine.play(
                    .program(
                        bank: bank,
                        program: program.program,
                        channel: channel,
                        source: source,
                        stamp: now
                    )
                )
            }
        }
        areSourcesOpen = true
    }

    /// Ignores what is played, before the process is stopped.
    func suspend() { input.suspend() }

    /// Takes what is played from now on.
    func resume() { input.resume() }

    /// Ends reading.
    func close() { input.close() }
}
