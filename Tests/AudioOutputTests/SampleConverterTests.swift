import Foundation
import Realtime
import SoundTestSupport
import Testing

@testable import AudioOutput

/// The step from the mix to the samples of a format.
@Suite struct SampleConverterTests {
    /// Converts a mono signal that stands in both channels.
    private func bytes(
        _ layout: SampleLayout,
        left: [Float],
        right: [Float]? = nil,
        frame: Int64 = 0
    ) -> (bytes: [UInt8], clipped: Int) {
        var converter = SampleConverter(layout: layout)
        var sound = StereoBuffer(capacity: left.count)
        for index in left.indices {
            sound.left[index] = left[index]
            sound.right[index] = (right ?? left)[index]
        }
        var output = InterleavedBuffer(layout: layout, capacity: left.count)
        converter.convert(sound, count: left.count, frame: frame, to: &output)
        return (output.samples(frames: left.count).copied, converter.clipped)
    }

    private func integers16(_ values: [Float], frame: Int64 = 0) -> [Int] {
        let bytes = bytes(.s16, left: values, frame: frame).bytes
        return stride(from: 0, to: bytes.count, by: 4).map {
            Int(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8))
        }
    }

    private func mean(_ values: [Double]) -> Double {
        values.reduce(0, +) / Double(values.count)
    }

    @Test(arguments: [SampleLayout.s16, .s24Packed, .s24Low, .s24High, .s32, .float32])
    func whatIsNoNumberIsSilence(layout: SampleLayout) {
        let output = bytes(layout, left: [.nan, -.nan, .signalingNaN])
        #expect(output.bytes.allSatisfy { $0 == 0 })
    }

    // MARK: 16 bits

    @Test func silenceStaysSilence() {
        let values = integers16([Float](repeating: 0, count: 5_000))
        #expect(values.allSatisfy { $0 == 0 })
    }

    @Test(arguments: [0.1, -0.37, 0.000_01, 0.25 + 0.5 / 32_768] as [Float])
    func ditherHidesTheSteps(value: Float) {
        let count = 40_000
        let output = integers16([Float](repeating: value, count: count))
        let errors = output.map { Double($0) - Double(value) * 32_768 }
        // With triangular dither two steps wide the error has no mean and a quarter of a step²
        // of variance, whatever the signal: 1/6 of the dither and 1/12 of the rounding.
        // Of 40,000 values the mean has a standard deviation of 0.0025.
        #expect(abs(mean(errors)) < 0.01)
        #expect(abs(mean(errors.map { $0 * $0 }) - 0.25) < 0.01)
        #expect((errors.map(abs).max() ?? 9) <= 1.5)
    }

    @Test func neighboursAndChannelsAreIndependent() {
        let noise = (0..<40_000).map { SampleConverter.dither(Int64($0)) }
        let left = noise.map { Double($0.left) }
        let right = noise.map { Double($0.right) }
        #expect(abs(mean(left)) < 0.01)
        #expect(abs(mean(left.map { $0 * $0 }) - 1.0 / 6) < 0.005)
        #expect(abs(mean(right.map { $0 * $0 }) - 1.0 / 6) < 0.005)
        #expect(abs(mean(zip(left, right).map(*))) < 0.005)
        #expect(abs(mean(zip(left, left.dropFirst()).map(*))) < 0.005)
        #expect(left.allSatisfy { abs($0) < 1 })
    }

    @Test func ditherDependsOnTheFrameAlone() {
        let values = (0..<300).map { Float(sin(Double($0) / 9)) }
        let whole = integers16(values, frame: 1_000)
        let parts =
            integers16(Array(values[..<77]), frame: 1_000)
            + integers16(Array(values[77...]), frame: 1_077)
        #expect(parts == whole)
        #expect(integers16(values, frame: 1_001) != whole)
    }

    // MARK: 24 and 32 bits, float

    @Test func twentyFourBitsAreExact() {
        let values: [Float] = [0, 0.5, -0.5, 1.0 / 8_388_608, -1.0 / 8_388_608, -1]
        let expected: [[UInt8]] = [
            [0, 0, 0], [0, 0, 0x40], [0, 0, 0xC0], [1, 0, 0], [0xFF, 0xFF, 0xFF], [0, 0, 0x80],
        ]
        let packed = bytes(.s24Packed, left: values)
        #expect(packed.bytes == expected.flatMap { $0 + $0 })
        #expect(packed.clipped == 0)
        let low = bytes(.s24Low, left: values).bytes
        #expect(low == expected.flatMap { $0 + [$0[2] & 0x80 == 0 ? 0 : 0xFF] }.doubled)
        let high = bytes(.s24High, left: values).bytes
        #expect(high == expected.flatMap { [0] + $0 }.doubled)
    }

    @Test func thirtyTwoBitsAreExact() {
        let values: [Float] = [0, 0.5, -0.5, 0x1p-31, -0x1p-31, -1, 0x1.fffffep-1]
        let expected: [Int32] = [0, 1 << 30, -1 << 30, 1, -1, .min, 0x7FFF_FF80]
        let output = bytes(.s32, left: values).bytes
        let words = expected.flatMap { withUnsafeBytes(of: $0.littleEndian, Array.init) }
        #expect(output == words.doubled)
    }

    @Test func floatsPassUnchanged() {
        let values: [Float] = [0, -0.0, 1.5, -3, .leastNonzeroMagnitude, 0.1]
        let output = bytes(.float32, left: values)
        let expected = values.flatMap {
            withUnsafeBytes(of: $0.bitPattern.littleEndian, Array.init)
        }
        #expect(output.bytes == expected.doubled)
        #expect(output.clipped == 0)
    }

    @Test func theChannelsAreInterleaved() {
        let output = bytes(.s24Packed, left: [0.5, 0.25], right: [-0.5, -0.25]).bytes
        #expect(output == [0, 0, 0x40, 0, 0, 0xC0, 0, 0, 0x20, 0, 0, 0xE0])
    }

    @Test func halvesRoundToTheNearest() {
        let values: [Float] = [0.4, 0.6, 1.4, 1.6, -0.4, -0.6].map { $0 / 8_388_608 }
        let output = bytes(.s24Packed, left: values).bytes
        let integers = stride(from: 0, to: output.count, by: 6).map { Int8(bitPattern: output[$0]) }
        #expect(integers == [0, 1, 1, 2, 0, -1])
    }

    // MARK: Full scale

    @Test func whatIsBeyondFullScaleIsClampedAndCounted() {
        let values: [Float] = [1, -1, 1.000_001, -1.000_001, 7, -.infinity, .infinity]
        for layout in [SampleLayout.s24Packed, .s24Low, .s24High, .s32] {
            let output = bytes(layout, left: values, right: [0, 0, 0, 0, 0, 0, 0])
            #expect(output.clipped == 5, "\(layout)")
            // The left samples: all at the top are equal, and all at the bottom.
            let samples: [[UInt8]] = values.indices.map { index in
                let start = 2 * index * layout.bytes
                return Array(output.bytes[start..<start + layout.bytes])
            }
            #expect(Set([0, 2, 4, 6].map { samples[$0] }).count == 1)
            #expect(Set([1, 3, 5].map { samples[$0] }).count == 1)
        }
        let clamped = integers16([7, -7, .infinity, -.infinity])
        #expect(clamped == [32_767, -32_768, 32_767, -32_768])
        #expect(bytes(.s16, left: values, right: [0, 0, 0, 0, 0, 0, 0]).clipped == 5)
    }

    @Test(arguments: [SampleLayout.s16, .s24Packed, .s24Low, .s24High, .s32, .float32])
    func whatIsNotANumberDoesNotTrap(layout: SampleLayout) {
        #expect(bytes(layout, left: [.nan, .signalingNaN]).bytes.count == 4 * layout.bytes)
    }
}

extension [UInt8] {
    /// Each sample of four bytes twice: the same in both channels.
    fileprivate var doubled: [UInt8] {
        stride(from: 0, to: count, by: 4).flatMap { start -> [UInt8] in
            let sample = Array(self[start..<start + 4])
            return sample + sample
        }
    }
}
