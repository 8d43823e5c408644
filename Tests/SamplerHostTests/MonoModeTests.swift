import MIDI
import SamplerHost
import Sequencer
import TestSupport
import Testing

/// Mono and poly mode (CC126, CC127), heard with the sine.
@Suite struct MonoModeTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    /// Which of some keys are heard at a time in milliseconds.
    private func keys(
        _ keys: [UInt8] = [69, 81, 93],
        of rendering: Rendering,
        at time: Int
    ) throws -> [UInt8] {
        try keys.filter {
            try rendering.level(ofKey: $0, time..<time + 40) > MeasuringFont.sinePeakLevel - 9
        }
    }

    @Test(arguments: [0, 1, 2, 16] as [UInt8])
    func theLastKeyAloneSoundsAndTheOneBeforeItReturns(value: UInt8) throws {
        let song = SMFBuilder.milliseconds {
            $0.control(at: 0, channel: 0, 126, value)
            $0.key(100...900)
            $0.key(200...600, 81)
            $0.key(300...400, 93)
            $0.control(at: 1_000, channel: 0, 127, 0)
            $0.key(1_100...1_500)
            $0.key(1_200...1_400, 81)
            $0.endTick = 1_700
        }
        let rendering = try studio.render(song)
        let expected: [(Int, [UInt8])] = [
            (140, [69]), (240, [81]), (340, [93]), (440, [81]), (640, [69]), (940, []),
            (1_140, [69]), (1_240, [69, 81]), (1_440, [69]), (1_540, []),
        ]
        for (time, heard) in expected {
            #expect(try keys(of: rendering, at: time) == heard, "\(time) ms")
        }
    }

    @Test func aKeyThatIsLetGoBelowTheLastOneDoesNotReturn() throws {
        let song = SMFBuilder.milliseconds {
            $0.control(at: 0, channel: 0, 126, 1)
            $0.key(100...300)
            $0.key(200...500, 81)
            $0.key(400...600, 93)
            $0.endTick = 800
        }
        let rendering = try studio.render(song)
        #expect(try keys(of: rendering, at: 340) == [81])
        #expect(try keys(of: rendering, at: 440) == [93])
        #expect(try keys(of: rendering, at: 540) == [93])
        #expect(try keys(of: rendering, at: 640) == [])
    }

    @Test func otherChannelsStayAsTheyAre() throws {
        let song = SMFBuilder.milliseconds {
            $0.control(at: 0, channel: 0, 126, 1)
            $0.key(100...400, channel: 1)
            $0.key(200...300, 81, channel: 1)
            $0.key(250...300, 93, channel: 2)
            $0.endTick = 500
        }
        #expect(try keys(of: studio.render(song), at: 250) == [69, 81, 93])
    }

    /// Both end the notes, as All Notes Off does.
    @Test(arguments: [126, 127] as [UInt8])
    func aChangeOfModeEndsTheNotes(number: UInt8) throws {
        let song = SMFBuilder.milliseconds {
            $0.key(100...500)
            $0.key(100...500, 81)
            $0.control(at: 200, channel: 0, number, 1)
            $0.key(300...400, 93)
            $0.endTick = 600
        }
        let rendering = try studio.render(song)
        #expect(try keys(of: rendering, at: 150) == [69, 81])
        #expect(try keys(of: rendering, at: 240) == [])
        // What was down before is forgotten: it does not return.
        #expect(try keys(of: rendering, at: 340) == [93])
        #expect(try keys(of: rendering, at: 440) == [])
    }

    @Test func allNotesOffForgetsTheKeysThatAreDown() throws {
        for number: UInt8 in [120, 123, 124] {
            let song = SMFBuilder.milliseconds {
                $0.control(at: 0, channel: 0, 126, 1)
                $0.key(100...600)
                $0.control(at: 200, channel: 0, number, 0)
                $0.key(300...400, 81)
                $0.endTick = 700
            }
            let rendering = try studio.render(song)
            #expect(try keys(of: rendering, at: 340) == [81], "CC\(number)")
            #expect(try keys(of: rendering, at: 440) == [], "CC\(number)")
        }
    }

    @Test func aKeyThatIsStruckTwiceEnds() throws {
        let song = SMFBuilder.milliseconds(
            {
                $0.control(at: 0, channel: 0, 126, 1)
                $0.key(100...300)
            },
            {
                $0.key(150...250)
                $0.key(200...220, 81)
                $0.endTick = 600
            }
        )
        let rendering = try studio.render(song)
        #expect(try keys(of: rendering, at: 240) == [69])
        #expect(try keys(of: rendering, at: 340) == [])
        #expect(try keys(of: rendering, at: 500) == [])
    }

    @Test func underThePedalTooOneNoteSounds() throws {
        for pedal: UInt8 in [64, 66] {
            let song = SMFBuilder.milliseconds {
                $0.control(at: 0, channel: 0, 126, 1)
                $0.key(100...200)
                $0.control(at: 150, channel: 0, pedal, 127)
                $0.key(300...400, 81)
                $0.control(at: 500, channel: 0, pedal, 0)
                $0.endTick = 700
            }
            let rendering = try studio.render(song)
            #expect(try keys(of: rendering, at: 240) == [69], "CC\(pedal)")
            #expect(try keys(of: rendering, at: 340) == [81], "CC\(pedal)")
            // Sostenuto holds what was down when it was pressed.
            #expect(try keys(of: rendering, at: 440) == (pedal == 64 ? [81] : []), "CC\(pedal)")
            #expect(try keys(of: rendering, at: 540) == [], "CC\(pedal)")
        }
    }

    @Test func resetAllControllersKeepsTheMode() throws {
        let song = SMFBuilder.milliseconds {
            $0.control(at: 0, channel: 0, 126, 1)
            $0.control(at: 50, channel: 0, 121, 0)
            $0.key(100...400)
            $0.key(200...300, 81)
            $0.endTick = 500
        }
        #expect(try keys(of: studio.render(song), at: 240) == [81])
    }

    @Test(arguments: ["GM", "GM2", "GS", "XG"])
    func aResetOfTheInstrumentReturnsToPoly(standard: String) throws {
        let song = SMFBuilder.milliseconds {
            $0.control(at: 0, channel: 0, 126, 1)
            $0.reset(at: 50, standard)
            $0.key(100...400)
            $0.key(200...300, 81)
            $0.endTick = 500
        }
        #expect(try keys(of: studio.render(song), at: 240) == [69, 81])
    }

    @Test func playingThatBeginsInTheMiddleHasTheMode() throws {
        let song = SMFBuilder.milliseconds {
            $0.control(at: 0, channel: 0, 126, 1)
            $0.key(100...400)
            $0.key(200...300, 81)
            $0.control(at: 450, channel: 0, 127, 0)
            $0.key(500...800)
            $0.key(600...700, 81)
            $0.endTick = 900
        }
        var options = Rendering.Options()
        options.from = 50 * 48
        #expect(try keys(of: studio.render(song, options: options), at: 190) == [81])
        options.from = 460 * 48
        #expect(try keys(of: studio.render(song, options: options), at: 180) == [69, 81])
    }

    @Test func aSongAfterOneInMonoModeIsPolyphonic() throws {
        let first = SMFBuilder.milliseconds {
            $0.control(at: 0, channel: 0, 126, 1)
            $0.key(10...50)
            $0.endTick = 100
        }
        let second = SMFBuilder.milliseconds {
            $0.key(100...400)
            $0.key(200...300, 81)
            $0.endTick = 500
        }
        #expect(try keys(of: studio.render(first, second), at: 340) == [69, 81])
    }

    /// The legato pedal (CC68) is FluidSynth's own: it plays one note at a time while it is down.
    @Test func underTheLegatoPedalNoNoteIsLeftOver() throws {
        let notesOff = SMFBuilder.milliseconds {
            $0.control(at: 0, channel: 0, 68, 127)
            $0.key(100...600)
            $0.control(at: 200, channel: 0, 123, 0)
            $0.key(300...400, 81)
            $0.endTick = 900
        }
        var rendering = try studio.render(notesOff)
        #expect(try keys(of: rendering, at: 340) == [81])
        #expect(try keys(of: rendering, at: 440) == [])
        #expect(try keys(of: rendering, at: 800) == [])
        // A piece that was cut under the pedal leaves nothing either.
        let soundOff = SMFBuilder.milliseconds {
            $0.control(at: 0, channel: 0, 68, 127)
            $0.program(at: 0, channel: 0, .longRelease)
            $0.key(100...600)
            $0.key(150...600, 93)
            $0.control(at: 200, channel: 0, 120, 0)
            $0.key(300...400, 81)
            $0.control(at: 500, channel: 0, 120, 0)
            $0.endTick = 900
        }
        rendering = try studio.render(soundOff)
        // The new key is struck anew, and the one before it is in its release.
        #expect(try keys(of: rendering, at: 160).contains(93))
        #expect(try rendering.peak(220..<290) < -100)
        #expect(try keys(of: rendering, at: 340) == [81])
        #expect(try rendering.peak(520..<900) < -100)
        let twice = SMFBuilder.milliseconds(
            {
                $0.control(at: 0, channel: 0, 68, 127)
                $0.key(100...300)
            },
            {
                $0.key(150...250)
                $0.endTick = 900
            }
        )
        rendering = try studio.render(twice)
        #expect(try keys(of: rendering, at: 200) == [69])
        #expect(try keys(of: rendering, at: 340) == [])
    }

    @Test func playedLiveByTwoTheModeIsTheChannels() throws {
        let performance = try Performance(font: studio.font)
        performance.opens(0, at: 0)
        performance.opens(1, at: 0)
        performance.sends([0x90, 69, 127], from: 0, at: 50)
        performance.sends([0xB0, 126, 1], from: 1, at: 100)
        performance.sends([0x90, 69, 127], from: 0, at: 200)
        performance.sends([0x90, 81, 127], from: 1, at: 300)
        performance.sends([0x80, 81, 0], from: 1, at: 400)
        performance.sends([0x80, 69, 0], from: 0, at: 500)
        try performance.run(until: 700)
        for (time, heard) in [(60, 69), (220, 69), (320, 81), (420, 69)] as [(Int, UInt8)] {
            for key: UInt8 in [69, 81] {
                #expect(try performance.isHeard(key, at: time) == (key == heard), "\(key), \(time)")
            }
        }
        for time in [140, 540] { #expect(try !performance.isHeard(69, at: time)) }
    }
}
