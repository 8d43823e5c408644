import ArgumentParser
import Playback

/// The option for the loss of the device.
struct LossOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What to do when the device is lost: continue without it until it is back, pause "
                + "until then, or stop.",
            valueName: "action"
        )
    )
    var onDeviceLoss = DeviceLossAction.continue
}
