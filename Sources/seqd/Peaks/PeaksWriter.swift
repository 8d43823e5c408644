import CommandSupport
import Waveform

/// Writes the values of pixels in a format.
struct PeaksWriter {
    /// The format.
    let format: PeakFormat
    /// Whether JSON also has the RMS.
    let hasRMS: Bool

    /// Writes a file, which appears when it is complete.
    ///
    /// - Parameters:
    ///   - values: The values.
    ///   - path: The file; `-` for standard output.
    ///   - mayReplace: Whether it may replace an existing file.
    /// - Throws: Status 65 for more pixels than the format holds, 73 or 74 for a file that cannot be
    ///   written.
    func write(
        _ values: PeakSpool,
        to path: String,
        mayReplace: Bool
    ) throws(CommandFailure) {
        let length = Int64(values.count / format.channels)
        guard length <= PeakFormat.greatestLength else {
            throw CommandFailure(
                .data,
                "\(path): \(length) pixels, but the format holds \(PeakFormat.greatestLength); "
                    + "choose more frames per pixel"
            )
        }
        let destination = DataDestination(path, mayReplace: mayReplace)
        try unsafe destination.write { (sink) throws(CommandFailure) in
            try unsafe send(format.header(length: length), to: sink)
            try unsafe send(values, to: sink) { format.add($0, isFirst: $1, to: &$2) }
            if hasRMS, format.kind == .json {
                try unsafe send(PeakFormat.beginningOfRMS, to: sink)
                try unsafe send(values, to: sink) { format.addRMS($0, isFirst: $1, to: &$2) }
            }
            try unsafe send(format.end, to: sink)
        }
    }

    private func send(_ bytes: [UInt8], to sink: DataDestination.Sink) throws(CommandFailure) {
        try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(CommandFailure) in
            try unsafe sink(UnsafeRawBufferPointer(bytes))
        }
    }

    /// Sends values in the form that `add` gives them.
    private func send(
        _ values: PeakSpool,
        to sink: DataDestination.Sink,
        _ add: (Span<PeakValues>, Bool, inout [UInt8]) -> Void
    ) throws(CommandFailure) {
        var isFirst = true
        try values.forEachPiece { (piece) throws(CommandFailure) in
            var bytes: [UInt8] = []
            add(piece, isFirst, &bytes)
            if !piece.isEmpty { isFirst = false }
            try unsafe send(bytes, to: sink)
        }
    }
}
