import CLinux
public import Platform
public import Racks

/// A client of a JACK server, with a port for each channel.
///
/// JACK calls its clients for each period on a thread of its own. The engine is not driven by that
/// call: it waits for taps, pauses and survives the server, which a callback must not. Instead
/// ``write(_:frames:)`` fills a ring of `periods` − 1 periods, and waits while it is full; the callback
/// takes a period from the ring. The ring is what this adds to JACK's own latency: with two periods
/// (`--periods 2`), one of JACK's periods. As with ALSA, the sound begins when the ring is full, at
/// first and after an underrun.
///
/// The rate is the server's, and so is the period, unless an engine runs already: then the ring
/// translates. The client stays with its connections while nothing plays.
public final class JACKSink: DeviceSink {
    /// The server's sample rate, in Hz.
    public var rate: Int { client.rate }
    /// Frames it takes at a time.
    public let periodFrames: Int
    /// Frames that its ring holds.
    public let bufferFrames: Int
    /// JACK's samples are floating-point numbers.
    public var layout: SampleLayout { .float32 }
    /// Its channels.
    public let map: ChannelMap

    private let name: String
    private let client: JACKClient
    private let connections: JACKConnections
    private var isOpen = true
    /// Whether the server has not called for ``patience``.
    private var hasHung = false
    /// Whether the last xruns that were told of have emptied the ring.
    public private(set) var hasEmptied = true

    /// The time without a call after which the server has hung, in nanoseconds.
    private static let patience: Int64 = 5_000_000_000
    /// The longest period; of servers with longer ones the engine renders parts.
    private static let longestPeriod = 8_192

    /// Opens a client.
    ///
    /// - Parameter settings: The settings that are requested.
    /// - Throws: `usage` for a name that cannot be read, `unavailable` without JACK's library or a
    ///   server, or with a rate that cannot be rendered at.
    public convenience init(_ settings: DeviceSettings) throws(HostError) {
        try self.init(settings, server: nil)
    }

    /// The same with a server's name; `nil` for the usual one.
    package init(_ settings: DeviceSettings, server: String?) throws(HostError) {
        let address = try JACKAddress(settings.device)
        let client = try JACKClient(address.client, server: server, device: settings.device)
        self.client = client
        name = "device \(settings.device)"
        map = settings.map
        let period = settings.needsPeriod ? settings.period : min(client.period, Self.longestPeriod)
        periodFrames = period
        // A call takes its whole period from the ring, where there must be more than that if it is
        // filled in parts.
        let least = period < client.period ? 2 * client.period : client.period
        bufferFrames = max((settings.periods - 1) * period, least)
        let ports = Self.names(settings.channelNames, of: settings.map.count)
        do throws(HostError) {
            guard SampleRate.supported.contains(client.rate) else {
                throw HostError(
                    .unavailable,
                    "device \(settings.device)",
                    "the JACK server runs at \(client.rate) Hz, FluidSynth renders at 8000 … 96000"
                )
            }
            guard !settings.needsPeriod || client.rate == settings.rate else {
                throw HostError(
                    .unavailable,
                    "device \(settings.device)",
                    "the JACK server runs at \(client.rate) Hz, expected \(settings.rate) Hz; to use "
                        + "it restart with --rate \(client.rate)"
                )
            }
            try client.start(ports: ports, capacity: bufferFrames, device: settings.device)
        } catch {
            client.close()
            throw error
        }
        connections = JACKConnections(
            client,
            ports: ports,
            file: settings.stateFolder.map { JACKConnectionFile(of: address.client, in: $0) },
            connectsPorts: address.connectsPorts
        )
    }

    deinit { close() }

    /// The names of ports: those of the channels, and numbers for channels without one.
    private static func names(_ names: [String], of count: Int) -> [String] {
        (0..<count).map { channel in
            names.indices.contains(channel) ? names[channel] : "out_\(channel + 1)"
        }
    }

    // MARK: Playing

    /// Writes frames into the ring; waits while it is full.
    ///
    /// - Returns: How many xruns there were: underruns of the ring, and the server's.
    /// - Throws: `unavailable` when the server has ended or hangs.
    public func write(_ samples: RawSpan, frames: Int) throws(HostError) -> Int {
        guard isOpen else { return 0 }
        var written = 0
        while true {
            try check()
            let rest = samples.extracting((written * map.count * layout.bytes)...)
            written += client.write(rest, frames: frames - written)
            guard written < frames else {
                let xruns = client.takeXruns()
                hasEmptied = xruns.ring > 0
                return xruns.ring + xruns.server
            }
            try wait()
        }
    }

    /// The time at which the frame after the last one written leaves the server's device, by JACK's clock
    /// and the latency of the connected ports.
    public func endTime() -> Int64? { isOpen ? client.endTime : nil }

    /// The frames that JACK and the device behind it delay the sound by.
    public var latencyFrames: Int { client.latencyFrames }

    /// Others can use the server as well.
    public var isShared: Bool { true }

    private func check() throws(HostError) {
        if let loss = client.loss { throw HostError(.unavailable, name, loss) }
    }

    /// Waits for the server's next call.
    private func wait() throws(HostError) {
        let cycles = client.cycles
        let limit = seqd_monotonic_nanoseconds() + Self.patience
        client.wait(until: limit)
        guard cycles == client.cycles, seqd_monotonic_nanoseconds() >= limit else { return }
        hasHung = true
        throw HostError(.unavailable, name, "the JACK server does not respond")
    }

    /// Waits until the ring has been played.
    private func drain() throws(HostError) {
        client.drain(true)
        defer { client.drain(false) }
        while client.unreadFrames > 0 {
            try check()
            try wait()
        }
        // JACK plays the last frames in the cycle after the one that took them.
        let end = client.cycles + 2
        while client.cycles < end {
            try check()
            try wait()
        }
    }

    /// Plays what the ring holds; the client stays.
    public func pause() throws(HostError) {
        guard isOpen else { return }
        try drain()
    }

    /// Continues.
    ///
    /// - Throws: `unavailable` if the server has ended meanwhile.
    public func resume() throws(HostError) {
        try check()
        _ = client.takeXruns()
    }

    /// Plays what the ring holds, and closes.
    public func finish() throws(HostError) {
        guard isOpen else { return }
        try drain()
        close()
    }

    /// Closes at once.
    public func abandon() { close() }

    private func close() {
        guard isOpen else { return }
        isOpen = false
        // Nobody waits for a server that hangs: JACK's library does.
        guard
            !hasHung
                || (try? SystemThread("seqd-jack-end") { [connections, client] in
                    connections.end()
                    client.close()
                }) == nil
        else { return }
        connections.end()
        client.close()
    }
}
