import CommandSupport
import SamplerHost
import TerminalUI
import Wording

extension AudioReport {
    /// The report for people, at most 80 columns wide.
    var text: String {
        var lines = [
            "\(output), \(trials[0].granted.rate) Hz, \(periods) periods in the buffer",
            "plays \(PeriodTrial.notes) notes of \(font) silently, \(seconds) s per period",
            "",
        ]
        lines += table.lines(indent: 0, width: Terminal.textColumns)
        lines += [
            "",
            "render: median, 99 % and longest time, in percent of the period",
            "wake-up: median, 99.9 % and longest delay in ms",
        ]
        let shown = smallest ?? trials[0]
        lines +=
            [""]
            + Self.histogram(
                "Wake-ups at period \(shown.granted.period), by their delay",
                Self.delays(of: shown),
                Self.delayBounds.map { "\(Self.decimals(Int64($0) * 1_000)) ms" }
            )
        lines +=
            [""]
            + Self.histogram(
                "Render times at period \(shown.granted.period), by their part of the period",
                Self.renderTimes(of: shown),
                Self.renderBounds.map { "\($0) %" }
            )
        lines += [""] + conclusion
        return lines.map { $0 + "\n" }.joined()
    }

    private var table: TextTable {
        var table = TextTable(columns: [
            TextTable.Column(title: "period", isNumeric: true),
            TextTable.Column(title: "latency", isNumeric: true),
            TextTable.Column(title: "xruns", isNumeric: true),
            TextTable.Column(title: "late", isNumeric: true),
            TextTable.Column(title: "render, %", isNumeric: true),
            TextTable.Column(title: "wake-up, ms", isNumeric: true),
            TextTable.Column(title: ""),
        ])
        for trial in trials {
            let render = [500, 990, 1_000].map { permille in
                "\(Int((trial.render(permille: permille) * 100).rounded(.up)))"
            }
            let delays = [500, 999, 1_000].map { permille in
                Self.decimals(trial.delays.percentile(permille: permille))
            }
            table.rows.append([
                "\(trial.granted.period)",
                "\(GrantedSettings.milliseconds(trial.granted.latency)) ms",
                "\(trial.xruns)",
                "\(trial.late)",
                render.joined(separator: " / "),
                delays.joined(separator: " / "),
                trial.isStable ? "stable" : "unstable",
            ])
        }
        return table
    }

    private var conclusion: [String] {
        var lines: [String]
        if let smallest {
            let granted = smallest.granted
            lines = [
                "Smallest stable period: \(granted.period) frames, with a latency of "
                    + "\(GrantedSettings.milliseconds(granted.latency)) ms (--period "
                    + "\(granted.period))"
            ]
        } else {
            lines = ["No stable period: even \(trials[0].granted.period) frames are unstable"]
        }
        if let refusal = trials[0].priorityRefusal {
            lines.append("Real-time priority refused (\(refusal)): see seqd doctor")
        }
        return lines
    }

    /// A histogram: a line for each class from the first to the last that is not empty.
    private static func histogram(
        _ title: String,
        _ counts: [Int],
        _ bounds: [String]
    ) -> [String] {
        guard let first = counts.firstIndex(where: { $0 > 0 }),
            let last = counts.lastIndex(where: { $0 > 0 }), let most = counts.max(),
            let lastBound = bounds.last
        else { return [title, "  none"] }
        let labels = bounds.map { "up to \($0)" } + ["above \(lastBound)"]
        let width = labels.map(\.columns).max() ?? 0
        let digits = "\(most)".count
        let lines = (first...last).map { index in
            let count = counts[index]
            // A class that is not empty has a mark.
            let length = (count * 45 + most - 1) / most
            let bar = String(repeating: "#", count: length)
            let line =
                "  " + labels[index].padded(to: width) + "  "
                + "\(count)".padded(to: digits, onLeft: true)
            return bar.isEmpty ? line : "\(line)  \(bar)"
        }
        return [title] + lines
    }

    /// Nanoseconds as milliseconds, with two decimals.
    private static func decimals(_ nanoseconds: Int64) -> String {
        let hundredths = (nanoseconds + 5_000) / 10_000
        let part = hundredths % 100
        return "\(hundredths / 100).\(part < 10 ? "0" : "")\(part)"
    }
}
