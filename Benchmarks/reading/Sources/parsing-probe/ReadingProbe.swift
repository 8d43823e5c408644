import MIDI
import SMF
import SamplerHost

/// Reads a file again and again.
enum ReadingProbe {
    /// What a reader may use.
    enum Use: String {
        /// The calling thread, as the library does by itself.
        case plain
        /// The calling thread, and large pages.
        case one
        /// All processors, and large pages: what seqd uses.
        case all

        var resources: ReadingResources {
            switch self {
            case .plain: .callingThread
            case .one: .machine(threadCount: 1)
            case .all: .machine()
            }
        }
    }

    /// Into a `MIDIFile`; the memory is that of the first.
    static func read(_ path: String, runs: Int, _ use: Use) throws -> Measurement {
        let bytes = try InputFile.read(path)
        let resources = use.resources
        var result = Measurement()
        result.bytes = bytes.count
        for run in 0..<runs {
            let memory = ResidentMemory.size
            let watch = Stopwatch()
            let file = try MIDIFile(bytes, using: resources)
            result.seconds.append(watch.seconds)
            if run == 0 { result.memory = ResidentMemory.size - memory }
            result.events = file.tracks.reduce(0) { $0 + $1.count }
        }
        return result
    }

    /// By a `FileScanner`, every event of which is looked at.
    static func scan(_ path: String, runs: Int) throws -> Measurement {
        let bytes = try InputFile.read(path)
        var result = Measurement()
        result.bytes = bytes.count
        for _ in 0..<runs {
            var events = 0
            var notes = 0
            var end: Int64 = 0
            let watch = Stopwatch()
            var scanner = try FileScanner(bytes.span.bytes)
            while try scanner.nextTrack() {
                var tick: Int64 = 0
                while true {
                    do {
                        let messages = try scanner.nextMessages()
                        // Sums without checks, as on the other side.
                        for index in messages.indices {
                            tick &+= Int64(messages[index].delta)
                            notes &+= messages[index].message.isNoteOn ? 1 : 0
                        }
                        events += messages.count
                        if !messages.isEmpty { continue }
                    }
                    guard let event = try scanner.nextEvent() else { break }
                    tick = event.tick
                    events += 1
                }
                end = max(end, tick)
            }
            result.seconds.append(watch.seconds)
            result.events = events
            // Looked at, so that the loop is not left out.
            precondition(notes <= events && end >= 0, "a scan that cannot be")
        }
        return result
    }
}
