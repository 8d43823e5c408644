/// An LV2 plugin that a test has compiled from a few lines of C.
public struct PluginSource: Sendable {
    /// The name, which is in the URI `urn:test:NAME` too.
    public var name: String
    /// Its class.
    public var type: String
    /// Its ports, as Turtle.
    public var ports: [String]
    /// More of its declaration, as Turtle that ends in a semicolon.
    public var declaration: String
    /// More of the bundle, as Turtle.
    public var turtle: String
    /// C before the functions; `Self` has `ports`, `extra` and `rate`.
    public var code: String
    /// The C of `instantiate`, with `self` and `features`.
    public var instantiate: String
    /// The C of `run`, with `self` and `frames`; `IN(port)` and `OUT(port)` are buffers, and
    /// `VALUE(port)` is a control.
    public var run: String
    /// The C of `extension_data`, with `uri`.
    public var extensions: String

    /// Makes a plugin.
    public init(
        name: String,
        type: String = "AmplifierPlugin",
        ports: [String] = PluginSource.stereo,
        declaration: String = "",
        turtle: String = "",
        code: String = "",
        instantiate: String = "",
        run: String,
        extensions: String = ""
    ) {
        self.name = name
        self.type = type
        self.ports = ports
        self.declaration = declaration
        self.turtle = turtle
        self.code = code
        self.instantiate = instantiate
        self.run = run
        self.extensions = extensions
    }

    /// The plugin's URI.
    public var uri: String { "urn:test:\(name)" }

    /// An audio input or output.
    public static func audio(_ direction: String, _ symbol: String, _ more: String = "") -> String {
        "a lv2:AudioPort, lv2:\(direction)Port ; lv2:symbol \"\(symbol)\" ; "
            + "lv2:name \"\(symbol)\" ; \(more)"
    }

    /// A control.
    public static func control(
        _ symbol: String,
        _ more: String = "",
        direction: String = "Input"
    ) -> String {
        "a lv2:ControlPort, lv2:\(direction)Port ; lv2:symbol \"\(symbol)\" ; "
            + "lv2:name \"The \(symbol)\" ; \(more)"
    }

    /// Two inputs and two outputs: ports 0 to 3.
    public static let stereo = [
        audio("Input", "in_left"), audio("Input", "in_right"),
        audio("Output", "out_left"), audio("Output", "out_right"),
    ]

    /// Makes the bundle `NAME.lv2` in a folder, with its code if that is needed.
    public func build(in folder: TemporaryDirectory, isCompiled: Bool = true) async throws {
        let bundle = "\(name).lv2"
        try folder.write(manifest, to: "\(bundle)/manifest.ttl")
        guard isCompiled else { return }
        let source = try folder.write(source, to: "\(bundle)/plugin.c")
        let run = try await CommandRun.run(
            "cc",
            [
                "-shared", "-fPIC", "-O1", "-o", folder.path("\(bundle)/plugin.so"), source,
                "-lpthread", "-lm",
            ]
        )
        guard run.status == .exited(0) else { throw TestSupportError("\(name): \(run)") }
    }

    private var manifest: String {
        let ports = ports.enumerated().map { "[ \($1) lv2:index \($0) ]" }
        return """
            @prefix lv2: <http://lv2plug.in/ns/lv2core#> .
            @prefix doap: <http://usefulinc.com/ns/doap#> .
            @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
            @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
            @prefix units: <http://lv2plug.in/ns/extensions/units#> .
            @prefix pset: <http://lv2plug.in/ns/ext/presets#> .
            @prefix state: <http://lv2plug.in/ns/ext/state#> .
            @prefix work: <http://lv2plug.in/ns/ext/worker#> .
            @prefix atom: <http://lv2plug.in/ns/ext/atom#> .
            @prefix opts: <http://lv2plug.in/ns/ext/options#> .
            @prefix bufsz: <http://lv2plug.in/ns/ext/buf-size#> .
            @prefix pg: <http://lv2plug.in/ns/ext/port-groups#> .
            <\(uri)> a lv2:Plugin, lv2:\(type) ;
              lv2:binary <plugin.so> ;
              doap:name "Test \(name)" ;
              \(declaration)
              lv2:port \(ports.joined(separator: " , ")) .
            \(turtle)
            """
    }

    private var source: String {
        """
        #include <lv2/atom/atom.h>
        #include <lv2/core/lv2.h>
        #include <lv2/log/log.h>
        #include <lv2/options/options.h>
        #include <lv2/state/state.h>
        #include <lv2/urid/urid.h>
        #include <lv2/worker/worker.h>
        #include <math.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>

        typedef struct {
            void *ports[32];
            double rate;
            long extra[16];
            const LV2_URID_Map *map;
            const LV2_Worker_Schedule *schedule;
            const LV2_Log_Log *log;
            const LV2_State_Make_Path *make_path;
            const LV2_Options_Option *options;
        } Self;
        #define IN(port) ((const float *)self->ports[port])
        #define OUT(port) ((float *)self->ports[port])
        #define VALUE(port) (*(float *)self->ports[port])

        static void *find(const LV2_Feature *const *features, const char *uri) {
            for (; *features; features++) {
                if (strcmp((*features)->URI, uri) == 0) return (*features)->data;
            }
            return NULL;
        }

        \(code)

        static LV2_Handle instantiate(const LV2_Descriptor *descriptor, double rate,
                                      const char *bundle, const LV2_Feature *const *features) {
            Self *self = calloc(1, sizeof *self);
            self->rate = rate;
            self->map = find(features, LV2_URID__map);
            self->schedule = find(features, LV2_WORKER__schedule);
            self->log = find(features, LV2_LOG__log);
            self->make_path = find(features, LV2_STATE__makePath);
            self->options = find(features, LV2_OPTIONS__options);
            \(instantiate)
            return self;
        }

        static void connect_port(LV2_Handle handle, uint32_t port, void *data) {
            ((Self *)handle)->ports[port] = data;
        }

        static void run(LV2_Handle handle, uint32_t frames) {
            Self *self = handle;
            \(run)
        }

        static void cleanup(LV2_Handle handle) { free(handle); }

        static const void *extension_data(const char *uri) {
            \(extensions)
            return NULL;
        }

        static const LV2_Descriptor descriptor = {
            "\(uri)", instantiate, connect_port, NULL, run, NULL, cleanup, extension_data};

        LV2_SYMBOL_EXPORT const LV2_Descriptor *lv2_descriptor(uint32_t index) {
            return index == 0 ? &descriptor : NULL;
        }
        """
    }
}
