import Foundation
import TestSupport
import Testing

@Suite("Completion")
struct CompletionTests {
    /// A shell, and how what it completes at the end of `$line` is printed.
    struct Shell: Sendable, CustomTestStringConvertible {
        var name: String
        var script: String

        var testDescription: String { name }
    }

    static let shells = [
        Shell(
            name: "bash",
            script: """
                source ./script
                complete -p seqd >/dev/null || exit 9
                read -r -a COMP_WORDS <<<"$line"
                [[ "$line" == *" " ]] && COMP_WORDS+=("")
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                COMP_LINE=$line COMP_POINT=${#line}
                _seqd seqd "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
                printf '%s\\n' "${COMPREPLY[@]}"
                """
        ),
        Shell(
            name: "zsh",
            // What completes runs in a terminal of its own; the list is what it would insert.
            script: """
                mkdir -p functions && cp script functions/_seqd
                zmodload zsh/zpty
                zpty shell zsh -f -i
                zpty -w shell "PROMPT='' fpath=($PWD/functions \\$fpath)"
                zpty -w shell "autoload -Uz compinit; compinit -u -d $PWD/dump"
                zpty -w shell "zstyle ':completion:*' list-packed no; LISTMAX=0; COLUMNS=200"
                zpty -w shell "print -- ready-\\${_comps[seqd]}"
                zpty -r shell text '*ready-_seqd*' || exit 9
                zpty -w -n shell "$line"$'\\t'
                sleep 0.5
                zpty -w -n shell $'\\x15'"print -- end-of-it"$'\\n'
                zpty -r shell text '*end-of-it*end-of-it*'
                print -r -- "$text"
                zpty -d shell
                """
        ),
        Shell(name: "fish", script: "source ./script; complete -C \"$line\""),
    ]

    @Test("is loaded by the real shells", arguments: shells)
    func loads(_ shell: Shell) async throws {
        let cases: [(line: String, expected: String)] = [
            ("seqd pl", "play"),
            ("seqd play --spe", "--speed"),
            ("seqd ctl see", "seek"),
            ("seqd ctl play so", "song.mid"),
            ("seqd ctl play with", "blanks"),
            ("seqd ctl load-font f", "font.sf2"),
            ("seqd ctl mute al", "all"),
            ("seqd ctl solo 1,1", "1,16"),
            ("seqd ctl subscribe tran", "transport"),
            ("seqd ctl watch o", "on"),
            ("seqd ctl watch on b", "bar"),
            ("seqd ctl help enq", "enqueue"),
            ("seqd play --bank-mode x", "xg"),
            ("seqd play --interpolation 7", "7th-order"),
            ("seqd play so", "song.mid"),
        ]
        let place = try Workplace()
        try place.add(PlayedSong.tone())
        for name in ["other.txt", "font.sf2", "sound.txt", "fold.txt"] {
            try place.folder.write("no music", to: name)
        }
        let files = FileManager.default
        try files.createDirectory(
            atPath: place.folder.path("with blanks"),
            withIntermediateDirectories: false
        )
        // The scripts ask the command that is typed.
        try files.createDirectory(
            atPath: place.folder.path("bin"),
            withIntermediateDirectories: false
        )
        try files.createSymbolicLink(
            atPath: place.folder.path("bin/seqd"),
            withDestinationPath: builtProduct("seqd")
        )
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let script = try await seqd(["--generate-completion-script", shell.name])
        #expect(script.status == .exited(0), "\(script)")
        try place.folder.write(script.output, to: "script")
        for (line, expected) in cases {
            let run = try await CommandRun.run(
                shell.name,
                ["-c", shell.script],
                environment: [
                    "line": line, "HOME": place.folder.path, "LC_ALL": "C.UTF-8",
                    "TERM": "dumb", "PATH": "\(place.folder.path("bin")):\(path)",
                    "SEQD_SOCKET": place.folder.path("nobody"),
                ],
                directory: place.folder.path
            )
            #expect(run.status == .exited(0), "\(line): \(run)")
            #expect(run.outputText.contains(expected), "\(line): \(run)")
            #expect(!run.outputText.contains(".txt"), "\(line): \(run)")
        }
    }
}
