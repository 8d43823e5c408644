import Playback
import SMF
import Sequencer

/// A sequence of a file, and what of it is to be heard: the options applied.
struct Passage: Sendable {
    /// What messages call the file.
    var name: String
    var sequence: PreparedSequence
    /// The sequence at its own tempo.
    var base: PreparedSequence
    /// The nominal frame at which it begins.
    var from: Int64
    /// The nominal frame at which it ends; `nil` plays all.
    var to: Int64?
    var muted: Selection
    var soloed: Selection
    /// The nominal frames that are played again and again.
    var loop: Range<Int64>?
    /// Nominal frames that it lasts, its loop counted once.
    var length: Int64
    /// What of the options means nothing for it, for people.
    var notes: [String]
}

extension MusicalOptions {
    /// What is to be heard of a sequence.
    ///
    /// - Parameters:
    ///   - sequence: The sequence as the file has it.
    ///   - song: Its file.
    ///   - arrangement: What is changed in it.
    ///   - rate: Frames a second.
    /// - Returns: The passage.
    /// - Throws: Status 64 for positions and selectors that the song does not have.
    func passage(
        of sequence: PreparedSequence,
        in song: PieceFile,
        _ arrangement: Arrangement,
        rate: Int
    ) throws(CommandFailure) -> Passage {
        let (base, sequence) = arrangement.applied(to: sequence)
        let from = try frame(of: from, in: sequence, song, rate) ?? 0
        let to = try frame(of: to, in: sequence, song, rate)
        let end = sequence.endFrame(rate: rate)
        if let to, to <= from {
            throw CommandFailure(.usage, "\(song.name): --to is not after --from")
        }
        let loop = try loop(in: sequence, song, from: from, to: to, rate)
        return Passage(
            name: song.name,
            sequence: sequence,
            base: base,
            from: from,
            to: to,
            muted: try selection(mute, in: sequence, song),
            soloed: try selection(solo, in: sequence, song),
            loop: loop,
            length: max(0, min(to ?? end, end) - from),
            notes: notes(on: sequence, song, hasLoop: loop != nil)
        )
    }

    /// The nominal frames that `--loop-range` repeats.
    private func loop(
        in sequence: PreparedSequence,
        _ song: PieceFile,
        from: Int64,
        to: Int64?,
        _ rate: Int
    ) throws(CommandFailure) -> Range<Int64>? {
        guard let range = playing.loopRange else { return nil }
        func failure(_ what: String) -> CommandFailure {
            CommandFailure(.usage, "\(song.name): --loop-range \(range): \(what)")
        }
        let loop: Range<Int64>
        switch range {
        case .file:
            guard let found = sequence.fileLoopFrames(rate: rate, to: to) else { return nil }
            loop = found
        case .between(let positions):
            let start = try frame(of: positions.from, in: sequence, song, rate) ?? 0
            let end = try frame(of: positions.to, in: sequence, song, rate) ?? 0
            guard start < end else { throw failure("ends before it begins") }
            guard end <= to ?? end else { throw failure("ends after --to") }
            guard PlayItem.canLoop(start..<end, of: sequence, rate: rate, to: to) else {
                throw failure("shorter than \(PlayItem.shortestLoopText(rate: rate))")
            }
            loop = start..<end
        case .off, .whole:
            return nil
        }
        guard from < loop.upperBound else { throw failure("ends before --from") }
        return loop
    }

    /// What of the options means nothing for a sequence.
    private func notes(
        on sequence: PreparedSequence,
        _ song: PieceFile,
        hasLoop: Bool
    ) -> [String] {
        var notes: [String] = []
        if playing.loopRange == .file, !hasLoop {
            notes.append("\(song.name): no loop points; playing to the end")
        }
        if case .smpte = sequence.division {
            if playing.tempo != nil {
                notes.append("\(song.name): no tempo to change: the file has a SMPTE division")
            }
            if playing.metronome || playing.countIn != nil {
                notes.append("\(song.name): no bars to click: the file has a SMPTE division")
            }
        }
        return notes
    }

    private func frame(
        of position: Position?,
        in sequence: PreparedSequence,
        _ song: PieceFile,
        _ rate: Int
    ) throws(CommandFailure) -> Int64? {
        guard let position else { return nil }
        do throws(PositionError) {
            return try sequence.frame(of: position, rate: rate)
        } catch {
            throw CommandFailure(error, in: song.name)
        }
    }

    private func selection(
        _ sets: [SelectorSet],
        in sequence: PreparedSequence,
        _ song: PieceFile
    ) throws(CommandFailure) -> Selection {
        var all = SelectorSet()
        for set in sets { all.selectors += set.selectors }
        guard !all.isEmpty else { return .none }
        do throws(SelectorError) {
            return try all.resolve(in: sequence)
        } catch {
            throw CommandFailure(error, in: song.name)
        }
    }
}

extension PieceFile {
    /// What is to be played, as the options say.
    ///
    /// - Throws: Status 65 for a file without tracks, 64 where there is no such pattern.
    func playable(_ options: MusicalOptions) throws(CommandFailure) -> [PreparedSequence] {
        guard !file.tracks.isEmpty else {
            throw CommandFailure(.data, "\(name): no tracks: nothing to play")
        }
        return try sequences(pattern: options.pattern)
    }
}
