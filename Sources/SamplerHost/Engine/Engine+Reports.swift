import Realtime
import Synchronization

/// The engine's reports and surveys, and the memory that it returns.
///
/// The controlling thread's.
extension Engine {
    /// The audio thread's reports since the last call; takes back what it has returned.
    public func takeReports() -> [EngineReport] {
        var taken: [EngineReport] = []
        while let report = reports.value.pop() {
            if let loan = report.loan { takeBack(loan) }
            if case .rackReturned(let number) = report { loans.endPromise(ofRack: number) }
            taken.append(report)
        }
        return taken
    }

    private func takeBack(_ loan: EngineLoan) {
        switch loan {
        case .item(let number): loans.takeBack(item: number)
        case .rack(let number): loans.takeBack(rack: number)
        case .strip(let number): loans.strips.takeBack(number)
        case .inserts(let number): loans.strips.takeBack(inserts: number)
        case .clip(let number): loans.takeBack(clip: number, tapped: tappedStrips)
        case .tap(let number): taps.withLock { $0.takeBack(number) }?.noteReturn()
        // The caller takes it: it is what was asked for.
        case .survey: break
        }
    }

    /// The presets that were selected on live inputs since the last call, and that their fonts
    /// lack; in each, `sampler` is the number of the sampler.
    ///
    /// Controlling thread only.
    public func takeSubstitutions() -> [PresetSubstitution] {
        loans.takeSubstitutions()
    }

    /// The presets that are selected on live inputs and that another rack would lack; in each,
    /// `sampler` is the number of the sampler in that rack.
    ///
    /// Controlling thread only.
    ///
    /// - Parameter rack: The other rack.
    /// - Returns: The presets, each with its substitute.
    public func substitutions(onInputsWith rack: SamplerRack) -> [PresetSubstitution] {
        loans.substitutions(onInputsWith: rack)
    }

    /// The racks that the engine has released since the last call.
    ///
    /// Freeing one takes a lock that loading SoundFonts holds for long: release them on a thread
    /// that may wait.
    public func takeReleasedRacks() -> [SamplerRack] {
        loans.takeReleased()
    }

    /// Waits until there may be reports, or the engine has ended.
    ///
    /// A thread of the caller's own; the reports are taken on the controlling thread.
    public func waitForReports() {
        reported.wait()
    }

    /// Whether it renders nothing any more.
    ///
    /// Any thread.
    public var hasEnded: Bool { status.value.hasEnded.load(ordering: .acquiring) }

    /// Faults of samples in the live inputs' SoundFonts.
    ///
    /// Controlling thread only; the engine must have been made just now.
    public var inputSampleFaults: [SampleFault] {
        loans.liveRack?.sampleFaults ?? []
    }

    // MARK: Surveys

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
}

/// A survey in memory of its own.
final class LentSurvey {
    let box = Box(Survey())
}
