import LV2
import TestSupport
import Testing

@Suite("The work that a plugin schedules")
struct PluginWorkerTests {
    private static let source = PluginSource(
        name: "worker",
        ports: PluginSource.stereo + [
            PluginSource.control("ask", "lv2:default 0 ;"),
            PluginSource.control("size", "lv2:default 8 ;"),
            PluginSource.control("sum", direction: "Output"),
            PluginSource.control("status", direction: "Output"),
            PluginSource.control("thread", direction: "Output"),
        ],
        declaration: """
            lv2:requiredFeature work:schedule ; lv2:extensionData work:interface ;
            """,
        code: """
            // Without _GNU_SOURCE it is not declared.
            extern int gettid(void);
            static LV2_Worker_Status work(LV2_Handle handle, LV2_Worker_Respond_Function respond,
                                          LV2_Worker_Respond_Handle target, uint32_t size,
                                          const void *data) {
                long answer[2] = {*(const long *)data * 2, gettid()};
                return respond(target, sizeof answer, answer);
            }
            static LV2_Worker_Status work_response(LV2_Handle handle, uint32_t size,
                                                   const void *data) {
                Self *self = handle;
                self->extra[0] += ((const long *)data)[0];
                self->extra[2] = ((const long *)data)[1] != gettid();
                return LV2_WORKER_SUCCESS;
            }
            static LV2_Worker_Status end_run(LV2_Handle handle) {
                ((Self *)handle)->extra[3]++;
                return LV2_WORKER_SUCCESS;
            }
            static const LV2_Worker_Interface worker = {work, work_response, end_run};
            """,
        run: """
            static char room[1 << 17];
            long number = 1 + (long)VALUE(4);
            memcpy(room, &number, sizeof number);
            if (self->extra[4] < 20) {
                self->extra[4]++;
                self->extra[1] = self->schedule->schedule_work(self->schedule->handle,
                                                               (uint32_t)VALUE(5), room);
            }
            VALUE(6) = self->extra[0];
            VALUE(7) = self->extra[1];
            VALUE(8) = self->extra[2];
            memcpy(OUT(2), IN(0), frames * sizeof(float));
            memcpy(OUT(3), IN(1), frames * sizeof(float));
            """,
        extensions: "if (strcmp(uri, LV2_WORKER__interface) == 0) return &worker;"
    )

    @Test("is done by a thread of its own, and its results arrive in later blocks")
    func thread() async throws {
        let plugin = try await PluginFolder([Self.source]).plugin("worker,ask=4")
        // 20 pieces of work, each adding 2 × 5; the first four were done while it was started.
        let deadline = ContinuousClock.now + .seconds(30)
        var sound = Sound(ramp: 64)
        while plugin.value(ofPort: 6) < 200, ContinuousClock.now < deadline {
            let next = sound.through(plugin)
            #expect(next == sound)
            sound = next
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(plugin.value(ofPort: 6) == 200)
        #expect(plugin.value(ofPort: 7) == 0)
        #expect(plugin.value(ofPort: 8) == 1)
    }

    @Test("is done at once for a file")
    func freeWheeling() async throws {
        let plugin = try await PluginFolder([Self.source]).plugin("worker,ask=4")
        plugin.freeWheel()
        let sound = Sound(ramp: 64)
        // Four blocks come before; each piece of work adds 2 × 5 to what the next block sees.
        for block in 4..<20 {
            #expect(sound.through(plugin) == sound)
            #expect(plugin.value(ofPort: 6) == Float(10 * block))
            #expect(plugin.value(ofPort: 8) == 0)
        }
    }

    @Test("is refused if it does not fit, and nothing else happens")
    func noSpace() async throws {
        let plugin = try await PluginFolder([Self.source]).plugin("worker,size=100000")
        let sound = Sound(ramp: 640)
        #expect(sound.through(plugin) == sound)
        // LV2_WORKER_ERR_NO_SPACE.
        #expect(plugin.value(ofPort: 7) == 2)
    }
}
