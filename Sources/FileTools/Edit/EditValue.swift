package import ArgumentParser
import CommandSupport
import Playback
package import SamplerHost
package import Sequencer
import Wording

/// Reads the values of `seqd edit`'s options; the error for an invalid value names the option and
/// the expected values.
package enum EditValue {
    /// Tracks: `3`, `Bass`, `track:3`, `all`, with commas.
    package static func tracks(_ text: String, _ option: EditOption) throws -> SelectorSet {
        try selectors(text, option, prefix: "track:", "tracks such as 3, Bass or 2,5")
    }

    /// Channels: `10`, `2/10`, `ch:10`, `all`, with commas.
    package static func channels(_ text: String, _ option: EditOption) throws -> SelectorSet {
        try selectors(text, option, prefix: "ch:", "channels such as 10, 2/10 or 1,3")
    }

    private static func selectors(
        _ text: String,
        _ option: EditOption,
        prefix: String,
        _ what: String
    ) throws -> SelectorSet {
        let items = text.split(separator: ",", omittingEmptySubsequences: false).map { item in
            item.hasPrefix(prefix) || item == "all" ? String(item) : prefix + item
        }
        do throws(SelectorError) {
            return try SelectorSet(parsing: items.joined(separator: ","))
        } catch {
            throw expected(option, what, text)
        }
    }

    package static func range(_ text: String, _ option: EditOption) throws -> PositionRange {
        do throws(PositionError) {
            if let range = try PositionRange(parsing: text) { return range }
        } catch {
            throw ValidationError("\(option.name): \(error)")
        }
        throw expected(option, "two positions such as 9:1..13:1", text)
    }

    package static func position(_ text: String, _ option: EditOption) throws -> Position {
        do throws(PositionError) {
            return try Position(parsing: text)
        } catch {
            throw ValidationError("\(option.name): \(error)")
        }
    }

    /// A note value: `1/16`, `1/8t` for triplets.
    package static func grid(_ text: String, _ option: EditOption) throws -> Beats {
        guard let beats = NoteValue(parsing: text)?.beats else {
            throw expected(option, "a note value such as 1/16, or 1/8t for triplets", text)
        }
        return beats
    }

    package static func semitones(_ text: String, _ option: EditOption) throws -> Int {
        guard let value = Unit.semitones.number(text).flatMap(Int.init(exactly:)),
            (-127...127).contains(value)
        else {
            throw expected(option, "-127 to 127 semitones", text)
        }
        return value
    }

    /// A factor: `2`, `3/2`, `80%`.
    package static func factor(_ text: String, _ option: EditOption) throws -> Speed {
        do throws(ValidationError) {
            if let factor = try TypedSpeed.speed(text) { return factor }
        } catch {
            throw ValidationError("\(option.name): \(error.message), not '\(text)'")
        }
        throw expected(option, "a factor from 1/100 to 100 such as 2, 3/2 or 80%", text)
    }

    /// A part in thousandths: `80%`, `62.5%`.
    package static func thousandths(
        _ text: String,
        _ option: EditOption,
        _ range: ClosedRange<Int64>
    ) throws -> Int64 {
        let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
        var value: Int64?
        // 0.5 without a unit may be a half or half a percent.
        if text.hasSuffix("%"), let whole = parts.first.flatMap(number), whole <= 100 {
            if parts.count == 1 {
                value = whole * 10
            } else if parts.count == 2, parts[1].count == 1, let tenth = number(parts[1]) {
                value = whole * 10 + tenth
            }
        }
        guard let value, (range.lowerBound * 10...range.upperBound * 10).contains(value) else {
            let middle = (range.lowerBound + range.upperBound) / 2
            throw expected(
                option,
                "\(range.lowerBound)% to \(range.upperBound)%, as in \(middle)%",
                text
            )
        }
        return value
    }

    /// A distance: `480t` ticks, `1/16` a note value; with a minus, back.
    package static func distance(_ text: String, _ option: EditOption) throws -> EditDistance {
        let isBack = text.hasPrefix("-")
        let amount = text.dropFirst(isBack || text.hasPrefix("+") ? 1 : 0)
        if amount.hasSuffix("t"), let ticks = number(amount.dropLast()), ticks <= 1 << 40 {
            return .ticks(isBack ? -ticks : ticks)
        }
        guard let beats = try? grid(String(amount), option),
            let signed = beats.multiplied(by: isBack ? -1 : 1)
        else {
            throw expected(
                option,
                "ticks such as 480t or -480t, or a note value such as -1/16",
                text
            )
        }
        return .beats(signed)
    }

    package static func tempo(_ text: String, _ option: EditOption) throws -> Tempo {
        guard let tempo = Tempo(parsing: text) else {
            throw expected(option, "4 to 1000 quarter notes per minute", text)
        }
        return tempo
    }

    /// A preset: `Violin`, `0:40`, `40`.
    package static func program(_ text: String, _ option: EditOption) throws -> PresetChoice {
        do throws(RoutingSyntaxError) {
            let choice = try PresetChoice(parsing: text)
            guard case .name(let name) = choice else { return choice }
            let preset = try PresetNames.preset(named: name, in: PresetNames.generalMIDI)
            return .address(.init(bank: preset.bank, program: preset.program))
        } catch {
            throw ValidationError("\(option.name): \(error.description)")
        }
    }

    /// The error for a value that cannot be read.
    package static func expected(_ option: EditOption, _ what: String, _ text: String)
        -> ValidationError
    {
        ValidationError("\(option.name): expected \(what), not '\(text)'")
    }

    /// A whole number without a sign.
    private static func number(_ text: some StringProtocol) -> Int64? {
        text.utf8.allSatisfy { (48...57).contains($0) } ? Int64(text) : nil
    }
}
