package import CommandSupport
package import Sequencer
import Wording

/// A table of the use of channels, parameters or messages, for people.
package struct UseListing {
    package let title: String
    /// The number of rows that are shown; the table has no more than that.
    package let limit: Int
    /// The total number of rows.
    package let count: Int
    package let table: TextTable

    package init<Item>(
        _ title: String,
        limit: Int,
        columns: [TextTable.Column],
        items: [Item],
        row: (Item) -> [String]
    ) {
        self.title = title
        self.limit = limit
        count = items.count
        var table = TextTable(columns: columns)
        table.rows = items.prefix(limit).map { row($0).map(\.printable) }
        self.table = table
    }
}

extension SequenceDescription {
    /// The tables of channels, parameters and System Exclusive messages.
    package func listings(of analysis: SequenceAnalysis) -> [UseListing] {
        [channels(analysis), parameters(analysis), messages(analysis)]
    }

    private func channels(_ analysis: SequenceAnalysis) -> UseListing {
        UseListing(
            "Channels",
            limit: 32,
            columns: [
                .init(title: "Ch", isNumeric: true), .init(title: "Tracks", least: 8),
                .init(title: "Notes", isNumeric: true), .init(title: "Keys", least: 8),
                .init(title: "Bend", least: 6), .init(title: "Programs", least: 11),
                .init(title: "Controllers"),
            ],
            items: analysis.channels
        ) { use in
            [
                channelText(use.address), numbers(ofTracks: use.tracks), "\(use.noteCount)",
                keyText(use), bendText(use), programText(use), controllerText(use),
            ]
        }
    }

    private func parameters(_ analysis: SequenceAnalysis) -> UseListing {
        UseListing(
            "Parameters",
            limit: InspectionText.rowLimit,
            columns: [
                .init(title: "Ch", isNumeric: true), .init(title: "Name", least: 32),
                .init(title: "Times", isNumeric: true), .init(title: "Values"),
            ],
            items: analysis.parameters
        ) { use in
            [channelText(use.address), name(of: use), "\(use.count)", valueText(use)]
        }
    }

    private func messages(_ analysis: SequenceAnalysis) -> UseListing {
        UseListing(
            "System Exclusive messages",
            limit: InspectionText.rowLimit,
            columns: [
                .init(title: "From"), .init(title: "Times", isNumeric: true),
                .init(title: "Name"),
            ],
            items: analysis.systemExclusives
        ) { use in
            [time(atTick: use.firstTick).positionText, "\(use.count)", text(of: use)]
        }
    }
}
