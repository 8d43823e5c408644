/// A time of MIDI Time Code: hours, minutes, seconds and frames.
///
/// MIDI 1.0 Detailed Specification 4.2, "MIDI Time Code".
public struct MIDITimeCode: Hashable, Sendable, BitwiseCopyable {
    /// The frames per second.
    public let rate: Rate
    /// The hours, 0 … 23.
    public let hours: UInt8
    /// The minutes, 0 … 59.
    public let minutes: UInt8
    /// The seconds, 0 … 59.
    public let seconds: UInt8
    /// The frames, 0 … 29.
    public let frames: UInt8

    /// The code of a frame, counted from 0:00:00:00; after a day it begins anew.
    ///
    /// - Parameters:
    ///   - number: The number of frames before it.
    ///   - rate: The frames per second.
    @_noLocks
    public init(frameNumber number: Int64, rate: Rate) {
        self.rate = rate
        let nominal = rate.nominalFrames
        var count = number
        if rate.rawValue == 2 {
            // The numbers 0 and 1 are left out in each minute but every tenth: ten minutes have
            // 17,982 frames, of which the first minute has 1,800, and each other 1,798.
            let (tens, rest) = (count / 17_982, count % 17_982)
            count += 18 * tens + (rest < 1_800 ? 0 : 2 * ((rest - 1_800) / 1_798 + 1))
        }
        frames = UInt8(truncatingIfNeeded: count % nominal)
        let total = count / nominal
        seconds = UInt8(truncatingIfNeeded: total % 60)
        minutes = UInt8(truncatingIfNeeded: total / 60 % 60)
        hours = UInt8(truncatingIfNeeded: total / 3_600 % 24)
    }

    /// The data byte of one of the eight quarter-frame messages that tell it.
    ///
    /// - Parameter piece: The number of the message, 0 … 7.
    /// - Returns: The byte behind F1.
    @_noLocks
    public func quarterFrame(_ piece: UInt8) -> UInt8 {
        let value: UInt8 =
            switch piece >> 1 {
            case 0: frames
            case 1: seconds
            case 2: minutes
            default: hoursByte
            }
        return piece << 4 | (piece & 1 == 0 ? value & 15 : value >> 4)
    }

    /// The bytes of the full message, F0 and F7 included, the first in the lowest byte of the first
    /// word; there are ten.
    package var fullMessage: (UInt64, UInt64) {
        @_noLocks get {
            (
                0x01_01_7F_7F_F0 | UInt64(hoursByte) << 40 | UInt64(minutes) << 48
                    | UInt64(seconds) << 56,
                UInt64(frames) | 0xF7 << 8
            )
        }
    }

    /// The hours with the rate above them.
    private var hoursByte: UInt8 { @_noLocks get { rate.rawValue << 5 | hours } }
}

extension MIDITimeCode {
    /// The frames per second of MIDI Time Code.
    public enum Rate: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
        /// 24 frames per second.
        case film24 = 0
        /// 25 frames per second.
        case pal25 = 1
        /// 30,000/1,001 frames per second; two numbers in most minutes are left out, so that the code
        /// keeps to the clock.
        case drop30 = 2
        /// 30 frames per second.
        case full30 = 3

        /// The number of frames that a second of the code has.
        var nominalFrames: Int64 {
            @_noLocks get {
                switch self {
                case .film24: 24
                case .pal25: 25
                case .drop30, .full30: 30
                }
            }
        }

        /// Reads 24, 25, 29.97 or 30.
        ///
        /// - Parameter text: The words; `nil` is the result for others.
        public init?(parsing text: String) {
            switch text {
            case "24": self = .film24
            case "25": self = .pal25
            case "29.97": self = .drop30
            case "30": self = .full30
            default: return nil
            }
        }

        /// The first frame of a stream at or after the moment of a quarter frame.
        ///
        /// - Parameters:
        ///   - quarter: The number of quarter frames since the beginning.
        ///   - rate: The stream's frames per second.
        /// - Returns: The frame.
        @_noLocks
        package func frame(ofQuarter quarter: Int64, rate: Int64) -> Int64 {
            let (numerator, denominator) = scale(rate)
            return Int64((Int128(quarter) * numerator + denominator - 1) / denominator)
        }

        /// The first quarter frame at or after a frame of a stream.
        ///
        /// - Parameters:
        ///   - frame: The frame.
        ///   - rate: The stream's frames per second.
        /// - Returns: The number of quarter frames since the beginning.
        @_noLocks
        package func quarter(notBefore frame: Int64, rate: Int64) -> Int64 {
            let (numerator, denominator) = scale(rate)
            // The least q with ⌈q · n / d⌉ ≥ frame is that with q · n > (frame − 1) · d.
            guard frame > 0 else { return 0 }
            return Int64(Int128(frame - 1) * denominator / numerator + 1)
        }

        /// Frames of a stream for each quarter frame, as a fraction.
        @_noLocks
        private func scale(_ rate: Int64) -> (Int128, Int128) {
            let isDrop = rawValue == 2
            return (
                Int128(rate) * (isDrop ? 1_001 : 1), Int128(nominalFrames) * (isDrop ? 4_000 : 4)
            )
        }
    }
}
