import Glibc
import SMF
public import SamplerHost
import Sequencer
import Synchronization

/// The SoundFont that came with a song in its RIFF file, as a file that FluidSynth can read.
///
/// It has no name in any folder, so it is gone when the process ends, whatever ends it; it is
/// there as long as this lives, which must be as long as samplers play it: samples may be read
/// late.
public final class EmbeddedFont: Sendable {
    /// The file, as a font of the stack.
    public let reference: SoundFontReference
    private let file: ScratchFile
    /// What messages call it instead of its path.
    private let name: String

    /// How many there have been.
    private static let made = Atomic<Int>(0)

    /// Writes a song's SoundFont into a file without a name, in `$TMPDIR` or `/tmp`.
    ///
    /// - Parameters:
    ///   - bytes: The SoundFont.
    ///   - bankOffset: What is added to its bank numbers.
    ///   - song: What messages call the song.
    /// - Throws: Status 65 where it is no SoundFont, 73 and 74 where it cannot be written.
    public init(_ bytes: ArraySlice<UInt8>, bankOffset: Int, song: String) throws(PlaybackError) {
        name = "\(song): its SoundFont"
        file = try ScratchFile(name)
        // The link leads to the open file, though that has no name, proc(5).
        reference = SoundFontReference(path: "/proc/self/fd/\(file.descriptor)")
        try file.write(bytes)
        let banks = SoundFontBanks(bytes, offset: bankOffset)
        if let changed = banks.changed { try file.write(changed[...], at: banks.start) }
        makeDistinct()
        try check()
    }

    /// Gives the file a time of its own.
    ///
    /// FluidSynth knows samples in its cache by path and time of the file, and the path of a font
    /// that is gone comes again.
    private func makeDistinct() {
        let number = Self.made.add(1, ordering: .relaxed).newValue
        let time = timespec(tv_sec: number, tv_nsec: 0)
        _ = withUnsafePointer(to: (time, time)) {
            $0.withMemoryRebound(to: timespec.self, capacity: 2) { futimens(file.descriptor, $0) }
        }
    }

    private func check() throws(PlaybackError) {
        do throws(HostError) {
            try SoundFontFile.check(reference.path)
        } catch {
            throw failure(error)
        }
    }

    /// A failure that may be about the file, in words that say which song's it is.
    private func failure(_ error: HostError) -> PlaybackError {
        guard error.subject == reference.path else { return PlaybackError(error) }
        return PlaybackError(HostError(error.code, name, error.reason))
    }

    /// Does something that reads a font where there is one, and names it in failures.
    package static func catching<Result>(
        _ font: EmbeddedFont?,
        _ work: () throws(HostError) -> Result
    ) throws(PlaybackError) -> Result {
        // Not before everything that was made of it is gone or returned.
        defer { withExtendedLifetime(font) {} }
        do throws(HostError) {
            return try work()
        } catch {
            throw font?.failure(error) ?? PlaybackError(error)
        }
    }
}

extension PieceFile {
    /// Puts the SoundFont that came with the music before the others, where it was read.
    ///
    /// - Parameters:
    ///   - sampler: Settings whose fonts get it.
    ///   - remedy: How the music is played without it, for the message where it cannot be used.
    /// - Returns: The font, to be kept while the samplers are there; `nil` where there is none.
    /// - Throws: Status 65 where it is no SoundFont that can be used.
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
        let font = try EmbeddedFont(bytes, bankOffset: soundBankOffset, song: name)
        sampler.fonts.insert(font.reference, at: 0)
        return font
    }

    /// What is added to the bank numbers of the SoundFont that came with the music.
    ///
    /// Its DBNK chunk says it; without that it is 1 (the SF2 RMIDI specification). But then music
    /// that selects no bank could not reach it.
    public var soundBankOffset: Int {
        guard case .riff(_, let offset) = file.container else { return 0 }
        if let offset { return offset }
        let selectsBanks = sequences.contains { sequence in
            sequence.programs.contains { !$0.isDrums && $0.bankMSB > 0 }
        }
        return selectsBanks ? 1 : 0
    }
}
