package import Racks
package import Realtime

/// Turns the mix into interleaved samples of a layout.
///
/// It is the same for every sink, so that a device gets what a file gets.
package struct SampleConverter: BitwiseCopyable {
    package let layout: SampleLayout
    /// Samples that lay outside full scale and were clamped.
    package var clipped = 0
    /// Whether the output has left and right of the mix, and nothing else.
    private let isStereo: Bool
    /// The number of channels of the output.
    package let channels: Int
    /// The source of each channel: a channel of the sound, or one of ``silence`` and ``mono``.
    package let sources: InlineArray<32, Int8>

    /// The code of a channel that is silent.
    package static var silence: Int8 { @_noLocks get { -1 } }
    /// The code of a channel with left and right of the mix.
    package static var mono: Int8 { @_noLocks get { -2 } }

    /// Makes a converter.
    ///
    /// - Parameters:
    ///   - layout: The layout of the output.
    ///   - map: Its channels.
    package init(layout: SampleLayout, map: ChannelMap = .stereo) {
        self.layout = layout
        isStereo = map == .stereo
        channels = map.count
        var sources = InlineArray<32, Int8>(repeating: Self.silence)
        for (channel, source) in map.sources.enumerated() {
            switch source {
            case .silence: break
            case .mono: sources[channel] = Self.mono
            case .channel(let number): sources[channel] = Int8(number)
            }
        }
        self.sources = sources
    }

    /// Converts frames of the mix, pair 0.
    ///
    /// - Parameters:
    ///   - sound: The frames.
    ///   - count: How many.
    ///   - frame: The output's frame index of the first: the dither depends on it alone, so that
    ///     the same music gives the same bytes whatever the periods were.
    ///   - output: Room for as many frames of the layout and the channels.
    @_noLocks
    package mutating func convert(
        _ sound: borrowing StereoBuffer,
        count: Int,
        frame: Int64,
        to output: inout InterleavedBuffer
    ) {
        // Loops over all samples of the sound, each of which is read and written once: the range is
        // checked here, not at each sample.
        let left = unsafe UnsafePointer(sound.left.span(from: 0, to: count))
        let right = unsafe UnsafePointer(sound.right.span(from: 0, to: count))
        let bytes = unsafe output.memory(frames: count)
        guard isStereo else {
            return convert(sound, pair: 0, count: count, frame: frame, to: &output)
        }
        switch layout {
        case .s16: unsafe convert16(left, right, count, frame, bytes)
        case .s24Packed: unsafe convert24Packed(left, right, count, bytes)
        case .s24Low: unsafe convert32(left, right, count, bytes, bits: 24, shift: 0)
        case .s24High: unsafe convert32(left, right, count, bytes, bits: 24, shift: 8)
        case .s32: unsafe convert32(left, right, count, bytes, bits: 32, shift: 0)
        case .float32: unsafe interleave(left, right, count, bytes)
        }
    }

    @_noLocks
    private mutating func convert16(
        _ left: UnsafePointer<Float>,
        _ right: UnsafePointer<Float>,
        _ count: Int,
        _ frame: Int64,
        _ output: UnsafeMutableRawPointer
    ) {
        unsafe countClipped(left, count)
        unsafe countClipped(right, count)
        let samples = unsafe output.assumingMemoryBound(to: Int16.self)
        for index in 0..<count {
            let noise = Self.dither(frame &+ Int64(index))
            unsafe samples[2 * index] = unsafe Self.sample16(left[index], noise.left)
            unsafe samples[2 * index + 1] = unsafe Self.sample16(right[index], noise.right)
        }
    }

    /// Counts the samples beyond full scale, which are rare, apart from the conversion.
    @_noLocks
    private mutating func countClipped(_ samples: UnsafePointer<Float>, _ count: Int) {
        // Magnitudes order as their bits do, and integers have a vector maximum.
        var peak: Int32 = 0
        for index in 0..<count {
            peak = unsafe max(peak, Int32(bitPattern: samples[index].bitPattern & 0x7FFF_FFFF))
        }
        guard peak > Int32(bitPattern: Float(1).bitPattern) else { return }
        for index in 0..<count where unsafe samples[index].magnitude > 1 { clipped += 1 }
    }

    @_noLocks
    package static func sample16(_ value: Float, _ noise: Float) -> Int16 {
        let scaled = max(-32_768, min(32_767, value * 32_768 + noise))
        // Adding 1.5 × 2^23 rounds to the nearest integer, since Float has 24 bits, and leaves it
        // in the low bits of the sum. (`rounded()` may call the C library, which @_noLocks does
        // not see into.)
        let rounded = Int16(truncatingIfNeeded: (scaled + 0x1.8p23).bitPattern)
        // A value too small for a 24-bit sample is silence, and stays silence.
        return value.magnitude >= 0x1p-24 ? rounded : 0
    }

    /// Triangular dither of two least significant bits' width (TPDF) for a frame, one value per
    /// channel: four 16-bit pieces of the frame index's hash (SplitMix64's finaliser).
    @_noLocks
    package static func dither(_ frame: Int64) -> (left: Float, right: Float) {
        var hash = UInt64(bitPattern: frame) &+ 0x9E37_79B9_7F4A_7C15
        hash = (hash ^ hash >> 30) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ hash >> 27) &* 0x94D0_49BB_1331_11EB
        hash ^= hash >> 31
        let left = Int32(hash & 0xFFFF) - Int32(hash >> 16 & 0xFFFF)
        let right = Int32(hash >> 32 & 0xFFFF) - Int32(hash >> 48 & 0xFFFF)
        return (Float(left) * 0x1p-16, Float(right) * 0x1p-16)
    }

    @_noLocks
    private mutating func convert24Packed(
        _ left: UnsafePointer<Float>,
        _ right: UnsafePointer<Float>,
        _ count: Int,
        _ output: UnsafeMutableRawPointer
    ) {
        let bytes = unsafe output.assumingMemoryBound(to: UInt8.self)
        for index in 0..<count {
            unsafe store24(integer(left[index], bits: 24), at: bytes + 6 * index)
            unsafe store24(integer(right[index], bits: 24), at: bytes + 6 * index + 3)
        }
    }

    @_noLocks
    package func store24(_ value: Int32, at bytes: UnsafeMutablePointer<UInt8>) {
        unsafe bytes[0] = UInt8(truncatingIfNeeded: value)
        unsafe bytes[1] = UInt8(truncatingIfNeeded: value >> 8)
        unsafe bytes[2] = UInt8(truncatingIfNeeded: value >> 16)
    }

    @_noLocks
    private mutating func convert32(
        _ left: UnsafePointer<Float>,
        _ right: UnsafePointer<Float>,
        _ count: Int,
        _ output: UnsafeMutableRawPointer,
        bits: Int,
        shift: Int32
    ) {
        let samples = unsafe output.assumingMemoryBound(to: Int32.self)
        for index in 0..<count {
            unsafe samples[2 * index] = unsafe integer(left[index], bits: bits) << shift
            unsafe samples[2 * index + 1] = unsafe integer(right[index], bits: bits) << shift
        }
    }

    /// The nearest integer at a scale of 2^(bits − 1), clamped.
    ///
    /// A Float has 24 significant bits, so nothing finer than that is lost and no dither is due.
    @_noLocks
    package mutating func integer(_ value: Float, bits: Int) -> Int32 {
        let scale = Double(Int64(1) << (bits - 1))
        if value.magnitude > 1 { clipped += 1 }
        // A broken instrument may give values that are not numbers; they count as silence.
        guard value == value else { return 0 }
        let scaled = max(-scale, min(scale - 1, Double(value) * scale))
        return Int32((scaled + 0x1.8p52) - 0x1.8p52)
    }

    @_noLocks
    private mutating func interleave(
        _ left: UnsafePointer<Float>,
        _ right: UnsafePointer<Float>,
        _ count: Int,
        _ output: UnsafeMutableRawPointer
    ) {
        let samples = unsafe output.assumingMemoryBound(to: Float.self)
        for index in 0..<count {
            unsafe samples[2 * index] = unsafe left[index] == left[index] ? left[index] : 0
            unsafe samples[2 * index + 1] = unsafe right[index] == right[index] ? right[index] : 0
        }
    }
}
