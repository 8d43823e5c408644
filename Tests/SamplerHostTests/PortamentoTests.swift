import MIDI
import SamplerHost
import TestSupport
import Testing

/// Glides from one key to another (CC5, CC37, CC65, CC84), heard with the sine.
@Suite struct PortamentoTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    /// The pitch in cents above key 69 around a time in milliseconds.
    private func pitch(of rendering: Rendering, at time: Int) throws -> Double {
        let range = rendering.frames((time - 10)..<(time + 10))
        return cents(try rendering.left.frequency(in: range), above: 440)
    }

    /// Expects pitches in cents above key 69 at times in milliseconds.
    private func expect(
        _ pitches: [(time: Int, cents: Double)],
        within tolerance: Double,
        _ body: @escaping @Sendable (inout SMFBuilder.Track) -> Void
    ) throws {
        let rendering = try studio.render(SMFBuilder.milliseconds(body))
        for (time, cents) in pitches {
            let heard = try pitch(of: rendering, at: time)
            #expect(abs(heard - cents) < tolerance, "\(heard) at \(time) ms")
        }
    }

    /// The pitch at 300 ms of a glide from key 69 to 81 that begins at 200 ms.
    ///
    /// CC5 is 40: half of an octave in 100 ms.
    private func glide(
        _ body: @escaping @Sendable (inout SMFBuilder.Track) -> Void
    ) throws -> Double {
        let song = SMFBuilder.milliseconds {
            $0.control(at: 0, channel: 0, 5, 40)
            body(&$0)
            $0.endTick = 600
        }
        return try pitch(of: studio.render(song), at: 300)
    }

    /// The times for an octave of the Sound Canvas and XG, where a file sends CC5 alone.
    @Test(
        arguments: [(5, 30), (20, 85), (40, 220), (60, 500), (80, 1_200)] as [(UInt8, Int)],
        [12, -12, 24]
    )
    func theTimeOfCC5AloneIsForAnOctave(time: (value: UInt8, octave: Int), distance: Int) throws {
        let whole = time.octave * abs(distance) / 12
        let song = SMFBuilder.milliseconds {
            $0.control(at: 0, channel: 0, 65, 127)
            $0.control(at: 0, channel: 0, 5, time.value)
            $0.key(10...50)
            $0.key(100...UInt32(200 + whole * 2), UInt8(69 + distance))
        }
        let rendering = try studio.render(song)
        let end = Double(distance) * 100
        let middle = try pitch(of: rendering, at: 100 + max(whole / 2, 10))
        if whole >= 60 { #expect(abs(middle - end / 2) < abs(end) / 5, "\(middle)") }
        let late = try pitch(of: rendering, at: 100 + whole * 5 / 4 + 12)
        #expect(abs(late - end) < 20, "\(late)")
        let early = try pitch(of: rendering, at: 100 + max(whole * 3 / 4, 10))
        if whole >= 60 { #expect(abs(early - end) > 50, "\(early)") }
    }

    @Test func withAFinePartTheTimeIsInMilliseconds() throws {
        try expect([(150, 600), (200, 1_200), (250, 1_800), (320, 2_400)], within: 100) {
            $0.control(at: 0, channel: 0, 65, 127)
            // 128 · 1 + 72 ms, whatever the distance.
            $0.control(at: 0, channel: 0, 5, 1)
            $0.control(at: 0, channel: 0, 37, 72)
            $0.key(10...50)
            $0.key(100...400, 93)
        }
    }

    /// From the last key that was struck, whether it is down, up, or was up before CC65 came.
    @Test func everyNoteGlidesFromTheOneBeforeIt() throws {
        let cases: [@Sendable (inout SMFBuilder.Track) -> Void] = [
            {
                $0.control(at: 0, channel: 0, 65, 127)
                $0.key(10...150)
                $0.key(200...500, 81)
            },
            {
                $0.key(10...150)
                $0.control(at: 180, channel: 0, 65, 64)
                $0.key(200...500, 81)
            },
            {
                $0.control(at: 0, channel: 0, 126, 1)
                $0.control(at: 0, channel: 0, 65, 127)
                $0.key(10...250)
                $0.key(200...500, 81)
            },
            {
                $0.control(at: 0, channel: 0, 65, 127)
                $0.control(at: 0, channel: 0, 68, 127)
                $0.key(10...250)
                $0.key(200...500, 81)
            },
            {
                $0.control(at: 0, channel: 0, 84, 69)
                $0.key(200...500, 81)
            },
        ]
        for (index, body) in cases.enumerated() {
            #expect(abs(try glide(body) - 600) < 80, "case \(index)")
        }
    }

    @Test func withoutPortamentoThereIsNoGlide() throws {
        let cases: [@Sendable (inout SMFBuilder.Track) -> Void] = [
            {
                $0.control(at: 0, channel: 0, 65, 127)
                $0.key(10...150)
                $0.control(at: 180, channel: 0, 65, 63)
                $0.key(200...500, 81)
            },
            {
                $0.control(at: 0, channel: 0, 65, 127)
                $0.key(10...150)
                $0.control(at: 180, channel: 0, 121, 0)
                $0.control(at: 180, channel: 0, 5, 40)
                $0.key(200...500, 81)
            },
            // The first note has none to come from.
            {
                $0.control(at: 0, channel: 0, 65, 127)
                $0.key(200...500, 81)
            },
            // CC84 is for one note.
            {
                $0.control(at: 0, channel: 0, 84, 69)
                $0.key(100...150, 81)
                $0.key(200...500, 81)
            },
            // A glide of no time.
            {
                $0.control(at: 0, channel: 0, 5, 0)
                $0.control(at: 0, channel: 0, 84, 69)
                $0.key(200...500, 81)
            },
        ]
        for (index, body) in cases.enumerated() {
            #expect(abs(try glide(body) - 1_200) < 1, "case \(index)")
        }
    }

    /// In poly mode the note from which another glides is not that one's to end.
    @Test func aKeyThatIsDownSoundsOn() throws {
        let song = SMFBuilder.milliseconds {
            $0.control(at: 0, channel: 0, 5, 20)
            $0.control(at: 0, channel: 0, 65, 127)
            $0.key(10...500)
            $0.key(200...500, 81)
        }
        let rendering = try studio.render(song)
        for key: UInt8 in [69, 81] {
            let level = try rendering.level(ofKey: key, 400..<480)
            #expect(level > MeasuringFont.sinePeakLevel - 9, "key \(key)")
        }
    }

    /// When the later key goes up in mono mode, the earlier one returns in a glide of its own.
    @Test func inMonoModeItGlidesBack() throws {
        try expect([(200, 600), (450, 1_200), (600, 600), (850, 0)], within: 80) {
            $0.control(at: 0, channel: 0, 126, 1)
            $0.control(at: 0, channel: 0, 65, 127)
            $0.control(at: 0, channel: 0, 5, 40)
            $0.key(10...900)
            $0.key(100...500, 81)
        }
    }

    @Test func channelsGlideForThemselves() throws {
        let heard = try glide {
            $0.control(at: 0, channel: 0, 65, 127)
            $0.key(10...150)
            $0.key(160...180, 45, channel: 1)
            $0.key(200...500, 81)
        }
        #expect(abs(heard - 600) < 80)
    }
}
