package import SMF
import Sequencer

/// The steps of converting a file, in order.
package struct Conversion {
    /// A new division of the music into tracks.
    package enum Tracks {
        case one
        case channels
        case ports
    }

    /// The pattern that is taken, from 1; it is there.
    package var pattern: Int?
    /// The new division into tracks; `nil` for the one that the format needs.
    package var tracks: Tracks?
    /// The format; `nil` for the one that the tracks need.
    package var format: MIDIFile.Format?
    /// The division; `nil` for the file's.
    package var division: Division?
    /// Whether meta events that have no effect, since they are wrong, are left out, and notes
    /// without a note-off get one.
    package var isRepairing = false
    /// The number of note-offs that repairing has added.
    package private(set) var addedNoteOffs = 0

    /// Carries it out.
    ///
    /// - Throws: An error for content that a file cannot have.
    package mutating func convert(_ file: MIDIFile) throws(SMFWriteError) -> MIDIFile {
        var file = file
        if let pattern {
            file.tracks = [file.tracks[pattern - 1]]
            file.format = .single
            for index in file.foreignChunks.indices {
                file.foreignChunks[index].trackIndex = min(1, file.foreignChunks[index].trackIndex)
            }
        }
        if isRepairing {
            file.tracks = file.tracks.map(Self.repaired)
            (file, addedNoteOffs) = file.endingAllNotes()
        }
        switch tracks ?? neededTracks(file) {
        case .one: file = try file.merged(.asPlayed)
        case .channels: file = try file.splitByChannel()
        case .ports: file = try file.splitByPort()
        case nil: break
        }
        // A file of format 1 may have a single track.
        if let format { file.format = format }
        if let division { file = try file.converted(to: division) }
        return file
    }

    /// A track without the meta events whose length or content is wrong for their type.
    private static func repaired(_ track: Track) -> Track {
        var repaired = Track()
        // The delta time of events that are left out, which belongs to the next event.
        var carried: UInt32 = 0
        for (index, event) in track.enumerated() {
            let delta = carried + event.delta
            if case .meta(let meta) = event.event, meta.value == nil, delta <= 0x0FFF_FFFF {
                carried = delta
                continue
            }
            repaired.append(
                TrackEvent(delta: delta, event: event.event),
                encoding: carried == 0 ? track.encoding(at: index) : .plain
            )
            carried = 0
        }
        return repaired
    }

    /// The division into tracks that the requested format needs.
    private func neededTracks(_ file: MIDIFile) -> Tracks? {
        switch format {
        case .single where file.format != .single: .one
        case .simultaneous where file.format == .single: .channels
        default: nil
        }
    }
}
