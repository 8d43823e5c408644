import ArgumentParser

/// Whether the desktop may control a player.
struct DesktopOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Keep off the session bus, where media keys and the desktop's player widget find it "
                + "(MPRIS)."
        )
    )
    var noMpris = false
}
