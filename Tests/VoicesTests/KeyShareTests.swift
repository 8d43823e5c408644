import Testing

@testable import Voices

private typealias P = ArticulationParameter

/// Engines that share the keys of a channel.
@Suite struct KeyShareTests {
    @Test(arguments: 1...8)
    func eachKeyIsPlayedByOne(_ count: Int) {
        let shares = (0..<count).map { KeyShare($0, of: count) }
        for key: UInt8 in 0..<128 {
            for isLinked in [false, true] {
                let players = shares.filter {
                    $0.includes(key: key, channel: 3, isLinked: isLinked)
                }
                #expect(players.count == 1)
                if isLinked { #expect(players[0].index == 3 % count) }
            }
        }
    }

    @Test(arguments: 2...8)
    func neighboursAndOctavesAreSpread(_ count: Int) {
        func player(_ key: UInt8) -> Int? {
            (0..<count).first {
                KeyShare($0, of: count).includes(key: key, channel: 0, isLinked: false)
            }
        }
        for key: UInt8 in 0..<116 {
            // 12 keys and an octave: 13 of 13 would be the same.
            #expect(player(key) != player(key + 12))
            #expect(key % 12 == 11 || player(key) != player(key + 1))
        }
    }

    /// Regions whose choice depends on the notes before: turns, switches, chance, legato, releases and
    /// controllers.
    private static let preset: RegionPreset = {
        var controls = PresetControls()
        controls.switchKeys = 24...25
        controls.switchDefault = 24
        let regions = (0..<8).map { index in
            Region.articulated { articulation in
                articulation.values[P.amplitude] = 1 / Float(1 << index)
                articulation.values[P.velocityTracking] = 0
                switch index {
                case 0, 1:
                    (articulation.conditions.turn, articulation.conditions.turnCount) =
                        (UInt16(index), 2)
                case 2: articulation.conditions.switchLast = 24...24
                case 3: articulation.conditions.switchLast = 25...25
                case 4: articulation.conditions.random = 0..<0.5
                case 5: articulation.conditions.trigger = .legato
                case 6:
                    articulation.conditions.trigger = .release
                    articulation.loopMode = .none
                default:
                    articulation.conditions.trigger = .controller
                    articulation.conditions.starts = [.init(20, low: 0.5, high: 1)]
                    articulation.loopMode = .none
                }
            }
        }
        var preset = RegionPreset(regions: regions)
        preset.controls = controls
        return preset
    }()

    /// Plays notes of many kinds, and gives the sum of what the engines render.
    private func render(_ preset: RegionPreset, shares count: Int) -> [Float] {
        var sum: [Float] = []
        for index in 0..<count {
            let player = Player(
                preset,
                [.constant],
                polyphony: 256,
                share: KeyShare(index, of: count)
            )
            var frames: [Float] = []
            var random = Chance(seed: 7)
            for step in 0..<120 {
                let key = UInt8(36 + random.next() % 48)
                switch random.next() % 8 {
                case 0: player.noteOn(24 + UInt8(random.next() % 2))
                case 1: player.engine.control(20, UInt8(random.next() % 128), channel: 0)
                case 2: player.engine.control(64, UInt8(random.next() % 128), channel: 0)
                case 3, 4: for key: UInt8 in 36..<60 { player.noteOff(key) }
                default: player.noteOn(key)
                }
                frames += player.left(100 + step)
            }
            sum = sum.isEmpty ? frames : zip(sum, frames).map { $0 + $1 }
        }
        return sum
    }

    /// Numbers by chance that are the same each time.
    private struct Chance {
        var seed: UInt32
        mutating func next() -> UInt32 {
            seed = seed &* 1_664_525 &+ 1_013_904_223
            return seed >> 16
        }
    }

    @Test(arguments: [2, 3, 7])
    func togetherTheySoundAsOne(_ count: Int) throws {
        let whole = render(Self.preset, shares: 1)
        let shared = render(Self.preset, shares: count)
        let difference = try #require(zip(whole, shared).map { abs($0 - $1) }.max())
        #expect(difference < 1e-4)
        #expect(try #require(whole.max()) > 1)
    }

    @Test func whatLinksKeysStaysTogether() throws {
        var preset = Self.preset
        #expect(!Player(preset, [.constant]).isLinked)
        preset.regions[0].articulation?.conditions.group = 1
        preset.regions[0].articulation?.conditions.offBy = 1
        #expect(Player(preset, [.constant]).isLinked)
        let whole = render(preset, shares: 1)
        let difference = try #require(
            zip(whole, render(preset, shares: 3)).map { abs($0 - $1) }.max()
        )
        #expect(difference == 0)
        #expect(Player([.looped { $0.values[.exclusiveClass] = 1 }], .constant).isLinked)
        #expect(!Player([.looped()], .constant).isLinked)
    }
}

extension Player {
    fileprivate var isLinked: Bool { engine.preset(channel: 0)?.linksKeys == true }
}
