/// A sample of a patch for the Gravis UltraSound: a header of 96 bytes, and frames behind it.
///
/// Source: FORTE's patch format 1.10, as Gravis' developer kit has it (UltraSound Low-Level
/// Toolkit, "Patch files").
struct GUSSample {
    /// The flags of the frames and of the way they are played.
    struct Modes: OptionSet {
        let rawValue: UInt8

        /// Frames have 16 bits, else 8.
        static let wide = Modes(rawValue: 1)
        /// Values have no sign.
        static let unsigned = Modes(rawValue: 2)
        static let looping = Modes(rawValue: 4)
        /// The loop goes forward and backward in turn.
        static let pingPong = Modes(rawValue: 8)
        /// The frames are played from the last to the first.
        static let reverse = Modes(rawValue: 0x10)
        /// The envelope waits at its third point until the key goes up.
        static let sustain = Modes(rawValue: 0x20)
        static let envelope = Modes(rawValue: 0x40)
    }

    /// An oscillator: it is off where its depth is 0.
    struct Oscillator {
        let sweep: UInt8
        let rate: UInt8
        let depth: UInt8
    }

    static let headerSize = 96

    /// The position of the header.
    let offset: Int
    let name: String
    /// The bytes of the frames, as far as they are in the file.
    let data: Range<Int>
    /// The number of bytes that the header promises.
    let promisedSize: Int
    /// Frames; the part of a frame is rounded.
    let loop: Range<Int>
    let rate: Int
    /// The range in which it is played and its own pitch, as absolute cents.
    let lowest: Double
    let highest: Double
    let root: Double
    /// 0 (left) to 15; 7 is the middle.
    let balance: UInt8
    let envelope: GUSEnvelope
    let tremolo: Oscillator
    let vibrato: Oscillator
    var modes: Modes
    /// The key from which the pitch follows the keys at another rate.
    let scaleKey: Int
    /// The rate: 1,024 is a semitone for each key.
    let scaleFactor: Int

    /// The bytes of a frame.
    var width: Int { modes.contains(.wide) ? 2 : 1 }
    var frameCount: Int { data.count / width }
    /// Whether there is something to play.
    var isPlayable: Bool { frameCount > 1 && rate > 0 }
    /// Whether it is to be looped; TiMidity takes backward samples for looped ones.
    var isLooping: Bool { !modes.isDisjoint(with: [.looping, .pingPong, .reverse]) }

    /// Reads a header; `nil` where it is not in the file.
    init?(_ file: InstrumentBytes, at offset: Int) {
        guard offset + Self.headerSize <= file.bytes.count else { return nil }
        self.offset = offset
        name = file.text(offset..<offset + 7)
        let modes = Modes(rawValue: file.byte(offset + 55))
        let width = modes.contains(.wide) ? 2 : 1
        let start = offset + Self.headerSize
        promisedSize = Int(file.long(offset + 8))
        data = start..<min(start + promisedSize, file.bytes.count)
        // The low half is the part of a frame of the loop's start, the high half that of its end,
        // in sixteenths.
        let parts = Int(file.byte(offset + 7))
        let first = Int(file.long(offset + 12)) / width + (parts & 15) / 8
        let last = Int(file.long(offset + 16)) / width + (parts >> 4) / 8
        loop = first..<max(first, last)
        rate = Int(file.word(offset + 20))
        func cents(_ position: Int) -> Double {
            Units.absoluteCents(Double(file.long(offset + position)) / 1_000)
        }
        (lowest, highest, root) = (cents(22), cents(26), cents(30))
        balance = file.byte(offset + 36) & 15
        envelope = GUSEnvelope(
            rates: (37..<43).map { file.byte(offset + $0) },
            offsets: (43..<49).map { file.byte(offset + $0) }
        )
        func oscillator(_ position: Int) -> Oscillator {
            Oscillator(
                sweep: file.byte(offset + position),
                rate: file.byte(offset + position + 1),
                depth: file.byte(offset + position + 2)
            )
        }
        (tremolo, vibrato) = (oscillator(49), oscillator(52))
        self.modes = modes
        scaleKey = Int(file.word(offset + 56))
        scaleFactor = Int(file.word(offset + 58))
    }

    /// The order in which the frames are played, and the loop in it.
    ///
    /// A loop that goes forward and backward is written out as one that goes forward.
    var order: (runs: [EmbeddedFrames.Run], loop: Range<Int>?) {
        let count = frameCount
        // A damaged file may promise more than there is.
        let end = min(loop.upperBound, count)
        let isUsable = isLooping && loop.lowerBound + 2 <= end
        var found = isUsable ? loop.lowerBound..<end : 0..<0
        var runs = [EmbeddedFrames.Run(0..<count)]
        if modes.contains(.reverse), isUsable {
            found = count - found.upperBound..<count - found.lowerBound
        }
        if modes.contains(.pingPong), isUsable {
            // Both ends are played once; without a frame behind the loop the last one twice.
            let shift = found.upperBound < count ? 1 : 0
            runs = [
                EmbeddedFrames.Run(0..<found.upperBound),
                EmbeddedFrames.Run(
                    found.lowerBound + shift..<found.upperBound + shift,
                    isBackward: true
                ),
                EmbeddedFrames.Run(found.upperBound..<count),
            ].filter { !$0.frames.isEmpty }
            found = found.lowerBound..<found.upperBound + found.count
        }
        if modes.contains(.reverse) {
            runs = runs.map { run in
                EmbeddedFrames.Run(
                    count - run.frames.upperBound..<count - run.frames.lowerBound,
                    isBackward: !run.isBackward
                )
            }
        }
        return (runs, isUsable ? found : nil)
    }

    /// The largest magnitude, 1 for full scale.
    func peak(in bytes: [UInt8]) -> Double {
        let isUnsigned = modes.contains(.unsigned)
        var peak = 0
        if modes.contains(.wide) {
            var index = data.lowerBound
            while index + 1 < data.upperBound {
                let word = UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8
                let value = isUnsigned ? Int(word) - 32_768 : Int(Int16(bitPattern: word))
                peak = max(peak, abs(value))
                index += 2
            }
            return Double(peak) / 32_768
        }
        for index in data {
            let byte = bytes[index]
            peak = max(peak, abs(isUnsigned ? Int(byte) - 128 : Int(Int8(bitPattern: byte))))
        }
        return Double(peak) / 128
    }
}
