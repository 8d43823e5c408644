/// The fuzzer's bytes.
///
/// They stand in a block of just that size, so that the sanitizer sees a read behind their end.
struct FuzzInput {
    /// The bytes where they stand.
    let buffer: UnsafeRawBufferPointer

    /// Takes what the fuzzer calls its target with.
    init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
        buffer = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
    }

    /// A copy.
    var bytes: [UInt8] { Array(buffer) }

    /// A number that the bytes determine, to choose between continuations.
    ///
    /// FNV-1a, 64 bits.
    var hash: UInt64 {
        buffer.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
