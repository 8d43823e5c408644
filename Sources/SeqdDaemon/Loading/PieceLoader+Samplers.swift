import ControlProtocol
import Playback
import SamplerHost
import Sequencer
import Synchronization

/// Samplers for pieces, live inputs and the metronome.
extension PieceLoader {
    /// The instruments in use, which are about to be read again.
    ///
    /// - Throws: Status 77 if a SoundFont that a client has named is not where it was allowed any more.
    nonisolated func checkedInstruments() throws(RequestError) -> Instruments {
        let instruments = fonts.instruments
        if fonts.areNamedByClient {
            for font in instruments.fonts { _ = try policy.resolved(font.path) }
            for file in instruments.tuningFiles { _ = try policy.resolved(file) }
        }
        return instruments
    }

    /// Reads a rack.
    ///
    /// - Parameters:
    ///   - choice: The rack and the routes.
    ///   - sampler: The settings of samplers for the rest.
    /// - Returns: The instruments.
    /// - Throws: As ``RackReader/read(_:rest:after:)``.
    func readRack(
        _ choice: RackChoice,
        rest sampler: SamplerSettings
    ) async throws -> Instruments {
        let reader = RackReader(policy: policy, outputs: midiOutputs)
        let present = fonts.instruments
        return try await run { try reader.read(choice, rest: sampler, after: present) }
    }

    /// The texts of routes as they are saved where they are in use.
    ///
    /// - Parameter routes: The texts as a client has them.
    /// - Returns: The texts: ``RackReader/savedTexts(of:in:)``.
    /// - Throws: If the loader ends before that.
    func savedTexts(of routes: [String]) async throws -> [String] {
        let reader = RackReader(policy: policy, outputs: midiOutputs)
        let present = fonts.instruments
        return try await run { reader.savedTexts(of: routes, in: present) }
    }

    /// Makes the samplers that play everything with other settings, which are not used yet.
    ///
    /// - Parameters:
    ///   - wanted: The instruments; the SoundFonts are read and checked completely.
    ///   - areNamedByClient: Whether a client has named the SoundFonts.
    ///   - inputs: The number of live inputs.
    ///   - old: The present samplers of the live inputs.
    ///   - piece: The piece that is loaded, if one is.
    ///   - hasMetronome: Whether there is a metronome.
    /// - Returns: The samplers.
    /// - Throws: The error of a SoundFont that cannot be read.
    func prepareSamplers(
        _ wanted: Instruments,
        areNamedByClient: Bool,
        inputs: Int,
        after old: SamplerRack?,
        piece: LoadedPiece?,
        hasMetronome: Bool
    ) async throws -> PreparedFonts {
        try await run { [self] in
            var instruments = wanted
            if areNamedByClient {
                for index in instruments.sampler.fonts.indices {
                    let font = instruments.sampler.fonts[index]
                    instruments.sampler.fonts[index] = try policy.resolved(font)
                }
            }
            let fonts = instruments.fonts
            let versions = fonts.map { FontFileVersion(of: $0.path) }
            for font in fonts { try RegularFile.check(font.path, allowsFolder: true) }
            let made = instruments
            let (live, metronome) = try RequestError.catching {
                () throws(HostError) -> (SamplerRack, SamplerRack?) in
                let live = try SamplerRack(
                    live: made.liveRack,
                    inputs: inputs,
                    rate: rate,
                    maximumPeriod: maximumPeriod,
                    after: old
                )
                guard hasMetronome else { return (live, nil) }
                return (live, try makeMetronomeRack(made.fontSampler))
            }
            let music = try piece.map { try makeRack(for: $0, made) }
            return PreparedFonts(
                wanted: wanted,
                instruments: made,
                areNamedByClient: areNamedByClient,
                versions: versions,
                live: live,
                previousLive: old,
                music: music,
                metronome: metronome
            )
        }
    }

    /// Makes the samplers of a piece, with the routes of its parts to them.
    nonisolated func makeRack(
        for piece: LoadedPiece,
        _ instruments: Instruments
    ) throws -> PreparedFonts.Music {
        var instruments = instruments
        if let font = piece.embeddedFont?.reference { instruments.prefer(font) }
        let made = instruments
        // A piece that had a rack continues with one that has no rules.
        guard let rack = made.rack ?? (piece.piece.rack == nil ? nil : made.plainRack) else {
            let samplers = try EmbeddedFont.catching(piece.embeddedFont) { () throws(HostError) in
                try SamplerRack(
                    made.fontSampler,
                    rate: rate,
                    maximumPeriod: maximumPeriod,
                    for: [piece.sequence],
                    transpose: transpose.load(ordering: .relaxed),
                    clips: piece.piece.clipSettings
                )
            }
            samplers.gain = piece.rack.gain
            return PreparedFonts.Music(
                piece: piece,
                ways: piece.piece.unrouted(),
                rack: samplers
            )
        }
        let ways = try piece.piece.routed(through: rack)
        let samplers = try EmbeddedFont.catching(piece.embeddedFont) { () throws(HostError) in
            try SamplerRack(
                rack,
                rate: rate,
                maximumPeriod: maximumPeriod,
                for: [ways.routed].compactMap(\.self),
                transpose: transpose.load(ordering: .relaxed),
                after: piece.rack,
                clips: ways.clipSettings
            )
        }
        return PreparedFonts.Music(piece: piece, ways: ways, rack: samplers)
    }

    /// Makes a rack for the metronome with the SoundFonts in use.
    func makeMetronomeRack() async throws -> SamplerRack {
        try await run { [self] in
            let settings = try checkedInstruments().fontSampler
            return try RequestError.catching { () throws(HostError) in
                try makeMetronomeRack(settings)
            }
        }
    }

    private nonisolated func makeMetronomeRack(
        _ settings: SamplerSettings
    ) throws(HostError) -> SamplerRack {
        try SamplerRack(metronome: settings, rate: rate, maximumPeriod: maximumPeriod)
    }
}
