import ControlProtocol
import Playback
import Racks
import SMF
import Sequencer
import TestSupport
import Testing

@testable import seqd

@Suite("The model of the monitor")
struct MonitorModelTests {
    /// A file with two tracks, held notes and lyrics, as the monitor reads it.
    static func tracks() throws -> MonitorTracks {
        let place = try Workplace()
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track { _ in }
        song.track { track in
            track.text(at: 0, .trackName, "Piano")
            track.note(at: 0, length: 480 * 8, channel: 0, key: 48, velocity: 100)
            track.note(at: 480, length: 480, channel: 0, key: 64, velocity: 50)
        }
        song.track { track in
            track.text(at: 0, .trackName, "Bass")
            track.note(at: 0, length: 240, channel: 1, key: 36, velocity: 127)
        }
        try place.add(song)
        return try MonitorTracks(path: place.folder.path("song.mid"))
    }

    /// A daemon that plays `/music/song.mid` at a tick.
    static func status(ticks: Int64 = 600) -> DaemonStatus {
        var status = DaemonStatus()
        status.state = .playing
        status.file = "/music/song.mid"
        status.entry = 1
        status.entries = 2
        status.position = TransportPosition(
            seconds: 0.6,
            frames: 28_800,
            ticks: ticks,
            text: "1:2:120"
        )
        status.lengthSeconds = 4
        status.bpm = 120
        status.voices = 7
        status.load = 0.25
        status.device = "hw:0"
        status.output = .running
        return status
    }

