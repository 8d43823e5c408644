/// The memory that the samples of SoundFonts take while they are mapped.
///
/// For loaders' threads. The audio thread may play meanwhile: a page that is not in memory comes from
/// the kernel's cache of the file, or else from the disk.
public enum SoundFontMemory {
    /// Releases the pages of all SoundFonts in use: for a process that is silent for some time.
    ///
    /// The kernel's cache keeps the files as long as nobody else needs the memory.
    public static func release() {
        for font in SharedSoundFont.inUse { font.samples.dropPages() }
    }

    /// Brings back the samples that were prepared.
    public static func load() {
        for font in SharedSoundFont.inUse { font.samples.loadPages() }
    }
}
