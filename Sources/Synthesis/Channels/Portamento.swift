/// A channel's portamento: from which key its next note glides, and how long.
///
/// CC65 switches it on; CC84 names a key for the next note alone. CC5 by itself is a speed, as the
/// Sound Canvas and XG have it: the time grows with the distance. With a CC37 above 0 both are 14 bits
/// of milliseconds, whatever the distance, as files made for FluidSynth have it; so FluidSynth 2.5
/// tells the two apart.
package struct Portamento: BitwiseCopyable {
    /// The glide with which a note begins.
    struct Glide: BitwiseCopyable {
        /// The key at which it begins.
        let from: UInt8
        let milliseconds: Int

        @_noLocks
        init(from: UInt8, milliseconds: Int) {
            (self.from, self.milliseconds) = (from, milliseconds)
        }
    }

    private static var none: UInt8 { @_noLocks get { 255 } }

    private var isOn = false
    package private(set) var time: UInt8 = 0
    package private(set) var fineTime: UInt8 = 0
    /// The key of CC84.
    private var namedKey = none
    /// The key of the last note-on.
    private var lastKey = none
    /// The time that FluidSynth has been given, in milliseconds.
    package private(set) var milliseconds = 0

    @_noLocks
    package init() {}

    /// Notes a controller.
    @_noLocks
    package mutating func note(_ controller: UInt8, _ value: UInt8) {
        switch controller {
        case 5: time = value
        case 37: fineTime = value
        case 65: isOn = value >= 64
        case 84: namedKey = value
        case 121:
            let last = lastKey
            self = Portamento()
            lastKey = last
        default: break
        }
    }

    /// Whether it keeps a controller from FluidSynth, which has the times of notes in those of the time.
    @_noLocks
    package static func hides(_ controller: UInt8) -> Bool { controller == 5 || controller == 37 }

    /// Begins a note.
    ///
    /// - Parameters:
    ///   - key: The key to which it glides.
    ///   - keys: Those that are down.
    /// - Returns: The glide; the milliseconds that FluidSynth is to be told, `nil` for those that it
    ///   has; and the key that is to be named to it, since it may have forgotten that the note begins
    ///   there.
    @_noLocks
    mutating func begin(
        _ key: UInt8,
        among keys: ChannelKeys
    ) -> (glide: Glide?, milliseconds: Int?, from: UInt8?) {
        let start = namedKey != Self.none ? namedKey : isOn ? lastKey : Self.none
        // It would end a note that is down on a key that it is told.
        let isTold = namedKey == Self.none && start != Self.none && !keys.contains(start)
        namedKey = Self.none
        lastKey = key
        let wanted = start == Self.none ? 0 : duration(from: start, to: key)
        defer { milliseconds = wanted }
        let glide = wanted == 0 ? nil : Glide(from: start, milliseconds: wanted)
        return (glide, wanted == milliseconds ? nil : wanted, isTold ? start : nil)
    }

    @_noLocks
    private func duration(from start: UInt8, to key: UInt8) -> Int {
        guard fineTime == 0 else { return Int(time) << 7 | Int(fineTime) }
        let distance = abs(Int(key) &- Int(start))
        return min(16_383, (Self.microsecondsPerOctave(time) &* distance &+ 6_000) / 12_000)
    }

    /// The time for an octave: those of TiMidity for the Sound Canvas and XG, and those that were
    /// measured for FluidSynth 2.5 on a Sound Canvas agree with them to a fifth from 10 to 100.
    @_noLocks
    private static func microsecondsPerOctave(_ time: UInt8) -> Int {
        let points: InlineArray<9, (time: Int, microseconds: Int)> = [
            (0, 0), (5, 30_000), (10, 45_000), (20, 85_000), (40, 220_000), (60, 500_000),
            (80, 1_200_000), (100, 2_900_000), (127, 9_200_000),
        ]
        var index = 1
        while points[index].time < Int(time), index < 8 { index &+= 1 }
        let (low, high) = (points[index &- 1], points[index])
        let part = (Int(time) &- low.time) &* (high.microseconds &- low.microseconds)
        return low.microseconds &+ part / (high.time &- low.time)
    }
}
