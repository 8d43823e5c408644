import Glibc
import Realtime
import Synchronization

/// Taps: strips and the master written to files and pipes while they are heard.
///
/// The controlling thread's.
extension Engine {
    /// The name by which a tap listens to what is heard, behind the limiter and the transport's
    /// fades.
    public static let masterTap = "master"

    /// Writes what comes out of a strip, or of the master, from the next period on.
    ///
    /// A strip is written behind its gain and pan, without effects; its first frame is at the same
    /// position as the master's.
    ///
    /// - Parameters:
    ///   - name: The strip's name, or ``masterTap``.
    ///   - destination: Where it is written.
    ///   - waits: Whether the engine waits for the writer, so that no frame is lost: for engines that
    ///     do not play in real time.
    /// - Returns: The tap; it is ended by ``removeTap(_:)``, or after the engine has ended by
    ///   ``Tap/finish(keeping:)``.
    /// - Throws: `usage` where there is no strip of the name or there are 64 taps, `cannotCreate`
    ///   where the destination cannot be opened.
    public func addTap(
        _ name: String,
        to destination: TapDestination,
        waits: Bool = false
    ) throws(HostError) -> Tap {
        try addTap(name, try source(of: name), to: destination, waits: waits)
    }

    /// Opens the destination of a tap, which ``begin(_:)`` begins.
    ///
    /// Any thread but the audio thread; a file on a network may take its time.
    ///
    /// - Parameters:
    ///   - name: The strip's name, or ``masterTap``.
    ///   - destination: Where it is written.
    /// - Returns: The tap. One that is not begun is ended by ``Tap/finish(keeping:)``.
    /// - Throws: `cannotCreate` where the destination cannot be opened.
    public func openTap(
        _ name: String,
        to destination: TapDestination
    ) throws(HostError) -> Tap {
        try openTap(name, to: destination, waits: false, gain: (1, 1))
    }

    /// Writes what comes out of the strip of a tap from ``openTap(_:to:)`` from the next period on.
    ///
    /// - Parameter tap: The tap; where this fails, it is the caller's to end.
    /// - Throws: `usage` where there is no strip of the name or there are 64 taps.
    public func begin(_ tap: Tap) throws(HostError) {
        try begin(tap, try source(of: tap.name))
    }

    /// Makes the strip of a tap if a sampler of that name may be added, and there is none yet.
    ///
    /// - Parameters:
    ///   - name: The strip's name, or ``masterTap``.
    ///   - samplers: The names of samplers that may be added. A channel of one has a strip only if
    ///     its rack says so.
    /// - Throws: `usage` for another name, with those that there are.
    public func expectTap(of name: String, samplers: [String]) throws(HostError) {
        guard name != Self.masterTap, !strips.contains(name) else { return }
        guard Self.isExpected(name, samplers), RackSettings.Sampler.channel(ofStrip: name) == nil
        else { throw unknown(name, expected: [Self.masterTap] + samplers) }
        try addStrip(name)
    }

    private func source(of name: String) throws(HostError) -> TapView.Source {
        guard name != Self.masterTap else { return .master }
        guard let strip = loans.strips.lend(name) else {
            throw unknown(name, expected: [Self.masterTap])
        }
        return .strip(strip)
    }

    private func openTap(
        _ name: String,
        to destination: TapDestination,
        waits: Bool,
        gain: (left: Float, right: Float)
    ) throws(HostError) -> Tap {
        try Tap(
            name,
            destination,
            rate: settings.rate,
            period: settings.maximumPeriod,
            waits: waits,
            gain: gain
        )
    }

    private func begin(_ tap: Tap, _ source: TapView.Source) throws(HostError) {
        try checkTapCapacity(tap.name)
        taps.withLock { $0.append(tap) }
        if tap.waits { status.value.hasWaitingTaps.store(true, ordering: .relaxed) }
        guard unsafe give(.addTap(TapView(ring: tap.ring.loan, source: source))) else {
            taps.withLock { $0.removeAll { $0 === tap } }
            throw HostError(.unavailable, "tap \(tap.name)", "the audio thread takes no command")
        }
    }

    /// Forgets the taps that have ended and that the audio thread has returned, then counts.
    private func checkTapCapacity(_ name: String) throws(HostError) {
        let count = taps.withLock { taps in
            taps.removeAll { $0.isReleased && !$0.isRunning }
            return taps.count
        }
        guard count < Mixer.tapCapacity else {
            throw HostError(.usage, "tap \(name)", "the engine has \(Mixer.tapCapacity) taps")
        }
    }

    /// Adds a tap of any source.
    private func addTap(
        _ name: String,
        _ source: TapView.Source,
        to destination: TapDestination,
        waits: Bool,
        gain: (left: Float, right: Float) = (1, 1)
    ) throws(HostError) -> Tap {
        try checkTapCapacity(name)
        let tap = try openTap(name, to: destination, waits: waits, gain: gain)
        do throws(HostError) {
            try begin(tap, source)
        } catch {
            tap.finish(keeping: false)
            throw error
        }
        return tap
    }

