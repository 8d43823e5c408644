import ArgumentParser
import CommandSupport
import ControlProtocol

/// `seqd monitor`: shows a running daemon on the terminal, with keys.
struct MonitorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor",
        abstract: "Show and control a running daemon in the terminal.",
        discussion: """
            The position, the current file and its settings, load and levels, lyrics,
            tracks with the notes they hold, strips, and the queue fill the terminal, over
            SSH too. Small windows show one list at a time. If the daemon ends, the monitor
            says so and connects again when it is back.

            KEYS:
              space                  play, pause, resume; S stops
              n p                    next, previous file; also > and <
              left right             seek by 5 s, with shift by 30 s
              b f                    seek by a bar
              [ ] \\                  loop start, end, off
              { } backspace          slower, faster, normal speed
              + -                    louder, softer: the selected strip, or the output
              ( )                    pan the selected strip
              M                      metronome
              Tab                    next list: tracks, strips, queue
              up down PgUp PgDn      select in the list; also Home and End
              m s                    mute, solo the selected track or strip
              i                      give the selected track another instrument
              Enter                  play the selected entry of the queue
              d J K                  remove it, move it down, up
              r y z R                repeat, single, random, consume
              Z                      shuffle the queue
              !                      silence all notes
              :                      type a command, as for seqd ctl
              ?                      show the keys
              q                      quit; the daemon keeps running

            A key needs the role of its command; with the role observer, the monitor only
            shows. The monitor reads the current file itself to show tracks, notes and
            lyrics.

            --socket, --name and $SEQD_SOCKET select the socket, in this order; default:
            $XDG_RUNTIME_DIR/seqd/control.sock, else that of the system's daemon,
            \(SocketPath.system).
            """
    )

    @OptionGroup
    var daemon: SocketOptions

    func run() throws {
        let screen = try MonitorScreen()
        // Before any thread is started.
        try Signals.watch()
        let monitor = Monitor(socket: daemon.socket, name: daemon.daemonName, on: screen)
        try CommandFailure.catching { () throws(RequestError) in try monitor.connect() }
        if let status = monitor.run() { throw CommandFailure.silent(status) }
    }
}
