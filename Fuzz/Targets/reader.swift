import MIDI
import SMF

/// Reads the bytes with every reader; the results have to agree.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = FuzzInput(start, count)
    let span = input.buffer.bytes
    let file: MIDIFile
    do throws(SMFError) {
        file = try MIDIFile(span)
    } catch {
        requireRefusal(span, error)
        return 0
    }
    file.requireSoundness(byteCount: count)
    file.requireEqual(
        succeed("array") { () throws(SMFError) in try MIDIFile(input.bytes) },
        "array"
    )
    requireStrictPolicy(span, file)
    requireScanner(span, file)
    return 0
}

/// Requires that everyone refuses what one refuses, for the same reason.
private func requireRefusal(_ span: borrowing RawSpan, _ error: SMFError) {
    require(error.code != .violation, "the tolerant policy threw \(error)")
    do throws(SMFError) {
        _ = try MIDIFile(span, policy: .strict)
        fatalError("the strict policy takes what the tolerant refuses: \(error)")
    } catch let other {
        require(other == error, "\(other) and \(error)")
    }
    do throws(SMFError) {
        _ = try FileScanner(copy span)
        fatalError("the scanner takes what the reader refuses: \(error)")
    } catch let other {
        require(other == error, "\(other) and \(error)")
    }
}

/// Requires that the strict policy throws just where there is a warning or an error: the first.
private func requireStrictPolicy(_ span: borrowing RawSpan, _ file: MIDIFile) {
    do throws(SMFError) {
        let strict = try MIDIFile(span, policy: .strict)
        require(file.isAccepted, "the strict policy took \(file.diagnostics)")
        file.requireEqual(strict, "strict")
    } catch {
        require(!file.isAccepted, "the strict policy threw \(error)")
        require(error.code == .violation, "the strict policy threw \(error)")
        // Where some are left out, the first may be among them.
        guard file.diagnostics.count <= 1000 else { return }
        let first = file.diagnostics.first { $0.severity > .note }
        require(error.diagnostic == first, "\(error) is not the first")
    }
}

/// Requires that the scanner finds the same events, and strictly throws if the reader does.
private func requireScanner(_ span: borrowing RawSpan, _ file: MIDIFile) {
    succeed("scanner") { () throws(SMFError) in
        var scanner = try FileScanner(copy span)
        require(scanner.division == file.division, "the scanner's division")
        for track in file.tracks {
            require(try scanner.nextTrack(), "the scanner misses a track")
            var tick: Int64 = 0
            for event in track {
                guard let scanned = try scanner.nextEvent() else {
                    fatalError("the scanner misses an event")
                }
                tick += Int64(event.delta)
                require(scanned.tick == tick && scanned.delta == event.delta, "the scanner's tick")
                require(
                    scanned.isSame(as: event.event, in: copy span),
                    "the scanner's event \(scanned)"
                )
            }
            require(try scanner.nextEvent() == nil, "the scanner has an event too many")
        }
        require(try !scanner.nextTrack(), "the scanner has a track too many")
        require(scanner.diagnostics == file.diagnostics, "the scanner's diagnostics")
    }
    // Tracks may be passed over as well.
    succeed("scanner") { () throws(SMFError) in
        var scanner = try FileScanner(copy span)
        while try scanner.nextTrack() { _ = try scanner.nextEvent() }
        require(scanner.diagnostics == file.diagnostics, "the scanner's diagnostics")
    }
    do throws(SMFError) {
        var scanner = try FileScanner(copy span, policy: .strict)
        while try scanner.nextTrack() { while try scanner.nextEvent() != nil {} }
        require(file.isAccepted, "the strict scanner took \(file.diagnostics)")
    } catch {
        require(!file.isAccepted, "the strict scanner threw \(error)")
    }
}

extension ScannedEvent {
    /// Whether this is the event, in a file that stands there.
    fileprivate func isSame(as event: Event, in file: borrowing RawSpan) -> Bool {
        switch (kind, event) {
        case (.channel(let message), .channel(let other)): message == other && payload.isEmpty
        case (.systemExclusive(let form), .systemExclusive(let packet)):
            form == packet.form && stands(packet.bytes, in: file)
        case (.meta(let type), .meta(let meta)):
            type == meta.type && stands(meta.bytes, in: file)
        default: false
        }
    }

    private func stands(_ bytes: ArraySlice<UInt8>, in file: borrowing RawSpan) -> Bool {
        file.withUnsafeBytes { $0[payload].elementsEqual(bytes) }
    }
}
