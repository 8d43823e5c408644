/// Small instruments that have everything that their readers know.
enum InstrumentSeeds {
    static var sfz: [[UInt8]] {
        [
            """
            #define $K 60 // a key
            <control> default_path=a\\ note_offset=1 set_cc1=64 /* x
            y */ <global> ampeg_attack=0.1 ampeg_release=1 <master> volume=-3
            <group> key=$K group=1 off_by=1 <region> sample=C 4.wav offset=3 end=90
            <region> sample=b.wav lokey=c3 hikey=g#4 pitch_keycenter=sample lovel=1 hivel=64
            """,
            """
            <group> seq_length=2 lorand=0 <region> seq_position=1 sample=x_v80.wav
            loop_mode=loop_sustain
            loop_start=4 loop_end=20 tune=-20 transpose=2 pan=-50 cutoff=800
            resonance=3 fil_type=lpf_2p
            fileg_depth=100 fileg_decay=1 pitchlfo_freq=5 pitchlfo_depth=20
            amplfo_freq=3 amplfo_depth=2
            <region> sample=y.flac trigger=release locc64=64 amp_veltrack=50 effect1=30 end=-1
            #include "other.sfz"
            """,
        ].map { Array($0.utf8) }
    }

    static var dls: [[UInt8]] {
        var bank = DLSBuilder()
        bank.waves = [
            DLSBuilder.wave(
                [1, 2, 3, 4, 5, 6],
                extra: DLSBuilder.waveSample(key: 60, loop: (1, 4))
            )
        ]
        bank.instruments = [
            DLSBuilder.instrument(
                bank: 0x8000_0000,
                program: 3,
                name: "Kit",
                regions: [
                    DLSBuilder.region(
                        keys: (0, 127),
                        wave: 0,
                        group: 2,
                        extra: DLSBuilder.articulation([
                            (0, 0, 0x0206, -1_200), (9, 0x81, 3, 60), (3, 0, 0x0207, 5),
                            (0, 0, 4, 9),
                        ])
                    )
                ]
            )
        ]
        return [bank.bytes]
    }

    /// A patch with everything that its reader knows, alone and behind a configuration.
    static var gusPatches: [[UInt8]] {
        var samples = [GUSPatchBuilder.Sample([1, 2, 3, 4, 5, 6, 7, 8] as [Int16])]
        samples.append(samples[0])
        samples[0].loop = 2..<12
        samples[0].modes = 1 | 2 | 4 | 8 | 32 | 64
        samples[0].highest = 300_000
        samples[1].modes = 4 | 16
        samples[1].loop = 3..<9
        samples[1].scale = (60, 512)
        samples[1].depths = (1, 2)
        var patch = GUSPatchBuilder(samples)
        patch.layers.append([samples[0]])
        let configuration = """
            # x
            dir a b
            source other.cfg
            bank 0
            0 a.pat amp=50 note=60 pan=-20 keep=env strip=loop
            drumset 1
            36 b keep=loop strip=tail

            """
        return [patch.bytes, Array(configuration.utf8) + patch.bytes]
    }

    static var auPresets: [[UInt8]] {
        [
            """
            <?xml version="1.0"?><!-- x --><plist version="1.0"><dict><key>Instrument</key><dict>
            <key>Layers</key><array><dict><key>Envelopes</key><array><dict><key>Stages</key><array>
            <dict>
            <key>stage</key><integer>1</integer><key>time</key><real>0.5</real></dict></array>
            </dict></array>
            <key>Zones</key><array><dict><key>min key</key><integer>3</integer><key>loop enabled</key>
            <true/>
            <key>waveform</key><integer>268435457</integer><key>pan</key><real>-5</real></dict></array>
            </dict></array></dict><key>file-references</key><dict><key>Sample:268435457</key>
            <string>/a&amp;b.wav</string></dict></dict></plist>
            """
        ].map { Array($0.utf8) }
    }
}
