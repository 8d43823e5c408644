import SamplerHost
import TestSupport
import Testing

/// The pedals, through the bytes of real files, heard with the sine.
@Suite struct PedalTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private func hear(_ pedalCase: PedalCase) throws {
        let rendering = try studio.render(pedalCase.song, options: pedalCase.options)
        for check in pedalCase.heard {
            let level = try rendering.level(ofKey: check.key, check.time..<check.time + 40)
            let isHeard = level > MeasuringFont.sinePeakLevel - 3
            let isSilent = level < -80
            #expect(
                check.isHeard ? isHeard : isSilent,
                "key \(check.key) at \(check.time) ms: \(level) dB"
            )
        }
    }

    @Test(arguments: PedalCase.sustain)
    func sustain(_ pedalCase: PedalCase) throws {
        try hear(pedalCase)
    }

    @Test(arguments: PedalCase.sostenuto)
    func sostenuto(_ pedalCase: PedalCase) throws {
        try hear(pedalCase)
    }

    @Test(arguments: PedalCase.order)
    func orderWithinATick(_ pedalCase: PedalCase) throws {
        try hear(pedalCase)
    }

    @Test(arguments: PedalCase.surroundings)
    func surroundings(_ pedalCase: PedalCase) throws {
        try hear(pedalCase)
    }

    @Test func afterAnEndWithPedalAndStuckNoteThereIsNothingButSilence() throws {
        let song = SMFBuilder.milliseconds {
            $0.pedal(at: 0, channel: 0, down: true)
            $0.noteOn(at: 10, channel: 0, key: 69, velocity: 127)
            $0.key(20...60, 81)
            $0.endTick = 300
        }
        var options = Rendering.Options()
        options.tail = .frames(48_000)
        let rendering = try studio.render(song, options: options)
        #expect(try rendering.peak(200..<300) > MeasuringFont.sinePeakLevel)
        let end = rendering.left.frame(atSeconds: 0.3 + MeasuringFont.releaseSeconds) + 64
        #expect(try rendering.left.isSilent(in: end..<rendering.frameCount, below: -.infinity))
    }
}
