import Playback
import SamplerHost
import Sequencer
import Wording

/// Practice: the music waits for keys, and its speed changes with the repetitions.
extension Player {
    /// Takes the keys that were pressed, and changes the speed for the next repetition.
    func stepPractice() {
        if let keyboard {
            playback.takePractice(keyboard.takeMessages(), at: LiveQueue.now)
            for event in playback.takePracticeEvents() {
                switch event {
                case .waiting(let step):
                    view.sayWaiting(for: PracticeStep.text(step.keys), at: text(of: step))
                case .wrong(let key): view.sayWrong(PracticeStep.text([key]))
                case .played: break
                }
            }
        }
        guard !isPaused, !isLoading, playback.stepRamp(isLast: isLast) else { return }
        view.say("speed \(playback.speed)")
    }

    /// The position of a step, with ticks where it is between two beats.
    private func text(of step: PracticeStep) -> String {
        piece?.sequence.meterMap.position(atTick: step.tick).map { "\($0)" }
            ?? text(atFrame: step.frame)
    }

    /// The names of the keys that are waited for; `nil` while the music does not wait.
    var awaitedKeys: String? {
        guard let keys = playback.practice?.missing(at: LiveQueue.now), !keys.isEmpty else {
            return nil
        }
        return PracticeStep.text(keys)
    }

    /// Has the keyboard sound as the parts of a piece that the musician plays.
    func selectPracticeSound(of piece: LoadedPiece) {
        guard let keyboard, let selection = playback.practice?.selection,
            let program = piece.sequence.firstProgram(of: selection)
        else { return }
        keyboard.select(program)
    }

    /// The course of practice in words; `nil` without practice.
    var practiceSummary: String? {
        guard let summary = playback.practice?.currentSummary(at: LiveQueue.now) else { return nil }
        let seconds = TimeText.text(nanoseconds: summary.waited, decimals: 1...1)
        return "practice: \(NumberText.count(summary.steps, "step")) played, "
            + "\(NumberText.count(summary.wrongKeys, "wrong key")), "
            + "waited \(NumberText.count(summary.waits, "time")), \(seconds)"
    }
}
