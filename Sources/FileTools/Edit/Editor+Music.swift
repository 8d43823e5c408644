package import CommandSupport
package import Sequencer
import Wording

/// Operations on what sounds.
extension Editor {
    /// All ticks.
    private static let all: Range<Int64> = 0..<Int64.max

    package mutating func quantise(_ grid: EditGrid, _ scope: EditScope) throws(CommandFailure)
        -> Report
    {
        guard let wholeNote = sequence.ticksPerWholeNote else { throw Self.noBeats }
        let narrowest = min(1000 - grid.swing, 500)
        // Points nearer than two ticks do not make a grid.
        guard let pair = grid.step.multiplied(by: 2 * narrowest, over: 1000),
            pair.floor(parts: wholeNote / 4) >= 2
        else {
            throw CommandFailure(.usage, "the grid is finer than the file's ticks")
        }
        let quantisation = Quantisation(
            // A quarter note is a quarter of a whole note.
            grid: grid.step.denominator * 4,
            numerator: grid.step.numerator,
            strength: Double(grid.strength) / 1000,
            swing: Double(grid.swing) / 1000,
            includesEnds: grid.movesEnds
        )
        let notes = count(scope, notesOnly: true)
        var (moved, farthest) = (0, Int64(0))
        change(scope) { track in
            let before = Dictionary(
                track.events.lazy.map { ($0.id, $0) },
                uniquingKeysWith: { first, _ in first }
            )
            track.quantise(Self.all, to: quantisation, wholeNote: wholeNote)
            for entry in track.events {
                guard case .note = entry.event, let old = before[entry.id] else { continue }
                if old.tick != entry.tick || old.event != entry.event { moved += 1 }
                farthest = max(farthest, abs(old.tick - entry.tick))
            }
        }
        let rest =
            moved == 0
            ? ": all are there already"
            : ", \(moved) changed, moved by up to \(NumberText.count(farthest, "tick"))"
        return report("quantised", notes, "note", rest)
    }

    package mutating func transpose(by semitones: Int, _ scope: EditScope) -> Report {
        var (notes, drums, folded) = (0, 0, 0)
        let isDrumsMeant = scope.channels?.contains { $0.channel == 10 } ?? false
        for index in scope.tracks {
            let track = sequence.tracks[index]
            for entry in track.events where scope.contains(entry.event, of: track) {
                guard case .note(let note) = entry.event else { continue }
                if note.channel == 9, !isDrumsMeant {
                    drums += 1
                } else {
                    notes += 1
                    if !(0...127).contains(Int(note.key) + semitones) { folded += 1 }
                }
            }
        }
        change(scope) { track in
            track.transpose(Self.all, by: semitones, includingDrums: isDrumsMeant)
        }
        let kept = drums > 0 ? "; \(NumberText.count(drums, "note")) of channel 10 stay" : ""
        var report = report("transposed", notes, "note", kept)
        if notes == 0, drums > 0 {
            report.warning =
                "\(NumberText.count(drums, "note")) of channel 10 stay; --channel 10 moves them"
        }
        if folded > 0 {
            report.warning =
                "\(NumberText.count(folded, "note")) would leave the keys 0 to 127, and come back "
                + "by octaves"
        }
        return report
    }

    package mutating func scaleVelocity(by factor: Speed, _ scope: EditScope) -> Report {
        let notes = count(scope, notesOnly: true)
        change(scope) { $0.scaleVelocity(Self.all, by: factor.factor) }
        return report("changed the velocity of", notes, "note")
    }

    /// The error for what needs beats in music that counts frames.
    package static var noBeats: CommandFailure {
        CommandFailure(.usage, "the file counts SMPTE frames and has no beats")
    }
}
