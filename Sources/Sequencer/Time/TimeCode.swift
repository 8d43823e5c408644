public import SMF

/// A time in SMPTE time code: hours, minutes, seconds, frames and hundredths of a frame.
///
/// 29.97 frames per second are counted in drop-frame time code: at the beginning of each minute but
/// 0, 10, 20, 30, 40 and 50 the frame numbers 00 and 01 are left out, so that the code stays with
/// the clock (SMPTE ST 12-1, "NTSC time compensated mode"). Hours do not begin again at 24: a piece
/// has a length, not a time of day.
public struct TimeCode: Hashable, Sendable {
    /// Frames per second.
    public let rate: SMPTERate
    /// Hours, 0 or more.
    public let hours: Int64
    /// Minutes, 0 … 59.
    public let minutes: Int
    /// Seconds, 0 … 59.
    public let seconds: Int
    /// Frames, from 0 to one less than the rate counts in a second.
    public let frames: Int
    /// Hundredths of a frame, 0 … 99, as in meta event FF 54.
    public let hundredths: Int

    /// The latest frame there is; later ones are cut to it.
    static let lastFrame: Int64 = 1 << 52

    /// Minutes that drop-frame time code counts until it is where it began.
    private static let cycle: Int64 = 10
    /// Frame numbers that are left out at the beginning of a minute.
    private static let dropped: Int64 = 2

    /// Makes a time from its parts; `nil` where there is none, such as the frame numbers that
    /// drop-frame time code leaves out.
    ///
    /// - Parameters:
    ///   - rate: Frames per second; 29.97 is drop-frame.
    ///   - hours: Hours, 0 … 1,000,000.
    ///   - minutes: Minutes, 0 … 59.
    ///   - seconds: Seconds, 0 … 59.
    ///   - frames: Frames, from 0.
    ///   - hundredths: Hundredths of a frame, 0 … 99.
    public init?(
        rate: SMPTERate,
        hours: Int64,
        minutes: Int,
        seconds: Int,
        frames: Int,
        hundredths: Int = 0
    ) {
        guard (0...1_000_000).contains(hours), (0...59).contains(minutes),
            (0...59).contains(seconds), (0...99).contains(hundredths),
            frames >= 0, frames < Int(rate.nominalFrames)
        else { return nil }
        if rate == .fps2997, frames < Int(Self.dropped), seconds == 0,
            minutes % Int(Self.cycle) != 0
        {
            return nil
        }
        self.rate = rate
        self.hours = hours
        self.minutes = minutes
        self.seconds = seconds
        self.frames = frames
        self.hundredths = hundredths
    }

    /// Makes the time of a frame.
    ///
    /// - Parameters:
    ///   - frame: The number of frames before it; below 0 counts as 0.
    ///   - hundredths: Hundredths of a frame that have passed of it, cut to 0 … 99.
    ///   - rate: Frames per second; 29.97 is drop-frame.
    public init(frame: Int64, hundredths: Int = 0, rate: SMPTERate) {
        var number = min(max(frame, 0), Self.lastFrame)
        let nominal = rate.nominalFrames
        if rate == .fps2997 {
            // A minute of 1800 frames, and nine of 1798 whose first two numbers are left out.
            let inMinute = nominal * 60
            let inShortMinute = inMinute - Self.dropped
            let inCycle = inMinute + (Self.cycle - 1) * inShortMinute
            let (cycles, rest) = number.quotientAndRemainder(dividingBy: inCycle)
            let shortMinutes = rest < inMinute ? 0 : (rest - inMinute) / inShortMinute + 1
            number += Self.dropped * (cycles * (Self.cycle - 1) + shortMinutes)
        }
        self.rate = rate
        self.hundredths = min(max(hundredths, 0), 99)
        frames = Int(number % nominal)
        seconds = Int(number / nominal % 60)
        minutes = Int(number / (nominal * 60) % 60)
        hours = number / (nominal * 3600)
    }

    /// The number of frames before this one.
    public var frame: Int64 {
        let minute = hours * 60 + Int64(minutes)
        let number = (minute * 60 + Int64(seconds)) * rate.nominalFrames + Int64(frames)
        guard rate == .fps2997 else { return number }
        return number - Self.dropped * (minute - minute / Self.cycle)
    }
}

extension TimeCode: CustomStringConvertible {
    /// The time as it is written: `01:02:03:04`, with `;` before the frames of drop-frame time
    /// code, and the hundredths of a frame behind a dot where there are some.
    public var description: String {
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let mark = rate == .fps2997 ? ";" : ":"
        let hour = hours < 10 ? "0\(hours)" : "\(hours)"
        let text = "\(hour):\(two(minutes)):\(two(seconds))\(mark)\(two(frames))"
        return hundredths == 0 ? text : "\(text).\(two(hundredths))"
    }
}
