import CVoices

/// The form of the loops over frames that an engine runs; all give the same bits.
public enum KernelSet: Hashable, Sendable, BitwiseCopyable, CaseIterable {
    /// Swift without vectors, by which the others are checked.
    case scalar
    /// Vectors that every processor of the architecture has: SSE2, NEON.
    case baseline
    /// AVX2; x86-64 only.
    case avx2

    /// The fastest that this processor has.
    public static var fastest: KernelSet {
        voices_best_kernels() == VOICES_AVX2 ? .avx2 : .baseline
    }

    /// Whether this processor has the instructions.
    public var isAvailable: Bool { self != .avx2 || Self.fastest == .avx2 }
}

/// The loops, by the form that was chosen.
extension KernelSet {
    /// The form in C; `nil` for Swift's.
    private var compiled: voices_kernels? {
        @_noLocks get {
            switch self {
            case .scalar: nil
            case .baseline: VOICES_BASELINE
            case .avx2: VOICES_AVX2
            }
        }
    }

    /// Computes the frames of a run.
    @_noLocks
    func interpolate(
        _ run: voices_run,
        by interpolation: Interpolation,
        to output: UnsafeMutablePointer<Float>
    ) {
        var run = unsafe run
        if let kernels = compiled {
            unsafe voices_interpolate(kernels, interpolation.points, &run, output)
        } else {
            unsafe ScalarKernels.interpolate(run, by: interpolation, to: output)
        }
    }

    /// Filters a block of each voice of a group.
    @_noLocks
    func filter(
        _ filters: UnsafeMutablePointer<voices_filters>,
        _ lines: UnsafeMutablePointer<Float>,
        isScaled: Bool
    ) {
        if let kernels = compiled {
            unsafe voices_filter(kernels, filters, lines, isScaled ? 1 : 0)
        } else {
            unsafe ScalarKernels.filter(filters, lines)
        }
    }

    /// Adds a block of a voice to the buses from a frame on.
    @_noLocks
    func mix(
        _ line: UnsafePointer<Float>,
        _ gains: voices_gains,
        _ buses: UnsafePointer<UnsafeMutablePointer<Float>?>,
        offset: Int
    ) {
        var gains = gains
        if let kernels = compiled {
            unsafe voices_mix(kernels, line, &gains, buses, Int32(truncatingIfNeeded: offset))
        } else {
            unsafe ScalarKernels.mix(line, gains, buses, offset: offset)
        }
    }
}
