import CFluidSynth
import Synchronization

/// A SoundFont file that has been checked and stays open, from which FluidSynth reads.
///
/// FluidSynth asks its loaders one after the other, and the last one, libinstpatch's for DLS files,
/// ends the process on some. So it never gets a file's own name: it gets ``name``, which only the
/// loader with ``FluidSynthInstance``'s callbacks can open.
///
/// Instances with the same file share it, so that FluidSynth's sample cache knows them as one.
final class SoundFontSource: @unchecked Sendable {
    /// The name by which FluidSynth knows the file.
    let name: String
    /// Its presets, instruments and sample headers.
    let zones: SoundFontZones
    /// The length in bytes.
    let size: Int
    private let file: InputFile
    private let patches: [SoundFontPatch]
    private let key: Key

    private struct Key: Hashable {
        let path: String
        let file: InputFile.Identity
    }

    /// The sources that are in use.
    private struct Register {
        var byKey: [Key: WeakSource] = [:]
        var byName: [String: WeakSource] = [:]
        var made = 0
    }

    private struct WeakSource {
        weak var source: SoundFontSource?
        let name: String
    }

    private static let register = Mutex(Register())

    /// The source of a file: the one in use, or a new one once the file has passed the check.
    ///
    /// - Throws: As ``SoundFontFile/check(_:)``.
    static func open(_ path: String) throws(HostError) -> SoundFontSource {
        let file = try InputFile(path)
        let key = Key(path: path, file: file.identity)
        if let known = register.withLock({ $0.byKey[key]?.source }) { return known }
        let number = register.withLock { register in
            register.made += 1
            return register.made
        }
        let source = try SoundFontSource(file, key, name: "\(SEQD_FONT_PREFIX)\(number)")
        // The end of a source takes the lock: this one must outlive it.
        return withExtendedLifetime(source) {
            register.withLock { register in
                // Another thread may have opened the file during the check. All must get one
                // source.
                if let known = register.byKey[key]?.source { return known }
                let entry = WeakSource(source: source, name: source.name)
                register.byKey[key] = entry
                register.byName[source.name] = entry
                return source
            }
        }
    }

    /// The source with a name; `nil` where it is not in use.
    static func named(_ name: String) -> SoundFontSource? {
        register.withLock { $0.byName[name]?.source }
    }

    private init(_ file: consuming InputFile, _ key: Key, name: String) throws(HostError) {
        let layout = try SoundFontFile.layout(of: file)
        zones = try SoundFontZones(file, layout)
        patches = try SoundFontPatch.all(in: file, layout)
        size = file.size
        self.file = file
        self.key = key
        self.name = name
    }

    deinit {
        Self.register.withLock { register in
            register.byName[name] = nil
            // Another thread may have opened the file again meanwhile.
            if register.byKey[key]?.name == name { register.byKey[key] = nil }
        }
    }

    /// Reads bytes from an offset on, as FluidSynth is to see them.
    ///
    /// - Returns: Whether all of it could be read.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
        guard unsafe file.read(into: buffer, at: offset) else { return false }
        let range = offset..<offset + buffer.count
        for patch in patches where patch.range.overlaps(range) {
            for position in patch.range.clamped(to: range) {
                unsafe buffer[position - offset] = patch.bytes[position - patch.range.lowerBound]
            }
        }
        return true
    }
}
