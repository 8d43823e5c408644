/// Hashes that tell states apart, such as the histories of a channel; they are the same in every
/// process.
package enum StateHash {
    /// The hash of some bytes: FNV-1a, 64 bits.
    package static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return hash
    }

    /// A history's hash with one more thing at its end.
    ///
    /// Multiplier of Knuth's MMIX generator; the rotation lets low bits meet high ones.
    @_noLocks
    static func adding(_ value: UInt64, to hash: UInt64) -> UInt64 {
        let mixed = (hash ^ value) &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return mixed << 29 | mixed >> 35
    }
}
