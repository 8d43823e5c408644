import SMF
import Sequencer
import Wording

/// What has changed between two versions of a file, for people.
public struct VersionChanges {
    /// A sentence for each change, in the order of tracks; empty where all is the same.
    public private(set) var sentences: [String] = []

    /// Who has changed a hundred tracks does not read a hundred names.
    private static let limit = 5
    /// A name may be as long as a file.
    private static let nameColumns = 40

    /// The changes in one line, such as `track 3 (Bass) changed, track 5 added`.
    public var text: String {
        let shown = sentences.prefix(Self.limit).joined(separator: ", ")
        let others = sentences.count - Self.limit
        return others > 0 ? "\(shown), and \(others) more" : shown
    }

    /// Compares two versions.
    ///
    /// What was added or taken away in the middle moves the tracks behind it, so the longest
    /// beginning and the longest end that both have are put aside first.
    ///
    /// - Parameters:
    ///   - old: The version before.
    ///   - new: The version now.
    public init(from old: PieceFile, to new: PieceFile) {
        if old.file.division != new.file.division { sentences.append("division changed") }
        if old.file.format != new.file.format { sentences.append("format changed") }
        let (before, after) = (old.file.tracks, new.file.tracks)
        let shorter = min(before.count, after.count)
        var start = 0
        while start < shorter, before[start] == after[start] { start += 1 }
        var end = 0
        while end < shorter - start, before[before.count - 1 - end] == after[after.count - 1 - end]
        {
            end += 1
        }
        let (oldEnd, newEnd) = (before.count - end, after.count - end)
        let common = min(oldEnd, newEnd)
        for index in start..<max(start, common) where before[index] != after[index] {
            sentences.append("\(Self.name(index, of: new)) changed")
        }
        for index in max(start, common)..<max(start, newEnd) {
            sentences.append("\(Self.name(index, of: new)) added")
        }
        for index in max(start, common)..<max(start, oldEnd) {
            sentences.append("\(Self.name(index, of: old)) removed")
        }
    }

    /// A track's number from 1, and its name where it has one.
    private static func name(_ index: Int, of song: PieceFile) -> String {
        let isFormat2 = song.file.format == .independent
        let name =
            isFormat2
            ? song.sequences.indices.contains(index) ? song.sequences[index].name : nil
            : song.sequences.first.flatMap { sequence in
                sequence.tracks.indices.contains(index) ? sequence.tracks[index].name : nil
            }
        return name.map { "track \(index + 1) (\($0.cut(to: nameColumns)))" }
            ?? "track \(index + 1)"
    }
}
