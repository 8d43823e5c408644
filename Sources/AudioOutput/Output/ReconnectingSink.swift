import CLinux
public import Platform
public import Racks
import Synchronization

/// A device for a program that outlives it: its loss is a state and not an end.
///
/// While there is no device, time continues by the clock, and the device is tried again after 0.1,
/// 0.25, 0.5, 0.5 … seconds: it sounds again within a second of its return. What cannot change
/// while an engine runs stays as it was at first: the rate, the period and the layout. A device that
/// comes back with others is not taken. ``changing`` has another device take its place.
public final class ReconnectingSink: PeriodSink {
    /// Frames per second: the device's, or those asked for where there was none at first.
    public let rate: Int
    /// Frames it takes at a time.
    public let periodFrames: Int
    /// The layout of the samples that it takes.
    public let layout: SampleLayout
    /// Its channels.
    public let map: ChannelMap

    /// The device's name; any thread may ask.
    public var name: String { changer.name }

    private let changer: DeviceChanger
    private let opening: @Sendable () throws(HostError) -> any DeviceSink
    private let opener: ReconnectingSinkOpener
    /// Frames that the device's buffer holds, or those asked for where there was none at first.
    public let bufferFrames: Int
    private let seeksWhilePaused: Bool
    private var device: (any DeviceSink)?
    /// The name by which it was opened.
    private var openedName: String
    /// The latency of the device behind its buffer, which any thread may ask for.
    private let latency = Atomic<Int>(0)
    private var pacer: Pacer

    /// Opens a device; where that fails the sink begins without it.
    ///
    /// - Parameters:
    ///   - settings: What is asked of it. Without a device and a format asked for it takes s16, for
    ///     JACK float.
    ///   - seeksWhilePaused: Whether a device that is lost is also tried after ``pause()``. It is not
    ///     held then: the state becomes idle when it is there, and ``resume()`` opens it.
    ///   - onChange: Called after each change of ``state``, from the thread that writes or from
    ///     one of its own, never within the engine's real-time section. It must not wait for
    ///     either.
    public convenience init(
        _ settings: DeviceSettings,
        seeksWhilePaused: Bool = false,
        onChange: @escaping @Sendable () -> Void = {}
    ) {
        self.init(
            settings,
            seeksWhilePaused: seeksWhilePaused,
            delays: Self.delays,
            onChange: onChange,
            open: Self.openDevice
        )
    }

    /// Opens a device that must be there at first, and may be lost later.
    ///
    /// - Parameters:
    ///   - settings: What is asked of it.
    ///   - seeksWhilePaused: Whether a device that is lost is also tried after ``pause()``.
    ///   - onChange: Called after each change of ``state``; see ``init(_:seeksWhilePaused:onChange:)``.
    /// - Throws: The error of a device that cannot be opened.
    public convenience init(
        opening settings: DeviceSettings,
        seeksWhilePaused: Bool = false,
        onChange: @escaping @Sendable () -> Void = {}
    ) throws(HostError) {
        let first = try settings.open()
        self.init(
            settings,
            first: .success(first),
            seeksWhilePaused: seeksWhilePaused,
            delays: Self.delays,
            onChange: onChange,
            open: Self.openDevice
        )
    }

    private static let delays: [Int64] = [100, 250, 500].map { $0 * 1_000_000 }

    @Sendable
    private static func openDevice(
        _ settings: DeviceSettings
    ) throws(HostError) -> any DeviceSink {
        try settings.open()
    }

    /// The same with another kind of device.
    ///
    /// - Parameters:
    ///   - settings: What is asked of it.
    ///   - seeksWhilePaused: Whether a device that is lost is also tried after ``pause()``.
    ///   - delays: Nanoseconds before each attempt to open it again; the last counts for all
    ///     further ones.
    ///   - onChange: Called after each change of state.
    ///   - open: Opens the device.
    package convenience init(
        _ settings: DeviceSettings,
        seeksWhilePaused: Bool = false,
        delays: [Int64],
        onChange: @escaping @Sendable () -> Void,
        open: @escaping @Sendable (DeviceSettings) throws(HostError) -> any DeviceSink
    ) {
        var first: Result<any DeviceSink, HostError>
        do throws(HostError) {
            first = .success(try open(settings))
        } catch {
            first = .failure(error)
        }
        self.init(
            settings,
            first: first,
            seeksWhilePaused: seeksWhilePaused,
            delays: delays,
            onChange: onChange,
            open: open
        )
    }

