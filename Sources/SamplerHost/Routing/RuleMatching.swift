import Sequencer

/// The matches of rules with tracks and ports of a piece.
struct RuleMatching {
    private let rules: [RoutingRule]
    private let sequence: PreparedSequence
    /// By rule: the tracks that it names, also by a device that has no sampler of its own; `nil`
    /// where it names none.
    private let tracks: [Set<Int>?]

    init(_ rules: [RoutingRule], in sequence: PreparedSequence) {
        self.rules = rules
        self.sequence = sequence
        tracks = rules.map { rule in
            switch rule.source {
            case .track(let number):
                sequence.tracks.indices.contains(number - 1) ? [number - 1] : []
            case .trackName(let pattern):
                Set(
                    sequence.tracks.indices.filter {
                        Glob.matches(sequence.tracks[$0].name ?? "", pattern: pattern)
                    }
                )
            case .deviceName(let pattern):
                Set(
                    sequence.tracks.indices.filter {
                        sequence.hasShared(sequence.tracks[$0], ofDevice: pattern)
                    }
                )
            case .all, .port, .input, .inputName, .socket:
                nil
            }
        }
    }

    /// The tracks that rules name, and that have messages on the channels of the rule.
    var singledTracks: Set<Int> {
        var singled: Set<Int> = []
        for (rule, named) in zip(rules, tracks) {
            for track in named ?? []
            where sequence.tracks[track].channels.contains(where: {
                rule.channels >> UInt16($0.channel) & 1 == 1
            }) {
                singled.insert(track)
            }
        }
        return singled
    }

    /// Whether a rule may match something in a piece at all.
    func concernsPieces(_ rule: Int) -> Bool {
        switch rules[rule].source {
        case .all, .track, .trackName, .port, .deviceName: true
        case .input, .inputName, .socket: false
        }
    }

    /// Whether a rule matches a channel of a lane.
    func matches(_ rule: Int, _ lane: Lane, channel: Int) -> Bool {
        guard rules[rule].channels >> UInt16(channel) & 1 == 1 else { return false }
        if case .deviceName(let pattern) = rules[rule].source,
            let device = sequence.portDevices[lane.port]
        {
            return Glob.matches(device, pattern: pattern)
        }
        if let named = tracks[rule] { return lane.track.map(named.contains) ?? false }
        switch rules[rule].source {
        case .all: return true
        case .port(let number): return Int(sequence.ports[lane.port]) + 1 == number
        case .track, .trackName, .deviceName, .input, .inputName, .socket: return false
        }
    }
}

extension PreparedSequence {
    /// Whether a track is for a device, by a pattern, and plays on samplers that devices share.
    ///
    /// One that goes from one device to another has a sampler for each.
    fileprivate func hasShared(_ track: TrackInfo, ofDevice pattern: String) -> Bool {
        track.playedDevices.contains { Glob.matches($0, pattern: pattern) }
            && track.channels.contains { portDevices[Int($0.port)] == nil }
    }
}
