import CommandSupport
import Platform
import Scope
import Sequencer
import TerminalUI
import Transcoding
import Wording

extension ScopeDestination {
    /// Draws a whole sound.
    ///
    /// - Parameters:
    ///   - feed: The sound.
    ///   - kind: The view that it has.
    ///   - title: The name of the sound.
    ///   - isQuiet: Whether only errors are printed.
    /// - Returns: The text for the terminal; `nil` for a picture, which is written.
    /// - Throws: Status 73 or 74 for a picture that cannot be written, 70 where there is no memory.
    func draw(
        _ feed: ScopeFeed,
        _ kind: ScopeViewKind,
        title: String,
        isQuiet: Bool
    ) throws(CommandFailure) -> String? {
        let length = TimeText.text(frames: feed.frames, rate: feed.rate)
        let start = Double(feed.start) / Double(feed.rate)
        switch self {
        case .picture(let path, let type, let size):
            let area = size.drawing
            let plot = feed.view.plot(width: area.width, height: area.height, start: start)
            let picture = PlotPicture(
                plot,
                title: "\(kind.title) of \(title)",
                summary: "\(length), \(feed.rate) Hz",
                size: size
            )
            let bytes: [UInt8]
            do throws(TranscodingError) {
                bytes = try picture.file(type)
            } catch {
                throw CommandFailure(.internal, "\(path): \(error)")
            }
            try DataDestination(path).write(bytes)
            guard !isQuiet else { return nil }
            let readings = plot.readings.map(\.text).joined(separator: ", ")
            Console.report("\(path): \(length)\(readings.isEmpty ? "" : ", \(readings)")")
            return nil
        case .terminal(let ability, let size):
            let lines = ScopeLines(ability)
            // The prompt comes below.
            return lines.lines(
                feed.view,
                start: start,
                heading: lines.heading(kind, title, []),
                columns: size.columns,
                rows: min(size.rows, 40) - 1
            )
            .map { $0.encoded(isColoured: ability.isColoured) + "\n" }.joined()
        }
    }
}
