import ControlProtocol
import Playback
import SamplerHost
import Sequencer

/// SoundFonts that were read and checked, and the samplers that are to play them: ready to take over,
/// and not in use.
struct PreparedFonts: Sendable {
    /// The samplers of the piece.
    struct Music: Sendable {
        /// The piece that they were made for.
        let piece: LoadedPiece
        /// The routes of its parts to them.
        let ways: Piece
        let rack: SamplerRack
    }

    /// The instruments that were asked for.
    let wanted: Instruments
    /// The same with the real paths of SoundFonts that a client has named: those that play.
    let instruments: Instruments
    /// Whether a client has named the SoundFonts.
    let areNamedByClient: Bool
    /// Their files as they were read.
    let versions: [FontFileVersion]
    /// The rack of the live inputs.
    let live: SamplerRack
    /// The rack of the live inputs that it replaces.
    let previousLive: SamplerRack?
    /// The samplers of the piece that was loaded, if one was.
    let music: Music?
    /// The samplers of the metronome, if there was one.
    let metronome: SamplerRack?

    /// All samplers.
    var racks: [SamplerRack] {
        [live, music?.rack, metronome].compactMap(\.self)
    }

    /// Whether the samplers can play the piece that is loaded now: the same one, perhaps at another
    /// tempo or in another version that needs no other presets.
    func canPlay(_ piece: LoadedPiece?) -> Bool {
        guard let piece else { return true }
        guard let made = music?.piece else { return false }
        if piece === made { return true }
        // Rules may single out tracks that another version has not.
        guard instruments.rack == nil else { return false }
        return piece.isVersion(of: made)
            && piece.embeddedFont?.reference == made.embeddedFont?.reference
            && piece.sequence.ports == made.sequence.ports
            && Set(piece.sequence.programs).isSubset(of: made.sequence.programs)
    }

    /// Checks that the files are still those that were read.
    ///
    /// - Throws: Status 65 for a file that was written, replaced or removed since.
    func checkFiles() throws(RequestError) {
        guard let changed = versions.first(where: \.hasChanged) else { return }
        throw RequestError(
            .data,
            "\(changed.path): changed since it was read; the old SoundFonts stay in use"
        )
    }
}
