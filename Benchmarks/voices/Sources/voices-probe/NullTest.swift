import Foundation
import Voices

/// The difference between our voices and FluidSynth's, note by note.
struct NullTest {
    /// The result of a note.
    struct Result {
        let run: Run
        /// The highest difference of a sample, in dB re the note's highest.
        let decibels: Double
        /// The frame of that difference.
        let frame: Int
        /// The first frame that differs by more than −60 dB.
        let first: Int?
    }

    let font: Font
    let reference: Reference
    var kernels = KernelSet.fastest
    /// The key that is compared; `nil` for four.
    var key: Int?
    /// A frame around which the left sides are printed; `nil` for none.
    var printedFrame: Int?
    /// The controllers that messages move.
    var moved: Set<Int> = []

    /// Compares all presets, or one.
    func results(bank: Int? = nil, program: Int? = nil) -> [Result] {
        var results: [Result] = []
        for (index, preset) in font.bank.presets.enumerated() {
            if let bank, let program, preset.bank != bank || preset.program != program { continue }
            for key in key.map({ [$0] }) ?? [24, 48, 72, 96] {
                for velocity in [40, 90, 127] {
                    var run = Run()
                    (run.bank, run.program) = (preset.bank, preset.program)
                    (run.key, run.velocity, run.moved) = (key, velocity, moved)
                    let one = run.play(reference)
                    let other = run.play(font.tables.presets[index], kernels)
                    if let printedFrame { Self.print(one, other, around: printedFrame) }
                    if let result = compare(one, other, run) { results.append(result) }
                }
            }
        }
        return results
    }

    private static func print(_ one: [Float], _ other: [Float], around frame: Int) {
        for frame in max(0, frame - 12)..<min(one.count / 2, frame + 12) {
            Swift.print(frame, one[2 * frame], other[2 * frame])
        }
    }

    private func compare(_ one: [Float], _ other: [Float], _ run: Run) -> Result? {
        let peak = one.reduce(0) { max($0, abs($1)) }
        let own = other.reduce(0) { max($0, abs($1)) }
        guard max(peak, own) > 1e-6 else { return nil }
        let level = max(peak, 1e-9)
        var (highest, place) = (Float(0), 0)
        var first: Int?
        for index in one.indices {
            let difference = abs(one[index] - other[index])
            if difference > highest { (highest, place) = (difference, index / 2) }
            if first == nil, difference > level / 1_000 { first = index / 2 }
        }
        let decibels = 20 * log10(Double(max(highest, 1e-12) / level))
        return Result(run: run, decibels: decibels, frame: place, first: first)
    }

    /// Prints a line of Markdown, and the notes that differ most.
    static func print(_ results: [Result], name: String, worst: Int) {
        let sorted = results.map(\.decibels).sorted()
        func percentile(_ part: Double) -> String {
            let index = min(sorted.count - 1, Int(part * Double(sorted.count)))
            return String(format: "%.1f", sorted[index])
        }
        guard let last = sorted.last else { return }
        let quiet = sorted.filter { $0 <= -60 }.count
        Swift.print(
            "| \(name), \(sorted.count) notes | \(percentile(0.5)) | \(percentile(0.75))"
                + " | \(percentile(0.9)) | \(percentile(0.99)) | \(String(format: "%.1f", last))"
                + " | \(String(format: "%.1f", 100 * Double(quiet) / Double(sorted.count))) % |"
        )
        for result in results.sorted(by: { $0.decibels > $1.decibels }).prefix(worst) {
            let run = result.run
            Swift.print(
                "  \(run.bank):\(run.program) key \(run.key) velocity \(run.velocity):"
                    + " \(String(format: "%.1f", result.decibels)) dB at frame \(result.frame),"
                    + " first \(result.first.map(String.init) ?? "-")"
            )
        }
    }
}
