/// The volume of 0 to 100, and the gain that it stands for.
///
/// 100 is 0 dB, and each step is 0.6 dB, so that 0 is −60 dB, the lowest gain of the daemon.
package enum MPDVolume {
    private static let step = 0.6

    /// The gain in dB of a volume from 0 to 100.
    package static func decibels(_ volume: Int) -> Double {
        // A tenth of a decibel is exact in a text; 0.6 is not.
        Double((volume - 100) * 6) / 10
    }

    /// The volume that is nearest to a gain in dB; 100 for gains above 0 dB.
    package static func volume(decibels: Double) -> Int {
        guard decibels < 0 else { return 100 }
        return max(100 + Int((max(decibels, -60) / step).rounded()), 0)
    }

    /// Reads a volume.
    ///
    /// - Throws: 2 for anything but 0 to 100.
    package static func parse(_ text: String) throws(MPDFault) -> Int {
        let volume = try MPDArgument.number(text)
        guard volume <= 100 else { throw MPDFault(.argument, "Invalid volume value") }
        return volume
    }

    /// Reads a change of the volume, and adds it.
    ///
    /// - Throws: 2 for anything but −100 to 100.
    package static func changed(_ volume: Int, by text: String) throws(MPDFault) -> Int {
        guard let change = Int(text), (-100...100).contains(change) else {
            throw MPDFault(.argument, "Invalid volume change: \(text.prefix(64))")
        }
        return min(max(volume + change, 0), 100)
    }
}
