import CALSA
import Glibc
import Platform

/// Whether a device is available now.
public enum DeviceState: Hashable, Sendable {
    /// It can, and takes these; `nil` if that is unknown.
    case free(OutputAbilities?)
    /// Others use it.
    case busy
    /// This user has no right to it.
    case forbidden
    /// It cannot be opened, for a reason in alsa-lib's words.
    case unavailable(String)

    /// Opens a device for a moment to see.
    ///
    /// It is not configured, so nothing is heard and no clock starts; a device that is busy is
    /// reported and not waited for.
    ///
    /// - Parameter name: ALSA's name of the device.
    public init(probing name: String) {
        seqd_alsa_install_log()
        _ = unsafe seqd_alsa_take_message()
        var opened: OpaquePointer?
        let status = unsafe snd_pcm_open(
            &opened,
            name,
            SND_PCM_STREAM_PLAYBACK,
            Int32(SND_PCM_NONBLOCK)
        )
        guard status == 0, let pcm = unsafe opened else {
            let cause = unsafe String(cString: seqd_alsa_take_message())
            switch ALSAFailure.opening(name, status).code {
            case .busy: self = .busy
            case .notPermitted: self = .forbidden
            default:
                let words = unsafe String(cString: snd_strerror(status))
                self = .unavailable(cause.isEmpty ? words : cause)
            }
            return
        }
        self = unsafe .free(OutputAbilities(pcm))
        unsafe snd_pcm_close(pcm)
        _ = unsafe seqd_alsa_take_message()
    }
}
