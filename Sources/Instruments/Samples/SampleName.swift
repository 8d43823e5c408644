/// The key and velocity in the name of a sound file: `piano_F#3_v80.flac`.
public struct SampleName: Hashable, Sendable {
    /// The key, C4 = 60; `nil` where the name has none.
    public private(set) var key: Int?
    /// The velocity or the number of a layer; `nil` where the name has none.
    public private(set) var velocity: Int?
    /// The side of a stereo recording in two files: −1 left, 1 right, 0 neither.
    public private(set) var side = 0

    /// The velocities of dynamic marks.
    private static let marks: [String: Int] = [
        "ppp": 16, "pp": 33, "p": 49, "mp": 64, "mf": 80, "f": 96, "ff": 112, "fff": 127,
    ]

    /// Reads a name.
    ///
    /// A key is a note name (`C4`, `F#3`, `Bb2`, `As3`) or else a number (`60`); a velocity is a number
    /// behind `v` or `vel` (`v80`), or a dynamic mark (`mf`).
    ///
    /// - Parameter path: A path; the last part without its extension counts.
    public init(_ path: String) {
        let stem = FilePath.stem(of: path)
        var number: Int?
        for word in Self.words(of: stem) {
            var rest = word[...]
            if key == nil, let (found, length) = Self.note(rest) {
                key = found
                rest = rest.dropFirst(length)
                if rest.isEmpty { continue }
            }
            let text = String(rest).lowercased()
            if let value = Self.velocity(text) {
                velocity = value
            } else if let mark = Self.marks[text], velocity == nil, key != nil || text.count > 1 {
                velocity = mark
            } else if text == "l" || text == "left" {
                side = -1
            } else if text == "r" || text == "right" {
                side = 1
            } else if rest.count == word.count, let value = Self.integer(text), value <= 127 {
                number = value
            }
        }
        key = key ?? Self.attachedNote(stem) ?? number
    }

    /// The name with another key or side.
    ///
    /// - Parameters:
    ///   - key: The key; `nil` for that of the name.
    ///   - side: The side; `nil` for that of the name.
    /// - Returns: The name.
    func with(key: Int?, side: Int?) -> SampleName {
        var name = self
        name.key = key ?? name.key
        name.side = side ?? name.side
        return name
    }

    /// The words between blanks, underscores and the like; a minus sign belongs to an octave.
    private static func words(of stem: String) -> [[Character]] {
        var words: [[Character]] = []
        var word: [Character] = []
        for character in stem.prefix(400) {
            let isMinus = character == "-" && isNoteStart(word)
            if character.isLetter || character.isNumber || "#♯♭".contains(character) || isMinus {
                word.append(character)
            } else if !word.isEmpty {
                words.append(word)
                word = []
            }
        }
        return word.isEmpty ? words : words + [word]
    }

    private static func isNoteStart(_ word: [Character]) -> Bool {
        guard let first = word.first, word.count <= 2, "abcdefgABCDEFG".contains(first) else {
            return false
        }
        return word.count == 1 || "#♯sb♭".contains(word[1])
    }

    /// The note at the start of a word, and its length: the word ends there, or a velocity follows.
    private static func note(_ word: ArraySlice<Character>) -> (key: Int, length: Int)? {
        for length in [5, 4, 3, 2] where length <= word.count {
            guard let key = NoteName.key(String(word.prefix(length))) else { continue }
            let rest = String(word.dropFirst(length)).lowercased()
            if rest.isEmpty || velocity(rest) != nil || marks[rest] != nil { return (key, length) }
        }
        return nil
    }

    /// The note at the end of a name without a gap before it: `PianoC4`.
    private static func attachedNote(_ stem: String) -> Int? {
        for word in words(of: stem) {
            for start in word.indices.dropFirst()
            where word[start].isUppercase && word[start - 1].isLowercase {
                if let (key, _) = note(word[start...]) { return key }
            }
        }
        return nil
    }

    private static func velocity(_ text: String) -> Int? {
        for prefix in ["velocity", "vel", "v"] where text.hasPrefix(prefix) {
            guard let value = integer(String(text.dropFirst(prefix.count))) else { return nil }
            return (1...127).contains(value) ? value : nil
        }
        return nil
    }

    private static func integer(_ text: String) -> Int? {
        guard !text.isEmpty, text.count <= 3, text.allSatisfy(\.isASCII) else { return nil }
        return text.allSatisfy(\.isNumber) ? Int(text) : nil
    }
}
