import CALSA
import CLinux
import Glibc

/// An ALSA playback device, plugins included.
@safe
public final class ALSASink: PeriodSink {
    /// Frames it takes at a time.
    public private(set) var periodFrames = 0
    /// Frames that its buffer holds.
    public private(set) var bufferFrames = 0
    /// The rate that the device gave.
    public private(set) var rate = 0
    /// How it wants the samples.
    public private(set) var layout = SampleLayout.s16

    private let settings: ALSASettings
    private var pcm: OpaquePointer?
    private var pacing: Pacing = .unknown(written: 0, since: 0)
    private var xruns = 0

    private enum Pacing {
        /// Not known yet whether the device takes real time: frames written, and since when.
        case unknown(written: Int64, since: Int64)
        /// It made us wait at first: frames written in this window of time, and since when.
        case byDevice(written: Int64, since: Int64)
        /// The device takes everything at once (`null`, `file`, `tee` over them).
        case byUs(Pacer)
    }

    /// Opens a device.
    ///
    /// - Parameter settings: What is asked of it.
    /// - Throws: `unavailable` for a device that is not there or refuses what is asked, `busy` when
    ///   another program has it, `notPermitted` without the right to it.
    public init(_ settings: ALSASettings) throws(HostError) {
        self.settings = settings
        try open()
    }

    deinit {
        if let pcm = unsafe pcm { unsafe snd_pcm_close(pcm) }
    }

