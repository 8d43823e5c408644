import ControlProtocol
import SamplerHost

/// The kind of a sound file that a client names, and its samples' format.
struct SoundFileChoice: Hashable {
    /// The kind of file.
    let type: SoundFileType
    /// The samples' format.
    let format: SampleFormat

    /// Checks what a client asks for.
    ///
    /// - Parameters:
    ///   - type: The kind of file; `nil` for that of the target's extension.
    ///   - format: The format; `nil` for the usual one.
    ///   - target: The path.
    ///   - fallback: The kind where neither is given; `nil` for none.
    /// - Throws: −32602 for a type and a format that do not fit.
    init(
        _ type: RenderFileType?,
        _ format: RenderFormat?,
        target: String,
        fallback: SoundFileType? = nil
    ) throws(RequestError) {
        self.type = try Self.type(type, target: target, fallback: fallback)
        self.format = try Self.format(format, self.type)
    }

    /// Checks that the type is written at a rate.
    ///
    /// - Parameters:
    ///   - rate: Frames per second.
    ///   - name: The parameter that the rate comes from.
    /// - Throws: −32602 for a rate that the type does not have.
    func check(rate: Int, as name: String) throws(RequestError) {
        guard let rates = type.rates, !rates.contains(rate) else { return }
        let list = rates.map(String.init).joined(separator: ", ")
        throw .arguments("\(name): \(rate): expected one of \(list) for \(type.rawValue)")
    }

    private static func type(
        _ type: RenderFileType?,
        target: String,
        fallback: SoundFileType?
    ) throws(RequestError) -> SoundFileType {
        let named = SoundFileType(extensionOf: target)
        let given = type.flatMap { SoundFileType(rawValue: $0.rawValue) }
        guard let type = given ?? named ?? fallback else {
            let names = SoundFileType.allCases.map(\.rawValue).joined(separator: ", ")
            throw .arguments(
                "target: \(RequestError.quoted(target)): unknown extension; expected one of "
                    + "a type (\(names)), or the option type"
            )
        }
        if let named, !type.mayHaveExtension(of: named) {
            throw .arguments(
                "type: \(RequestError.quoted(type.rawValue)): the extension of the target is for "
                    + named.rawValue
            )
        }
        return type
    }

    private static func format(
        _ format: RenderFormat?,
        _ type: SoundFileType
    ) throws(RequestError) -> SampleFormat {
        guard let given = format.flatMap({ SampleFormat(rawValue: $0.rawValue) }) else {
            return type.isLossy ? .float : .s16
        }
        guard type.formats.contains(given) else {
            let list = type.formats.map(\.rawValue).joined(separator: ", ")
            throw .arguments(
                "format: \(RequestError.quoted(given.rawValue)): "
                    + (type.isLossy
                        ? "\(type.rawValue) has no formats; leave it out"
                        : "expected one of \(list) for \(type.rawValue)")
            )
        }
        return given
    }
}