    private init(
        _ settings: DeviceSettings,
        first: Result<any DeviceSink, HostError>,
        seeksWhilePaused: Bool,
        delays: [Int64],
        onChange: @escaping @Sendable () -> Void,
        open: @escaping @Sendable (DeviceSettings) throws(HostError) -> any DeviceSink
    ) {
        var opened: (any DeviceSink)?
        var reason: HostError?
        switch first {
        case .success(let device): opened = device
        case .failure(let error): reason = error
        }
        self.seeksWhilePaused = seeksWhilePaused
        let rate = opened?.rate ?? settings.rate
        let periodFrames = opened?.periodFrames ?? settings.period
        let layout = opened?.layout ?? settings.expectedLayout
        self.rate = rate
        self.periodFrames = periodFrames
        self.layout = layout
        map = settings.map
        device = opened
        openedName = settings.device
        bufferFrames = opened?.bufferFrames ?? settings.period * settings.periods
        pacer = Pacer(rate: rate, ahead: bufferFrames)
        var again = settings
        again.rate = rate
        again.period = periodFrames
        again.format = layout.format
        again.needsPeriod = true
        let silence = (buffer: bufferFrames, map: map)
        let changer = DeviceChanger(settings.device) { [again] name throws(HostError) in
            guard name != DeviceSettings.noDevice else {
                return NullSink(
                    rate: rate,
                    periodFrames: periodFrames,
                    bufferFrames: silence.buffer,
                    layout: layout,
                    map: silence.map
                )
            }
            var again = again
            again.device = name
            let device = try open(again)
            guard (device.rate, device.periodFrames, device.layout) == (rate, periodFrames, layout)
            else {
                let given = (device.rate, device.periodFrames, device.layout.format)
                device.abandon()
                throw HostError(
                    .unavailable,
                    "device \(again.device)",
                    "opens with \(given.0) Hz, \(given.2.rawValue) and periods of \(given.1) "
                        + "frames, expected \(rate) Hz, \(layout.format.rawValue) and "
                        + "\(periodFrames); to use it restart with --rate \(given.0) "
                        + "--format \(given.2.rawValue) --period \(given.1)"
                )
            }
            return device
        }
        self.changer = changer
        opening = { () throws(HostError) in try changer.open(changer.name) }
        opener = ReconnectingSinkOpener(
            delays: delays,
            onChange: onChange,
            opening: opening
        )
        if let reason { opener.beginLost(reason) }
    }

    deinit {
        opener.end()
        device?.abandon()
    }

    /// The frames by which the device delays the sound behind its buffer, as it was told last; any
    /// thread may ask.
    public var latencyFrames: Int { latency.load(ordering: .relaxed) }

    /// Whether the last underruns have emptied the buffer.
    public var hasEmptied: Bool { device?.hasEmptied ?? true }

    /// Whether the device sounds; any thread may ask.
    public var state: OutputState { opener.state }

    /// A handle by which another thread changes the device.
    ///
    /// - Returns: Opens the device of a name, and has it take the place of the one that plays, which
    ///   then loses what is in its buffer. Any thread but the one that writes. Throws the reason why
    ///   a device cannot do that (its rate, period and layout have to be the same); nothing has
    ///   changed then.
    public var changing: @Sendable (String) throws(HostError) -> Void {
        let changer = changer
        return { name throws(HostError) in try changer.change(to: name) }
    }

    /// Writes frames to the device, or lets them have their time without it.
    ///
    /// - Returns: How many underruns there were.
    /// - Throws: Never: a device that fails is lost.
    public func write(_ samples: RawSpan, frames: Int) throws(HostError) -> Int {
        if let replacement = changer.take() {
            device?.abandon()
            device = replacement
            openedName = name
            // What the other one had failed with is of no interest any more.
            opener.rest()
            opener.change(to: .running)
        }
        if device == nil, let opened = opener.take() {
            device = opened
            openedName = name
            opener.change(to: .running)
        }
        guard let device else {
            pacer.wrote(frames)
            return 0
        }
        do throws(HostError) {
            let xruns = try device.write(samples, frames: frames)
            latency.store(device.latencyFrames, ordering: .relaxed)
            return xruns
        } catch {
            device.abandon()
            self.device = nil
            // The device held a buffer of frames that would have been heard from now on. Their time
            // goes by first, so that what is written later is written when it would be heard: a
            // device that is back then continues in the right place.
            pacer.begin(at: seqd_monotonic_nanoseconds(), written: 2 * Int64(bufferFrames))
            opener.lose(error)
            pacer.wrote(frames)
            return 0
        }
    }

    /// The device's time; `nil` while it is lost.
    public func endTime() -> Int64? { device?.endTime() }

    /// Drains the buffer and closes the device, so that others can use it; one that others can use
    /// anyway stays open.
    ///
    /// A device that is lost stays lost, and is tried on, if that is wanted in a pause too.
    ///
    /// - Throws: Never.
    public func pause() throws(HostError) {
        changer.rest(true)
        if seeksWhilePaused, opener.isLost {
            close()
            opener.park()
            return
        }
        opener.rest()
        if let device, device.isShared { pause(device) } else { close() }
        opener.change(to: .idle)
    }

    private func pause(_ device: any DeviceSink) {
        do throws(HostError) {
            try device.pause()
        } catch {
            device.abandon()
            self.device = nil
        }
    }

    /// Opens the device again; where that fails it is lost.
    ///
    /// - Throws: Never.
    public func resume() throws(HostError) {
        pacer.restart()
        changer.rest(false)
        if let device, hasResumed(device) { return }
        if opener.joinAttempt(HostError(.unavailable, "device \(name)", "being opened")) { return }
        do throws(HostError) {
            device = try opening()
            openedName = name
            opener.change(to: .running)
        } catch {
            opener.lose(error)
        }
    }

    /// Whether a device that stayed open is still there, and still the one that is wanted.
    private func hasResumed(_ device: any DeviceSink) -> Bool {
        guard device.isShared else { return true }
        guard openedName == name, (try? device.resume()) != nil else {
            device.abandon()
            self.device = nil
            return false
        }
        opener.change(to: .running)
        return true
    }

    /// Drains the buffer and closes for good; a device that is lost stays in that state.
    ///
    /// - Throws: Never.
    public func finish() throws(HostError) {
        changer.rest(true)
        close()
        endOpener()
    }

    /// Closes at once and for good; a device that is lost stays in that state.
    public func abandon() {
        changer.rest(true)
        device?.abandon()
        device = nil
        endOpener()
    }

    private func endOpener() {
        opener.end()
        if !opener.isLost { opener.change(to: .idle) }
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
