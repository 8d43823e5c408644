package import JSON

extension TimedRequest {
    /// Reads the result of JSON-RPC as the reply to this request.
    ///
    /// - Throws: −32603 if it is not the result of such a request.
    package func reply(from result: JSONObject) throws(RequestError) -> Reply {
        let fields = JSONFields(result)
        switch request {
        case .loadFonts, .loadRack, .unloadRack, .route, .unroute:
            return .fontsLoaded(try LoadedFonts(fields))
        default: break
        }
        guard position == nil else {
            return .scheduled(try ScheduledAction(fields))
        }
        switch request {
        case .play, .enqueue, .insert, .load: return .added(try AddedFiles(fields))
        case .queue: return .queue(try QueueListing(fields))
        case .cancel: return .cancelled(try fields.number("cancelled"))
        case .playlists:
            return .playlists(try PlaylistEntry.list.read(fields))
        case .presets: return .presets(try PresetEntry.list.read(fields))
        case .rack: return .rack(try RackListing(fields))
        case .strips: return .strips(try StripEntry.list.read(fields))
        case .why: return .sound(try SoundReport(fields))
        case .effects: return .effects(try EffectsBusEntry.list.read(fields))
        case .tap: return .tap(try fields.number("tap"))
        case .map, .learn, .maps: return .maps(try MapEntry.list.read(fields))
        case .unmap: return .unmapped(try fields.number("removed"))
        case .untap, .taps: return .taps(try TapEntry.list.read(fields))
        case .recordStop, .capture: return .recording(try RecordingSummary(fields))
        case .outputs: return .outputs(try OutputListing(fields))
        case .render: return .job(try fields.number("job"))
        case .jobs: return .jobs(try JobEntry.list.read(fields))
        case .status: return .status(try DaemonStatus(fields))
        case .stats: return .statistics(try DaemonStatistics(fields))
        case .ports: return .ports(try PortListing(fields))
        case .connect, .disconnect:
            return .changedPorts(try PortEntry.list.read(fields))
        case .help(nil): return .commands(try CommandSummary.list.read(fields))
        case .help: return .help(try CommandExplanation(fields))
        case .version: return .version(try DaemonVersion(fields))
        case .discover: return .openRPC(JSONValue.object(result).text)
        case .reloadConfig: return .reloaded(try fields.texts("changed"))
        case .whoami: return .client(try ClientIdentity(fields))
        case .next, .previous, .jump, .remove, .move, .swap, .shuffle, .clear, .repeat, .single,
            .random, .consume, .toggle, .pause, .continue, .stop, .seek, .seekBy, .speed, .loop,
            .seekLyric, .tempo, .practice, .ramp, .follow, .metronome, .chaseNotes, .watch, .save,
            .deletePlaylist,
            .gain, .strip, .effect, .mute, .unmute, .solo,
            .transpose, .loadFonts, .loadRack, .unloadRack,
            .route, .unroute, .program, .note, .controlChange, .midi, .panic, .begin, .end,
            .discard, .ping, .cancelJob, .device, .record, .logLevel,
            .quit,
            .subscribe, .unsubscribe:
            return .done(warning: try fields.optionalString("warning"))
        }
    }
}
