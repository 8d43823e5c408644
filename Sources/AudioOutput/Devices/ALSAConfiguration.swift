import CALSA

/// ALSA's configuration: the files of the system and of the user that define its devices.
public enum ALSAConfiguration {
    /// The fault in the files, in alsa-lib's words, with line and column; `nil` if they
    /// can be read.
    ///
    /// With a mistake in them no device can be opened, not even a card's own.
    public static var fault: String? {
        seqd_alsa_install_log()
        _ = unsafe seqd_alsa_take_message()
        var configuration: OpaquePointer?
        let status = unsafe snd_config_update_ref(&configuration)
        let words = unsafe String(cString: seqd_alsa_take_message())
        guard status < 0 else {
            if let configuration = unsafe configuration { unsafe snd_config_unref(configuration) }
            return nil
        }
        return unsafe words.isEmpty ? String(cString: snd_strerror(status)) : words
    }
}
