import CALSA
import CLinux
import Glibc
public import Platform
public import Racks

/// An ALSA playback device, plugins included.
@safe
public final class ALSASink: PeriodSink {
    /// Frames it takes at a time.
    public var periodFrames: Int { parameters.periodFrames }
    /// Frames that its buffer holds.
    public var bufferFrames: Int { parameters.bufferFrames }
    /// The device's sample rate, in Hz.
    public var rate: Int { parameters.rate }
    /// The layout in which it takes samples.
    public var layout: SampleLayout { parameters.layout }
    /// Its channels.
    public var map: ChannelMap { settings.map }

    private let settings: DeviceSettings
    private var pcm: OpaquePointer?
    private var parameters: ALSAParameters
    private var pacing: DevicePacing
    private var xruns = 0

    /// Opens a device.
    ///
    /// - Parameter settings: The settings that are requested.
    /// - Throws: `unavailable` for a device that is not there or refuses what is asked, `busy` when
    ///   another program has it, `notPermitted` without the right to it.
    public init(_ settings: DeviceSettings) throws(HostError) {
        self.settings = settings
        let pcm: OpaquePointer
        unsafe (pcm, parameters) = try unsafe Self.open(settings)
        unsafe self.pcm = pcm
        pacing = DevicePacing(parameters)
    }

    deinit {
        if let pcm = unsafe pcm { unsafe snd_pcm_close(pcm) }
    }

    private static func open(
        _ settings: DeviceSettings
    ) throws(HostError) -> (pcm: OpaquePointer, parameters: ALSAParameters) {
        seqd_alsa_install_log()
        _ = unsafe seqd_alsa_take_message()
        var opened: OpaquePointer?
        // Without SND_PCM_NONBLOCK a busy device would make the program wait for ever.
        let status = unsafe snd_pcm_open(
            &opened,
            settings.device,
            SND_PCM_STREAM_PLAYBACK,
            Int32(SND_PCM_NONBLOCK)
        )
        guard status == 0, let opened = unsafe opened else {
            throw ALSAFailure.opening(settings.device, status)
        }
        do throws(HostError) {
            let parameters = try unsafe ALSAParameters(settings, on: opened)
            unsafe snd_pcm_nonblock(opened, 0)
            return unsafe (opened, parameters)
        } catch {
            unsafe snd_pcm_close(opened)
            throw error
        }
    }

    // MARK: Playing

    /// Writes frames; recovers from an underrun or a suspend.
    ///
    /// - Returns: How many underruns there were.
    /// - Throws: `unavailable` when the device has disappeared.
    public func write(_ samples: RawSpan, frames: Int) throws(HostError) -> Int {
        guard let pcm = unsafe pcm else { return 0 }
        xruns = 0
        var written = 0
        while written < frames {
            let rest = samples.extracting((written * map.count * layout.bytes)...)
            let result = unsafe rest.withUnsafeBytes { bytes in
                unsafe snd_pcm_writei(
                    pcm,
                    bytes.baseAddress,
                    snd_pcm_uframes_t(frames - written)
                )
            }
            if result >= 0 {
                written += Int(result)
            } else {
                try unsafe recover(pcm, Int32(result))
            }
        }
        pacing.wrote(frames)
        return xruns
    }

    /// The time at which the frame after the last one written leaves the device, as the device tells
    /// its delay; for a device that takes everything at once, the time that seqd counts for it.
    public func endTime() -> Int64? {
        if let time = pacing.endTime { return time }
        var delay: snd_pcm_sframes_t = 0
        guard let pcm = unsafe pcm, unsafe snd_pcm_delay(pcm, &delay) == 0, delay >= 0 else {
            return nil
        }
        return seqd_monotonic_nanoseconds() + FrameTime.nanoseconds(of: Int64(delay), rate: rate)
    }

    private func recover(_ pcm: OpaquePointer, _ status: Int32) throws(HostError) {
        switch -status {
        case EINTR:
            return
        case EAGAIN:
            unsafe snd_pcm_wait(pcm, 1_000)
        case EPIPE:
            xruns += 1
            try unsafe check(snd_pcm_prepare(pcm), "does not restart after a buffer underrun")
        case ESTRPIPE:
            // Suspended: the system is asleep or waking up. Drivers that cannot resume, or not in
            // time, are prepared anew.
            if SuspendRecovery.resume({ unsafe snd_pcm_resume(pcm) }) < 0 {
                try unsafe check(snd_pcm_prepare(pcm), "does not restart after a system suspend")
            }
        default:
            let words = unsafe String(cString: snd_strerror(status))
            throw HostError(
                .unavailable,
                "device \(settings.device)",
                -status == ENODEV ? "disconnected" : "stopped accepting audio (\(words))"
            )
        }
    }

    /// Drains the buffer and closes.
    public func finish() throws(HostError) {
        guard let pcm = unsafe pcm else { return }
        pacing.drain()
        unsafe snd_pcm_drain(pcm)
        close()
    }

    /// Closes at once.
    public func abandon() {
        guard let pcm = unsafe pcm else { return }
        unsafe snd_pcm_drop(pcm)
        close()
    }

    private func check(_ status: Int32, _ what: String) throws(HostError) {
        try ALSAFailure.check(status, settings.device, what)
    }

    private func close() {
        if let pcm = unsafe pcm { unsafe snd_pcm_close(pcm) }
        unsafe pcm = nil
    }

    /// Drains the faded end and closes the device, so that others can use it.
    public func pause() throws(HostError) {
        try finish()
    }

    /// Opens the device again.
    ///
    /// - Throws: As opening does; and `unavailable` when the device returns with other parameters.
    public func resume() throws(HostError) {
        let before = (rate, periodFrames, layout)
        unsafe (pcm, parameters) = try unsafe Self.open(settings)
        pacing = DevicePacing(parameters)
        guard before == (rate, periodFrames, layout) else {
            throw HostError(
                .unavailable,
                "device \(settings.device)",
                "reopened with a different rate, period or format"
            )
        }
    }
}