    @Test("shows the presets that parts have been given")
    func programs() throws {
        var model = try Self.model()
        var changes = [model.takeRackChange(), model.takeRackChange()]
        model.take(.lagged(count: 1))
        changes.append(model.takeRackChange())
        #expect(changes == [true, false, true])
        let tracks = try #require(model.tracks.known?.tracks)
        func presets(_ programs: String...) -> [String?] {
            var listing = RackListing(file: nil, routes: [])
            listing.programs = programs
            model.take(.rack(listing))
            return tracks.map { track in model.programs.first { $0.isFor(track) }?.name }
        }
        #expect(presets() == [nil, nil])
        #expect(presets("track:3=0:40", "all=8:5") == ["8:5", "Violin"])
        #expect(
            presets("track:pia*=0:0", "2=0:1")
                == ["Acoustic Grand Piano", "Bright Acoustic Piano"]
        )
        #expect(presets("socket=0:1", "nonsense", "track:Lead=0:3") == [nil, nil])
    }

    @Test("takes the levels of strips from events, and asks for strips that it does not know")
    func levels() throws {
        var model = try Self.model()
        var changes = [model.takeStripsChange(), model.takeStripsChange()]
        let peak = StripEntry.Levels(left: -6, right: -9)
        let held = StripEntry.Levels(left: -1, right: -2)
        func levels(_ strip: String?) -> DaemonEvent {
            .levels(
                MeasuredLevels(strip: strip, peak: peak, rms: StripEntry.Levels(), heldPeak: held)
            )
        }
        model.take(levels(nil))
        model.take(levels("sampler"))
        let strip = try #require(model.strips?.first { $0.name == "sampler" })
        #expect(strip.peak == peak && strip.heldPeak == held && strip.gain == -3)
        changes.append(model.takeStripsChange())
        model.take(levels("drums"))
        changes.append(model.takeStripsChange())
        let change = SettingChange("gain", strip: "sampler", old: .number(-3), new: .number(0))
        model.take(.setting(change))
        changes.append(model.takeStripsChange())
        model.take(.setting(SettingChange("gain", old: .number(-3), new: .number(0))))
        changes.append(model.takeStripsChange())
        #expect(changes == [true, false, false, true, true, false])
    }

    /// A model of that daemon, with tracks, a queue of two files and two strips.
    static func model(_ status: DaemonStatus = status()) throws -> MonitorModel {
        var model = MonitorModel(.open)
        model.take(.status(status))
        let entries = [
            QueueEntry(path: "/music/song.mid", seconds: 4, id: 5),
            QueueEntry(path: "/music/other song.mid", seconds: 65, id: 9),
        ]
        model.take(.queue(QueueListing(current: 1, entries: entries)))
        var strip = StripEntry(name: "sampler")
        strip.gain = -3
        strip.pan = 20
        strip.peak = .init(left: -12, right: -18)
        strip.heldPeak = .init(left: -6, right: -9)
        model.take(.strips([StripEntry(name: "live"), strip]))
        let identity = ClientIdentity(role: .admin, user: 0, processID: 1)
        model.take(.client(identity))
        let wanted = model.takeWantedFile()
        #expect(wanted == "/music/song.mid")
        model.take(.success(try tracks()), of: "/music/song.mid")
        return model
    }

    private func expectQueueChange(
        _ model: inout MonitorModel,
        _ expected: Bool,
        at location: SourceLocation = #_sourceLocation
    ) {
        let hasChanged = model.takeQueueChange()
        #expect(hasChanged == expected, sourceLocation: location)
    }

    @Test("lists the tracks that have notes, and those that are held at the position")
    func notes() throws {
        let model = try Self.model()
        let tracks = try #require(model.tracks.known).tracks
        #expect(tracks.map(\.name) == ["Piano", "Bass"])
        #expect(tracks.map(\.number) == [2, 3])
        #expect(tracks.map { $0.channels.map(\.selector) } == [["ch:1"], ["ch:2"]])
        #expect(model.notes(of: tracks[0]).map(\.key) == [48, 64])
        #expect(model.notes(of: tracks[1]).isEmpty)
        var paused = Self.status()
        paused.state = .paused
        #expect(try Self.model(paused).notes(of: tracks[0]).isEmpty)
        #expect(tracks[0].notes(at: 479).map(\.key) == [48])
        #expect(tracks[0].notes(at: 480 * 8).isEmpty)
    }

    @Test("lists each channel of a track by its preset, where that is wanted")
    func channels() throws {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track { track in
            track.text(at: 0, .trackName, "Song")
            track.program(at: 0, channel: 0, 32)
            track.note(at: 0, length: 480, channel: 0, key: 48)
            track.note(at: 0, length: 480, channel: 9, key: 36)
            track.control(at: 0, channel: 4, 7, 100)
        }
        let file = PieceFile(try MIDIFile(song.bytes), named: "song.mid")
        let sequence = try #require(file.sequences.first)
        let parts = ListedTrack.tracks(of: sequence, byChannel: true)
        #expect(parts.map(\.name) == ["Acoustic Bass", "Standard Kit"])
        #expect(parts.map { $0.channels.map(\.selector) } == [["ch:1"], ["ch:10"]])
        #expect(parts.map { $0.notes.map(\.key) } == [[48], [36]])
        #expect(ListedTrack.tracks(of: sequence).map(\.name) == ["Song"])
    }

    @Test("knows mute and solo by the track and by its channels")
    func muting() throws {
        var status = Self.status()
        status.muted = ["track:2"]
        status.soloed = ["ch:2"]
        let model = try Self.model(status)
        let tracks = try #require(model.tracks.known).tracks
        #expect(tracks.map(model.isMuted) == [true, false])
        #expect(tracks.map(model.isSoloed) == [false, true])
    }

    @Test("wants the queue after each event of the transport, and a file once for each version")
    func wanted() throws {
        var model = try Self.model()
        _ = model.takeQueueChange()
        expectQueueChange(&model, false)
        let file = "/music/song.mid"
        model.take(.transport(TransportChange(.changed, .playing, file: file, entry: 1)))
        expectQueueChange(&model, true)
        expectQueueChange(&model, false)
        let unchanged = model.takeWantedFile()
        #expect(unchanged == nil)
        model.take(.reload(ReloadedFile(file: file, changes: "2 notes")))
        let changed = model.takeWantedFile()
        #expect(changed == file)
        #expect(model.message?.text == "reloaded: 2 notes")
        // What was read for another file is not taken.
        model.take(.failure(MonitorFault(message: "late")), of: "/music/other.mid")
        guard case .reading(file) = model.tracks else {
            Issue.record("\(model.tracks)")
            return
        }
        model.take(.failure(MonitorFault(message: "unreadable")), of: file)
        #expect(model.tracks.known == nil)
    }

    @Test("shows the syllables of events if the file cannot be read")
    func syllables() {
        var model = MonitorModel(.open)
        model.take(.status(Self.status()))
        let position = PassedPosition(text: "1:1:0", seconds: 0)
        for text in ["Twin", "kle ", "star", "/How "] {
            model.take(.lyric(PassedText(text, position: position)))
        }
        #expect(model.lyric == LyricLine.State(sung: "How ", rest: ""))
        var other = Self.status()
        other.file = "/music/other.mid"
        model.take(.status(other))
        #expect(model.lyric == nil)
    }

    @Test("keeps the last state of a daemon that is gone, and forgets it when one is back")
    func connection() throws {
        var model = try Self.model()
        model.disconnected("the daemon closed the connection")
        #expect(model.connection == .closed("the daemon closed the connection"))
        #expect(model.status != nil)
        #expect(model.role == nil)
        model.connected()
        #expect(model.status == nil)
        expectQueueChange(&model, true)
    }

    @Test("has messages for errors, warnings and scheduled commands")
    func messages() {
        var model = MonitorModel(.open)
        model.take(RequestError(.usage, "no entry 9"))
        #expect(model.message == .init(text: "no entry 9", isError: true))
        model.take(.done(warning: "everything is muted"))
        #expect(model.message == .init(text: "warning: everything is muted"))
        let outcome = ActionOutcome(action: 1, command: "mute", due: 0, outcome: .done(frame: 1))
        model.take(.action(outcome))
        #expect(model.message == .init(text: "mute: done"))
    }

    @Test("takes the answers of a connection in the order of the requests, and events between")
    func session() {
        var session = MonitorSession()
        let line = session.line(for: Request(Command.WhoAmI()))
        #expect(line?.contains("whoami") == true)
        let command = session.line(forCommand: "ports")
        #expect(command == "ports")
        #expect(session.isWaiting(for: Command.WhoAmI.self))
        let identity = #"{"jsonrpc":"2.0","id":1,"result":{"role":"observer","user":1,"pid":2}}"#
        let client = ClientIdentity(role: .observer, user: 1, processID: 2)
        let answers = [identity, "port: 1", "OK"].map { session.take($0) }
        #expect(
            answers == [
                .reply(.client(client)), nil,
                .text(["port: 1"], error: nil, command: "ports"),
            ]
        )
        #expect(session.waitingCount == 0)
        let refused = session.take("ERR 75 too many connections")
        #expect(refused == nil)
        #expect(session.refusal == "too many connections")
    }
}
