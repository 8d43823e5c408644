import ControlProtocol
import NIOCore
import Playback
import SamplerHost
import Wording

/// The rack: parts that have samplers of their own, and the rules that lead them there.
extension Transport {
    /// The rack in use.
    func rackListing() -> RackListing {
        let instruments = loader.fonts.instruments
        var listing = RackListing(file: instruments.choice.file, routes: instruments.choice.routes)
        guard let rack = instruments.rack else { return listing }
        for sampler in rack.samplers + [rack.fallback].compactMap(\.self) {
            listing.samplers.append(
                RackListing.Sampler(
                    name: sampler.name,
                    fonts: sampler.settings.fonts.map(\.description)
                )
            )
        }
        return listing
    }

    /// Plays everything with the rack of a file, and with the present routes.
    ///
    /// - Parameter path: The file.
    /// - Returns: As ``setRack(_:setsStrips:)``.
    func loadRack(_ path: String) -> EventLoopFuture<LoadedFonts> {
        var choice = loader.fonts.instruments.choice
        choice.file = path
        return setRack(choice, setsStrips: true)
    }

    /// Plays everything without a rack and routes.
    ///
    /// - Returns: As ``setRack(_:setsStrips:)``.
    func unloadRack() -> EventLoopFuture<LoadedFonts> {
        setRack(RackChoice(), setsStrips: false)
    }

    /// Adds routes; they have priority over those that are there.
    ///
    /// - Parameter routes: The routes; one that is there already moves to the front.
    /// - Returns: As ``setRack(_:setsStrips:)``.
    func route(_ routes: [String]) -> EventLoopFuture<LoadedFonts> {
        var choice = loader.fonts.instruments.choice
        choice.routes = routes + choice.routes.filter { !routes.contains($0) }
        return setRack(choice, setsStrips: false)
    }

    /// Removes routes.
    ///
    /// - Parameter routes: The routes as they were added; none for all.
    /// - Returns: As ``setRack(_:setsStrips:)``.
    /// - Throws: Status 64 for one that is not there.
    func unroute(_ routes: [String]) throws(RequestError) -> EventLoopFuture<LoadedFonts> {
        var choice = loader.fonts.instruments.choice
        if let unknown = routes.first(where: { !choice.routes.contains($0) }) {
            let known = choice.routes.joined(separator: ", ")
            throw RequestError(
                .usage,
                "routes: \(RequestError.quoted(unknown)): no such route; "
                    + (known.isEmpty ? "there are none" : "the routes are \(known)")
            )
        }
        choice.routes.removeAll { routes.isEmpty || routes.contains($0) }
        return setRack(choice, setsStrips: false)
    }

    /// Plays everything with the rack and the routes of the daemon's options, if there are any.
    ///
    /// - Returns: Completes when they are in use; fails if they cannot be used.
    func useRackOfOptions() -> EventLoopFuture<Void> {
        guard !settings.rack.isEmpty else { return eventLoop.makeSucceededVoidFuture() }
        return setRack(settings.rack, setsStrips: true).map { _ in }
    }

    /// Plays everything with another rack as soon as its samplers are ready; the old one stays if they
    /// cannot be made.
    ///
    /// - Parameters:
    ///   - choice: The rack and the routes.
    ///   - setsStrips: Whether strips that are there get the settings of the rack too.
    /// - Returns: Completes when it is in use, with the presets that its SoundFonts lack and with the
    ///   rules that match nothing in the current file; fails if it cannot be used.
    func setRack(_ choice: RackChoice, setsStrips: Bool) -> EventLoopFuture<LoadedFonts> {
        loader.readRack(
            choice,
            rest: loader.fonts.settings,
            isNamedByClient: choice != settings.rack
        ).assumeIsolated().flatMap { instruments in
            do throws(RequestError) {
                try self.checkOutputs(of: instruments)
            } catch {
                return self.eventLoop.makeFailedFuture(error)
            }
            let before = Set((self.loader.fonts.instruments.rack?.strips ?? []).map(\.name))
            let isNamedByClient = choice != self.settings.rack
            return self.replaceSamplers(
                areNamedByClient: { isNamedByClient || self.loader.fonts.areNamedByClient },
                { instruments },
                beforeUse: {
                    self.setStrips(of: instruments, except: setsStrips ? [] : before)
                }
            ).assumeIsolated().map { self.loadedRack }.nonisolated()
        }.nonisolated()
    }

    /// Refuses a rack with outputs that the engine was not made for.
    private func checkOutputs(of instruments: Instruments) throws(RequestError) {
        guard let wanted = instruments.rack?.assignments else { return }
        let given = engine.settings.outputs
        let strip = wanted.strips.first { $1 != given.strips[$0] }?.key
        guard let name = strip ?? wanted.effects.first(where: { $1 != given.effects[$0] })?.key
        else { return }
        throw RequestError(
            .usage,
            "output of \(name): output pairs cannot change without a restart; "
                + "start the daemon with --rack or --pair"
        )
    }

    /// Sets the strips and the main effects as a rack has them.
    private func setStrips(of instruments: Instruments, except known: Set<String>) {
        guard let rack = instruments.rack else { return }
        for (name, strip) in rack.strips where !known.contains(name) {
            // One that there is no room for is an error where its sampler comes.
            try? engine.addStrip(name)
            try? engine.setStrip(name, strip)
            mixer.strips[name] = nil
        }
        guard known.isEmpty, let main = rack.effects[RackSettings.mainEffects] else { return }
        engine.setEffects(main)
        mixer.effects[RackSettings.mainEffects] = nil
    }

    private var loadedRack: LoadedFonts {
        let findings = piece?.piece.routed?.findings ?? []
        let missing = (piece?.rack.substitutions ?? []).map(PresetReplacement.init)
        return LoadedFonts(
            substitutions: missing,
            warnings: BoundedLines.of(findings.map(\.description))
        )
    }
}

extension RackSettings {
    /// The settings of all strips, in the order of the samplers.
    fileprivate var strips: [(name: String, settings: StripSettings)] {
        (samplers + [fallback].compactMap(\.self)).flatMap { sampler in
            [(sampler.name, sampler.strip)]
                + sampler.channels.sorted { $0.key < $1.key }.map { channel, strip in
                    (Sampler.stripName(sampler.name, channel: channel), strip)
                }
        }
    }
}
