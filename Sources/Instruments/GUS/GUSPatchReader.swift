/// Reads patches for the Gravis UltraSound (.pat), such as those of FreePats.
public enum GUSPatchReader {
    /// Reads a patch as an instrument with one program.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - path: Its name, for messages.
    /// - Returns: The instrument; its frames are ranges of the file.
    /// - Throws: An error if the file is not a patch, or has no sample.
    public static func read(
        _ bytes: [UInt8],
        path: String
    ) throws(InstrumentError) -> InstrumentDescription {
        let file = InstrumentBytes(bytes: bytes)
        var log = InstrumentLog()
        let patch = try GUSPatch(file, path: path, &log)
        var maker = GUSRegions()
        let regions = maker.regions(
            of: patch,
            file,
            path: path,
            isOwn: true,
            GUSRegions.Options(),
            &log
        )
        return InstrumentDescription(
            name: patch.name,
            programs: [InstrumentDescription.Program(name: patch.name, regions: regions)],
            sources: maker.sources,
            diagnostics: log.diagnostics
        )
    }

    /// Whether a file begins as a patch does.
    public static func isPatch(_ head: some Collection<UInt8>) -> Bool {
        GUSPatch.isPresent(in: head)
    }
}