    private func open() throws(HostError) {
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
            try unsafe configure(opened)
        } catch {
            unsafe snd_pcm_close(opened)
            throw error
        }
        unsafe snd_pcm_nonblock(opened, 0)
        unsafe pcm = unsafe opened
        pacing = .unknown(written: 0, since: 0)
    }

    // MARK: Parameters

    private func configure(_ pcm: OpaquePointer) throws(HostError) {
        var allocated: OpaquePointer?
        guard unsafe snd_pcm_hw_params_malloc(&allocated) == 0, let hardware = unsafe allocated
        else {
            throw HostError(.internal, "device \(settings.device)", "out of memory")
        }
        defer { unsafe snd_pcm_hw_params_free(hardware) }
        try unsafe check(snd_pcm_hw_params_any(pcm, hardware), "has no playback configuration")
        try unsafe check(
            snd_pcm_hw_params_set_access(pcm, hardware, SND_PCM_ACCESS_RW_INTERLEAVED),
            "does not support interleaved samples"
        )
        try unsafe check(
            snd_pcm_hw_params_set_channels(pcm, hardware, 2),
            "does not support two channels"
        )
        layout = try unsafe chooseLayout(pcm, hardware)
        rate = try unsafe chooseRate(pcm, hardware)
        var period = snd_pcm_uframes_t(settings.period)
        try unsafe check(
            snd_pcm_hw_params_set_period_size_near(pcm, hardware, &period, nil),
            "does not support a period of \(settings.period) frames"
        )
        var buffer = period * snd_pcm_uframes_t(settings.periods)
        try unsafe check(
            snd_pcm_hw_params_set_buffer_size_near(pcm, hardware, &buffer),
            "does not support a buffer of \(settings.periods) periods"
        )
        try unsafe check(
            snd_pcm_hw_params(pcm, hardware),
            "does not support these parameters together"
        )
        unsafe snd_pcm_hw_params_get_period_size(hardware, &period, nil)
        unsafe snd_pcm_hw_params_get_buffer_size(hardware, &buffer)
        periodFrames = Int(period)
        bufferFrames = Int(buffer)
        try unsafe startWhenFull(pcm)
    }

    /// The device starts once its buffer is full, not at the first period: that would leave one
    /// period's time for the second.
    private func startWhenFull(_ pcm: OpaquePointer) throws(HostError) {
        var allocated: OpaquePointer?
        guard unsafe snd_pcm_sw_params_malloc(&allocated) == 0, let software = unsafe allocated
        else {
            throw HostError(.internal, "device \(settings.device)", "out of memory")
        }
        defer { unsafe snd_pcm_sw_params_free(software) }
        try unsafe check(
            snd_pcm_sw_params_current(pcm, software),
            "does not give its software parameters"
        )
        let threshold = snd_pcm_uframes_t(bufferFrames / periodFrames * periodFrames)
        try unsafe check(
            snd_pcm_sw_params_set_start_threshold(pcm, software, threshold),
            "does not support a start threshold"
        )
        try unsafe check(
            snd_pcm_sw_params_set_avail_min(pcm, software, snd_pcm_uframes_t(periodFrames)),
            "does not support a wake-up for each period"
        )
        try unsafe check(
            snd_pcm_sw_params(pcm, software),
            "does not support these software parameters"
        )
        unsafe silenceWhatWasPlayed(pcm, software)
    }

    /// Makes the device overwrite played frames with silence.
    ///
    /// It plays on for up to a period after the last frame, until it is stopped; without this that is
    /// what the buffer held before. Plugins that convert the rate may refuse it.
    private func silenceWhatWasPlayed(_ pcm: OpaquePointer, _ software: OpaquePointer) {
        var boundary: snd_pcm_uframes_t = 0
        guard unsafe snd_pcm_sw_params_get_boundary(software, &boundary) == 0,
            unsafe snd_pcm_sw_params_set_silence_threshold(pcm, software, 0) == 0,
            unsafe snd_pcm_sw_params_set_silence_size(pcm, software, boundary) == 0
        else { return }
        unsafe snd_pcm_sw_params(pcm, software)
        // A refusal is no cause of a later error.
        _ = unsafe seqd_alsa_take_message()
    }

    /// A format's layouts, the most common first.
    static func layouts(of format: SampleFormat) -> [(SampleLayout, snd_pcm_format_t)] {
        switch format {
        case .s16: [(.s16, SND_PCM_FORMAT_S16_LE)]
        case .s24: [(.s24Packed, SND_PCM_FORMAT_S24_3LE), (.s24Low, SND_PCM_FORMAT_S24_LE)]
        case .s32: [(.s32, SND_PCM_FORMAT_S32_LE)]
        case .float: [(.float32, SND_PCM_FORMAT_FLOAT_LE)]
        }
    }

    private func chooseLayout(
        _ pcm: OpaquePointer,
        _ hardware: OpaquePointer
    ) throws(HostError) -> SampleLayout {
        let wanted = settings.format.map { [$0] } ?? [.s16, .s32, .s24, .float]
        for (layout, format) in wanted.flatMap(Self.layouts)
        where unsafe snd_pcm_hw_params_test_format(pcm, hardware, format) == 0 {
            try unsafe check(
                snd_pcm_hw_params_set_format(pcm, hardware, format),
                "rejects its own format"
            )
            return layout
        }
        let taken = SampleFormat.allCases.filter {
            Self.layouts(of: $0).contains {
                unsafe snd_pcm_hw_params_test_format(pcm, hardware, $0.1) == 0
            }
        }
        let names = taken.map(\.rawValue).joined(separator: ", ")
        throw HostError(
            .unavailable,
            "device \(settings.device)",
            taken.isEmpty
                ? "supports none of s16, s24, s32 and float"
                : "\(settings.format?.rawValue ?? "") not supported; choose from \(names)"
        )
    }

    private func chooseRate(
        _ pcm: OpaquePointer,
        _ hardware: OpaquePointer
    ) throws(HostError) -> Int {
        unsafe refuseResampling(pcm, hardware)
        var rate = UInt32(settings.rate)
        try unsafe check(
            snd_pcm_hw_params_set_rate_near(pcm, hardware, &rate, nil),
            "does not support \(settings.rate) Hz"
        )
        guard SampleRate.supported.contains(Int(rate)) else {
            throw HostError(
                .unavailable,
                "device \(settings.device)",
                "supports only \(rate) Hz, FluidSynth renders at 8000 … 96000; use the device "
                    + "\(converting), which converts the rate"
            )
        }
        return Int(rate)
    }

    /// The name of the device with a plugin before it that converts.
    private var converting: String {
        // `plug:hw:1,0` would be taken for `plug` with two arguments.
        settings.device.hasPrefix("hw:") ? "plug\(settings.device)" : "plug:'\(settings.device)'"
    }

    /// Makes plugins offer the hardware's own rates, if one of them can be rendered at.
    ///
    /// alsa-lib's rate converter makes whole periods of whole periods: 256 frames at 44100 Hz become
    /// 279 at 48000, not 278.6, and the pitch is 2 cents off (measured with 1.2.8).
    private func refuseResampling(_ pcm: OpaquePointer, _ hardware: OpaquePointer) {
        // What is set cannot be taken back: tried on a copy.
        var allocated: OpaquePointer?
        guard unsafe snd_pcm_hw_params_malloc(&allocated) == 0, let attempt = unsafe allocated
        else { return }
        defer { unsafe snd_pcm_hw_params_free(attempt) }
        unsafe snd_pcm_hw_params_copy(attempt, hardware)
        var lowest: UInt32 = 0
        var highest: UInt32 = 0
        guard unsafe snd_pcm_hw_params_set_rate_resample(pcm, attempt, 0) == 0,
            unsafe snd_pcm_hw_params_get_rate_min(attempt, &lowest, nil) == 0,
            unsafe snd_pcm_hw_params_get_rate_max(attempt, &highest, nil) == 0,
            SampleRate.supported.overlaps(Int(lowest)...Int(max(lowest, highest)))
        else { return }
        unsafe snd_pcm_hw_params_copy(hardware, attempt)
    }

    private func check(_ status: Int32, _ what: String) throws(HostError) {
        guard status < 0 else { return }
        let cause = unsafe String(cString: seqd_alsa_take_message())
        let words = unsafe cause.isEmpty ? String(cString: snd_strerror(status)) : cause
        throw HostError(.unavailable, "device \(settings.device)", "\(what) (\(words))")
    }

    // MARK: Playing

    /// Writes frames; recovers from an underrun or a suspend.
    ///
    /// - Returns: How many underruns there were.
    /// - Throws: `unavailable` when the device has gone.
    public func write(_ samples: RawSpan, frames: Int) throws(HostError) -> Int {
        guard let pcm = unsafe pcm else { return 0 }
        xruns = 0
        var written = 0
        while written < frames {
            let rest = samples.extracting((written * 2 * layout.bytes)...)
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
        pace(frames)
        return xruns
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
            // Suspended: the system is asleep or waking up. Resuming may have to wait for it;
            // drivers that cannot resume are prepared anew.
            var status = unsafe snd_pcm_resume(pcm)
            while -status == EAGAIN {
                usleep(50_000)
                status = unsafe snd_pcm_resume(pcm)
            }
            if status < 0 {
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

    /// Finds out whether the device takes real time, and does so where it does not.
    private func pace(_ frames: Int) {
        switch pacing {
        case .byUs(var pacer):
            pacer.wrote(frames)
            pacing = .byUs(pacer)
        case .byDevice(let written, let since):
            watch(written: written + Int64(frames), since: since)
        case .unknown(let written, let since):
            let now = seqd_monotonic_nanoseconds()
            if written == 0 {
                pacing = .unknown(written: Int64(frames), since: now)
                return
            }
            let total = written + Int64(frames)
            // Beyond a full buffer and some periods, a real device has made us wait.
            let beyond = total - Int64(bufferFrames) - Int64(4 * periodFrames)
            if beyond > 0 {
                let expected = Pacer.nanoseconds(of: Int64(2 * periodFrames), rate: rate)
                if now - since >= expected {
                    pacing = .byDevice(written: 0, since: now)
                } else {
                    var pacer = Pacer(rate: rate, ahead: bufferFrames)
                    pacer.begin(at: since, written: total)
                    pacing = .byUs(pacer)
                }
            } else {
                pacing = .unknown(written: total, since: since)
            }
        }
    }

    /// Looks now and then whether the device still takes real time: what looked like waiting at
    /// first may have been a slow start of ours.
    private func watch(written: Int64, since: Int64) {
        let now = seqd_monotonic_nanoseconds()
        guard written >= max(Int64(rate), Int64(4 * bufferFrames)) else {
            pacing = .byDevice(written: written, since: since)
            return
        }
        // After an underrun a real device takes a whole buffer at once, and no more.
        let waited = Pacer.nanoseconds(of: written - Int64(bufferFrames), rate: rate)
        if now - since < waited / 5 * 4 {
            pacing = .byUs(Pacer(rate: rate, ahead: bufferFrames))
        } else {
            pacing = .byDevice(written: 0, since: now)
        }
    }

    /// Drains the buffer and closes.
    public func finish() throws(HostError) {
        guard let pcm = unsafe pcm else { return }
        if case .byUs(var pacer) = pacing { pacer.drain() }
        unsafe snd_pcm_drain(pcm)
        close()
    }

    /// Closes at once.
    public func abandon() {
        guard let pcm = unsafe pcm else { return }
        unsafe snd_pcm_drop(pcm)
        close()
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
    /// - Throws: As opening does; and `unavailable` when the device comes back with other
    ///   parameters.
    public func resume() throws(HostError) {
        let before = (rate, periodFrames, layout)
        try open()
        guard before == (rate, periodFrames, layout) else {
            throw HostError(
                .unavailable,
                "device \(settings.device)",
                "reopened with a different rate, period or format"
            )
        }
    }
}
