import SMF
import Testing

@testable import Sequencer

/// MIDI Time Code: numbers of frames, messages, and the frames of a stream.
@Suite struct MIDITimeCodeTests {
    @Test(arguments: MIDITimeCode.Rate.allCases)
    func aDayCountsUpWithoutGapsAndBeginsAnew(rate: MIDITimeCode.Rate) {
        let nominal = rate.nominalFrames
        let day = rate == .drop30 ? 24 * 6 * 17_982 : 24 * 3_600 * nominal
        var expected = (hours: 0, minutes: 0, seconds: 0, frames: Int64(0))
        for number in 0..<Int64(day) {
            let code = MIDITimeCode(frameNumber: number, rate: rate)
            let isSame =
                Int(code.hours) == expected.hours && Int(code.minutes) == expected.minutes
                && Int(code.seconds) == expected.seconds
                && Int64(code.frames) == expected.frames
            guard isSame else {
                Issue.record("\(rate), frame \(number): \(code), not \(expected)")
                return
            }
            expected.frames += 1
            guard expected.frames == nominal else { continue }
            expected.frames = 0
            expected.seconds += 1
            guard expected.seconds == 60 else { continue }
            expected.seconds = 0
            expected.minutes += 1
            if expected.minutes == 60 {
                expected.minutes = 0
                expected.hours += 1
            }
            if rate == .drop30, expected.minutes % 10 != 0 { expected.frames = 2 }
        }
        let last = MIDITimeCode(frameNumber: 1_234_567, rate: rate)
        let smpte: [SMPTERate] = [.fps24, .fps25, .fps2997, .fps30]
        let same = TimeCode(frame: 1_234_567, rate: smpte[Int(rate.rawValue)])
        #expect(Int64(last.hours) == same.hours && Int(last.minutes) == same.minutes)
        #expect(Int(last.seconds) == same.seconds && Int(last.frames) == same.frames)
        #expect(
            MIDITimeCode(frameNumber: Int64(day), rate: rate)
                == MIDITimeCode(frameNumber: 0, rate: rate)
        )
    }

    @Test(arguments: MIDITimeCode.Rate.allCases)
    func eightQuarterFramesTellATime(rate: MIDITimeCode.Rate) {
        for number in stride(from: Int64(0), to: 2_500_000, by: 7_919) {
            let code = MIDITimeCode(frameNumber: number, rate: rate)
            var nibbles: [UInt8] = []
            for piece: UInt8 in 0..<8 {
                let byte = code.quarterFrame(piece)
                #expect(byte >> 4 == piece)
                nibbles.append(byte & 15)
            }
            #expect(nibbles[0] | nibbles[1] << 4 == code.frames)
            #expect(nibbles[2] | nibbles[3] << 4 == code.seconds)
            #expect(nibbles[4] | nibbles[5] << 4 == code.minutes)
            #expect((nibbles[6] | nibbles[7] << 4) & 31 == code.hours)
            #expect(nibbles[7] >> 1 == rate.rawValue)
        }
    }

    @Test func theFullMessageHasTheBytesOfTheSpecification() {
        let code = MIDITimeCode(frameNumber: ((1 * 60 + 2) * 60 + 3) * 25 + 4, rate: .pal25)
        let (first, second) = code.fullMessage
        let bytes =
            (0..<8).map { UInt8(truncatingIfNeeded: first >> ($0 * 8)) }
            + (0..<2).map { UInt8(truncatingIfNeeded: second >> ($0 * 8)) }
        #expect(bytes == [0xF0, 0x7F, 0x7F, 1, 1, 0x21, 2, 3, 4, 0xF7])
    }

    @Test(arguments: MIDITimeCode.Rate.allCases)
    func quarterFramesAndFramesAgree(rate: MIDITimeCode.Rate) {
        for stream: Int64 in [44_100, 48_000, 8_000] {
            for frame in stride(from: Int64(0), to: 40_000_000, by: 9_973) {
                let quarter = rate.quarter(notBefore: frame, rate: stream)
                #expect(rate.frame(ofQuarter: quarter, rate: stream) >= frame)
                if quarter > 0 {
                    #expect(rate.frame(ofQuarter: quarter - 1, rate: stream) < frame)
                }
            }
        }
        // Ten hours of drop-frame code are 10:00:00:00 by the clock, to two frames of it.
        let hours = MIDITimeCode.Rate.drop30.quarter(notBefore: 36_000 * 48_000, rate: 48_000)
        let code = MIDITimeCode(frameNumber: hours / 4, rate: .drop30)
        #expect((code.hours, code.minutes, code.seconds) == (9, 59, 59) || code.hours == 10)
    }

    @Test func ratesAreReadAsTheyAreWritten() {
        let read = ["24", "25", "29.97", "30", "23", ""].map { MIDITimeCode.Rate(parsing: $0) }
        #expect(read == [.film24, .pal25, .drop30, .full30, nil, nil])
    }
}
