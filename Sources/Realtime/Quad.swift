/// Four consecutive samples.
public typealias Quad = SIMD4<Float>
/// Eight consecutive samples: two vectors of the processor, or one where it has wider ones.
public typealias Octet = SIMD8<Float>

extension UnsafePointer where Pointee == Float {
    /// The four samples from an index on.
    @inlinable
    @inline(__always)
    @_noLocks
    @unsafe
    public func quad(_ index: Int) -> Quad {
        unsafe UnsafeRawPointer(self + index).loadUnaligned(as: Quad.self)
    }

    /// The eight samples from an index on.
    @inlinable
    @inline(__always)
    @_noLocks
    @unsafe
    public func octet(_ index: Int) -> Octet {
        unsafe UnsafeRawPointer(self + index).loadUnaligned(as: Octet.self)
    }
}

extension UnsafeMutablePointer where Pointee == Float {
    /// The four samples from an index on.
    @inlinable
    @inline(__always)
    @_noLocks
    @unsafe
    public func quad(_ index: Int) -> Quad {
        unsafe UnsafeRawPointer(self + index).loadUnaligned(as: Quad.self)
    }

    /// Stores four samples from an index on.
    @inlinable
    @inline(__always)
    @_noLocks
    @unsafe
    public func setQuad(_ index: Int, _ quad: Quad) {
        unsafe UnsafeMutableRawPointer(self + index).storeBytes(of: quad, as: Quad.self)
    }

    /// The eight samples from an index on.
    @inlinable
    @inline(__always)
    @_noLocks
    @unsafe
    public func octet(_ index: Int) -> Octet {
        unsafe UnsafeRawPointer(self + index).loadUnaligned(as: Octet.self)
    }

    /// Stores eight samples from an index on.
    @inlinable
    @inline(__always)
    @_noLocks
    @unsafe
    public func setOctet(_ index: Int, _ octet: Octet) {
        unsafe UnsafeMutableRawPointer(self + index).storeBytes(of: octet, as: Octet.self)
    }
}
