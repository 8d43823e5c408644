/// The volume that the desktop shows, and the gain that it stands for.
///
/// 1 is 0 dB and 0 is −60 dB, the lowest gain, in equal steps of dB: the scale of `seqd mpd`. Gains
/// above 0 dB are volumes above 1.
enum MediaVolume {
    private static let range = 60.0
    /// The highest gain in dB.
    private static let highest = 24.0

    /// The volume of a gain in dB.
    static func volume(gain: Double) -> Double { max(1 + gain / range, 0) }

    /// The gain in dB of a volume; that of the nearest one that is possible.
    static func gain(volume: Double) -> Double {
        // A tenth of a decibel is exact in a text.
        let gain = ((volume - 1) * range * 10).rounded() / 10
        return min(max(gain, -range), highest)
    }
}
