public import Racks
public import Sequencer

/// A command of the daemon with its arguments.
///
/// A request can be made from words or JSON-RPC, and be written as either; see ``TimedRequest``,
/// which adds the position that a request may wait for.
///
/// ```swift
/// let reply = try await client.ask(.seek(Position(parsing: "17:1")))
/// ```
///
/// Its values are stored elsewhere (`indirect`): a request is handed on several times.
public indirect enum Request: Hashable, Sendable {
    // MARK: Playing

    /// Replaces the queue with files and plays them, after some bars of count-in (1 to 16).
    case play(FileRequest, countIn: Int? = nil)
    /// Adds files to the end of the queue.
    case enqueue(FileRequest)
    /// Goes to the next file in the queue.
    case next
    /// Goes to the previous file in the queue.
    case previous
    /// Lists the queue.
    case queue
    /// Inserts files before a position of the queue, from 1; `nil` after the current entry.
    case insert(FileRequest, position: Int? = nil)
    /// Goes to an entry of the queue.
    case jump(entry: EntryAddress)
    /// Removes an entry from the queue, or all from one to another.
    case remove(EntryAddress, through: EntryAddress? = nil)
    /// Moves an entry of the queue to another position, from 1.
    case move(entry: EntryAddress, to: Int)
    /// Exchanges two entries of the queue.
    case swap(EntryAddress, EntryAddress)
    /// Puts the entries of the queue into a random order, the current one first.
    case shuffle
    /// Clears the queue; the current file plays to its end.
    case clear
    /// Plays the first entry of the queue after the last, or does not.
    case `repeat`(Bool)
    /// Stops after each entry of the queue, or does not; with `repeat`, repeats each entry.
    case single(Bool)
    /// Plays the queue in random order, or does not.
    case random(Bool)
    /// Removes entries from the queue when they have been played, or does not.
    case consume(Bool)
    /// Pauses playback, or resumes it.
    case toggle
    /// Pauses playback.
    case pause
    /// Resumes playback, after some bars of count-in (1 to 16).
    case `continue`(countIn: Int? = nil)
    /// Stops, and returns to the start of the file.
    case stop
    /// Goes to a position in the file.
    case seek(Position)
    /// Goes to a position at a distance from the playback position.
    case seekBy(PositionOffset)
    /// Sets the playback speed.
    case speed(Speed)
    /// Repeats the file or a part of it, a number of times (1 to 1,000,000) or endlessly.
    case loop(LoopSetting, count: Int? = nil)
    /// Goes to a position in the lyrics.
    case seekLyric(String)
    /// Overrides the file's tempo; `nil` for the file's own.
    case tempo(Tempo?)
    /// Waits for the keys of some parts; `nil` ends that.
    case practice(PracticeSettings?)
    /// Changes the speed from one repetition of the loop to the next; `nil` ends that.
    case ramp(SpeedRamp?)
    /// Keeps playback in step with a source of time; `nil` for none.
    case follow(SyncSettings?)
    /// Gives a command when a control of a live input moves.
    case map(ControllerMap)
    /// Maps the next control that moves within some seconds; the map's control does not matter.
    case learn(ControllerMap, seconds: Double)
    /// Removes a map by its number; `nil` for all.
    case unmap(Int?)
    /// Lists the maps.
    case maps
    /// Turns the metronome on or off.
    case metronome(Bool)
    /// Cancels one scheduled command, by its number, or all.
    case cancel(action: Int? = nil)
    /// Restarts notes held at the start position after a seek, or does not.
    case chaseNotes(Bool)
    /// Reloads the current file when it changes on disk; `nil` for never.
    case watch(VersionTime?)

    // MARK: Playlists

    /// Saves the queue as a playlist, which may replace another one.
    case save(PlaylistName, replaces: Bool = false)
    /// Adds the files of a playlist to the end of the queue.
    case load(PlaylistName, encoding: String? = nil, embeddedFont: Bool? = nil)
    /// Lists the playlists.
    case playlists
    /// Deletes a playlist.
    case deletePlaylist(PlaylistName)

    // MARK: Sound

    /// Sets the output gain in dB (−60 to 24).
    case gain(decibels: Double)
    /// Mutes channels or tracks.
    case mute(SelectorSet)
    /// Unmutes channels or tracks.
    case unmute(SelectorSet)
    /// Solos channels or tracks; `nil` ends the solo.
    case solo(SelectorSet?)
    /// Transposes all notes except drums, in semitones (−48 to 48).
    case transpose(semitones: Int)
    /// Replaces the SoundFonts, highest priority first; if strict, not by ones that lack a preset in
    /// use.
    case loadFonts([SoundFontPath], isStrict: Bool = false)
    /// Lists the presets of the SoundFonts.
    ///
    /// - Parameter sampler: The sampler of the rack that has them; `nil` for the first.
    case presets(sampler: String? = nil)

    // MARK: The rack

    /// Shows the rack and the routes.
    case rack
    /// Gives parts samplers of their own, as a rack says: the path of its file.
    case loadRack(String)
    /// Plays without a rack and routes.
    case unloadRack
    /// Adds routes, as `--route` has them.
    case route([String])
    /// Removes routes; none for all.
    case unroute([String] = [])

    // MARK: The mixer

    /// Lists the strips, with their levels.
    case strips
    /// Sets a strip.
    case strip(String, StripChange)
    /// Lists the effects of all buses.
    case effects
    /// Sets the reverb and the chorus of an effects bus, `main` by default, as their options have
    /// them; one that is `nil` stays.
    case effect(bus: String? = nil, reverb: String? = nil, chorus: String? = nil)

    // MARK: Notes

    /// Selects the preset of a live input's channel.
    case program(ChannelAddress, PresetAddress)
    /// Plays a note.
    case note(NoteRequest)
    /// Sends a control change.
    case controlChange(ControlChangeRequest)
    /// Sends complete MIDI messages to a live input, counted from 0.
    case midi([UInt8], input: Int = 0)
    /// Silences all notes at once.
    case panic

    /// Explain which notes are sounding and which parts are silent, and why.
    case why

    // MARK: Several commands together

    /// Begin a group of commands.
    case begin
    /// Do the commands of the group together, or none of them.
    case end
    /// Discard the commands of the group.
    case discard
    // MARK: Taps

    /// Records a strip while it plays.
    case tap(StripTap)
    /// Ends a tap, by its number.
    case untap(Int)
    /// Lists the taps.
    case taps

    // MARK: Recording

    /// Records what is played on the live inputs.
    case record(RecordingRequest)
    /// Ends the recording, and writes its file.
    case recordStop
    /// Writes what was played on the live inputs lately to a file.
    case capture(CapturingRequest)

    // MARK: Audio devices

    /// Lists the audio devices.
    case outputs
    /// Plays on another device, by its name.
    case device(String)

    // MARK: Render jobs

    /// Renders a file to a sound file in the background.
    case render(RenderRequest)
    /// Lists the render jobs.
    case jobs
    /// Cancels a render job, by its number.
    case cancelJob(Int)

    // MARK: The daemon

    /// Shows the state of the daemon.
    case status
    /// Lists the MIDI source ports, their connections, and the connection rules.
    case ports
    /// Connects the MIDI ports that a pattern matches, now and later; see `--connect`.
    case connect(String)
    /// Disconnects the MIDI ports that a pattern matches, and removes its rule.
    case disconnect(String)
    /// Lists the commands, or explains one.
    case help(CommandName? = nil)
    /// Tests the connection.
    case ping
    /// Shows the versions of seqd and of the protocol.
    case version
    /// Shows what the daemon has done and uses.
    case stats
    /// Shows the role of this client.
    case whoami
    /// Describes all commands for programs, as an OpenRPC document.
    case discover
    /// Reads the configuration again, and applies it.
    case reloadConfig
    /// Sets the lowest level that is logged.
    case logLevel(LogLevel)
    /// Shuts down the daemon.
    case quit

    // MARK: Events

    /// Subscribes to events; the rates are those of `position` events (0.1 to 100) and of `levels`
    /// events (0.1 to 50), in Hz.
    case subscribe(Set<EventType>, positionRate: Double? = nil, levelsRate: Double? = nil)
    /// Unsubscribes from events.
    case unsubscribe(Set<EventType>)
}

