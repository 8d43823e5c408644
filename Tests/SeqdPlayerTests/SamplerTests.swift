import SeqdPlayer
import TestSupport
import Testing

/// A sampler that a program plays, measured in the file that it renders.
@Suite("A sampler") struct SamplerTests {
    let studio: PlayerStudio

    init() throws { studio = try PlayerStudio() }

    private func sampler(_ output: SoundOutput) throws -> Sampler {
        try Sampler(soundFont: studio.font, output: output, sound: studio.sound)
    }

    @Test("plays notes where they are played between two steps")
    func notes() throws {
        let path = studio.folder.path("notes.wav")
        let sampler = try sampler(.file(path))
        try sampler.noteOn(69)
        try sampler.render(seconds: 0.48)
        try sampler.noteOff(69)
        try sampler.render(seconds: 0.48)
        try sampler.noteOn(81)
        try sampler.render(seconds: 0.48)
        try sampler.finish()
        let sound = try SoundFile(path: path)[0]
        let first = try sound.frequency(in: sound.frames(0.1..<0.4))
        #expect(abs(cents(first, above: 440)) < 1)
        #expect(try sound.isSilent(in: sound.frames(0.7..<0.9)))
        let second = try sound.frequency(in: sound.frames(1.1..<1.4))
        #expect(abs(cents(second, above: 880)) < 1)
    }

    @Test("takes presets, messages, gain and panic")
    func messages() throws {
        let path = studio.folder.path("messages.wav")
        let sampler = try sampler(.file(path))
        try sampler.select(program: MeasuringFont.Program.left.rawValue, channel: 3)
        try sampler.send(.controlChange(channel: 3, controller: .sustain, value: 127))
        try sampler.noteOn(69, channel: 3)
        try sampler.noteOff(69, channel: 3)
        try sampler.render(seconds: 0.48)
        try sampler.setGain(-12)
        try sampler.render(seconds: 0.48)
        try sampler.panic()
        try sampler.render(seconds: 0.48)
        try sampler.finish()
        let file = try SoundFile(path: path)
        let (left, right) = (file[0], file[1])
        #expect(try right.isSilent())
        let loud = try left.level(in: left.frames(0.1..<0.4))
        let soft = try left.level(in: left.frames(0.6..<0.9))
        #expect(abs(soft - loud + 12) < 0.1)
        #expect(try left.isSilent(in: left.frames(1.2..<1.4)))
    }

    @Test("names what is wrong")
    func faults() throws {
        let sampler = try sampler(.none)
        let requests: [(String, () throws -> Void)] = [
            ("sampler: key 128: expected 0 to 127", { try sampler.noteOn(128) }),
            ("sampler: velocity 0: expected 1 to 127", { try sampler.noteOn(60, velocity: 0) }),
            ("sampler: channel 16: expected 0 to 15", { try sampler.noteOff(60, channel: 16) }),
            ("sampler: program 128: expected 0 to 127", { try sampler.select(program: 128) }),
            ("sampler: gain -61.0 dB: expected -60 to 24 dB", { try sampler.setGain(-61) }),
            (
                "sampler: only a sound file is rendered in steps; a device plays by itself",
                {
                    try sampler.render(seconds: 1)
                }
            ),
        ]
        for (text, request) in requests {
            let error = #expect(throws: PlaybackError.self) { try request() }
            #expect(error?.message == text)
        }
        try sampler.noteOn(60)
        try sampler.finish()
        try sampler.finish()
        let error = #expect(throws: PlaybackError.self) { try sampler.noteOn(60) }
        #expect(error?.message == "sampler: finished; make another one")
    }

    @Test("that is freed leaves no sound file")
    func freed() throws {
        do {
            let sampler = try sampler(.file(studio.folder.path("freed.wav")))
            try sampler.noteOn(69)
        }
        #expect(try studio.folder.names() == ["measuring.sf2", "song.mid"])
    }
}
