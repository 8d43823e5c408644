import TestSupport
import Testing

/// LV2 plugins as inserts of the program.
@Suite("A plugin as an insert")
struct PluginInsertTests {
    private static func source(_ name: String) -> PluginSource {
        var source = PluginSource(
            name: name,
            ports: PluginSource.stereo
                + [
                    PluginSource.control(
                        "gain",
                        "lv2:default 0.5 ; lv2:minimum 0 ; lv2:maximum 2 ;"
                    )
                ],
            run: """
                for (uint32_t i = 0; i < frames; i++) {
                    OUT(2)[i] = IN(0)[i] * VALUE(4);
                    OUT(3)[i] = IN(1)[i] * VALUE(4);
                }
                """
        )
        switch name {
        case "late":
            // A delay of 100 frames that tells of it.
            source.ports.append(
                PluginSource.control(
                    "latency",
                    "lv2:portProperty lv2:reportsLatency ;",
                    direction: "Output"
                )
            )
            source.code = "static float memory[8][2][100];"
            source.instantiate = "static int count; self->extra[0] = count++ % 8;"
            source.run = """
                VALUE(5) = 100;
                for (uint32_t i = 0; i < frames; i++) {
                    int at = self->extra[1];
                    float (*line)[100] = memory[self->extra[0]];
                    OUT(2)[i] = line[0][at];
                    OUT(3)[i] = line[1][at];
                    line[0][at] = IN(0)[i];
                    line[1][at] = IN(1)[i];
                    self->extra[1] = (at + 1) % 100;
                }
                """
        case "work":
            // Each block schedules work that takes a while; each answer raises the gain of the blocks
            // behind it. It knows whether it runs in real time too.
            source.ports.append(PluginSource.control("free", "lv2:designation lv2:freeWheeling ;"))
            source.declaration = """
                lv2:requiredFeature work:schedule ; lv2:extensionData work:interface ;
                """
            source.code = """
                static LV2_Worker_Status work(LV2_Handle handle,
                                              LV2_Worker_Respond_Function respond,
                                              LV2_Worker_Respond_Handle target, uint32_t size,
                                              const void *data) {
                    usleep(*(const long *)data % 5 * 100);
                    return respond(target, size, data);
                }
                static LV2_Worker_Status work_response(LV2_Handle handle, uint32_t size,
                                                       const void *data) {
                    ((Self *)handle)->extra[0]++;
                    return LV2_WORKER_SUCCESS;
                }
                static const LV2_Worker_Interface worker = {work, work_response, NULL};
                """
            source.run = """
                long number = self->extra[1]++;
                self->schedule->schedule_work(self->schedule->handle, sizeof number, &number);
                float gain = VALUE(5) * (float)self->extra[0] / 4096;
                for (uint32_t i = 0; i < frames; i++) {
                    OUT(2)[i] = IN(0)[i] * gain;
                    OUT(3)[i] = IN(1)[i] * gain;
                }
                """
            source.extensions = "if (strcmp(uri, LV2_WORKER__interface) == 0) return &worker;"
        case "crash": source.instantiate = "*(volatile int *)8 = 1;"
        case "nan":
            source.run = """
                for (uint32_t i = 0; i < frames; i++) { OUT(2)[i] = NAN; OUT(3)[i] = INFINITY; }
                """
        default: break
        }
        return source
    }

    /// Renders a song with an insert, with the test's plugins installed.
    private static func render(
        _ inserts: [String],
        _ folder: TemporaryDirectory
    ) async throws -> (run: CommandRun, samples: [[Float]]) {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track("Low") { $0.note(at: 0, length: 960, channel: 0, key: 57) }
        song.track("High") { $0.note(at: 480, length: 960, channel: 1, key: 76) }
        let music = try folder.write(song.bytes, to: "song.mid")
        let font = try folder.write(MeasuringFont().bytes, to: "f.sf2")
        let output = folder.path("out.wav")
        let run = try await CommandRun.run(
            try builtProduct("seqd"),
            [
                "render", music, "-o", output, "--sf2", font, "--format", "float", "--no-limiter",
                "--reverb", "off", "--chorus", "off", "--tail", "none",
            ]
                + ["--route", "track:Low=\(font),name=low"]
                + inserts.flatMap { ["--insert", $0] },
            environment: ["LV2_PATH": folder.path]
        )
        guard run.status == .exited(0) else { return (run, []) }
        return (run, try SoundFile(path: output).channels)
    }

