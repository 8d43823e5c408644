import SoundFont

/// The sound files of a folder as an SFZ file: their keys, tunings and loops.
///
/// The files are laid out over the keyboard as ``SampleSetReader`` does it. Of several files with the
/// same key the first belongs to program 0, the second to program 1, and so on.
public struct SampleListing: Hashable, Sendable {
    /// A sound file.
    public struct Entry: Hashable, Sendable {
        /// The name of the file, in the folder of the SFZ file.
        public var file: String
        /// The key at which it sounds as recorded; `nil` for the one in its name, if any.
        public var rootKey: Int?
        /// Cents that the recording has to be corrected by.
        public var correction: Int
        /// The side of a stereo recording in two files: −1 left, 1 right; `nil` for that in its name.
        public var side: Int?
        /// The frames of the loop; `nil` without one.
        public var loop: Range<Int>?
        /// Whether the loop is played.
        public var isLooped: Bool

        /// Makes an entry.
        public init(
            file: String,
            rootKey: Int? = nil,
            correction: Int = 0,
            side: Int? = nil,
            loop: Range<Int>? = nil,
            isLooped: Bool = true
        ) {
            self.file = file
            self.rootKey = rootKey
            self.correction = correction
            self.side = side
            self.loop = loop
            self.isLooped = isLooped
        }

        fileprivate var known: SampleSetReader.File {
            SampleSetReader.File(path: file, name: SampleName(file).with(key: rootKey, side: side))
        }
    }

    /// The most programs; MIDI has no more.
    private static let programLimit = 128

    /// The files.
    public var entries: [Entry] = []
    /// A line for readers of the text.
    public var comment: String

    /// Makes a listing without files.
    ///
    /// - Parameter comment: A line for readers of the text.
    public init(comment: String) {
        self.comment = comment
    }

    /// The SFZ file.
    public var text: String {
        let (programs, rest) = programs
        let comment = String(comment.map { $0.isNewline ? " " : $0 })
        var lines = ["// \(comment)", "<global> ampeg_release=0.3"]
        for (number, regions) in programs.enumerated() {
            if programs.count > 1 { lines.append("<group> loprog=\(number) hiprog=\(number)") }
            lines += regions
        }
        if !rest.isEmpty {
            lines.append("// \(Self.programLimit) programs have no room for these:")
            lines += rest.map { "// <region> \(Self.opcodes($0)) sample=\($0.file)" }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// The regions of each program, and the files that none has room for.
    private var programs: (regions: [[String]], rest: [Entry]) {
        var programs: [[String]] = []
        var rest = entries.sorted { $0.file < $1.file }
        while !rest.isEmpty, programs.count < Self.programLimit {
            guard
                let description = try? SampleSetReader.read(rest.map(\.known), name: ""),
                let regions = description.programs.first?.regions, !regions.isEmpty
            else { break }
            programs.append(regions.map { Self.region($0, rest[$0.source]) })
            let placed = Set(regions.map(\.source))
            rest = rest.indices.filter { !placed.contains($0) }.map { rest[$0] }
        }
        return (programs, rest)
    }

    /// A region on a line; the name of the file is the last, since blanks may be in it.
    private static func region(_ region: Region, _ entry: Entry) -> String {
        var words = ["<region>"]
        if region.keys.numbers != 0...127 {
            words.append("lokey=\(region.keys.low) hikey=\(region.keys.high)")
        }
        if region.velocities.numbers != 0...127 {
            words.append("lovel=\(region.velocities.low) hivel=\(region.velocities.high)")
        }
        if region.pan != 0 {
            // A voice at one side is louder than one in the middle.
            words.append("pan=\(region.pan < 0 ? -100 : 100) volume=-3.01")
        }
        var entry = entry
        entry.rootKey = region.rootKey
        words.append(opcodes(entry, isOneShot: region.loopMode == .oneShot))
        words.append("sample=\(entry.file)")
        return words.joined(separator: " ")
    }

    /// The facts about a file.
    private static func opcodes(_ entry: Entry, isOneShot: Bool = false) -> String {
        var words = ["pitch_keycenter=\(entry.rootKey ?? 60)"]
        if entry.correction != 0 { words.append("tune=\(entry.correction)") }
        let plain = isOneShot ? "one_shot" : "no_loop"
        guard let loop = entry.loop else {
            return (words + ["loop_mode=\(plain)"]).joined(separator: " ")
        }
        let mode = entry.isLooped && !isOneShot ? "loop_continuous" : plain
        // The last frame of a loop belongs to it.
        words.append(
            "loop_mode=\(mode) loop_start=\(loop.lowerBound) loop_end=\(loop.upperBound - 1)"
        )
        return words.joined(separator: " ")
    }
}
