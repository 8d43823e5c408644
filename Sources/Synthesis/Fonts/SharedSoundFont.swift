import FontFiles
import Instruments
package import Platform
package import Racks
import SoundFont
import Synchronization
import Voices

/// A SoundFont as all samplers and shards of the process share it: the mapped file, its presets and
/// zones, and what was worked out about its samples.
///
/// Read once for each file (device, inode, size and time of its last change), for as long as anybody
/// uses it.
package final class SharedSoundFont: Sendable {
    /// Its presets, and what can be said about them.
    package let zones: SoundFontZones
    /// The presets and zones as the audio thread reads them.
    package let tables: FontTables
    /// The samples.
    package let samples: FontSamples
    private let key: InputFile.Identity
    /// By the index of a preset.
    private let mostVoices = Mutex<[Int: UInt16]>([:])

    /// The instrument that it was made of; `nil` for a SoundFont.
    let image: InstrumentImage?
    /// An SFZ file for our own voices, once it has been made.
    let articulated = Mutex<ArticulatedFont?>(nil)
    /// The regions of presets for our own voices.
    let regions = Mutex(PresetRegions())

    /// The regions of presets that have been made, by the presets' indices.
    struct PresetRegions {
        var tables: [Int: RegionTables] = [:]
        /// The number of their regions, which is limited for the whole font.
        var count = 0
    }

    private struct WeakFont {
        weak var font: SharedSoundFont?
        let number: Int
    }

    private struct Register {
        var fonts: [InputFile.Identity: WeakFont] = [:]
        /// Those that were checked since the last rack was made.
        var checked: [SharedSoundFont] = []
        var made = 0
    }

    private static let register = Mutex(Register())

    /// Distinguishes it from others with the same key.
    private let number: Int

    /// The font of a file: the one in use, or a new one.
    ///
    /// Reads the preset data, and tells the kernel that the samples will be needed. Loader's thread.
    ///
    /// - Throws: `noInput` where it cannot be read, `data` where it is not a SoundFont or is damaged.
    package static func open(_ font: SoundFontReference) throws(HostError) -> SharedSoundFont {
        let source = try FontSource(font)
        let key = source.identity
        if let known = register.withLock({ $0.fonts[key]?.font }) { return known }
        let number = register.withLock { register in
            register.made += 1
            return register.made
        }
        let font = try SharedSoundFont(
            MappedFile(source.file),
            source.image,
            key,
            number: number
        )
        // The end of a font takes the lock: this one must outlive it.
        return withExtendedLifetime(font) {
            register.withLock { register in
                // Another thread may have opened the file meanwhile. All must get one font.
                if let known = register.fonts[key]?.font { return known }
                register.fonts[key] = WeakFont(font: font, number: number)
                return font
            }
        }
    }

    /// The font of a file, as ``open(_:)-(SoundFontReference)``; an instrument may name files anywhere.
    package static func open(_ path: String) throws(HostError) -> SharedSoundFont {
        try open(SoundFontReference(path: path))
    }

    /// Keeps a font open that was checked, so that the next rack does not read it again.
    static func keep(_ font: SharedSoundFont) {
        register.withLock { register in
            guard !register.checked.contains(where: { $0 === font }) else { return }
            register.checked.append(font)
        }
    }

    /// Releases the fonts of ``keep(_:)``, once a rack uses them or has failed.
    package static func forgetChecked() {
        // The end of a font takes the lock: none may end before it is released.
        let fonts = register.withLock { register in
            defer { register.checked = [] }
            return register.checked
        }
        withExtendedLifetime(fonts) {}
    }

    /// The most voices that a note of a preset takes, worked out once.
    ///
    /// - Parameter index: The preset's index in the zones.
    /// - Returns: The voices.
    package func mostVoices(ofPreset index: Int) -> UInt16 {
        mostVoices.withLock { known in
            if let voices = known[index] { return voices }
            let voices = zones.voiceCounts(ofPreset: index).max() ?? 0
            known[index] = voices
            return voices
        }
    }

    /// Whether notes of a preset may end those of other keys.
    ///
    /// - Parameter index: The preset's index in the zones.
    /// - Returns: Whether they may.
    package func linksKeys(ofPreset index: Int) -> Bool {
        guard let sfz = articulatedFont() else { return zones.hasExclusiveClass(preset: index) }
        let preset = zones.presets[index]
        let choice = PresetSubstitution.Choice(bank: preset.bank, program: preset.program)
        return sfz.preset(choice)?.linksKeys ?? false
    }

    /// Whether it has drum kits, in a bank of their own.
    package var hasDrumBank: Bool { zones.presets.contains { $0.bank == 128 } }

    /// The fonts that anybody uses now.
    package static var inUse: [SharedSoundFont] {
        // The end of a font takes the lock: none may end before it is released.
        register.withLock { $0.fonts.values.compactMap(\.font) }
    }

    private init(
        _ file: MappedFile,
        _ image: InstrumentImage?,
        _ key: InputFile.Identity,
        number: Int
    ) throws(HostError) {
        self.key = key
        self.image = image
        self.number = number
        let reading: SoundBankReading
        do throws(SoundFontError) {
            reading = unsafe try SoundBankReading(file.bytes.bytes)
        } catch {
            throw HostError(.data, file.path, error.description)
        }
        var builder = FontTablesBuilder(reading, supplements: image?.supplements ?? [])
        builder.build()
        tables = FontTables(builder)
        zones = SoundFontZones(reading, order: builder.order)
        samples = FontSamples(
            file,
            reading,
            isCopied: builder.isCopied,
            held: builder.held,
            image: image
        )
        // The frames of an image are written when they are needed.
        if image == nil { file.announce() }
    }

    deinit {
        Self.register.withLock { register in
            // Another thread may have opened the file again meanwhile.
            if register.fonts[key]?.number == number { register.fonts[key] = nil }
        }
    }
}
