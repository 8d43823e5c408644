import CLinux
import Sequencer

/// The line that commands keep on a terminal during jobs: a progress bar, the speed and the remaining
/// time.
struct ProgressLine<Job: QueuedJob> {
    private let jobs: [Job]
    private let began = seqd_monotonic_nanoseconds()
    private let line: TerminalLine

    /// Makes a line for jobs.
    init(isShown: Bool, jobs: [Job]) {
        self.jobs = jobs
        line = TerminalLine(isShown: isShown)
    }

    /// Updates the line.
    ///
    /// - Parameter done: The number of jobs that have ended.
    func show(done: Int) {
        guard line.isShown else { return }
        var secondsDone = 0.0
        var skipped = 0
        for job in jobs {
            if job.isSkipped {
                skipped += 1
            } else {
                secondsDone += job.secondsDone
            }
        }
        let seconds = Double(seqd_monotonic_nanoseconds() - began) / 1e9
        let fraction = fractionDone(done, skipped: skipped)
        var parts = [bar(fraction)]
        if jobs.count > 1 { parts.append("\(done)/\(jobs.count) files") }
        if seconds > 0 {
            parts.append("\(Int((secondsDone / seconds).rounded())) × real time")
        }
        if fraction > 0.01 {
            let left = seconds / fraction - seconds
            parts.append("ETA \(TimeText.text(seconds: left, decimals: 0...0))")
        }
        line.show(parts.joined(separator: "  "))
    }

    /// The share of the work that is done; what was skipped is none.
    private func fractionDone(_ done: Int, skipped: Int) -> Double {
        guard jobs.count > skipped else { return 1 }
        var parts = Double(done - skipped)
        for job in jobs where !job.isSkipped { parts += min(1, job.fractionDone) }
        return min(1, parts / Double(jobs.count - skipped))
    }

    private func bar(_ fraction: Double) -> String {
        let width = 24
        let full = Int(fraction * Double(width))
        let percent = Int(fraction * 100)
        return "[\(String(repeating: "#", count: full))"
            + "\(String(repeating: "-", count: width - full))] \(percent) %"
    }

    /// Removes the line before other output.
    func clear() {
        line.clear()
    }

    /// Leaves the line.
    func end() {
        line.end()
    }
}
