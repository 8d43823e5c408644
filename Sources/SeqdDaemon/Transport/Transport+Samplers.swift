import ControlProtocol
import Logging
import NIOCore
import Playback
import SamplerHost

/// Samplers that are made anew for all that plays, while everything sounds on.
extension Transport {
    /// Does a job that changes the instruments, after those that were asked for before.
    ///
    /// - Parameter job: The job.
    /// - Returns: Completes as the job.
    func inTurn<Value: Sendable>(
        _ job: @escaping () -> EventLoopFuture<Value>
    ) -> EventLoopFuture<Value> {
        let done = instrumentsChange.assumeIsolated().flatMap(job)
        let settled = eventLoop.makePromise(of: Void.self)
        done.whenComplete { _ in settled.succeed() }
        instrumentsChange = settled.futureResult
        return done.nonisolated()
    }

    /// Plays everything with other samplers as soon as they are ready.
    ///
    /// - Parameters:
    ///   - areNamedByClient: Whether a client has named the SoundFonts.
    ///   - instruments: The instruments, which may change while they are made.
    ///   - beforeUse: Called when they are ready, before they play.
    /// - Returns: Completes when they are in use; fails if they cannot be made.
    func replaceSamplers(
        areNamedByClient: @escaping () -> Bool,
        _ instruments: @escaping () -> Instruments,
        beforeUse: @escaping () -> Void = {}
    ) -> EventLoopFuture<Void> {
        prepareSamplers(areNamedByClient: areNamedByClient, instruments).assumeIsolated().flatMap {
            fonts in
            do throws(RequestError) {
                try fonts.checkFiles()
                try self.checkRoom(for: fonts)
                beforeUse()
                try self.use(fonts)
            } catch {
                self.release(fonts)
                return self.eventLoop.makeFailedFuture(error)
            }
            return self.completeMetronome()
        }.nonisolated()
    }

    /// Makes samplers for all that plays.
    ///
    /// - Parameters:
    ///   - areNamedByClient: Whether a client has named the SoundFonts.
    ///   - instruments: The instruments, which may change while they are made.
    /// - Returns: The samplers.
    func prepareSamplers(
        areNamedByClient: @escaping () -> Bool,
        _ instruments: @escaping () -> Instruments
    ) -> EventLoopFuture<PreparedFonts> {
        let wanted = instruments()
        let old = engine.rack(ofInput: 0)
        return loader.prepareSamplers(
            wanted,
            areNamedByClient: areNamedByClient(),
            inputs: inputs.count,
            after: old,
            piece: piece,
            hasMetronome: engine.metronome != nil
        ).assumeIsolated().flatMap { fonts in
            guard fonts.canPlay(self.piece), wanted == instruments(),
                old === self.engine.rack(ofInput: 0)
            else {
                // Another piece was loaded meanwhile, or other samplers were made.
                self.release(fonts)
                return self.prepareSamplers(areNamedByClient: areNamedByClient, instruments)
            }
            return self.eventLoop.makeSucceededFuture(fonts)
        }.nonisolated()
    }

    /// Frees the samplers of SoundFonts that are not wanted any more, once the callers on the event
    /// loop have returned.
    func release(_ fonts: PreparedFonts) {
        let loader = loader
        eventLoop.execute {
            if let piece = fonts.music?.piece { loader.release(piece) }
            loader.free(fonts.racks)
        }
    }

    /// Plays everything with SoundFonts that are ready: all of it, or nothing if it fails.
    ///
    /// - Throws: Status 75 if too many samplers still sound, 65 for a file that has changed since.
    func use(_ fonts: PreparedFonts) throws(RequestError) {
        try fonts.checkFiles()
        try checkRoom(for: fonts)
        if let music = fonts.music {
            guard piece != nil else {
                // Nothing plays any more that it was made for.
                let loader = loader
                eventLoop.execute { loader.free([music.rack]) }
                return useBesideMusic(fonts)
            }
            try exchange(music)
        }
        useBesideMusic(fonts)
    }

    /// Checks that the engine has room for samplers, and the mixer for their strips and buses.
    ///
    /// - Throws: Status 75 if it has not.
    private func checkRoom(for fonts: PreparedFonts) throws(RequestError) {
        try RequestError.catching { () throws(HostError) in
            try engine.checkRoom(
                for: [fonts.music?.rack, fonts.metronome].compactMap(\.self),
                inputs: fonts.inputs
            )
        }
    }

    /// Plays the piece on other samplers, on the ways to them.
    private func exchange(_ music: PreparedFonts.Music) throws(RequestError) {
        guard let piece else { return }
        guard (piece.piece.rack == nil) == (music.ways.rack == nil) else {
            // Samplers by ports and samplers by rules have nothing in common: notes begin anew.
            // The tempo may have changed since they were made.
            let ways = music.ways.rack == nil ? piece.piece.unrouted() : music.ways
            let position = playback.replace(with: piece.on(music.rack, as: ways))
            if state == .playing {
                try start(at: position, .located, chasesNotes: true)
            } else {
                playback.locate(at: position)
            }
            return
        }
        guard let rack = music.ways.rack else {
            guard playback.replaceRack(with: music.rack) else { throw Self.isOccupied }
            return
        }
        let isDone = try RequestError.catching { () throws(PlaybackError) in
            try playback.setRack(rack, on: music.rack)
        }
        guard isDone else { throw Self.isOccupied }
    }

    /// Plays the live inputs, the metronome and what follows with SoundFonts.
    private func useBesideMusic(_ fonts: PreparedFonts) {
        loader.fonts.replace(fonts.instruments, areNamedByClient: fonts.areNamedByClient)
        for (input, rack) in fonts.inputs.enumerated() {
            _ = engine.install(rack, input: input)
        }
        if let metronome = fonts.metronome, engine.installMetronome(metronome) {
            reporter.report(metronomeSubstitutions)
        }
        inputs.replaceFonts(
            presets: fonts.inputs.first?.presets ?? [],
            sampleFaults: (fonts.inputs.first?.sampleFaults ?? []).map(\.description)
        )
        forgetNext()
        prepareNext()
        report(.changed)
        reportPieceSubstitutions(fontsChanged: true)
        for fault in inputs.sampleFaults {
            reporter.report(RequestError(.data, fault), file: nil, .warning)
        }
        // A version that waits for its bar was loaded with the old ones.
        if versions.waiting != nil, let currentPath { filesChanged([currentPath]) }
    }

    static var isOccupied: RequestError {
        RequestError(.busy, "too many samplers still sounding; try again")
    }
}
