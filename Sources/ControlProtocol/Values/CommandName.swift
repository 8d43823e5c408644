/// The name of a command, as it is written in both dialects.
public enum CommandName: String, CaseIterable, Hashable, Sendable {
    // Playing.
    case play
    case enqueue
    case next
    case previous
    case queue
    case insert
    case jump
    case remove
    case move
    case swap
    case shuffle
    case clear
    case `repeat`
    case single
    case random
    case consume
    case toggle
    case pause
    case `continue`
    case stop
    case seek
    case speed
    case loop
    case seekLyric = "seek-lyric"
    case tempo
    case practice
    case ramp
    case follow
    case map
    case learn
    case unmap
    case maps
    case metronome
    case cancel
    case chaseNotes = "chase-notes"
    case watch

    // Playlists.
    case save
    case load
    case playlists
    case deletePlaylist = "delete-playlist"

    // Sound.
    case gain
    case rack
    case loadRack = "load-rack"
    case unloadRack = "unload-rack"
    case route
    case unroute
    case strips
    case strip
    case effects
    case effect
    case mute
    case unmute
    case solo
    case transpose
    case loadFont = "load-font"
    case presets

    // Taps.
    case tap
    case untap
    case taps

    // Recording.
    case record
    case recordStop = "record-stop"
    case capture

    // Audio devices.
    case outputs
    case device

    // Notes.
    case program
    case note
    case controlChange = "cc"
    case midi
    case panic
    case why

    // Several commands together.
    case begin
    case end
    case discard

    // Render jobs.
    case render
    case jobs
    case cancelJob = "cancel-job"

    // The daemon.
    case status
    case ports
    case connect
    case disconnect
    case help
    case ping
    case version
    case stats
    case whoami
    case discover = "rpc.discover"
    case reloadConfig = "reload-config"
    case logLevel = "log-level"
    case quit

    // Events.
    case subscribe
    case unsubscribe
}
