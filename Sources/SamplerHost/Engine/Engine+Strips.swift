import Realtime

/// The mixer's strips: one for each name that samplers have, and the master.
///
/// A strip comes with the first rack that has a sampler of its name, and stays with its settings as
/// long as the engine: other pieces and other fonts are heard through it. Samplers of a piece without
/// a rack of its own are `sampler`, `sampler 2` …, one for each port; those of live inputs `live`,
/// `live 2` …; the clicks come through `metronome`, which is heard whatever is soloed. The
/// controlling thread's.
extension Engine {
    /// The names of the strips, in the order in which they came.
    public var strips: [String] { loans.strips.names }

    /// Makes a strip before a sampler of its name comes; one that is there stays as it is.
    ///
    /// Until it is set, the sampler's rack decides on its settings.
    ///
    /// The strip of a channel is heard as soon as a rack comes that has one for that channel
    /// (``RackSettings/Sampler/channels``).
    ///
    /// - Parameter name: Its name.
    /// - Throws: `usage` where the engine has 256 strips already.
    public func addStrip(_ name: String) throws(HostError) {
        let sampler = RackSettings.Sampler.channel(ofStrip: name)?.sampler
        guard loans.strips.hasRoom(for: [name] + [sampler].compactMap(\.self)) else {
            throw HostError(.usage, "strip \(name)", "the engine has 256 strips already")
        }
        if let sampler { loans.strips.add(sampler) }
        loans.strips.add(name, parent: sampler)
    }

    /// The settings of a strip.
    ///
    /// - Parameter name: Its name.
    /// - Returns: The settings.
    /// - Throws: `usage` where there is no strip of the name.
    public func stripSettings(_ name: String) throws(HostError) -> StripSettings {
        guard let settings = loans.strips.settings(of: name) else { throw unknown(name) }
        return settings
    }

    /// Sets a strip; what is heard moves there within 256 frames.
    ///
    /// Transposition and fine tuning change at once, voices that sound too, on every channel of the
    /// samplers that are connected to the strip.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - settings: Its settings.
    /// - Throws: `usage` where there is no strip of the name, `unavailable` when the audio thread has
    ///   hung.
    public func setStrip(_ name: String, _ settings: StripSettings) throws(HostError) {
        guard loans.strips.set(name, settings) else { throw unknown(name) }
        guard giveStripMoves() else {
            throw HostError(.unavailable, "strip \(name)", "the audio thread takes no command")
        }
    }

    /// The meter of a strip, behind its gain and pan.
    ///
    /// - Parameter name: Its name.
    /// - Returns: A reading, which takes nothing from other readers.
    /// - Throws: `usage` where there is no strip of the name.
    public func meter(ofStrip name: String) throws(HostError) -> MeterReading {
        guard let reading = loans.strips.reading(of: name) else { throw unknown(name) }
        return reading
    }

    /// The meter of what is heard: behind the limiter and the transport's fades.
    ///
    /// Any thread but the audio thread.
    public var masterMeter: MeterReading { MeterReading(status.value.master.load()) }

    /// The highest peaks of a strip since the last call: one reader only.
    ///
    /// - Parameter name: Its name.
    /// - Returns: Factors, 1 is full scale.
    /// - Throws: `usage` where there is no strip of the name.
    public func takePeaks(ofStrip name: String) throws(HostError) -> MeterReading.Sides {
        guard let peaks = loans.strips.takePeaks(of: name) else { throw unknown(name) }
        return peaks
    }

    /// The highest peaks of what is heard since the last call: one reader only.
    public func takeMasterPeaks() -> MeterReading.Sides { status.value.masterPeaks.take() }

    /// The error of a name that no strip has.
    func unknown(_ name: String, expected others: [String] = []) -> HostError {
        let known = others + strips.filter { !others.contains($0) }
        let list = known.map { "\"\($0)\"" }.joined(separator: ", ")
        return HostError(
            .usage,
            "strip \"\(name)\"",
            known.isEmpty ? "no such strip" : "no such strip; expected one of \(list)"
        )
    }
}
