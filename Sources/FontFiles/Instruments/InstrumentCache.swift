package import Platform
package import Racks
import Synchronization

/// The SoundFonts made from instruments: all users of one get the same file, as long as none of its
/// source files has changed.
package enum InstrumentCache {
    /// The number of images that are held, the last used last; images in use always stay.
    private static let limit = 8

    fileprivate struct Entry {
        let path: String
        let folders: [String]
        let dependencies: [String: InputFile.Identity?]
        let image: InstrumentImage
    }

    private static let entries = Mutex<[Entry]>([])

    /// The image of an instrument: a known one, or a new one.
    ///
    /// Takes as long as reading all its samples; not for the audio thread.
    ///
    /// - Parameters:
    ///   - font: The file or folder.
    ///   - kind: Its kind.
    /// - Returns: The image, shared with others.
    /// - Throws: As ``InstrumentReader/read(_:_:in:)`` and `InstrumentImage`.
    package static func image(
        of font: SoundFontReference,
        _ kind: InstrumentKind
    ) throws(HostError) -> InstrumentImage {
        if let known = known(font) { return known }
        let source = try InstrumentReader.read(font.path, kind, in: font.folders)
        let image = try InstrumentImage(source, isDeferred: true)
        let entry = Entry(
            path: font.path,
            folders: font.folders,
            dependencies: source.dependencies,
            image: image
        )
        return entries.withLock { entries in
            // Another thread may have made it meanwhile: all must get one.
            if let known = entries.first(where: { $0.isSame(as: entry) }) { return known.image }
            entries.removeAll { $0.isOf(font) }
            entries.append(entry)
            if entries.count > limit { entries.removeFirst() }
            return image
        }
    }

    private static func known(_ font: SoundFontReference) -> InstrumentImage? {
        guard let entry = entries.withLock({ entries in entries.first { $0.isOf(font) } }),
            entry.isCurrent
        else { return nil }
        entries.withLock { entries in
            guard let index = entries.firstIndex(where: { $0.image === entry.image }) else {
                return
            }
            entries.append(entries.remove(at: index))
        }
        return entry.image
    }
}

extension InstrumentCache.Entry {
    /// Whether no file has changed since.
    fileprivate var isCurrent: Bool {
        dependencies.allSatisfy { path, identity in InputFile.identity(of: path) == identity }
    }

    /// Whether it is of this file, made of files in the same folders.
    fileprivate func isOf(_ font: SoundFontReference) -> Bool {
        path == font.path && folders == font.folders
    }

    fileprivate func isSame(as other: Self) -> Bool {
        path == other.path && folders == other.folders && dependencies == other.dependencies
    }
}
