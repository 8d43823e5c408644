import LV2
import Platform
import TestSupport
import Testing

@Suite("A plugin")
struct PluginTests {
    private static let gain = PluginSource(
        name: "gain",
        ports: PluginSource.stereo + [
            PluginSource.control("gain", "lv2:default 1 ; lv2:minimum 0 ; lv2:maximum 4 ;")
        ],
        run: """
            for (uint32_t i = 0; i < frames; i++) {
                OUT(2)[i] = IN(0)[i] * VALUE(4);
                OUT(3)[i] = IN(1)[i] * VALUE(4);
            }
            """
    )

    @Test("gives its samples, however the frames are divided into blocks")
    func samples() async throws {
        let folder = try await PluginFolder([Self.gain])
        let sound = Sound(ramp: 1_000)
        let expected = Sound(left: sound.left.map { $0 * 3 }, right: sound.right.map { $0 * 3 })
        for blocks in [[64], [1], [7, 64, 33]] {
            let plugin = try folder.plugin("gain,gain=3")
            #expect(plugin.latency == 0 && plugin.name == "Test gain")
            #expect(sound.through(plugin, blocks: blocks) == expected)
        }
        #expect(try sound.through(folder.plugin("gain")) == sound)
    }

    @Test("gets blocks of 64 frames at most, and is told so")
    func blocks() async throws {
        let source = PluginSource(
            name: "blocks",
            ports: PluginSource.stereo
                + (0..<5).map {
                    PluginSource.control("value\($0)", direction: "Output")
                },
            declaration: """
                lv2:requiredFeature opts:options, bufsz:boundedBlockLength, lv2:inPlaceBroken ;
                opts:requiredOption bufsz:maxBlockLength ;
                """,
            instantiate: """
                const char *const names[] = {
                    "http://lv2plug.in/ns/ext/buf-size#minBlockLength",
                    "http://lv2plug.in/ns/ext/buf-size#maxBlockLength",
                    "http://lv2plug.in/ns/ext/buf-size#nominalBlockLength",
                };
                for (const LV2_Options_Option *option = self->options; option->key; option++) {
                    for (int i = 0; i < 3; i++) {
                        if (option->key == self->map->map(self->map->handle, names[i])) {
                            self->extra[i] = *(const int32_t *)option->value;
                        }
                    }
                    if (option->key == self->map->map(self->map->handle,
                            "http://lv2plug.in/ns/ext/parameters#sampleRate")) {
                        self->extra[3] = *(const float *)option->value == self->rate;
                    }
                }
                """,
            run: """
                if (frames > self->extra[4]) self->extra[4] = frames;
                for (int i = 0; i < 5; i++) VALUE(4 + i) = self->extra[i];
                // Wrong for buffers that are shared.
                for (uint32_t i = 0; i < frames; i++) OUT(2)[i] = OUT(3)[i] = 0;
                for (uint32_t i = 0; i < frames; i++) OUT(2)[i] = IN(0)[i];
                for (uint32_t i = 0; i < frames; i++) OUT(3)[i] = IN(1)[i];
                """
        )
        let plugin = try await PluginFolder([source]).plugin("blocks", rate: 44_100)
        let sound = Sound(ramp: 500)
        #expect(sound.through(plugin, blocks: [64, 5]) == sound)
        #expect((4...8).map { plugin.value(ofPort: $0) } == [1, 64, 64, 1, 64])
    }

    @Test("reports its latency, by a property or a designation of its port")
    func latency() async throws {
        let declarations = [
            "lv2:portProperty lv2:reportsLatency ;", "lv2:designation lv2:latency ;",
        ]
        for (index, declaration) in declarations.enumerated() {
            let source = PluginSource(
                name: "latency\(index)",
                ports: PluginSource.stereo + [
                    PluginSource.control("latency", declaration, direction: "Output")
                ],
                run: """
                    VALUE(4) = 37;
                    memset(OUT(2), 0, frames * sizeof(float));
                    memset(OUT(3), 0, frames * sizeof(float));
                    """
            )
            #expect(try await PluginFolder([source]).plugin("latency\(index)").latency == 37)
        }
    }

