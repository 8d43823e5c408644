import CommandSupport
import Playback
import SamplerHost
import Sequencer

/// The messages about each piece that begins: its SoundFonts, and the presets that they lack.
struct PieceReports {
    /// Whether only errors are printed.
    let isQuiet: Bool
    private let musical: MusicalOptions
    private let rack: RackSettings
    private var hasReportedFont = false

    /// Makes reports; nothing is printed yet.
    init(_ musical: MusicalOptions, on rack: RackSettings, isQuiet: Bool) {
        self.musical = musical
        self.rack = rack
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
        let fonts = rack.fallback?.settings.fonts ?? []
        if piece.embeddedFont != nil {
            musical.sound.reportEmbeddedFont(of: name, fonts, musical.routing)
        } else if !hasReportedFont, rack.usesFallback(piece.rack) {
            hasReportedFont = true
            musical.sound.reportFoundFont(fonts, musical.routing)
        }
        if let routed = piece.piece.routed {
            Console.report(
                musical.routing.words(of: routed.findings, in: rack, for: piece.sequence),
                of: isAlone ? nil : name
            )
        }
        Console.report(
            fontsOf: piece.rack,
            file: isAlone ? nil : name,
            metronome: piece.sequence.hasBars ? metronome : nil
        )
    }

    /// Reports plugins that were bypassed.
    func report(_ plugins: [PluginReading]) {
        guard !isQuiet else { return }
        for warning in plugins.compactMap(\.warning) { Console.report(warning) }
    }

    /// Reports the changes in a file whose new version plays now.
    func report(_ changes: VersionChanges?, in file: PieceFile) {
        guard !isQuiet, let changes, !changes.sentences.isEmpty else { return }
        Console.report("\(file.name): reloaded: \(changes.text)")
    }
}
