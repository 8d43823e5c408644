import LV2
import Platform
import TestSupport
import Testing

@Suite("The state of a plugin")
struct PluginStateTests {
    /// A plugin that writes a control, and a number of its state, into its output.
    private static let source = PluginSource(
        name: "state",
        ports: PluginSource.stereo + [
            PluginSource.control("gain", "lv2:default 1 ; lv2:minimum 0 ; lv2:maximum 9 ;"),
            PluginSource.control("mix", "lv2:default 2 ; lv2:minimum 0 ; lv2:maximum 9 ;"),
        ],
        declaration: """
            lv2:extensionData state:interface ;
            lv2:requiredFeature state:loadDefaultState ;
            state:state [ <urn:test:number> 5 ] ;
            """,
        turtle: """
            <urn:test:loud> a pset:Preset ; lv2:appliesTo <urn:test:state> ;
              rdfs:label "Loud & Clear" ;
              lv2:port [ lv2:symbol "gain" ; pset:value 4.0 ] ,
                [ lv2:symbol "mix" ; pset:value 3 ] ;
              state:state [ <urn:test:number> 77 ] .
            <urn:test:quiet> a pset:Preset ; lv2:appliesTo <urn:test:state> ;
              rdfs:label "Quiet" ;
              lv2:port [ lv2:symbol "gain" ; pset:value 0.5 ] .
            """,
        code: """
            static LV2_State_Status restore(LV2_Handle handle, LV2_State_Retrieve_Function retrieve,
                                            LV2_State_Handle state, uint32_t flags,
                                            const LV2_Feature *const *features) {
                Self *self = handle;
                size_t size;
                uint32_t type, how;
                const void *value = retrieve(state, self->map->map(self->map->handle,
                                             "urn:test:number"), &size, &type, &how);
                if (value) self->extra[0] = *(const int32_t *)value;
                return LV2_STATE_SUCCESS;
            }
            static const LV2_State_Interface state_interface = {NULL, restore};
            """,
        run: """
            for (uint32_t i = 0; i < frames; i++) {
                OUT(2)[i] = VALUE(4) * 10 + VALUE(5);
                OUT(3)[i] = self->extra[0];
            }
            """,
        extensions: "if (strcmp(uri, LV2_STATE__interface) == 0) return &state_interface;"
    )

    @Test(
        "comes from the plugin, then from a preset, then from settings",
        arguments: [
            ("state", 12, 5), ("state,preset=Loud & Clear", 43, 77),
            ("state,preset=loud-clear", 43, 77), ("state,preset=urn:test:loud", 43, 77),
            ("state,preset=quiet", 7, 5), ("state,preset=loud-clear,gain=2", 23, 77),
            ("state,port:mix=0", 10, 5),
        ] as [(String, Float, Float)]
    )
    func order(words: String, left: Float, right: Float) async throws {
        let plugin = try await PluginFolder([Self.source]).plugin(words)
        let sound = Sound(mono: [0]).through(plugin)
        #expect(sound == Sound(left: [left], right: [right]))
    }

    @Test("has presets that are listed, and others are refused")
    func presets() async throws {
        let folder = try await PluginFolder([Self.source], isCompiled: false)
        let plugin = try folder.library.plugin(named: "state")
        #expect(plugin.presets.map(\.label) == ["Loud & Clear", "Quiet"])
        #expect(plugin.presets.map(\.uri) == ["urn:test:loud", "urn:test:quiet"])
        let error = #expect(throws: HostError.self) {
            try PluginFolder.settings("state,preset=quit").resolve(in: folder.library)
        }
        #expect(error?.description == "state: preset=quit: no such preset; did you mean quiet?")
    }
}
