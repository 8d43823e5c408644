import SMF
import Sequencer

/// A sequence of a file, and what of it is to be heard: the options applied.
struct Passage: Sendable {
    /// What messages call the file.
    var name: String
    var sequence: PreparedSequence
    /// The nominal frame at which it begins.
    var from: Int64
    /// The nominal frame at which it ends; `nil` plays all.
    var to: Int64?
    var muted: Selection
    var soloed: Selection
    /// Nominal frames that it lasts.
    var length: Int64
}

extension MusicalOptions {
    /// What is to be heard of a sequence.
    ///
    /// - Parameters:
    ///   - sequence: The sequence.
    ///   - song: Its file.
    ///   - rate: Frames a second.
    /// - Returns: The passage.
    /// - Throws: Status 64 for positions and selectors that the song does not have.
    func passage(
        of sequence: PreparedSequence,
        in song: SongFile,
        rate: Int
    ) throws(CommandFailure) -> Passage {
        let from = try frame(of: from, in: sequence, song, rate) ?? 0
        let to = try frame(of: to, in: sequence, song, rate)
        let end = sequence.endFrame(rate: rate)
        if let to, to <= from {
            throw CommandFailure(.usage, "\(song.name): --to is not after --from")
        }
        return Passage(
            name: song.name,
            sequence: sequence,
            from: from,
            to: to,
            muted: try selection(mute, in: sequence, song),
            soloed: try selection(solo, in: sequence, song),
            length: max(0, min(to ?? end, end) - from)
        )
    }

    private func frame(
        of position: Position?,
        in sequence: PreparedSequence,
        _ song: SongFile,
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
        _ song: SongFile
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

extension SongFile {
    /// What is to be played, as the options say.
    ///
    /// - Throws: Status 65 for a file without tracks, 64 where there is no such pattern.
    func playable(_ options: MusicalOptions) throws(CommandFailure) -> [PreparedSequence] {
        guard !file.tracks.isEmpty else {
            throw CommandFailure(.data, "\(name): no tracks, so there is nothing to play")
        }
        return try sequences(pattern: options.pattern)
    }
}
