import CALSA
import Glibc

/// The formats, rates and channels that a device takes without conversion.
public struct OutputAbilities: Hashable, Sendable {
    /// The lowest and the highest rate, frames per second.
    public var rateRange: ClosedRange<Int>
    /// Whether it takes every rate between.
    public var takesAnyRate: Bool
    /// The rates in common use that it takes, rising.
    public var rates: [Int]
    /// The sample formats that it takes, of those that can be sent.
    public var formats: [SampleFormat]
    /// The smallest and largest number of channels.
    public var channels: ClosedRange<Int>

    /// The rates in common use.
    package static let commonRates: [UInt32] = [
        8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000,
    ]

    /// Asks a device that is open and not configured; `nil` where it has no configuration.
    package init?(_ pcm: OpaquePointer) {
        var allocated: OpaquePointer?
        guard unsafe snd_pcm_hw_params_malloc(&allocated) == 0, let hardware = unsafe allocated
        else {
            return nil
        }
        defer { unsafe snd_pcm_hw_params_free(hardware) }
        var rates: (lowest: UInt32, highest: UInt32) = (0, 0)
        var counts: (fewest: UInt32, most: UInt32) = (0, 0)
        guard unsafe snd_pcm_hw_params_any(pcm, hardware) >= 0,
            unsafe snd_pcm_hw_params_get_rate_min(hardware, &rates.lowest, nil) == 0,
            unsafe snd_pcm_hw_params_get_rate_max(hardware, &rates.highest, nil) == 0,
            unsafe snd_pcm_hw_params_get_channels_min(hardware, &counts.fewest) == 0,
            unsafe snd_pcm_hw_params_get_channels_max(hardware, &counts.most) == 0
        else { return nil }
        func takes(rate: UInt32) -> Bool {
            unsafe snd_pcm_hw_params_test_rate(pcm, hardware, rate, 0) == 0
        }
        rateRange = Int(rates.lowest)...Int(max(rates.lowest, rates.highest))
        takesAnyRate = rates.highest > rates.lowest + 1 && takes(rate: rates.lowest + 1)
        self.rates = Self.commonRates.filter(takes).map(Int.init)
        formats = SampleFormat.allCases.filter { format in
            ALSAParameters.layouts(of: format).contains {
                unsafe snd_pcm_hw_params_test_format(pcm, hardware, $0.1) == 0
            }
        }
        channels = Int(counts.fewest)...Int(max(counts.fewest, counts.most))
    }
}
