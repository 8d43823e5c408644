import Playback
import SamplerHost
import Sequencer

/// The messages about each piece that begins: its SoundFonts, and the presets that they lack.
struct PieceReports {
    /// Whether only errors are printed.
    let isQuiet: Bool
    private let sound: SoundOptions
    private var hasReportedFont = false

    /// Makes reports; nothing is printed yet.
    init(_ sound: SoundOptions, isQuiet: Bool) {
        self.sound = sound
        self.isQuiet = isQuiet
    }

    /// Reports on a piece that begins.
    ///
    /// - Parameters:
    ///   - piece: The piece.
    ///   - name: Its name.
    ///   - isAlone: Whether the list has no other file.
    ///   - metronome: The sampler of the clicks, if there is one.
    mutating func report(
        _ piece: LoadedPiece,
        name: String,
        isAlone: Bool,
        metronome: SamplerRack?
    ) {
        guard !isQuiet else { return }
        if let file = piece.file { Console.report(soundBankOf: file) }
        let fonts = piece.rack.settings.fonts
        if piece.embeddedFont != nil {
            sound.reportEmbeddedFont(of: name, Array(fonts.dropFirst()))
        } else if !hasReportedFont {
            hasReportedFont = true
            sound.reportFoundFont(fonts)
        }
        Console.report(
            fontsOf: piece.rack,
            file: isAlone ? nil : name,
            metronome: piece.sequence.hasBars ? metronome : nil
        )
    }

    /// Reports the changes in a file whose new version plays now.
    func report(_ changes: VersionChanges?, in file: PieceFile) {
        guard !isQuiet, let changes, !changes.sentences.isEmpty else { return }
        Console.report("\(file.name): reloaded: \(changes.text)")
    }
}
