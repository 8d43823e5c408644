import CLinux

/// An ALSA device for a program that outlives it: its loss is a state and not an end.
///
/// While there is no device, time goes on by the clock, and the device is tried again after 0.25,
/// 0.5, 1, 2, 2 … seconds. What cannot change while an engine runs stays as it was at first: the
/// rate, the period and the layout. A device that comes back with others is not taken.
public final class ReconnectingSink: PeriodSink {
    /// Frames per second: the device's, or those asked for where there was none at first.
    public let rate: Int
    /// Frames it takes at a time.
    public let periodFrames: Int
    /// How it wants the samples.
    public let layout: SampleLayout

    private let name: String
    private let opening: @Sendable () throws(HostError) -> any ReconnectingDevice
    private let opener: ReconnectingSinkOpener
    private let bufferFrames: Int
    private var device: (any ReconnectingDevice)?
    private var pacer: Pacer

    /// Opens a device; where that fails the sink begins without it.
    ///
    /// - Parameters:
    ///   - settings: What is asked of it. Without a device and a format asked for it takes s16.
    ///   - onChange: Called after each change of ``state``, from the thread that writes or from
    ///     one of its own, never within the engine's real-time section. It must not wait for
    ///     either.
    public convenience init(
        _ settings: ALSASettings,
        onChange: @escaping @Sendable () -> Void = {}
    ) {
        self.init(
            settings,
            delays: [250, 500, 1_000, 2_000].map { $0 * 1_000_000 },
            onChange: onChange
        ) { settings throws(HostError) in
            try ALSASink(settings)
        }
    }

    /// The same with another kind of device.
    ///
    /// - Parameters:
    ///   - settings: What is asked of it.
    ///   - delays: Nanoseconds before each attempt to open it again; the last counts for all
    ///     further ones.
    ///   - onChange: Called after each change of state.
    ///   - open: Opens the device.
    init(
        _ settings: ALSASettings,
        delays: [Int64],
        onChange: @escaping @Sendable () -> Void,
        open: @escaping @Sendable (ALSASettings) throws(HostError) -> any ReconnectingDevice
    ) {
        var opened: (any ReconnectingDevice)?
        var state = OutputState.running
        do throws(HostError) {
            opened = try open(settings)
        } catch {
            state = .lost(error)
        }
        let rate = opened?.rate ?? settings.rate
        let periodFrames = opened?.periodFrames ?? settings.period
        let layout = opened?.layout ?? .ofMemory(settings.format ?? .s16)
        self.rate = rate
        self.periodFrames = periodFrames
        self.layout = layout
        name = "device \(settings.device)"
        device = opened
        bufferFrames = opened?.bufferFrames ?? settings.period * settings.periods
        pacer = Pacer(rate: rate, ahead: bufferFrames)
        var again = settings
        again.rate = rate
        again.period = periodFrames
        again.format = layout.format
        opening = { [again] () throws(HostError) in
            let device = try open(again)
            guard (device.rate, device.periodFrames, device.layout) == (rate, periodFrames, layout)
            else {
                let given = (device.rate, device.periodFrames, device.layout.format)
                device.abandon()
                throw HostError(
                    .unavailable,
                    "device \(again.device)",
                    "reopened with \(given.0) Hz, \(given.2.rawValue) and periods of \(given.1) "
                        + "frames, expected \(rate) Hz, \(layout.format.rawValue) and "
                        + "\(periodFrames); to use it restart with --rate \(given.0) "
                        + "--format \(given.2.rawValue) --period \(given.1)"
                )
            }
            return device
        }
        opener = ReconnectingSinkOpener(
            state,
            delays: delays,
            onChange: onChange,
            opening: opening
        )
        if case .lost(let reason) = state { opener.lose(reason) }
    }

    deinit {
        opener.end()
        device?.abandon()
    }

    /// Whether the device sounds; any thread may ask.
    public var state: OutputState { opener.state }

    /// Writes frames to the device, or lets them have their time without it.
    ///
    /// - Returns: How many underruns there were.
    /// - Throws: Never: a device that fails is lost.
    public func write(_ samples: RawSpan, frames: Int) throws(HostError) -> Int {
        if device == nil, let opened = opener.take() {
            device = opened
            opener.change(to: .running)
        }
        guard let device else {
            pacer.wrote(frames)
            return 0
        }
        do throws(HostError) {
            return try device.write(samples, frames: frames)
        } catch {
            device.abandon()
            self.device = nil
            // What the device held ahead of the clock has been counted as played.
            pacer.begin(at: seqd_monotonic_nanoseconds(), written: Int64(bufferFrames))
            opener.lose(error)
            pacer.wrote(frames)
            return 0
        }
    }

    /// Drains the buffer and closes the device, so that others can use it.
    ///
    /// - Throws: Never.
    public func pause() throws(HostError) {
        opener.rest()
        close()
        opener.change(to: .idle)
    }

    /// Opens the device again; where that fails it is lost.
    ///
    /// - Throws: Never.
    public func resume() throws(HostError) {
        pacer.restart()
        guard device == nil else { return }
        if opener.joinAttempt(HostError(.unavailable, name, "being opened")) { return }
        do throws(HostError) {
            device = try opening()
            opener.change(to: .running)
        } catch {
            opener.lose(error)
        }
    }

    /// Drains the buffer and closes for good.
    ///
    /// - Throws: Never.
    public func finish() throws(HostError) {
        close()
        opener.end()
        opener.change(to: .idle)
    }

    /// Closes at once and for good.
    public func abandon() {
        device?.abandon()
        device = nil
        opener.end()
        opener.change(to: .idle)
    }

    /// A device that fails here has nothing more to say: it is closed in any case.
    private func close() {
        guard let device else {
            pacer.drain()
            return
        }
        do throws(HostError) {
            try device.finish()
        } catch {
            device.abandon()
        }
        self.device = nil
    }
}
