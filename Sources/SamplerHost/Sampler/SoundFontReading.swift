import CFluidSynth
import Glibc

/// FluidSynth's position in a SoundFont that it reads.
///
/// It reads two bytes at a time, so they come from a window of the file.
@safe
final class SoundFontReading {
    private static let windowSize = 1 << 15

    private let source: SoundFontSource
    private var position = 0
    private let window: UnsafeMutableRawBufferPointer
    private var windowRange = 0..<0

    init(_ source: SoundFontSource) {
        self.source = source
        unsafe window = .allocate(byteCount: Self.windowSize, alignment: 16)
    }

    deinit {
        unsafe window.deallocate()
    }

    private func read(into target: UnsafeMutableRawPointer, count: Int) -> Bool {
        guard count >= 0, count <= source.size - position else { return false }
        let range = position..<position + count
        if count >= Self.windowSize {
            let buffer = unsafe UnsafeMutableRawBufferPointer(start: target, count: count)
            guard unsafe source.read(into: buffer, at: position) else { return false }
        } else if count > 0 {
            if !(windowRange.lowerBound <= range.lowerBound
                && range.upperBound <= windowRange.upperBound)
            {
                let length = min(Self.windowSize, source.size - position)
                windowRange = 0..<0
                let part = unsafe UnsafeMutableRawBufferPointer(rebasing: window[..<length])
                guard unsafe source.read(into: part, at: position) else { return false }
                windowRange = position..<position + length
            }
            guard let base = unsafe window.baseAddress else { return false }
            unsafe target.copyMemory(
                from: base + (position - windowRange.lowerBound),
                byteCount: count
            )
        }
        position += count
        return true
    }

    private func seek(by offset: Int, from origin: Int32) -> Bool {
        let start: Int
        switch origin {
        case SEEK_SET: start = 0
        case SEEK_CUR: start = position
        case SEEK_END: start = source.size
        default: return false
        }
        let (target, overflow) = start.addingReportingOverflow(offset)
        guard !overflow, target >= 0 else { return false }
        position = min(target, source.size)
        return target <= source.size
    }

    /// Makes a loader read through these callbacks, and only sources by their names.
    ///
    /// The corresponding C function is `fluid_sfloader_set_callbacks`.
    static func install(in loader: OpaquePointer) {
        unsafe fluid_sfloader_set_callbacks(
            loader,
            { name in
                let source = unsafe name.flatMap {
                    unsafe SoundFontSource.named(String(cString: $0))
                }
                guard let source else { return nil }
                return unsafe Unmanaged.passRetained(SoundFontReading(source)).toOpaque()
            },
            { target, count, handle in
                guard let target = unsafe target,
                    let reading = unsafe SoundFontReading.reading(handle)
                else {
                    return FLUID_FAILED
                }
                return unsafe reading.read(into: target, count: Int(count))
                    ? FLUID_OK : FLUID_FAILED
            },
            { handle, offset, origin in
                guard let reading = unsafe SoundFontReading.reading(handle) else {
                    return FLUID_FAILED
                }
                return reading.seek(by: Int(offset), from: origin) ? FLUID_OK : FLUID_FAILED
            },
            { handle in unsafe SoundFontReading.reading(handle).map { Int64($0.position) } ?? -1 },
            { handle in
                guard let handle = unsafe handle else { return FLUID_FAILED }
                unsafe Unmanaged<SoundFontReading>.fromOpaque(handle).release()
                return FLUID_OK
            }
        )
    }

    private static func reading(_ handle: UnsafeMutableRawPointer?) -> SoundFontReading? {
        unsafe handle.map {
            unsafe Unmanaged<SoundFontReading>.fromOpaque($0).takeUnretainedValue()
        }
    }
}
