import Platform
import SMF
public import SamplerHost
import Sequencer

/// The SoundFont in a RIFF file beside the music, as a file that samplers can read.
///
/// The file has no name and lives as long as this object, which has to outlive the samplers that play
/// it: samples may be read late.
public final class EmbeddedFont: Sendable {
    /// The file, as a font of the stack.
    public let reference: SoundFontReference
    private let file: UnnamedFile
    /// The name in messages, which replaces its path.
    private let name: String

    /// Writes a SoundFont into a file without a name, in `$TMPDIR` or `/tmp`.
    ///
    /// - Parameters:
    ///   - bytes: The SoundFont.
    ///   - bankOffset: The number that is added to its bank numbers.
    ///   - owner: The name in messages of the file that carries it.
    /// - Throws: `data` for bytes that are not a SoundFont, `cannotCreate` and `io` for a file that
    ///   cannot be written.
    public init(_ bytes: ArraySlice<UInt8>, bankOffset: Int, of owner: String) throws(PlaybackError)
    {
        name = "\(owner): its SoundFont"
        do throws(UnnamedFile.Failure) {
            file = try UnnamedFile()
        } catch {
            throw PlaybackError(
                .cannotCreate,
                "\(name): no temporary file in \(UnnamedFile.folder): \(error)"
            )
        }
        // The link leads to the open file, though that has no name, proc(5).
        reference = SoundFontReference(path: "/proc/self/fd/\(file.descriptor)")
        let banks = SoundFontBanks(bytes, offset: bankOffset)
        do throws(UnnamedFile.Failure) {
            try file.write(bytes)
            if let changed = banks.changed { try file.write(changed[...], at: banks.start) }
        } catch {
            throw PlaybackError(.io, "\(name): \(error)")
        }
        try check()
    }

    private func check() throws(PlaybackError) {
        do throws(HostError) {
            try SoundFontFile.check(reference.path)
        } catch {
            throw failure(error)
        }
    }

    /// A failure that may be about the file, with its name instead of the path.
    private func failure(_ error: HostError) -> PlaybackError {
        guard error.subject == reference.path else { return PlaybackError(error) }
        return PlaybackError(HostError(error.code, name, error.reason))
    }

    /// Runs work that may read a font, and names the font in failures.
    package static func catching<Result>(
        _ font: EmbeddedFont?,
        _ work: () throws(HostError) -> Result
    ) throws(PlaybackError) -> Result {
        // Released after everything that was made of it.
        defer { withExtendedLifetime(font) {} }
        do throws(HostError) {
            return try work()
        } catch {
            throw font?.failure(error) ?? PlaybackError(error)
        }
    }
}

extension PieceFile {
    /// Puts the file's own SoundFont before the others, if it was read.
    ///
    /// - Parameters:
    ///   - sampler: The settings that get the font.
    ///   - remedy: The way to play the file without it, for the message if it cannot be used.
    /// - Returns: The font, to be held as long as the samplers; `nil` if the file has none.
    /// - Throws: `data` if it is not a usable SoundFont.
    public func embeddedFont(
        into sampler: inout SamplerSettings,
        orElse remedy: String
    ) throws(PlaybackError) -> EmbeddedFont? {
        guard let bytes = soundBankBytes else { return nil }
        guard soundBank == .soundFont else {
            let kind = soundBank == .downloadableSounds ? "a DLS bank" : "an unknown sound bank"
            throw PlaybackError(
                .data,
                "\(name): carries \(kind), which cannot be played; it can \(remedy)"
            )
        }
        let font = try EmbeddedFont(bytes, bankOffset: soundBankOffset, of: name)
        sampler.fonts.insert(font.reference, at: 0)
        return font
    }

    /// Puts the file's own SoundFont before those of a rack's fallback, if it was read.
    ///
    /// - Parameters:
    ///   - rack: The rack.
    ///   - remedy: The way to play the file without it, for the message if it cannot be used.
    /// - Returns: The font, to be held as long as the samplers; `nil` if the file has none.
    /// - Throws: `data` if it is not a usable SoundFont, `usage` if the rack has no fallback.
    public func embeddedFont(
        into rack: inout RackSettings,
        orElse remedy: String
    ) throws(PlaybackError) -> EmbeddedFont? {
        guard soundBankBytes != nil else { return nil }
        guard var fallback = rack.fallback else {
            throw PlaybackError(
                .usage,
                "\(name): the rack has no fallback that could play its SoundFont; it can \(remedy)"
            )
        }
        let font = try embeddedFont(into: &fallback.settings, orElse: remedy)
        rack.fallback = fallback
        return font
    }

    /// The number that is added to the bank numbers of the file's own SoundFont.
    ///
    /// The file's DBNK chunk has it; without one it is 1 (the SF2 RMIDI specification), except for
    /// music that selects no bank and could not reach bank 1.
    public var soundBankOffset: Int {
        guard case .riff(_, let offset) = file.container else { return 0 }
        if let offset { return offset }
        let selectsBanks = sequences.contains { sequence in
            sequence.programs.contains { !$0.isDrums && $0.bankMSB > 0 }
        }
        return selectsBanks ? 1 : 0
    }
}
