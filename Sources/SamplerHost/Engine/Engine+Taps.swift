import Effects
import Glibc
import Realtime
import Synchronization

/// Taps: strips and the master written to files and pipes, or played by further devices, while they
/// are heard.
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
    ///   - point: The place in the strip.
    ///   - waits: Whether the engine waits for the writer, so that no frame is lost: for engines that
    ///     do not play in real time.
    /// - Returns: The tap; it is ended by `Tap.finish(keeping:)`, after ``releaseTap(_:)`` or the
    ///   engine's end.
    /// - Throws: `usage` where there is no strip of the name or there are too many taps, `cannotCreate`
    ///   where the destination cannot be opened.
    public func addTap(
        _ name: String,
        to destination: TapDestination,
        at point: TapPoint = .post,
        waits: Bool = false
    ) throws(HostError) -> Tap {
        try addTap(name, try source(of: name), to: destination, at: point, waits: waits)
    }

    /// Opens the destination of a tap, which ``begin(_:)`` begins.
    ///
    /// Any thread but the audio thread; a file on a network may take its time.
    ///
    /// - Parameters:
    ///   - name: The strip's name, or ``masterTap``.
    ///   - destination: Where it is written.
    ///   - point: The place in the strip.
    /// - Returns: The tap. One that is not begun is ended by `Tap.finish(keeping:)`.
    /// - Throws: `cannotCreate` where the destination cannot be opened.
    public func openTap(
        _ name: String,
        to destination: TapDestination,
        at point: TapPoint = .post
    ) throws(HostError) -> Tap {
        try openTap(name, to: destination, at: point, waits: false, gain: (1, 1))
    }

    /// Writes what comes out of the strip of a tap from ``openTap(_:to:at:)`` from the next period on.
    ///
    /// - Parameter tap: The tap; where this fails, it is the caller's to end.
    /// - Throws: `usage` where there is no strip of the name or there are too many taps.
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
        at point: TapPoint,
        waits: Bool,
        gain: (left: Float, right: Float)
    ) throws(HostError) -> Tap {
        try Tap(
            name,
            destination,
            at: point,
            rate: settings.rate,
            period: settings.maximumPeriod,
            waits: waits,
            gain: gain
        )
    }

    private func begin(_ tap: Tap, _ source: TapView.Source) throws(HostError) {
        if tap.waits { status.value.hasWaitingTaps.store(true, ordering: .relaxed) }
        let latency = loans.strips.latency(ofTap: tap.name, isInput: tap.point == .pre)
        try lend(.tap(tap), source, Self.subject(tap.name), latency: latency)
    }

    /// Makes a further device play its pair of output channels from the next period on.
    ///
    /// It is finished after the engine has ended, and not returned before.
    ///
    /// - Parameter device: The device, made for the engine's rate.
    /// - Throws: `usage` where the engine has no such pair or too many taps, `unavailable` when the audio thread has
    ///   hung.
    public func add(_ device: FollowingDevice) throws(HostError) {
        let pair = device.pair.index
        let subject = "device \(device.status.name)"
        guard pair < settings.outputs.pairCount else {
            throw HostError(
                .usage,
                subject,
                "nothing plays on output \(device.pair.text)"
            )
        }
        try lend(.device(device), pair == 0 ? .master : .pair(pair), subject)
    }

    /// Makes the audio thread write a sound for a tap or a further device.
    private func lend(
        _ tap: LentTap,
        _ source: TapView.Source,
        _ subject: String,
        latency: Int = 0
    ) throws(HostError) {
        guard let number = taps.withLock({ $0.lend(tap) }) else { throw Self.tooManyTaps(subject) }
        let view = TapView(
            ring: tap.ring,
            source: source,
            number: number,
            latency: latency,
            input: tap.input
        )
        guard give(.addTap(view)) else {
            taps.withLock { _ = $0.withdraw(number) }
            throw HostError(.unavailable, subject, "the audio thread takes no command")
        }
    }

    private static func subject(_ name: String) -> String { "tap \(name)" }

    private static func tooManyTaps(_ subject: String) -> HostError {
        HostError(.usage, subject, "the engine has \(Mixer.tapCapacity) taps")
    }

    /// Adds a tap of any source.
    private func addTap(
        _ name: String,
        _ source: TapView.Source,
        to destination: TapDestination,
        at point: TapPoint = .post,
        waits: Bool,
        gain: (left: Float, right: Float) = (1, 1)
    ) throws(HostError) -> Tap {
        // Before a file is made.
        guard taps.withLock({ $0.room > 0 }) else { throw Self.tooManyTaps(Self.subject(name)) }
        let tap = try openTap(name, to: destination, at: point, waits: waits, gain: gain)
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
    /// - Throws: As ``addTap(_:to:at:waits:)``.
    public func addStems(_ stems: [StemRequest]) throws(HostError) -> [Tap] {
        var taps: [Tap] = []
        let gain = Float(Decibels.factor(settings.gain))
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
    /// - Throws: As ``addTap(_:to:at:waits:)``.
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
                taps.append(
                    try addTap(
                        request.name,
                        to: request.destination,
                        at: request.point,
                        waits: waits
                    )
                )
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

    /// Makes the audio thread return a tap from its next period on, without waiting for it.
    ///
    /// Once ``takeReports()`` has taken it back, it is `Tap.isReleased`: it gets no more frames,
    /// and `Tap.finish(keeping:)` completes its file.
    ///
    /// - Parameter tap: One of ``addTap(_:to:at:waits:)``.
    /// - Returns: `false` when the engine has ended or takes no command.
    @discardableResult
    public func releaseTap(_ tap: Tap) -> Bool {
        guard !hasEnded else { return false }
        guard let number = taps.withLock({ $0.number { $0.isTap(tap) } }) else { return true }
        // A second command finds no tap of the number.
        return give(.removeTap(number: number))
    }

    /// Waits for the writers of taps that lose nothing.
    func waitForTaps(frames: Int) {
        guard status.value.hasWaitingTaps.load(ordering: .relaxed) else { return }
        for tap in taps.withLock({ Array($0.values) }) {
            tap.waitForRoom(frames: frames) { status.value.isCancelled.load(ordering: .relaxed) }
        }
    }
}

/// A tap or a further device that the audio thread writes for.
enum LentTap: Sendable {
    case tap(Tap)
    case device(FollowingDevice)

    /// Lends the ring to write to; the owner must outlive the loan.
    var ring: LoanTicket<FrameRing> {
        switch self {
        case .tap(let tap): unsafe tap.ring.ticket
        case .device(let device): unsafe device.ring.ticket
        }
    }

    /// Lends the buffer of a tap in front of inserts; `nil` for others.
    var input: LoanTicket<StereoBuffer>? {
        guard case .tap(let tap) = self, tap.point == .pre else { return nil }
        return unsafe tap.input.ticket
    }

    /// The name of the strip of a tap.
    var strip: String? {
        guard case .tap(let tap) = self else { return nil }
        return tap.name
    }

    /// Whether it is this tap.
    func isTap(_ other: Tap) -> Bool {
        guard case .tap(let tap) = self else { return false }
        return tap === other
    }

    /// Notes that the audio thread does not write for it any more.
    func noteReturn() {
        if case .tap(let tap) = self { tap.noteReturn() }
    }

    /// Waits until a period fits, if it loses nothing.
    func waitForRoom(frames: Int, isCancelled: () -> Bool) {
        if case .tap(let tap) = self, tap.waits {
            tap.waitForRoom(frames: frames, isCancelled: isCancelled)
        }
    }
}