    @Test(
        "that takes blocks of one length only gets them, one block later",
        arguments: ["bufsz:fixedBlockLength", "bufsz:powerOf2BlockLength"]
    )
    func fixedBlocks(feature: String) async throws {
        let source = PluginSource(
            name: "fixed",
            ports: PluginSource.stereo,
            declaration: "lv2:requiredFeature \(feature) ;",
            run: """
                if (frames != 64) abort();
                memcpy(OUT(2), IN(0), sizeof(float) * 64);
                memcpy(OUT(3), IN(1), sizeof(float) * 64);
                """
        )
        let plugin = try await PluginFolder([source]).plugin("fixed")
        #expect(plugin.latency == 64)
        let sound = Sound(ramp: 700)
        let silence = [Float](repeating: 0, count: 64)
        let expected = Sound(
            left: Array((silence + sound.left).prefix(700)),
            right: Array((silence + sound.right).prefix(700))
        )
        #expect(sound.through(plugin, blocks: [13, 64, 1]) == expected)
    }

    @Test("of one channel has an instance for each side")
    func mono() async throws {
        let source = PluginSource(
            name: "mono",
            ports: [PluginSource.audio("Input", "in"), PluginSource.audio("Output", "out")],
            // A sum over all frames: an instance for both sides would add up both.
            run: """
                float *sum = (float *)self->extra;
                for (uint32_t i = 0; i < frames; i++) OUT(1)[i] = *sum += IN(0)[i];
                """
        )
        let plugin = try await PluginFolder([source]).plugin("mono")
        let sound = Sound(
            left: [Float](repeating: 1, count: 100),
            right: [Float](repeating: -2, count: 100)
        )
        let expected = Sound(
            left: (1...100).map { Float($0) },
            right: (1...100).map { Float(-2 * $0) }
        )
        #expect(sound.through(plugin, blocks: [10]) == expected)
    }

    @Test("with one input gets the mean of both sides")
    func oneInput() async throws {
        let source = PluginSource(
            name: "widener",
            ports: [
                PluginSource.audio("Input", "in"), PluginSource.audio("Output", "left"),
                PluginSource.audio("Output", "right"),
            ],
            run: """
                for (uint32_t i = 0; i < frames; i++) {
                    OUT(1)[i] = IN(0)[i];
                    OUT(2)[i] = -IN(0)[i];
                }
                """
        )
        let plugin = try await PluginFolder([source]).plugin("widener")
        let sound = Sound(left: [1, 2, 3], right: [3, 0, -3]).through(plugin)
        #expect(sound == Sound(left: [2, 1, 0], right: [-2, -1, 0]))
    }

    @Test("with one output is on both sides")
    func oneOutput() async throws {
        let source = PluginSource(
            name: "difference",
            ports: [
                PluginSource.audio("Input", "left"), PluginSource.audio("Input", "right"),
                PluginSource.audio("Output", "out"),
            ],
            run: "for (uint32_t i = 0; i < frames; i++) OUT(2)[i] = IN(0)[i] - IN(1)[i];"
        )
        let plugin = try await PluginFolder([source]).plugin("difference")
        let sound = Sound(left: [1, 2, 3], right: [3, 0, -3]).through(plugin)
        #expect(sound == Sound(mono: [-2, 2, 6]))
    }

    @Test("gets silence at its side chain and at further inputs")
    func sideChain() async throws {
        let source = PluginSource(
            name: "ducker",
            ports: [
                PluginSource.audio("Input", "key", "lv2:portProperty lv2:isSideChain ;"),
                PluginSource.audio("Input", "group_key", "pg:group <urn:test:key> ;"),
            ] + PluginSource.stereo + [
                PluginSource.audio("Input", "third"),
                "a lv2:CVPort, lv2:InputPort ; lv2:symbol \"cv\" ; lv2:name \"cv\" ; ",
                PluginSource.audio("Output", "third_out"),
            ],
            turtle: "<urn:test:key> a pg:StereoGroup ; pg:sideChainOf <urn:test:main> .",
            run: """
                for (uint32_t i = 0; i < frames; i++) {
                    float others = fabsf(IN(0)[i]) + fabsf(IN(1)[i]) + fabsf(IN(6)[i])
                                   + fabsf(IN(7)[i]);
                    OUT(4)[i] = IN(2)[i] + others;
                    OUT(5)[i] = IN(3)[i] + others;
                    OUT(8)[i] = 1000;
                }
                """
        )
        let sound = Sound(ramp: 300)
        #expect(try await sound.through(PluginFolder([source]).plugin("ducker")) == sound)
    }

