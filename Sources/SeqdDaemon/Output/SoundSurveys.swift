import ControlProtocol
import SamplerHost

/// The questions to the audio thread for the notes that sound.
@EventLoop
final class SoundSurveys {
    private let engine: Engine
    /// Those that wait for an answer, by their numbers.
    private var waiting: [Int: Pending<Void>] = [:]
    /// The time in which the audio thread must answer.
    private static let limit = Duration.seconds(1)

    init(of engine: Engine) { self.engine = engine }

    /// Asks for the notes that sound and what holds them.
    ///
    /// - Throws: Status 75 if the audio thread does not answer.
    func ask() async throws -> SoundSurvey {
        // Asleep, nothing sounds; a question must not open the device.
        guard !engine.isAsleep else { return SoundSurvey() }
        let hung = RequestError(.busy, "the audio thread does not answer; try again")
        guard let number = engine.survey() else { throw hung }
        let survey = Pending<Void>()
        waiting[number] = survey
        let limit = EventLoop.clock.schedule(in: Self.limit) { [weak self] in
            self?.waiting.removeValue(forKey: number)?.fail(hung)
        }
        try await survey.value
        limit.cancel()
        return engine.takeSurvey(number)
    }

    /// Takes an answer of the audio thread.
    func take(_ number: Int) {
        if let survey = waiting.removeValue(forKey: number) {
            survey.succeed()
        } else {
            // Nobody waits for it any more.
            _ = engine.takeSurvey(number)
        }
    }
}
