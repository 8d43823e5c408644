import ArgumentParser

/// The ways in which shells pass words to a completion, and read the candidates.
struct ShellCompletion {
    /// A word, and its explanation.
    struct Candidate: Hashable {
        var word: String
        var help = ""
    }

    let shell: CompletionShell?
    /// The part of the word that bash keeps: it completes only the part behind it.
    let kept: String

    /// A candidate as the shell's script reads it; `nil` for one that does not fit.
    func text(of candidate: Candidate) -> String? {
        let text = candidate.word
        switch shell {
        case .bash?:
            guard text.hasPrefix(kept) else { return nil }
            // compgen -W expands what is not quoted; a track may be named $(reboot).
            return "'" + text.dropFirst(kept.count).replacing("'", with: "'\\''") + "'"
        case .zsh?:
            // _describe takes what follows a colon for an explanation.
            let name = text.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
            return candidate.help.isEmpty ? name : "\(name):\(candidate.help)"
        case .fish?:
            return candidate.help.isEmpty ? text : "\(text)\t\(candidate.help)"
        default:
            return text
        }
    }

    /// The characters at which bash breaks words, besides blanks (`COMP_WORDBREAKS`).
    private static func isBreak(_ character: Character) -> Bool { ":=@".contains(character) }

    private static func isSign(_ word: String) -> Bool {
        !word.isEmpty && word.allSatisfy(isBreak)
    }

    /// Reads the words of a command line up to the cursor, without their quotes.
    ///
    /// - Parameters:
    ///   - words: The words with their quotes.
    ///   - index: Which of them the cursor stands at.
    ///   - shell: The shell that asks.
    /// - Returns: The words before the cursor's, the part of that before the cursor, and the part of
    ///   it that bash keeps.
    static func line(
        _ words: [String],
        _ index: Int,
        _ shell: CompletionShell?
    ) -> (words: [String], prefix: String, kept: String) {
        var typed = words.prefix(index + 1).map { [$0] }
        if index >= words.count { typed.append([""]) }
        var kept = ""
        if shell == .bash {
            typed = joined(typed.joined())
            kept = self.kept(of: typed.last ?? [])
        }
        var read = typed.map { unquoted($0.joined()) }
        let prefix = read.popLast() ?? ""
        return (read, prefix, kept)
    }

    /// Joins the words that bash has broken, as they were typed: each with its parts.
    ///
    /// bash does not report whether there were blanks; before `@` there were, since that begins a
    /// marker.
    static func joined(_ words: some Sequence<String>) -> [[String]] {
        var joined: [[String]] = []
        var isOpen = false
        for word in words {
            let continues = isOpen || isSign(word) && word.first != "@"
            if continues, !joined.isEmpty {
                joined[joined.count - 1].append(word)
            } else {
                joined.append([word])
            }
            isOpen = isSign(word)
        }
        return joined
    }

    /// The text of a broken word before the part that bash completes; `@` belongs to that part.
    static func kept(of parts: [String]) -> String {
        guard let last = parts.last else { return "" }
        var kept = (parts.dropLast() + (isSign(last) ? [last] : [])).joined()
        while kept.last == "@" { kept.removeLast() }
        return unquoted(kept)
    }

    /// A word without its quotes and backslashes; a quotation may be open.
    static func unquoted(_ word: String) -> String {
        var text = ""
        var quote: Character?
        var isEscaped = false
        for character in word {
            if isEscaped {
                text.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil } else { text.append(character) }
            } else if character == "'" || character == "\"" {
                quote = character
            } else {
                text.append(character)
            }
        }
        return text
    }

    // MARK: The scripts

    /// Completes a script that the argument parser has generated.
    ///
    /// In zsh, names of files are left to `_files`, which quotes them, follows `~` and folders, and
    /// puts no space behind a folder. fish gives the cursor's position in its word only
    /// interactively, and an error otherwise (`complete -C`); it is not needed.
    static func finished(_ script: String) -> String {
        let head = "#compdef seqd\n"
        guard script.hasPrefix(head) else {
            return script.replacing("(__seqd_tokens -tC)", with: "0")
        }
        let call = "__seqd_custom_complete ---completion ctl "
        let function = """

            __seqd_ctl_complete() {
                local -a found
                found=("${(@f)"$("${command_name}" "${@}" "${command_line[@]}" 2>/dev/null)"}")
                if [[ "${found[1]}" = //files ]]; then
                    _files -g "${found[2]}"
                elif [[ "${#found[@]}" -gt 1 ]]; then
                    __seqd_complete "${found[@]:0:-1}"
                fi
            }

            """
        return head + function
            + script.dropFirst(head.count)
            .replacing(call, with: "__seqd_ctl_complete ---completion ctl ")
    }
}
