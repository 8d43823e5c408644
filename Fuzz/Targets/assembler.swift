import SMF
import SMFText

/// Assembles the bytes, as text and as records; what that makes is dumped and assembled again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = FuzzInput(start, count).bytes
    for form in [nil] + TextForm.allCases.map(Optional.some) {
        do throws(AssemblyError) {
            check(try MIDIFile(assembling: text, form: form), text)
        } catch {
            require((1...AssemblyError.limit).contains(error.faults.count), "\(error)")
            for fault in error.faults {
                require(fault.line >= 1 && fault.line <= count + 2, "line of \(fault)")
                require(fault.column >= 1 && fault.column <= count + 1, "column of \(fault)")
            }
        }
    }
    return 0
}

private func check(_ file: MIDIFile, _ text: [UInt8]) {
    let events = file.tracks.reduce(0) { $0 + $1.count }
    require(events <= text.count + file.tracks.count, "\(events) events")
    let dump = TextDump(file).bytes
    let again = succeed("the dump") { () throws(AssemblyError) in
        try MIDIFile(assembling: dump, form: .events)
    }
    require(again.tracks == file.tracks, "tracks of the dump")
    require(again.format == file.format, "format of the dump")
    require(again.division == file.division, "division of the dump")
    require(again.foreignChunks == file.foreignChunks, "chunks of the dump")
    require(again.headerExtension == file.headerExtension, "header of the dump")
    require(again.wrapper == file.wrapper, "wrapper of the dump")
    require(TextDump(again).bytes == dump, "the dump of the dump")
    let records = succeed("the records") { () throws(AssemblyError) in
        try MIDIFile(assembling: CSVDump(file).bytes, form: .csv)
    }
    require(records.tracks == file.tracks, "tracks of the records")
    require(records.format == file.format, "format of the records")
    require(records.division == file.division, "division of the records")
    checkWriting(file)
}

/// Requires that an assembled file can be written.
private func checkWriting(_ file: MIDIFile) {
    // The one thing that has a text and cannot be written.
    guard file.format != .single || file.tracks.count <= 1 else {
        require((try? file.bytes()) == nil, "format 0 with \(file.tracks.count) tracks was written")
        return
    }
    let bytes = succeed("writing") { () throws(SMFWriteError) in try file.bytes(.preserving) }
    guard let again = try? MIDIFile(bytes, keeping: .everything) else {
        // A wrapper by hand can say anything.
        require(file.wrapper != nil, "what was written cannot be read")
        return
    }
    guard file.wrapper == nil else { return }
    require(again.tracks == file.tracks, "tracks of what was written")
}
