package import Realtime

/// Channels of the output one by one, for maps other than left and right.
extension SampleConverter {
    /// Converts frames of a pair of channels of the sound, for the channels that have their source
    /// there.
    ///
    /// A silent channel is never written: the output begins as zeros.
    ///
    /// - Parameters:
    ///   - sound: The frames.
    ///   - pair: The number of the pair, from 0.
    ///   - count: How many frames there are.
    ///   - frame: The output's frame index of the first.
    ///   - output: Room for as many frames of the layout and the channels.
    @_noLocks
    package mutating func convert(
        _ sound: borrowing StereoBuffer,
        pair: Int,
        count: Int,
        frame: Int64,
        to output: inout InterleavedBuffer
    ) {
        let left = unsafe UnsafePointer(sound.left.span(from: 0, to: count))
        let right = unsafe UnsafePointer(sound.right.span(from: 0, to: count))
        let bytes = unsafe output.memory(frames: count)
        for channel in 0..<channels {
            unsafe convert(left, right, pair: pair, count, frame, to: channel, bytes)
        }
    }

    /// Writes a channel of the output if it has its source in a pair of channels of the sound.
    ///
    /// - Parameters:
    ///   - left: The first channel of the pair.
    ///   - right: The second one.
    ///   - pair: The number of the pair, from 0.
    ///   - count: The number of frames.
    ///   - frame: The output's frame index of the first.
    ///   - channel: The channel of the output, from 0.
    ///   - output: The frames of the output.
    @_noLocks
    private mutating func convert(
        _ left: UnsafePointer<Float>,
        _ right: UnsafePointer<Float>,
        pair: Int,
        _ count: Int,
        _ frame: Int64,
        to channel: Int,
        _ output: UnsafeMutableRawPointer
    ) {
        let source = sources[channel]
        if source == Self.mono {
            guard pair == 0 else { return }
            unsafe write(left, right, count, frame, isRight: false, to: channel, output)
            return
        }
        guard source >= 0, Int(source) / 2 == pair else { return }
        // Each pair has dither of its own, or the sum of two pairs would have twice as much.
        let first = frame &+ Int64(pair) &<< 48
        if source % 2 == 0 {
            unsafe write(left, left, count, first, isRight: false, to: channel, output)
        } else {
            unsafe write(right, right, count, first, isRight: true, to: channel, output)
        }
    }

    /// Writes the mean of two channels of the sound, which of one and the same is that channel to the
    /// bit.
    @_noLocks
    private mutating func write(
        _ one: UnsafePointer<Float>,
        _ other: UnsafePointer<Float>,
        _ count: Int,
        _ frame: Int64,
        isRight: Bool,
        to channel: Int,
        _ output: UnsafeMutableRawPointer
    ) {
        switch layout {
        case .s16:
            let samples = unsafe output.assumingMemoryBound(to: Int16.self)
            for index in 0..<count {
                let noise = Self.dither(frame &+ Int64(index))
                let value = unsafe (one[index] + other[index]) * 0.5
                if value.magnitude > 1 { clipped += 1 }
                let sample = Self.sample16(value, isRight ? noise.right : noise.left)
                unsafe samples[index &* channels &+ channel] = sample
            }
        case .s24Packed:
            let bytes = unsafe output.assumingMemoryBound(to: UInt8.self)
            for index in 0..<count {
                let value = unsafe integer((one[index] + other[index]) * 0.5, bits: 24)
                unsafe store24(value, at: bytes + 3 * (index &* channels &+ channel))
            }
        case .s24Low: unsafe write32(one, other, count, bits: 24, shift: 0, to: channel, output)
        case .s24High: unsafe write32(one, other, count, bits: 24, shift: 8, to: channel, output)
        case .s32: unsafe write32(one, other, count, bits: 32, shift: 0, to: channel, output)
        case .float32:
            let samples = unsafe output.assumingMemoryBound(to: Float.self)
            for index in 0..<count {
                let value = unsafe (one[index] + other[index]) * 0.5
                unsafe samples[index &* channels &+ channel] = value == value ? value : 0
            }
        }
    }

    @_noLocks
    private mutating func write32(
        _ one: UnsafePointer<Float>,
        _ other: UnsafePointer<Float>,
        _ count: Int,
        bits: Int,
        shift: Int32,
        to channel: Int,
        _ output: UnsafeMutableRawPointer
    ) {
        let samples = unsafe output.assumingMemoryBound(to: Int32.self)
        for index in 0..<count {
            let value = unsafe integer((one[index] + other[index]) * 0.5, bits: bits)
            unsafe samples[index &* channels &+ channel] = value << shift
        }
    }
}
