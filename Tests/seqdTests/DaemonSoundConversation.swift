import TestSupport

/// What a hostile client says: lines of both dialects, some of them damaged.
///
/// None of it may change what is heard, so that the sound can be compared with an undisturbed one:
/// a line that is, or cut somewhere would be, a command with an effect is left out.
struct DaemonSoundConversation {
    /// Commands with an effect: all that the daemon has and ``harmless`` does not.
    let effective: [String]

    static let harmless: Set = [
        "status", "ports", "help", "ping", "version", "queue", "presets", "subscribe",
        "unsubscribe",
    ]

    private static let seeds = [
        "status", "ports", "help", "help status", "ping", "version", "queue", "presets",
        "subscribe all position=100", "subscribe transport bar", "unsubscribe", "unsubscribe bar",
        "subscribe position position=1e9", "help nothing", "\"status\"", "nothing at all", "",
        #"{"jsonrpc":"2.0","method":"status","id":1}"#,
        #"{"jsonrpc":"2.0","method":"ping"}"#,
        #"{"jsonrpc":"2.0","method":"help","params":{"command":"ping"},"id":"a"}"#,
        #"{"jsonrpc":"2.0","method":"subscribe","params":[["position","bar"],50],"id":null}"#,
        #"{"jsonrpc":"2.0","method":"unsubscribe","params":{},"id":-7.5}"#,
        #"{"jsonrpc":"2.0","method":"presets","id":3}"#,
        #"[{"jsonrpc":"2.0","method":"queue","id":1},{"jsonrpc":"2.0","method":"ports","id":2}]"#,
        #"[{"jsonrpc":"2.0","method":"version"},1,{"id":4}]"#,
        "[]", "{}", "[[[[[[[[",
    ].map { Array($0.utf8) }

    /// Some bytes to send, and what they are like is up to chance.
    func bytes(_ random: inout SeededGenerator) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<Int.random(in: 1...60, using: &random) {
            var line = Self.seeds.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 0...3, using: &random) { mutate(&line, &random) }
            guard line.split(separator: 10).allSatisfy(isHarmless) else { continue }
            if Int.random(in: 0..<50, using: &random) == 0 { lengthen(&line, &random) }
            bytes += line
            bytes.append(10)
        }
        if Int.random(in: 0..<4, using: &random) == 0 { _ = bytes.popLast() }
        return bytes
    }

    /// One damage to a line.
    private func mutate(_ line: inout [UInt8], _ random: inout SeededGenerator) {
        let place = Int.random(in: 0...line.count, using: &random)
        switch Int.random(in: 0..<7, using: &random) {
        case 0 where place < line.count: line[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1 where place < line.count: line[place] = UInt8.random(in: 0...255, using: &random)
        case 2: line.removeSubrange(place...)
        case 3: line.insert(contentsOf: line.suffix(20), at: place)
        case 4: line.insert(contentsOf: Self.seeds.randomElement(using: &random) ?? [], at: place)
        case 5: line.insert(0, at: place)
        case 6: line.insert(contentsOf: [13, 10], at: place)
        default: break
        }
    }

    /// Makes a line about as long as the daemon takes, or far longer.
    ///
    /// By bytes that no command's name has, so that it stays harmless.
    private func lengthen(_ line: inout [UInt8], _ random: inout SeededGenerator) {
        let place = Int.random(in: 0...line.count, using: &random)
        let count = [60_000, 65_536, 65_537, 300_000].randomElement(using: &random) ?? 0
        let byte = Array(" 0[{~".utf8).randomElement(using: &random) ?? 32
        line.insert(contentsOf: [UInt8](repeating: byte, count: count), at: place)
    }

    /// Whether neither the line nor a beginning of it is a command with an effect.
    func isHarmless(_ line: some Collection<UInt8>) -> Bool {
        let text = String(decoding: line.drop { $0 <= 32 }, as: UTF8.self)
        guard let first = text.first, "{[\"".contains(first) else {
            return !effective.contains { text.hasPrefix($0) }
        }
        // An escape could spell a name.
        return !text.contains("\\u") && !effective.contains { text.contains($0) }
    }
}
