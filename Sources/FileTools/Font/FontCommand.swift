package import ArgumentParser

/// `seqd font`: SoundFonts and other instruments as files.
package struct FontCommand: ParsableCommand {
    package init() {}

    package static let configuration = CommandConfiguration(
        commandName: "font",
        abstract: "Make, convert and examine SoundFonts and other instruments.",
        discussion: """
            EXAMPLES:
              seqd font make five/*.wav -o piano.sf2    five recordings become a piano
              seqd font info piano.sfz                  presets, zones, samples
              seqd font check bank.dls                  what is wrong with it
              seqd font convert piano.sfz -o piano.sf2  SFZ, DLS, SF3 and others to SF2
              seqd font convert gm.sf2 -o gm.sf3        compressed
              seqd font subset song.mid --sf2 gm.sf2 -o small.sf2
              seqd font embed song.mid gm.sf2 -o song.rmi
              seqd font extract gm.sf2 -o samples/      the samples as sound files
              seqd font compare old.sf2 new.sf2

            A font is an SF2, SF3, SFZ, DLS, .aupreset or GUS patch file (.pat), a \
            configuration of TiMidity (.cfg), a sound file, or a folder of sound files whose \
            names have keys (C4.wav, 60.wav, piano_F#3_v80.flac; C4 is 60). \
            docs/instruments.md explains them.
            """,
        subcommands: [
            FontInfoCommand.self, FontCheckCommand.self, FontMakeCommand.self,
            FontConvertCommand.self, FontExtractCommand.self, FontSubsetCommand.self,
            FontEmbedCommand.self, FontCompareCommand.self,
        ]
    )
}