extension Request {
    /// The command that is requested.
    public var name: CommandName {
        switch self {
        case .play: .play
        case .enqueue: .enqueue
        case .next: .next
        case .previous: .previous
        case .queue: .queue
        case .insert: .insert
        case .jump: .jump
        case .remove: .remove
        case .move: .move
        case .swap: .swap
        case .shuffle: .shuffle
        case .clear: .clear
        case .repeat: .repeat
        case .single: .single
        case .random: .random
        case .consume: .consume
        case .toggle: .toggle
        case .pause: .pause
        case .continue: .continue
        case .stop: .stop
        case .seek, .seekBy: .seek
        case .speed: .speed
        case .loop: .loop
        case .seekLyric: .seekLyric
        case .tempo: .tempo
        case .practice: .practice
        case .ramp: .ramp
        case .follow: .follow
        case .map: .map
        case .learn: .learn
        case .unmap: .unmap
        case .maps: .maps
        case .metronome: .metronome
        case .cancel: .cancel
        case .chaseNotes: .chaseNotes
        case .watch: .watch
        case .save: .save
        case .load: .load
        case .playlists: .playlists
        case .deletePlaylist: .deletePlaylist
        case .gain: .gain
        case .rack: .rack
        case .loadRack: .loadRack
        case .unloadRack: .unloadRack
        case .route: .route
        case .unroute: .unroute
        case .strips: .strips
        case .strip: .strip
        case .effects: .effects
        case .effect: .effect
        case .mute: .mute
        case .unmute: .unmute
        case .solo: .solo
        case .transpose: .transpose
        case .loadFonts: .loadFont
        case .presets: .presets
        case .program: .program
        case .note: .note
        case .controlChange: .controlChange
        case .midi: .midi
        case .panic: .panic
        case .why: .why
        case .begin: .begin
        case .end: .end
        case .discard: .discard
        case .tap: .tap
        case .untap: .untap
        case .taps: .taps
        case .record: .record
        case .recordStop: .recordStop
        case .capture: .capture
        case .outputs: .outputs
        case .device: .device
        case .render: .render
        case .jobs: .jobs
        case .cancelJob: .cancelJob
        case .status: .status
        case .ports: .ports
        case .connect: .connect
        case .disconnect: .disconnect
        case .help: .help
        case .ping: .ping
        case .version: .version
        case .stats: .stats
        case .whoami: .whoami
        case .discover: .discover
        case .reloadConfig: .reloadConfig
        case .logLevel: .logLevel
        case .quit: .quit
        case .subscribe: .subscribe
        case .unsubscribe: .unsubscribe
        }
    }
}
