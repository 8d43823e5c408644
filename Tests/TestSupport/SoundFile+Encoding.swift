extension SoundFile {
    /// How a sample value is stored, little-endian.
    public enum Encoding: Sendable, CaseIterable {
        /// One byte, 128 is the centre.
        case unsigned8
        /// Two bytes.
        case signed16
        /// Three bytes.
        case signed24
        /// The low three of four bytes, as ALSA's `S24_LE`.
        case signed24In32
        /// Four bytes.
        case signed32
        /// Four bytes, 1.0 is full scale.
        case float32
        /// Eight bytes, 1.0 is full scale.
        case float64

        /// Bytes of a sample value.
        public var width: Int {
            switch self {
            case .unsigned8: 1
            case .signed16: 2
            case .signed24: 3
            case .signed24In32, .signed32, .float32: 4
            case .float64: 8
            }
        }

        /// The integer that would be 1.0; 1 for the float encodings.
        public var fullScale: Double {
            switch self {
            case .unsigned8: 0x80
            case .signed16: 0x8000
            case .signed24, .signed24In32: 0x80_0000
            case .signed32: 0x8000_0000
            case .float32, .float64: 1
            }
        }

        /// Whether values are integers.
        public var isInteger: Bool { self != .float32 && self != .float64 }
    }
}

// Loops over typed pointers, and no closures: a minute of stereo has six million values, and tests
// are built without optimisation, where only what is `@_transparent` is fast. The host is
// little-endian, as every platform of Swift on Linux.
extension SoundFile.Encoding {
    /// The first `count` values as numbers of which 1.0 is full scale.
    func values(in data: [UInt8], count: Int) -> [Float] {
        guard isInteger else { return floats(in: data, count: count) }
        let scale = Float(1 / fullScale)
        let integers = integers(in: data, count: count)
        return Self.array(count) { target in
            integers.withUnsafeBufferPointer { integers in
                guard let source = integers.baseAddress else { return }
                var index = 0
                while index < count {
                    target[index] = Float(source[index]) * scale
                    index += 1
                }
            }
        }
    }

    /// The first `count` values of an integer encoding, as stored.
    func integers(in data: [UInt8], count: Int) -> [Int32] {
        Self.array(count) { target in
            data.withUnsafeBytes { bytes in
                guard let source = bytes.baseAddress else { return }
                let unsigned8 = source.assumingMemoryBound(to: UInt8.self)
                let signed8 = source.assumingMemoryBound(to: Int8.self)
                let signed16 = source.assumingMemoryBound(to: Int16.self)
                let signed32 = source.assumingMemoryBound(to: Int32.self)
                var index = 0
                while index < count {
                    switch self {
                    case .unsigned8:
                        target[index] = Int32(unsigned8[index]) - 128
                    case .signed16:
                        target[index] = Int32(signed16[index])
                    case .signed24:
                        let low = Int32(unsigned8[3 * index]) | Int32(unsigned8[3 * index + 1]) << 8
                        target[index] = low | Int32(signed8[3 * index + 2]) << 16
                    case .signed24In32:
                        // Up and down again extends the sign of the 24 bits.
                        let high = signed32[index] << 8
                        target[index] = high >> 8
                    case .signed32:
                        target[index] = signed32[index]
                    case .float32, .float64:
                        target[index] = 0
                    }
                    index += 1
                }
            }
        }
    }

    private func floats(in data: [UInt8], count: Int) -> [Float] {
        Self.array(count) { target in
            data.withUnsafeBytes { bytes in
                guard let source = bytes.baseAddress else { return }
                let float32 = source.assumingMemoryBound(to: Float.self)
                let float64 = source.assumingMemoryBound(to: Double.self)
                var index = 0
                while index < count {
                    target[index] = self == .float32 ? float32[index] : Float(float64[index])
                    index += 1
                }
            }
        }
    }

    private static func array<Element>(
        _ count: Int,
        fill: (UnsafeMutablePointer<Element>) -> Void
    ) -> [Element] {
        [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = count
            guard count > 0, let target = buffer.baseAddress else { return }
            fill(target)
        }
    }
}
