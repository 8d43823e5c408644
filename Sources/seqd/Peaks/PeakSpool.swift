import CommandSupport
import Platform
import Waveform

/// Values of pixels until all are known: in memory, and behind a limit in a temporary file without a
/// name.
final class PeakSpool {
    /// The number of values.
    private(set) var count = 0

    /// The values that are in memory at most.
    private let limit: Int
    private var memory: [PeakValues] = []
    /// The values in the file, which those in memory follow.
    private var stored = 0
    private var file: UnnamedFile?

    private static let valueBytes = MemoryLayout<PeakValues>.stride

    /// Makes an empty spool.
    ///
    /// - Parameter limit: The values that are in memory at most.
    init(limit: Int = 1 << 20) {
        self.limit = limit
    }

    /// Adds values.
    ///
    /// - Throws: Status 73 or 74 for a temporary file that cannot be written.
    func add(_ values: some Collection<PeakValues>) throws(HostError) {
        memory += values
        count += values.count
        guard memory.count >= limit else { return }
        try catching { () throws(UnnamedFile.Failure) in
            if file == nil { file = try UnnamedFile() }
        }
        let bytes = unsafe memory.withUnsafeBytes { unsafe Array($0) }
        try catching { () throws(UnnamedFile.Failure) in
            try file?.write(bytes[...], at: stored * Self.valueBytes)
        }
        stored += memory.count
        memory.removeAll(keepingCapacity: true)
    }

    /// Reads the values in pieces, in their order.
    ///
    /// - Parameter body: Takes a piece.
    /// - Throws: Status 74 for a temporary file that cannot be read, and the errors of `body`.
    func forEachPiece(
        _ body: (Span<PeakValues>) throws(CommandFailure) -> Void
    ) throws(CommandFailure) {
        let most = 1 << 16
        var done = 0
        while done < stored {
            let piece = try read(from: done, count: min(most, stored - done))
            try body(piece.span)
            done += piece.count
        }
        let rest = memory
        try body(rest.span)
    }

    private func read(from first: Int, count: Int) throws(CommandFailure) -> [PeakValues] {
        let none = PeakValues(minimum: 0, maximum: 0, rms: 0)
        var values = Array(repeating: none, count: count)
        let code = unsafe values.withUnsafeMutableBytes { bytes in
            unsafe file?.read(into: bytes, at: first * Self.valueBytes) ?? 0
        }
        guard code == 0 else {
            throw CommandFailure(.io, "\(Self.name): \(SystemError.text(code))")
        }
        return values
    }

    private static var name: String { "temporary file in \(UnnamedFile.folder)" }

    private func catching(
        _ work: () throws(UnnamedFile.Failure) -> Void
    ) throws(HostError) {
        do throws(UnnamedFile.Failure) {
            try work()
        } catch {
            throw HostError(.io, Self.name, "\(error)")
        }
    }
}