    /// Writes the stems of the mix, whose sum is the mix before the limiter: all of them, or none.
    ///
    /// Unlike a tap, a stem has the gains of everything behind its strip. An engine that waits for
    /// the writers; gains must not be changed.
    ///
    /// - Parameter stems: The stems. They make up the mix if each of their strips, or its parent, is
    ///   there once, and the effects.
    /// - Returns: The taps, in their order.
    /// - Throws: As ``addTap(_:to:waits:)``.
    public func addStems(_ stems: [StemRequest]) throws(HostError) -> [Tap] {
        var taps: [Tap] = []
        let gain = Float(settings.gain)
        do throws(HostError) {
            for stem in stems {
                let source: TapView.Source
                var factors = (left: gain, right: gain)
                if let name = stem.strip {
                    guard let strip = loans.strips.lend(name) else { throw unknown(name) }
                    source = .strip(strip)
                    let parent = loans.strips.parentFactors(of: name)
                    factors = (gain * parent.left, gain * parent.right)
                } else {
                    source = .effects
                }
                taps.append(
                    try addTap(
                        stem.strip ?? "effects",
                        source,
                        to: stem.destination,
                        waits: true,
                        gain: factors
                    )
                )
            }
        } catch {
            for tap in taps { tap.finish(keeping: false) }
            throw error
        }
        return taps
    }

    /// Adds several taps: all of them, or none.
    ///
    /// - Parameters:
    ///   - requests: The taps.
    ///   - samplers: The names of samplers, and of strips of their channels, that may come later:
    ///     their strips are made now.
    ///   - waits: Whether the engine waits for the writers.
    /// - Returns: The taps, in their order.
    /// - Throws: As ``addTap(_:to:waits:)``.
    public func addTaps(
        _ requests: [TapRequest],
        samplers: [String] = [],
        waits: Bool = false
    ) throws(HostError) -> [Tap] {
        var taps: [Tap] = []
        do throws(HostError) {
            for request in requests {
                if Self.isExpected(request.name, samplers) { try addStrip(request.name) }
                guard request.name == Self.masterTap || strips.contains(request.name) else {
                    throw unknown(request.name, expected: [Self.masterTap] + samplers)
                }
                taps.append(try addTap(request.name, to: request.destination, waits: waits))
            }
        } catch {
            for tap in taps { tap.finish(keeping: false) }
            throw error
        }
        return taps
    }

    /// Whether a sampler of this name may come: one of those that were named, or such a name and a
    /// number, as those of further ports have.
    private static func isExpected(_ name: String, _ samplers: [String]) -> Bool {
        if name == StripDirectory.metronome || samplers.contains(name) { return true }
        var base = name
        var channel = ""
        if let (sampler, number) = RackSettings.Sampler.channel(ofStrip: name) {
            base = sampler
            channel = "/\(number + 1)"
        }
        guard let space = base.lastIndex(of: " "),
            let number = Int(base[base.index(after: space)...])
        else { return false }
        return samplers.contains(String(base[..<space]) + channel) && (2...256).contains(number)
    }

    /// Ends a tap while the engine continues, and completes its file.
    ///
    /// Waits for the audio thread's next period, and for the file.
    ///
    /// - Parameter tap: One of ``addTap(_:to:waits:)``.
    /// - Returns: Its result.
    @discardableResult
    public func removeTap(_ tap: Tap) -> Tap.Outcome {
        let isKnown = taps.withLock { taps in taps.contains { $0 === tap } }
        guard isKnown else { return tap.outcome }
        if releaseTap(tap), !isPaused {
            for _ in 0..<1_000 where !tap.isReleased && !hasEnded { usleep(1_000) }
        }
        let outcome = tap.finish()
        // A tap that the audio thread still has is held until the engine is released.
        if tap.isReleased || hasEnded { taps.withLock { $0.removeAll { $0 === tap } } }
        return outcome
    }

    /// Makes the audio thread return a tap from its next period on, without waiting for it.
    ///
    /// As soon as ``Tap/isReleased`` it gets no more frames, and ``removeTap(_:)`` waits for nothing
    /// but its file.
    ///
    /// - Parameter tap: One of ``addTap(_:to:waits:)``.
    /// - Returns: `false` when the engine has ended or takes no command.
    @discardableResult
    public func releaseTap(_ tap: Tap) -> Bool {
        guard !hasEnded else { return false }
        // A second command could arrive when the tap has been released.
        if tap.isReleasing.load(ordering: .relaxed) { return true }
        guard unsafe give(.removeTap(tap.ring.loan)) else { return false }
        tap.isReleasing.store(true, ordering: .relaxed)
        return true
    }

    /// Waits for the writers of taps that lose nothing.
    func waitForTaps(frames: Int) {
        guard status.value.hasWaitingTaps.load(ordering: .relaxed) else { return }
        for tap in taps.withLock({ $0 }) where tap.waits {
            tap.waitForRoom(frames: frames) { status.value.isCancelled.load(ordering: .relaxed) }
        }
    }
}
