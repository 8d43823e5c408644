import Realtime

/// Surveys of what sounds.
///
/// The controlling thread's.
extension Engine {
    /// Makes the audio thread record the notes that sound and all that is held.
    ///
    /// A report returns the survey when it is ready: ``takeSurvey(_:)``.
    ///
    /// - Returns: The number by which the report names it; `nil` when the audio thread has hung.
    public func survey() -> Int? {
        let survey = LentSurvey()
        guard let number = loans.surveys.lend(survey) else { return nil }
        guard unsafe give(.survey(survey.box.ticket, number: number)) else {
            loans.surveys.withdraw(number)
            return nil
        }
        return number
    }

    /// Takes a survey that was returned.
    ///
    /// - Parameter number: Its number.
    /// - Returns: The survey; empty if it was taken before.
    public func takeSurvey(_ number: Int) -> SoundSurvey {
        guard let survey = loans.surveys.takeBack(number) else { return SoundSurvey() }
        return SoundSurvey(survey.box.value)
    }

    /// The name of the strip of a sampler.
    ///
    /// - Parameters:
    ///   - sampler: The sampler, from 0.
    ///   - rack: The number of its rack.
    /// - Returns: The name; `nil` if the rack has left.
    public func stripName(ofSampler sampler: Int, rack: Int) -> String? {
        loans.stripName(ofSampler: sampler, rack: rack)
    }

    /// The reason why nothing is heard through a strip, whatever it is given; `nil` if something is.
    ///
    /// - Parameter name: The strip.
    /// - Returns: The reason in words for people.
    public func silence(ofStrip name: String) -> String? { loans.strips.silence(of: name) }
}

/// A survey in memory of its own.
final class LentSurvey {
    let box = Box(Survey())
}
