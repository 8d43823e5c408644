import SamplerHost
import Wording

extension DeviceReport {
    /// The report for people.
    ///
    /// - Parameter width: The columns of a line.
    /// - Returns: Lines, each with its end.
    func text(width: Int) -> String {
        let sections = [defaultRows, outputRows, pluginRows, jackRows, portRows]
        return sections.map { section in
            let title = section.title.printable.wrapped(to: width).map { $0 + "\n" }
            return (title + Self.lines(of: section.rows, width: width)).joined()
        }.joined(separator: "\n")
    }

    /// A heading, and rows of a name and a text.
    private struct Section {
        var title: String
        var rows: [(name: String, words: String)] = []
    }

    private var defaultRows: Section {
        var rows = [("default", route?.words ?? "")]
        if let fault {
            rows = [("default", "ALSA's configuration cannot be read (\(fault))")]
            rows.append(("", Self.faultAdvice))
        } else if case .unknown? = route?.end, let outputs, outputs.isEmpty {
            rows = [("default", "not usable: no sound card")]
        } else if let defaultState {
            if let obstacle = defaultState.obstacle {
                let advice =
                    defaultState == .forbidden ? AudioGroup.advice : "choose another with --device"
                rows.append(("", "\(obstacle); \(advice)"))
            }
        } else {
            rows.append(("", "not responding; choose another with --device"))
        }
        return Section(title: "Default device, used without --device:", rows: rows)
    }

    private var outputRows: Section {
        guard let outputs else {
            return Section(title: "Sound cards: a driver is not responding.")
        }
        guard fault == nil else {
            return Section(title: "Sound cards: not usable with this configuration.")
        }
        guard !outputs.isEmpty else {
            return Section(title: "Sound cards: none with an output.")
        }
        let rows = outputs.flatMap { output in
            [
                (output.address.converting, output.title),
                (output.address.direct, output.words),
            ]
        }
        return Section(title: "Sound cards (hw: supports only what is listed):", rows: rows)
    }

    private var pluginRows: Section {
        var rows = plugins.filter { $0.card == nil }.map { ($0.name, $0.summary) }
        for card in cardsOfPlugins {
            let kinds = plugins.filter { $0.card == card }.map(\.kind)
            let unique = kinds.indices.filter { !kinds[..<$0].contains(kinds[$0]) }
            rows.append(("…:CARD=\(card)", unique.map { kinds[$0] }.joined(separator: ", ")))
        }
        guard !rows.isEmpty else { return Section(title: "Other ALSA devices: none.") }
        return Section(title: "Other devices in ALSA's configuration:", rows: rows)
    }

    private var jackRows: Section {
        let words =
            switch jack {
            case .success(let server)?: server.words
            case .failure(let error)?: error.reason
            case nil: "not responding"
            }
        return Section(title: "JACK, used with --device jack:", rows: [("jack", words)])
    }

    private var cardsOfPlugins: [String] {
        let cards = plugins.compactMap(\.card)
        return cards.indices.filter { !cards[..<$0].contains(cards[$0]) }.map { cards[$0] }
    }

    private var portRows: Section {
        switch ports {
        case .failure(let error):
            return Section(title: "\(error)")
        case .success(let ports) where ports.isEmpty:
            return Section(title: "MIDI ports: none yet; a keyboard appears when it is plugged in.")
        case .success(let ports):
            let width = ports.map(\.address.description.columns).max() ?? 0
            let rows = ports.map { port in
                let address = port.address.description.padded(to: width)
                let option =
                    port.isReadable
                    ? "--connect \(port.pattern(among: ports).shellWord)" : "receives only"
                return ("\(address)  \(port.clientName):\(port.name)", option)
            }
            return Section(
                title: "MIDI ports, with the option that connects them to seqd live:",
                rows: rows
            )
        }
    }

    /// Rows in two columns; a text that is too long for the second continues in the next line.
    private static func lines(of rows: [(name: String, words: String)], width: Int) -> [String] {
        // A long name does not push all the others to the right.
        let column = min(rows.map(\.name.columns).max() ?? 0, width / 2) + 4
        return rows.flatMap { name, words in
            var lines = words.printable.wrapped(to: max(width - column, 24))
            var first = "  \(name.printable)"
            if first.columns + 2 <= column, !lines.isEmpty {
                first = first.padded(to: column) + lines.removeFirst()
            }
            let rest = lines.map { String(repeating: " ", count: column) + $0 }
            return ([first] + rest).filter { $0 != "  " }.map { $0 + "\n" }
        }
    }
}

extension OutputRoute {
    /// The route, and whether it leads anywhere.
    fileprivate var words: String {
        guard case .unknown = end else { return description }
        return plugins.isEmpty
            ? "no device in ALSA's configuration" : "\(self) (not present)"
    }
}

extension HardwareOutput {
    /// The names for people.
    fileprivate var title: String {
        let name = deviceName.isEmpty || deviceName == cardName ? "" : ": \(deviceName)"
        return cardName + name
    }

    private var use: String { "in use by \(users.joined(separator: ", "))" }

    /// The formats of the device, or the reason why it is not available.
    fileprivate var words: String {
        switch state {
        case .free(let abilities?): abilities.words + (users.isEmpty ? "" : "; \(use)")
        case .free(nil): "capabilities unknown"
        case .busy where !users.isEmpty: use
        default: state.obstacle ?? ""
        }
    }
}

extension OutputAbilities {
    /// Rates, formats and channels in words: `44100, 48000 Hz; s16, s32; 2 channels`.
    fileprivate var words: String {
        let rateWords: String
        if takesAnyRate || rates.isEmpty {
            rateWords = Self.range(rateRange)
        } else {
            rateWords = rates.map(String.init).joined(separator: ", ")
        }
        let formatWords =
            formats.isEmpty
            ? "no supported format" : formats.map(\.rawValue).joined(separator: ", ")
        let noun = channels.upperBound == 1 ? "channel" : "channels"
        return "\(rateWords) Hz; \(formatWords); \(Self.range(channels)) \(noun)"
    }

    private static func range(_ range: ClosedRange<Int>) -> String {
        range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
    }
}

extension String {
    /// The text as one word of a shell's.
    fileprivate var shellWord: String {
        let isPlain = utf8.allSatisfy { byte in
            switch byte {
            case 0x2B...0x3A, 0x40...0x5A, 0x5F, 0x61...0x7A: true
            default: false
            }
        }
        if isPlain, !isEmpty { return self }
        return "'"
            + split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: "'\\''") + "'"
    }
}
