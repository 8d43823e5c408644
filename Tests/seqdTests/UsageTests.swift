import ArgumentParser
import CommandSupport
import SamplerHost
import TestSupport
import Testing

@testable import seqd

@Suite("The command line")
struct UsageTests {
    @Test("prints the version")
    func version() async throws {
        let run = try await seqd(["--version"])
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.outputText == "seqd 0.1.0\n")
        #expect(run.errorOutput.isEmpty)
    }

    @Test("prints the versions of the libraries too, and the faults of FluidSynth's")
    func libraries() async throws {
        for arguments in [["--version", "-v"], ["--verbose", "--version"]] {
            let run = try await seqd(arguments)
            #expect(run.status == .exited(0) && run.errorOutput.isEmpty, "\(run)")
            let lines = run.outputText.split(separator: "\n").map(String.init)
            let version = try #require(SoundLibrary.fluidSynthVersion)
            #expect(lines.first == "seqd 0.1.0")
            #expect(lines.contains("FluidSynth \(version)"))
            let faults = LibraryFault.ofFluidSynth(version)
            #expect(lines.filter { $0.hasPrefix("known fault ") }.count == faults.count)
            for fault in faults {
                #expect(lines.contains { $0.contains(fault.text) }, "\(fault)")
            }
        }
    }

    @Test(
        "has help that fits 80 columns",
        arguments: [
            ["--help"], ["render", "-h"], ["help"], ["help", "play"],
        ]
    )
    func help(_ arguments: [String]) async throws {
        let run = try await seqd(arguments, environment: ["COLUMNS": nil])
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorOutput.isEmpty)
        #expect(run.outputText.contains("USAGE: seqd"))
        for line in run.outputText.split(separator: "\n") {
            #expect(line.count <= 80, "\(line)")
        }
    }

    @Test("has help that fits 80 columns for each command", arguments: names)
    func commandHelp(_ name: String) throws {
        let command = try #require(
            Seqd.configuration.subcommands.first { $0._commandName == name }
        )
        let help = CtlHelp.filled(Seqd.helpMessage(for: command, columns: 80))
        #expect(help.contains("USAGE: seqd"))
        for line in help.split(separator: "\n") {
            #expect(line.count <= 80, "\(line)")
        }
    }

    private static let names = Seqd.configuration.subcommands.map { $0._commandName }

    @Test(
        "takes no file name that begins with a dash for the flags in it",
        arguments: [
            ["check", "song.mid", "-dash.mid"], ["play", "-dash.mid"], ["render", "-h.mid"],
        ]
    )
    func dash(_ arguments: [String]) throws {
        let name = arguments.last ?? ""
        let message = "unknown option '\(name)'; for a file of that name write ./\(name)"
        #expect(Seqd.refusal(of: arguments) == CommandFailure(.usage, message))
    }

    @Test(
        "answers a number below 0 with what was expected",
        arguments: [
            (["render", "--tail", "-1"], "0 to 3600 seconds"),
            (["play", "--from", "-5"], "a time"),
            (["play", "--speed", "-1"], "0.01 to 100"),
            (["live", "--rate", "-3"], "8000 to 96000"),
            (["play", "--a4", "-440"], "330 to 590 Hz"), (["render", "--jobs", "-2"], "1 to 256"),
            (["play", "--pattern", "-1"], "1 or more"),
            (["play", "--loops", "-1"], "1 to 1000000"),
            (["live", "--period", "-1"], "16 to 8192"),
            (["tone", "--seconds", "-1"], "0.1 to 3600"),
            (["convert", "--division", "-3"], "1 to 32767"),
            (["daemon", "--idle", "-3"], "0 to 3600"),
            (["play", "--loop-range", "-5..3"], "a time"),
            (["play", "--count-in", "-1"], "1 to 16"),
        ]
    )
    func negative(_ arguments: [String], _ says: String) throws {
        let file = ["render", "play", "convert"].contains(arguments[0]) ? ["x.mid"] : []
        let failure = try #require(Seqd.refusal(of: arguments + file))
        #expect(failure.status == .usage)
        #expect(failure.description.contains(says), "\(failure)")
    }

    @Test(
        "accepts numbers with their units",
        arguments: [
            ["play", "x.mid", "--gain", "-3dB", "--a4", "415Hz", "--transpose", "2 semitones"],
            ["render", "x.mid", "--rate", "44.1k", "--tempo", "120bpm", "--tail", "1.5s"],
            ["render", "x.mid", "--rate", "48000 Hz", "--normalize", "lufs=-14 LUFS"],
            [
                "play", "x.mid", "--speed", "80 %", "--polyphony", "64 voices", "--count-in",
                "1 bar",
            ],
            ["play", "x.mid", "--speed", "80x", "--reverb", "time=2.5s", "--chorus", "speed=1Hz"],
            ["play", "x.mid", "--route", "ch:1=a.sf2,gain=-3dB,a4=415 Hz,tune=5 cents"],
            ["live", "--period", "256 frames", "--midi-offset", "-5ms"],
            ["daemon", "--idle", "1m30s", "--exit-idle", "1h", "--capture", "2h"],
            ["tone", "--frequency", "1 kHz", "--level", "-20dBFS", "--seconds", "2s"],
        ]
    )
    func units(_ arguments: [String]) throws {
        #expect(Seqd.refusal(of: arguments) == nil)
    }

    @Test("keeps the table of the daemon's commands in its columns")
    func table() async throws {
        let help = try await seqd(["ctl", "--help"], environment: ["COLUMNS": nil]).outputText
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex(of: "COMMANDS:"))
        let table = lines[(start + 1)...].prefix { !$0.isEmpty }
        #expect(table.count > 30)
        #expect(table.allSatisfy { $0.hasPrefix("  ") }, "\(table)")
    }

    @Test("names every command in its help")
    func commands() async throws {
        let run = try await seqd(["--help"])
        for command in [
            "play", "render", "live", "daemon", "ctl", "monitor", "mpd", "web", "inspect", "check",
            "dump", "assemble",
            "convert", "presets", "plugins", "peaks", "scope", "verify", "devices", "tone",
            "doctor",
        ] {
            #expect(run.outputText.contains("\n  \(command) "), "\(run)")
        }
    }

    @Test("ends with status 64 and one line after a mistake")
    func mistake() async throws {
        let run = try await seqd(["play", "x.mid", "--gain", "25"])
        #expect(run.status == .exited(64), "\(run)")
        #expect(run.output.isEmpty)
        #expect(run.errorText.hasPrefix("seqd: --gain"), "\(run)")
        #expect(run.errorText.split(separator: "\n").count == 1, "\(run)")
    }

    /// A wrong command line, and a word that the message has to have.
    @Test(
        "refuses mistakes in one line that names them",
        arguments: [
            (["--nope"], "--nope"),
            (["sing", "x.mid"], "'sing'"),
            (["inspect"], "<file>"),
            (["inspect", "--nope", "x.mid"], "--nope"),
            (["presets", "a.sf2", "b.sf2"], "'b.sf2'"),
            (["play"], "<file>"),
            (["play", "x.mid", "--gain"], "--gain"),
            (["play", "x.mid", "--gain", "loud"], "'loud'"),
            (["play", "x.mid", "--gain", "25"], "-60 to 24 dB"),
            (["play", "x.mid", "--gain", "-60.5"], "-60.5"),
            (["play", "x.mid", "--gain", "nan"], "-60 to 24 dB"),
            (["play", "x.mid", "--transpose", "-49"], "-48 to 48"),
            (["play", "x.mid", "--rate", "7999"], "--rate: expected 8000 to 96000 Hz, not 7999"),
            (["play", "x.mid", "--rate", "44.1 dB"], "expected 8000 to 96000 Hz, not '44.1 dB'"),
            (["render", "x.mid", "--loop", "3"], "did you mean '--loop-count <n>' with"),
            (["play", "x.mid", "--loop", "3"], "--loop takes no value, but '3' follows it; did"),
            (["play", "x.mid", "--loop", "3"], "did you mean '--loops 3'?"),
            (["play", "x.mid", "--volume", "50"], "did you mean '--gain <db>'?"),
            (["play", "--hlep"], "unknown option '--hlep'; did you mean '--help'?"),
            (["live", "--soundfont", "a.sf2"], "did you mean '--sf2 <font>'?"),
            (["render", "x.mid", "-g", "0.5"], "did you mean '--gain <db>'?"),
            (["play", "x.mid", "-o", "x.wav"], "to write a sound file: seqd render x.mid -o"),
            (["render", "x.mid", "--normalize", "-14"], "such as lufs=-14 for the loudness"),
            (["play", "x.mid", "--speed", "80"], "--speed: expected 80% for percent, or 80x"),
            (["play", "x.mid", "--ramp", "60..100/5"], "expected 60% for percent, or 60x"),
            (["play", "x.mid", "--mute", "Bass"], "did you mean the track, track:Bass?"),
            (["play", "x.mid", "--route", "Bass=a.sf2"], "did you mean the track, track:Bass?"),
            (["font", "inf", "a.sf2"], "unknown command 'font inf'; did you mean 'font info'?"),
            (["font", "zap"], "unknown command 'font zap'; expected one of: "),
            (["font", "subset", "a.sf2"], "(see seqd font subset --help)"),
            (["live", "song.mid"], "'song.mid'; to play it: seqd play song.mid"),
            (["live", "piano.sf2"], "'piano.sf2'; for its sounds: --sf2 piano.sf2"),
            (["live", "-o", "x.wav"], "to record the sound: --tap master=OUT"),
            (["live", "--speed", "80"], "'--speed'; seqd play, seqd render"),
            (["live", "--a4", "440", "Hz"], "'Hz'; did you mean '440Hz'?"),
            (["daemon", "song.mid"], "once the daemon runs: seqd ctl play song.mid"),
            (["render", "x.mid", "--device", "hw:1"], "'--device'; seqd play, "),
            (["ctl", "--timeout", "soon", "status"], "expected 0 to 86400 seconds, not 'soon'"),
            (["daemon", "--capture", "1s"], "--capture: expected 1 to 600 minutes, or off"),
            (["play", "x.mid", "--rate", "99999999999999999999"], "--rate"),
            (["play", "x.mid", "--pattern", "0"], "expected 1 or more"),
            (["play", "x.mid", "--from", "0:1"], "1:1;"),
            (["play", "x.mid", "--to", "soon"], "\"soon\""),
            (["play", "x.mid", "--mute", "17"], "1 to 16"),
            (["play", "x.mid", "--solo", "ch:1,,2"], "ch:2/10"),
            (["play", "x.mid", "--bank-mode", "gx"], "auto, gm, gm2, gs, xg, mma, mt32"),
            (["play", "x.mid", "--format", "s8"], "'s24'"),
            (["play", "x.mid", "--a4", "329"], "330 to 590 Hz, not 329"),
            (["live", "--tuning", "a.scl,b.kbm", "--a4", "415"], "cannot be used together"),
            (["play", "x.mid", "--route", "1=a.sf2,mapping=b.kbm"], "needs a tuning"),
        ] as [([String], String)]
    )
    func mistakes(_ arguments: [String], _ word: String) throws {
        let refusal = try #require(Seqd.refusal(of: arguments))
        #expect(refusal.status == .usage)
        let message = try #require(refusal.message)
        #expect(message.contains(word) && !message.contains("\n"), "\(message)")
    }
}
