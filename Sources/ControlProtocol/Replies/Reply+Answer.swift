import JSON

extension Reply {
    /// The text of the reply in both dialects.
    package var answer: Answer {
        switch self {
        case .done(let warning): Answer("warning", warning)
        case .scheduled(let action): Answer(action)
        case .added(let files): Answer(files)
        case .queue(let queue): Answer(queue)
        case .playlists(let playlists): PlaylistEntry.list.answer(playlists)
        case .cancelled(let count): Answer("cancelled", count)
        case .fontsLoaded(let fonts): Answer(fonts)
        case .presets(let presets): PresetEntry.list.answer(presets)
        case .rack(let rack): Answer(rack)
        case .strips(let strips): StripEntry.list.answer(strips)
        case .sound(let report): Answer(report)
        case .effects(let buses): EffectsBusEntry.list.answer(buses)
        case .outputs(let listing): Answer(listing)
        case .tap(let number): Answer("tap", number)
        case .maps(let maps): MapEntry.list.answer(maps)
        case .unmapped(let count): Answer("removed", count)
        case .taps(let taps): TapEntry.list.answer(taps)
        case .recording(let summary): Answer(summary)
        case .job(let number): Answer("job", number)
        case .jobs(let jobs): JobEntry.list.answer(jobs)
        case .status(let status): Answer(status)
        case .statistics(let statistics): Answer(statistics)
        case .ports(let listing): Answer(listing)
        case .changedPorts(let ports): PortEntry.list.answer(ports)
        case .commands(let commands): CommandSummary.list.answer(commands)
        case .help(let command): Answer(command)
        case .version(let version): Answer(version)
        case .openRPC(let text): Answer(openRPC: text)
        case .reloaded(let changed): Answer("changed", changed)
        case .client(let client): Answer(client)
        }
    }
}

extension Answer {
    /// Makes an answer with one number, or none.
    fileprivate init(_ key: String, _ value: (some JSONConvertible)?) {
        self.init()
        set(key, value)
    }

    /// Makes an answer with a list of texts.
    fileprivate init(_ key: String, _ texts: [String]) {
        self.init()
        set(key, texts.map { (.string($0), $0) }, line: key)
    }

    /// Makes an answer of a document: its members in JSON, its text as one line in words.
    fileprivate init(openRPC text: String) {
        self.init()
        guard case .object(let document)? = try? JSONReader.read(text) else { return }
        for (index, member) in document.members.enumerated() {
            set(member.key, member.value, words: index == 0 ? ("document", text) : nil)
        }
    }
}
