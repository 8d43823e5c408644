import ArgumentParser
package import SMF

/// The value of `--division`.
package struct DivisionArgument {
    package let division: Division

    /// Reads `480`, or frames per second and ticks per frame, `25x40`.
    package init(parsing text: String) throws {
        if let ticks = UInt16(text), (1...32_767).contains(ticks) {
            division = .ticksPerQuarter(ticks)
            return
        }
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let rate = Self.rates[String(parts[0])],
            let ticks = UInt8(parts[1]), ticks > 0
        else {
            throw ValidationError(
                "expected 1 to 32767 ticks per quarter note, or SMPTE frames per second "
                    + "(24, 25, 29.97, 30) x ticks per frame (1 to 255) such as 25x40"
            )
        }
        division = .smpte(rate, ticksPerFrame: ticks)
    }

    private static let rates: [String: SMPTERate] = [
        "24": .fps24, "25": .fps25, "29.97": .fps2997, "29": .fps2997, "30": .fps30,
    ]
}