    private static func folder(_ names: String...) async throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        for name in names { try await source(name).build(in: folder) }
        return folder
    }

    @Test("its sound takes the place of the strip's")
    func gain() async throws {
        let folder = try await Self.folder("gain")
        let plain = try await Self.render([], folder).samples
        let half = try await Self.render(
            ["low=lv2,urn:test:gain", "sampler=lv2,test-gain,gain=0.5"],
            folder
        ).samples
        let same = zip(plain.joined(), half.joined()).allSatisfy { $0 * 0.5 == $1 }
        #expect(same && plain.joined().contains { $0 != 0 })
        let mixed = try await Self.render(["master=lv2,test-gain,gain=0,mix=0.5"], folder).samples
        let isMixed = zip(plain.joined(), mixed.joined()).allSatisfy { abs($0 * 0.5 - $1) < 1e-6 }
        #expect(isMixed)
    }

    @Test("its controls move with the music")
    func automation() async throws {
        let folder = try await Self.folder("gain")
        let plain = try await Self.render([], folder).samples
        let automation = """
            {"automation": {"low": {"insert 1 gain": ["1:1 0", "2s 2"]},
                            "sampler": {"insert 2 mix": ["1:1 0"]}}}
            """
        _ = try folder.write(automation, to: "song.clips.json")
        let (run, moved) = try await Self.render(
            ["low=lv2,test-gain,gain=1", "sampler=width", "sampler=lv2,test-gain,gain=0,mix=0.5"],
            folder
        )
        #expect(run.status == .exited(0), "\(run.errorText)")
        // The track's note, before that of the other strip: the gain is 0 at first, 1 after a second.
        try #require(plain.count == 2 && moved.count == 2)
        for frame in 4_800..<23_000 {
            let expected = plain[0][frame] * Float(frame) / 48_000
            guard abs(moved[0][frame] - expected) > 0.006 * abs(plain[0][frame]) + 1e-6 else {
                continue
            }
            Issue.record("frame \(frame): \(moved[0][frame]), expected \(expected)")
            break
        }
    }

    @Test("its latency delays the other strips alike")
    func latency() async throws {
        let folder = try await Self.folder("late")
        let plain = try await Self.render([], folder).samples
        let late = try await Self.render(["low=lv2,test-late"], folder).samples
        let differences = zip(plain, late).map { one, other in
            zip(one, other).map { abs($0 - $1) }.max() ?? 1
        }
        #expect(differences.allSatisfy { $0 < 1e-7 }, "\(differences)")
        let mixed = try await Self.render(["low=lv2,test-late,mix=0.5"], folder).samples
        #expect(zip(plain[0], mixed[0]).allSatisfy { abs($0 - $1) < 1e-6 })
    }

    @Test("one that crashes is named, and nothing is written")
    func crash() async throws {
        let folder = try await Self.folder("crash")
        let run = try await Self.render(["low=lv2,test-crash"], folder).run
        #expect(run.status == .exited(69), "\(run)")
        #expect(run.errorText.contains("Test crash") && run.errorText.contains("signal 11"))
        let output = folder.path("out.wav")
        #expect(throws: (any Error).self) { _ = try SoundFile(path: output) }
    }

    @Test("one that gives no numbers is bypassed, and a warning names it")
    func noNumbers() async throws {
        let folder = try await Self.folder("nan")
        let plain = try await Self.render([], folder).samples
        let (run, broken) = try await Self.render(["low=lv2,test-nan"], folder)
        let warning = "strip low: insert 1 (lv2,test-nan) output NaN or infinity and is bypassed"
        let song = folder.path("song.mid")
        let lines = run.errorText.split(separator: "\n").filter { $0.contains("test-nan") }
        #expect(lines == ["seqd: \(song): \(warning)"], "\(run.errorText)")
        #expect(broken.allSatisfy { $0.allSatisfy { $0.isFinite } })
        // All but the block that it failed in.
        let isSame = zip(plain[0], broken[0]).dropFirst(64).allSatisfy { $0 == $1 }
        #expect(isSame)
    }

    @Test("its work is done before the next block, so that each rendering is the same")
    func work() async throws {
        let folder = try await Self.folder("work")
        let plain = try await Self.render([], folder).samples[0]
        let insert = ["master=lv2,test-work"]
        let first = try await Self.render(insert, folder).samples
        let second = try await Self.render(insert, folder).samples
        #expect(first == second)
        // Four blocks of silence come before the first one.
        let start = try #require(plain.firstIndex { $0 != 0 }) / 64 * 64
        let isExact = plain.indices.dropFirst(start).allSatisfy { frame in
            first[0][frame] == plain[frame] * (Float(4 + (frame - start) / 64) / 4_096)
        }
        #expect(isExact)
        #expect(first[0].contains { $0 != 0 })
    }

    @Test("mistakes are named before anything is rendered")
    func mistakes() async throws {
        let folder = try await Self.folder("gain")
        for (insert, status, words) in [
            ("low=lv2,gainn", 64, "gainn: no such plugin"),
            ("low=lv2,test-gain,gian=1", 64, "gian: no such control; did you mean gain?"),
            ("low=lv2,test-gain,gain=3", 64, "gain=3: expected 0 to 2"),
            ("low=lv2", 64, "expected the name or the URI of a plugin"),
        ] as [(String, Int32, String)] {
            let run = try await Self.render([insert], folder).run
            #expect(run.status == .exited(status), "\(run)")
            #expect(run.errorText.contains(words), "\(run.errorText)")
        }
    }
}
