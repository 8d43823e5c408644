import Playback

/// The reactions of the player to the loss and the return of its device.
extension Player {
    /// Reports changes of the device; pauses while it is lost, if that is wanted.
    func takeDevice() {
        device.update()
        guard lossAction == .pause else { return }
        if device.isLost {
            // A pause that the user began lasts until its key is pressed again.
            guard !isPaused else { return }
            togglePause()
            pause?.isForDevice = true
        } else if pause?.isForDevice == true {
            endScrub()
            togglePause()
        }
    }
}
