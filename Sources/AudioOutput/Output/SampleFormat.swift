/// The format of a sample in devices and files.
public enum SampleFormat: String, Hashable, Sendable, CaseIterable {
    /// 16-bit integers, dithered.
    case s16
    /// 24-bit integers.
    case s24
    /// 32-bit integers.
    case s32
    /// 32-bit floating point, full scale ±1, never clipped.
    case float
}

/// The layout of samples in memory for a device or a library; interleaved, little-endian.
@frozen
public enum SampleLayout: UInt8, BitwiseCopyable, Sendable {
    /// 16-bit integers.
    case s16
    /// 24-bit integers in three bytes.
    case s24Packed
    /// 24-bit integers in the low bytes of four, sign-extended.
    case s24Low
    /// 24-bit integers in the high bytes of four.
    case s24High
    /// 32-bit integers.
    case s32
    /// 32-bit floating point.
    case float32

    /// Bytes of one sample.
    public var bytes: Int {
        switch self {
        case .s16: 2
        case .s24Packed: 3
        case .s24Low, .s24High, .s32, .float32: 4
        }
    }

    /// The sample format of the layout.
    public var format: SampleFormat {
        switch self {
        case .s16: .s16
        case .s24Packed, .s24Low, .s24High: .s24
        case .s32: .s32
        case .float32: .float
        }
    }
}