    @Test("is switched on, and gets empty sequences of events")
    func enabledWithEvents() async throws {
        let atom = "atom:bufferType atom:Sequence ;"
        let source = PluginSource(
            name: "events",
            ports: PluginSource.stereo + [
                PluginSource.control(
                    "enabled",
                    """
                    lv2:designation lv2:enabled ; lv2:default 0 ; lv2:portProperty lv2:toggled ;
                    lv2:minimum 0 ; lv2:maximum 1 ;
                    """
                ),
                "a atom:AtomPort, lv2:InputPort ; lv2:symbol \"events\" ; \(atom)",
                """
                a atom:AtomPort, lv2:OutputPort ; lv2:symbol "notify" ; \(atom)
                <http://lv2plug.in/ns/ext/resize-port#minimumSize> 20000 ;
                """,
            ],
            run: """
                LV2_Atom_Sequence *in = self->ports[5], *out = self->ports[6];
                int is_right = in->atom.size == sizeof(LV2_Atom_Sequence_Body)
                    && in->atom.type == self->map->map(self->map->handle, LV2_ATOM__Sequence)
                    && out->atom.size >= 20000 - sizeof(LV2_Atom);
                // Uses all of its room.
                memset((char *)out + sizeof(LV2_Atom), 7, out->atom.size);
                out->atom.type = in->atom.type;
                for (uint32_t i = 0; i < frames; i++) {
                    OUT(2)[i] = OUT(3)[i] = VALUE(4) > 0 && is_right ? IN(0)[i] : 0;
                }
                """
        )
        let folder = try await PluginFolder([source])
        let sound = Sound(mono: Sound(ramp: 300).left)
        #expect(try sound.through(folder.plugin("events")) == sound)
        #expect(try sound.through(folder.plugin("events,enabled=off")).peak == 0)
    }

    @Test("that cannot be instantiated or loaded is refused")
    func refusal() async throws {
        let folder = try await PluginFolder([
            PluginSource(
                name: "refusing",
                ports: PluginSource.stereo,
                instantiate: "if (rate < 50000) { free(self); return NULL; }",
                run: ""
            )
        ])
        let error = #expect(throws: HostError.self) { try folder.plugin("refusing") }
        #expect(error?.code == .unavailable)
        #expect(
            error?.description.contains("cannot be instantiated at 48000 Hz") ?? false,
            "\(String(describing: error))"
        )
        _ = try folder.plugin("refusing", rate: 96_000)
    }

    @Test("logs a warning that is shown")
    func warning() async throws {
        let source = PluginSource(
            name: "warning",
            ports: PluginSource.stereo,
            instantiate: """
                LV2_URID type = self->map->map(self->map->handle, LV2_LOG__Warning);
                self->log->printf(self->log->handle, type, "no file %d\\n", 42);
                """,
            run: ""
        )
        #expect(try await PluginFolder([source]).plugin("warning").warning == "no file 42")
        #expect(try await PluginFolder([Self.gain]).plugin("gain").warning == nil)
    }

    @Test("has a folder for its files while it lives")
    func files() async throws {
        let source = PluginSource(
            name: "files",
            ports: PluginSource.stereo + [PluginSource.control("ok", direction: "Output")],
            declaration: "lv2:requiredFeature state:makePath ;",
            instantiate: """
                char *path = self->make_path->path(self->make_path->handle, "a/b/test.txt");
                FILE *file = path ? fopen(path, "w") : NULL;
                self->extra[0] = file && fputs("x", file) >= 0;
                if (file) fclose(file);
                free(path);
                """,
            run: "VALUE(4) = self->extra[0];"
        )
        #expect(try await PluginFolder([source]).plugin("files").value(ofPort: 4) == 1)
    }
}
