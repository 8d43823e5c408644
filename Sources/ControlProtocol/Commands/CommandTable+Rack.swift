/// The commands for the rack: which part plays on which sampler.
extension CommandTable {
    static let rack = [
        Command(
            .rack,
            .observer,
            isReadOnly: true,
            summary: "Show the rack and the routes",
            results: RackListing.results
        ),
        Command(
            .loadRack,
            .admin,
            .exact,
            parameters: [
                Parameter("path", .path, .rest, "a rack, as docs/routing.md describes it")
            ],
            summary: "Give parts their own samplers, as a rack describes",
            discussion: """
                The samplers are made in the background; the answer comes when they are in use. If \
                the rack or one of its SoundFonts cannot be used, everything stays as it is. \
                Routes remain, and have priority over the rules of the rack. The strips get the settings \
                of the rack. If the rack has a fallback, its SoundFonts replace those of \
                `load-font`. Output pairs need a restart.
                """,
            results: changed
        ),
        Command(
            .unloadRack,
            .admin,
            .exact,
            summary: "Remove the rack and the routes",
            discussion: "Each port of a file then has a sampler with the default SoundFonts.",
            results: changed
        ),
        Command(
            .route,
            .admin,
            .exact,
            parameters: [
                Parameter(
                    "routes",
                    .route,
                    .repeated,
                    "as for `--route`: `ch:10=/a/drums.sf2,gain=-3`"
                )
            ],
            summary: "Give a part its own sampler",
            discussion: """
                A route has priority over earlier ones. Paths are absolute. Without a rack, \
                `sampler` is the sampler of all other parts: `track:2=sampler,transpose=12`. \
                Otherwise it works like `load-rack`; docs/routing.md describes routes.
                """,
            results: changed
        ),
        Command(
            .unroute,
            .admin,
            .exact,
            parameters: [
                Parameter("routes", .route, .anyNumber, "as in `rack`; default: all routes")
            ],
            summary: "Remove routes",
            results: changed
        ),
    ]

    private static let changed =
        AnswerList<PresetReplacement>(
            "substitutions",
            line: "substitution",
            "each preset of the current file that its sampler lacks, and its substitute, as for "
                + "`load-font`"
        ).results()
        + [
            Command.Result(
                words: "warning",
                json: "warnings",
                "a rule that matches nothing in the current file, or a part that nothing plays",
                .list(.string)
            )
        ]
}
