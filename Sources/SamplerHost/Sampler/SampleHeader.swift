/// A sample's header (SoundFont 2.04 §7.10).
struct SampleHeader: Sendable {
    let name: String
    /// Frames of the sample data; bytes, where the sample is compressed.
    let start: Int
    let end: Int
    /// Frames of the sample data; of the sample itself, where it is compressed.
    let loopStart: Int
    let loopEnd: Int
    let type: Int

    /// The flags of the type: left, right, mono and linked; Vorbis (SF3); in ROM.
    private enum Flag {
        static let channels = 0x000F
        static let vorbis = 0x0010
        static let readOnlyMemory = 0x8000
    }

    /// Zeros that belong behind each sample, of which FluidSynth takes care.
    private static let guardFrames = 46

    private var isCompressed: Bool { type & Flag.vorbis != 0 }

    /// Whether FluidSynth plays it (`fluid_sample_validate`).
    func sounds(in data: SampleData) -> Bool { silence(in: data) == nil }

    /// Its fault when a zone plays it; `nil` for none.
    ///
    /// - Parameters:
    ///   - data: The font's sample data.
    ///   - isLooped: Whether the zone plays the loop.
    /// - Returns: `nil` where nothing is wrong.
    func problem(in data: SampleData, isLooped: Bool) -> SampleFault.Problem? {
        if let reason = silence(in: data) { return .silent(reason) }
        return isLooped ? loopProblem(in: data).map(SampleFault.Problem.loop) : nil
    }

    private func silence(in data: SampleData) -> String? {
        if type & Flag.readOnlyMemory != 0 { return "stored in the ROM of a sound card" }
        guard type & ~(Flag.channels | Flag.vorbis) == 0 else {
            return "unknown sample type 0x\(String(type, radix: 16, uppercase: true))"
        }
        let unit = isCompressed ? "byte" : "frame"
        let size = isCompressed ? data.size : data.size / 2
        guard isCompressed || data.size.isMultiple(of: 2) else {
            return "the font's sample data has an odd number of bytes"
        }
        // FluidSynth's end is the last frame.
        let last = max(end - 1, 0)
        if last > size {
            return "ends at \(unit) \(end), but the sample data has \(size)"
        }
        if start >= last {
            return "starts at \(unit) \(start) and ends at \(unit) \(end)"
        }
        return nil
    }

    /// The loop after FluidSynth's corrections (`fluid_sample_sanitize_loop`); equal ends are no loop.
    private func loopProblem(in data: SampleData) -> String? {
        guard loopStart != loopEnd, !isCompressed else { return nil }
        let limit = min(end + Self.guardFrames, data.size / 2)
        let (first, last) = (min(loopStart, loopEnd), max(loopStart, loopEnd))
        guard first < start || last > limit else { return nil }
        return "loop frames \(loopStart) to \(loopEnd) are outside of its frames \(start) to \(end)"
    }
}

/// The sample data of a font.
struct SampleData: Sendable {
    /// The size in bytes.
    let size: Int
}
