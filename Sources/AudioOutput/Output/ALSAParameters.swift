package import CALSA
import CLinux
import Glibc
package import Platform
import Racks

/// The parameters that an ALSA device was opened with, as near to the requested ones as it allows.
@safe
package struct ALSAParameters {
    /// Frames per period.
    package private(set) var periodFrames = 0
    /// Frames that the device's buffer holds.
    package private(set) var bufferFrames = 0
    /// Frames per second.
    package private(set) var rate = 0
    /// The layout of the samples.
    package private(set) var layout = SampleLayout.s16

    private let settings: DeviceSettings

    /// Negotiates the parameters of an open device, and sets them.
    ///
    /// - Parameters:
    ///   - settings: The requested parameters.
    ///   - pcm: The device.
    /// - Throws: `unavailable` for a parameter that the device refuses.
    package init(_ settings: DeviceSettings, on pcm: OpaquePointer) throws(HostError) {
        self.settings = settings
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
        try unsafe setChannels(pcm, hardware)
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

    private func setChannels(
        _ pcm: OpaquePointer,
        _ hardware: OpaquePointer
    ) throws(HostError) {
        let count = settings.map.count
        guard unsafe snd_pcm_hw_params_test_channels(pcm, hardware, UInt32(count)) != 0 else {
            return try unsafe check(
                snd_pcm_hw_params_set_channels(pcm, hardware, UInt32(count)),
                "rejects \(count) channels, which it supports"
            )
        }
        _ = unsafe seqd_alsa_take_message()
        var (fewest, most): (UInt32, UInt32) = (0, 0)
        unsafe snd_pcm_hw_params_get_channels_min(hardware, &fewest)
        unsafe snd_pcm_hw_params_get_channels_max(hardware, &most)
        throw HostError(
            .unavailable,
            "device \(settings.device)",
            "does not support \(count) channel\(count == 1 ? "" : "s"), only "
                + (fewest == most ? "\(most)" : "\(fewest) to \(most)")
                + "; choose the channels with --map, or use the device \(converting), which "
                + "converts them"
        )
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
    /// It continues to play for up to a period after the last frame, until it is stopped; without
    /// this it would play what the buffer held before. Plugins that convert the rate may refuse it.
    private func silenceWhatWasPlayed(_ pcm: OpaquePointer, _ software: OpaquePointer) {
        var boundary: snd_pcm_uframes_t = 0
        guard unsafe snd_pcm_sw_params_get_boundary(software, &boundary) == 0,
            unsafe snd_pcm_sw_params_set_silence_threshold(pcm, software, 0) == 0,
            unsafe snd_pcm_sw_params_set_silence_size(pcm, software, boundary) == 0
        else { return }
        unsafe snd_pcm_sw_params(pcm, software)
        // A refusal must not be reported as the cause of a later error.
        _ = unsafe seqd_alsa_take_message()
    }

    /// A format's layouts, the most common first.
    package static func layouts(of format: SampleFormat) -> [(SampleLayout, snd_pcm_format_t)] {
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
        // A setting cannot be undone: it is tried on a copy.
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
        try ALSAFailure.check(status, settings.device, what)
    }
}
