import ControlProtocol
import Platform
import Playback
import SamplerHost

extension TapDestination {
    /// Checks the target of a tap that a client asks for.
    ///
    /// - Parameters:
    ///   - tap: The tap.
    ///   - rate: Frames per second.
    ///   - policy: The folders below which the target may be.
    /// - Throws: −32602 for a type, format or rate that do not fit, 64, 73 or 77 for a path that
    ///   cannot be written.
    init(_ tap: Command.Tap, rate: Int, _ policy: PathPolicy) throws(RequestError) {
        let path: String
        do throws(RequestError) {
            path = try policy.resolvedForWriting(tap.target)
        } catch {
            throw RequestError(number: error.number, "target: \(error.message)")
        }
        let status = FileStatus(path)
        let isPipe = status?.isPipe ?? false
        let choice = try SoundFileChoice(
            tap.type,
            tap.format,
            target: tap.target,
            fallback: isPipe ? .wav : nil
        )
        guard tap.type == nil || choice.type.isStreamable || !isPipe else {
            throw .arguments(
                "type: \(RequestError.quoted(choice.type.rawValue)): cannot be written to a pipe"
            )
        }
        try choice.check(
            rate: tap.rate ?? rate,
            as: tap.rate == nil ? "rate of the daemon" : "rate"
        )
        if let status {
            guard status.kind == .regular || isPipe else {
                let problem =
                    status.kind == .folder ? "is a directory" : "not a file and not a pipe"
                throw RequestError(.cannotCreate, "target: \(tap.target): \(problem)")
            }
            guard isPipe || tap.replaces else {
                throw RequestError(
                    .cannotCreate,
                    "target: \(tap.target): already exists; replace=on replaces it"
                )
            }
        }
        let formats = choice.type.isLossy ? nil : choice.format
        self.init(path: path, type: choice.type, format: formats)
        mayReplace = tap.replaces
        self.rate = tap.rate
    }
}
