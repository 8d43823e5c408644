import JSON
import Sequencer
import Wording

/// The notation of a member in words, if it differs from JSON.
package enum FieldFormat: Sendable {
    /// As in JSON; flags are `yes` and `no`.
    case plain
    /// A flag: `on` or `off`.
    case onOff
    /// Seconds as a time: `1:23.456`.
    case time
    /// Seconds as a time with tenths.
    case tenthsOfSeconds
    /// Seconds as milliseconds.
    case milliseconds
    /// Parts per million.
    case partsPerMillion
    /// A number to a tenth.
    case tenths
    /// A level in dB to a tenth; `-inf` below −120 dB, which is under the noise floor of 16-bit
    /// audio.
    case peak
    /// Several texts separated by commas, or `none`.
    case list

    func text(_ value: JSONValue) -> String {
        let number = Double(field: value) ?? -.infinity
        return switch self {
        case .plain: value.words
        case .onOff: value == .boolean(true) ? "on" : "off"
        case .time: TimeText.text(seconds: number)
        case .tenthsOfSeconds: TimeText.text(seconds: number, decimals: 1...1)
        case .milliseconds: "\(NumberText.decimal(number * 1_000)) ms"
        case .partsPerMillion: "\(NumberText.decimal(number)) ppm"
        case .tenths: Self.tenths(number)
        case .peak: number >= -120 ? Self.tenths(number) : LevelText.silence
        case .list: Self.list(value)
        }
    }

    /// A number to a tenth; a level of silence as `-inf`.
    static func tenths(_ number: Double) -> String {
        LevelText.text((number * 10).rounded() / 10)
    }

    private static func list(_ value: JSONValue) -> String {
        let texts = [String](field: value) ?? []
        return texts.isEmpty ? "none" : texts.joined(separator: ",")
    }
}
