import SMF

/// Division and tempo of music for the Sound Operating System, which counts ticks per second.
struct HMIClock {
    /// Ticks per quarter note, 1 … 32767.
    let division: UInt16
    /// The tempo that music begins with, in microseconds per quarter note.
    let tempo: UInt32
    /// A tempo event of the music, divided by this, is one of the file.
    private let tempoDivisor: UInt32

    /// Makes a clock.
    ///
    /// A quarter note is half a second, or a second where the ticks of half a second are not a
    /// whole number: the music does not say how long its beats are.
    ///
    /// - Parameters:
    ///   - rate: Ticks per second.
    ///   - tempo: The tempo that stands for this rate in tempo events, in microseconds.
    ///   - offset: The offset of the rate, for the error.
    /// - Throws: `divisionInvalid` for 0 and for more than 32,767 ticks per quarter note.
    init(ticksPerSecond rate: Int, tempo: UInt32, at offset: Int) throws(SMFError) {
        let isEven = rate % 2 == 0
        guard let division = UInt16(exactly: isEven ? rate / 2 : rate), division > 0,
            division <= 0x7FFF
        else {
            throw SMFError(
                code: .divisionInvalid,
                offset: offset,
                detail: "\(rate) ticks per second, expected 1 … 32767"
            )
        }
        self.division = division
        self.tempo = isEven ? 500_000 : 1_000_000
        tempoDivisor = tempo / self.tempo
    }

    /// The tempo of the file for a tempo event of the music.
    func tempo(of event: UInt32) -> UInt32 {
        max((event + tempoDivisor / 2) / tempoDivisor, 1)
    }
}
