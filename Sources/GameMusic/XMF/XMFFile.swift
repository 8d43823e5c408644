import SMF

/// An XMF file: the MIDI file in it, and its sound bank.
///
/// See ``XMFNode`` for the sources. The first MIDI file is the music, as in Mobile XMF, which has
/// one.
struct XMFFile {
    /// A MIDI file in the container.
    private enum Music {
        /// As it is, in a part of the container.
        case range(Range<Int>)
        /// The content of a compressed part.
        case unpacked([UInt8])
    }

    /// See ``GameMusic/Inflating``.
    typealias Inflating = ([UInt8]) -> [UInt8]?

    private let bytes: [UInt8]
    private let inflating: Inflating?
    private var music: Music?
    /// The number of compressed resources that may still be tried.
    ///
    /// Each may claim the rest of the file.
    private var triesLeft = 16
    /// The range of the first DLS bank in the file.
    private(set) var soundBank: Range<Int>?

    /// Finds the parts.
    init(
        _ bytes: [UInt8],
        inflating: Inflating?,
        log: inout DiagnosticLog
    ) throws(SMFError) {
        self.bytes = bytes
        self.inflating = inflating
        let root = try Self.rootOffset(of: bytes)
        walk(from: root, log: &log)
        guard music != nil else {
            throw SMFError(
                code: .notMIDI,
                offset: root,
                detail: "XMF file without a MIDI file that can be read"
            )
        }
    }

    /// The offset of the tree's root.
    private static func rootOffset(of bytes: [UInt8]) throws(SMFError) -> Int {
        // "XMF_" and the version; version 2 has a type and its revision too.
        let isSecond = bytes.has("2.", at: 4)
        var cursor = ByteCursor(bytes, (isSecond ? 16 : 8)..<max(bytes.count, 16))
        // The file's length, the table of types of metadata, the start and end of the tree.
        guard cursor.quantity() != nil, let tableLength = cursor.quantity(),
            cursor.next(tableLength) != nil, let start = cursor.quantity(),
            cursor.quantity() != nil
        else {
            throw SMFError(
                code: .headerShort,
                offset: 0,
                detail: "XMF header truncated after \(bytes.count) bytes"
            )
        }
        guard start < bytes.count else {
            throw SMFError(
                code: .notMIDI,
                offset: cursor.position,
                detail: "XMF tree at byte \(hexadecimal(start)), but the file has only "
                    + "\(bytes.count) bytes"
            )
        }
        return start
    }

    /// Goes through the tree in its order.
    ///
    /// Every node is in the one before it or behind it, and a node that another names is visited
    /// once, so that work is bounded by the file's size.
    private mutating func walk(from root: Int, log: inout DiagnosticLog) {
        var visited: Set<Int> = []
        var waiting = [root..<bytes.count]
        while let range = waiting.popLast() {
            guard range.lowerBound < range.upperBound,
                visited.insert(range.lowerBound).inserted
            else { continue }
            guard let node = XMFNode(bytes, at: range.lowerBound, limit: range.upperBound) else {
                log.report(
                    .chunkGarbage,
                    .warning,
                    offset: range.lowerBound,
                    "\(range.count) bytes that are no node of the tree (skipped)"
                )
                continue
            }
            // The root has no neighbours.
            if range.lowerBound != root { waiting.append(node.end..<range.upperBound) }
            switch node.reference {
            case .inline(let start) where node.isFolder:
                if start < node.end { waiting.append(start..<node.end) }
            case .inline(let start):
                take(min(start, node.end)..<node.end, node.packing, log: &log)
            case .resource(let start):
                take(min(start, bytes.count)..<bytes.count, node.packing, log: &log)
            case .node(let start):
                if start < bytes.count { waiting.append(start..<bytes.count) }
            case .external:
                log.report(
                    .resourceUnused,
                    .warning,
                    offset: range.lowerBound,
                    "resource in another file (not read)"
                )
            }
        }
    }

    /// Takes the content of a file node.
    private mutating func take(
        _ range: Range<Int>,
        _ packing: XMFNode.Packing,
        log: inout DiagnosticLog
    ) {
        switch packing {
        case .none:
            if bytes.has("MThd", at: range.lowerBound) {
                guard music == nil else { return reportOther(at: range.lowerBound, log: &log) }
                music = .range(range)
            } else if bytes.has("RIFF", at: range.lowerBound),
                bytes.has("DLS ", at: range.lowerBound + 8), soundBank == nil
            {
                soundBank = range
            }
        case .zlib:
            // Nothing is decompressed once there is music: a bank could not be used.
            guard music == nil, triesLeft > 0 else { return }
            triesLeft -= 1
            guard let content = inflating?(Array(bytes[range])) else {
                log.report(
                    .resourceUnused,
                    .error,
                    offset: range.lowerBound,
                    "compressed resource of \(range.count) bytes cannot be decompressed (skipped)"
                )
                return
            }
            if content.has("MThd") {
                music = .unpacked(content)
            } else {
                log.report(
                    .resourceUnused,
                    .note,
                    offset: range.lowerBound,
                    "compressed resource of \(range.count) bytes is not a MIDI file (not used)"
                )
            }
        case .unknown:
            log.report(
                .resourceUnused,
                .warning,
                offset: range.lowerBound,
                "resource in a compression other than zlib (skipped)"
            )
        }
    }

    private func reportOther(at offset: Int, log: inout DiagnosticLog) {
        log.report(
            .resourceUnused,
            .note,
            offset: offset,
            "another MIDI file (only the first is read)"
        )
    }

    /// Reads the MIDI file.
    func midiFile(
        policy: ReadPolicy,
        keeping: MIDIFile.Keeping,
        using resources: ReadingResources
    ) throws(SMFError) -> MIDIFile {
        switch music {
        case .range(let range)?:
            do throws(SMFError) {
                var file = try unsafe MIDIFile(
                    bytes.span.bytes.extracting(range),
                    policy: policy,
                    keeping: keeping,
                    using: resources
                )
                for index in file.diagnostics.indices {
                    file.diagnostics[index].shift(by: range.lowerBound)
                }
                return file
            } catch {
                var error = error
                error.offset += range.lowerBound
                error.diagnostic?.shift(by: range.lowerBound)
                throw error
            }
        case .unpacked(let content)?:
            return try MIDIFile(content, policy: policy, keeping: keeping, using: resources)
        case nil:
            preconditionFailure("a file without music is refused when its parts are found")
        }
    }
}

extension Diagnostic {
    /// Moves the position by this number of bytes.
    fileprivate mutating func shift(by offset: Int) {
        self.offset = self.offset.map { $0 + offset }
    }
}
