import SMF
import SMFText

/// Writes what was read, in every style and as text, and reads it again; converts it as well.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = FuzzInput(start, count)
    guard let file = try? MIDIFile(input.bytes, keeping: .everything) else { return 0 }
    for style in WritingStyle.allCases {
        let bytes = succeed("\(style)") { () throws(SMFWriteError) in try file.bytes(style) }
        requireSame(file, bytes, "\(style)")
        if style == .preserving, file.isAccepted {
            require(bytes == input.bytes, "preserved otherwise than read")
        }
    }
    checkText(file)
    checkConversions(file, number: input.hash)
    return 0
}

/// Requires that the bytes hold the file, and that nothing in them needs a guess.
private func requireSame(_ file: MIDIFile, _ bytes: [UInt8], _ what: String) {
    let again = succeed(what) { () throws(SMFError) in try MIDIFile(bytes, keeping: .everything) }
    require(again.tracks == file.tracks, "tracks: \(what)")
    require(again.format == file.format, "format: \(what)")
    require(again.division == file.division, "division: \(what)")
    let errors = again.diagnostics.filter { $0.severity == .error }
    require(errors.isEmpty, "\(what): \(errors)")
}

/// Requires that the text of a file makes the same file.
private func checkText(_ file: MIDIFile) {
    let again = succeed("assembling") { () throws(AssemblyError) in
        try MIDIFile(assembling: TextDump(file).bytes)
    }
    require(again.tracks == file.tracks, "tracks of the text")
    let (one, other) = succeed("writing the text's file") { () throws(SMFWriteError) in
        (try file.bytes(.preserving), try again.bytes(.preserving))
    }
    require(one == other, "bytes of the text")
    let records = succeed("assembling records") { () throws(AssemblyError) in
        try MIDIFile(assembling: CSVDump(file).bytes, form: .csv)
    }
    require(records.tracks == file.tracks, "tracks of the records")
    require(records.format == file.format, "format of the records")
    require(records.division == file.division, "division of the records")
}

/// Requires that what can be converted keeps its messages, and can be written.
private func checkConversions(_ file: MIDIFile, number: UInt64) {
    let ticks = UInt16(truncatingIfNeeded: number)
    let conversions: [(String, () throws(SMFWriteError) -> MIDIFile)] = [
        ("merged", { () throws(SMFWriteError) in try file.merged() }),
        ("merged as played", { () throws(SMFWriteError) in try file.merged(.asPlayed) }),
        ("by channel", { () throws(SMFWriteError) in try file.splitByChannel() }),
        ("by port", { () throws(SMFWriteError) in try file.splitByPort() }),
        ("rescaled", { () throws(SMFWriteError) in try file.rescaled(ticksPerQuarter: ticks) }),
    ]
    for (name, convert) in conversions {
        guard let converted = try? convert() else { continue }
        require(converted.messageCount == file.messageCount, "messages: \(name)")
        let bytes = succeed(name) { () throws(SMFWriteError) in try converted.bytes(.preserving) }
        requireSame(converted, bytes, name)
        checkText(converted)
    }
}

extension MIDIFile {
    /// The number of channel messages.
    fileprivate var messageCount: Int {
        tracks.reduce(0) { count, track in
            count + track.withRecords { $0.reduce(0) { $0 + ($1.hasPayload ? 0 : 1) } }
        }
    }
}
