/// Four consecutive samples.
public typealias Quad = SIMD4<Float>

extension UnsafePointer where Pointee == Float {
    /// The four samples from an index on.
    @inlinable
    @inline(__always)
    @_noLocks
    @unsafe
    public func quad(_ index: Int) -> Quad {
        unsafe UnsafeRawPointer(self + index).loadUnaligned(as: Quad.self)
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
}
