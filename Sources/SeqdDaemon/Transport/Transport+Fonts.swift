import ControlProtocol
import Logging
import NIOCore
import Playback
import SamplerHost
import Wording

/// SoundFonts that take the place of others while everything sounds on.
extension Transport {
    /// Loads SoundFonts, and then plays all with them.
    ///
    /// The old ones stay until the new ones are ready, and for good where those cannot be loaded;
    /// keys that are down end on the old ones.
    ///
    /// - Returns: What is wrong with samples of the fonts, a bounded number of lines.
    func loadFonts(_ fonts: [SoundFontReference]) -> EventLoopFuture<[String]> {
        let (rate, stack, period) = (rate, self.fonts, engine.settings.maximumPeriod)
        let inputs = engine.inputs
        return onLoader { () throws -> (racks: [SamplerRack], old: [SoundFontReference]) in
            for font in fonts { try RegularFile.check(font.path) }
            var settings = stack.settings
            let old = settings.fonts
            settings.fonts = fonts
            let racks = try RequestError.catching { () throws(HostError) -> [SamplerRack] in
                var racks: [SamplerRack] = []
                for _ in 0..<inputs {
                    racks.append(
                        try SamplerRack(live: settings, rate: rate, maximumPeriod: period)
                    )
                }
                return racks
            }
            stack.replace(fonts)
            return (racks, old)
        }.assumeIsolated().flatMap { racks, old in
            // Those of the inputs, of the song and of the metronome: all or none.
            let others = self.engine.metronome == nil ? 1 : 2
            guard self.engine.hasRoom(forRacks: racks.count + others) else {
                stack.replace(old)
                return self.eventLoop.makeFailedFuture(
                    RequestError(.busy, "too many samplers still sounding; try again")
                )
            }
            for (input, rack) in racks.enumerated() {
                _ = self.engine.install(rack, input: input)
            }
            self.livePresets = racks.first?.presets ?? []
            self.liveSubstitutions = []
            self.sampleFaults = BoundedLines.of(
                (racks.first?.sampleFaults ?? []).map(\.description)
            )
            self.forgetFollowing()
            return self.exchangeSongRack()
        }.flatMap {
            guard self.engine.metronome != nil else {
                return self.eventLoop.makeSucceededVoidFuture()
            }
            return self.replaceMetronome()
        }.map {
            self.prepareFollowing()
            self.tell(.changed)
            self.tellSongSubstitutions(isNew: true)
            for fault in self.sampleFaults {
                self.logger.warning("\(fault)")
                self.events(.error(RequestError(.data, fault)))
            }
            return self.sampleFaults
        }.nonisolated()
    }

    /// Makes new samplers for the song that is loaded, and puts them in the place of the old ones.
    private func exchangeSongRack() -> EventLoopFuture<Void> {
        guard let song else { return eventLoop.makeSucceededVoidFuture() }
        let (rate, stack, period) = (rate, fonts, engine.settings.maximumPeriod)
        return onLoader {
            var settings = stack.settings
            // What the file carries keeps its priority.
            if let font = song.embeddedFont { settings.fonts.insert(font.reference, at: 0) }
            return try EmbeddedFont.catching(song.embeddedFont) { () throws(HostError) in
                try SamplerRack(
                    settings,
                    rate: rate,
                    maximumPeriod: period,
                    for: [song.sequence]
                )
            }
        }.assumeIsolated().flatMap { rack in
            // Another song was loaded meanwhile, perhaps before the fonts changed.
            guard self.song === song else { return self.exchangeSongRack() }
            guard self.playback.replaceRack(with: rack) else {
                return self.eventLoop.makeFailedFuture(
                    RequestError(.busy, "too many samplers still sounding; try again")
                )
            }
            return self.eventLoop.makeSucceededVoidFuture()
        }.nonisolated()
    }
}
