import JSON
public import SamplerHost

/// A rack in a file, as JSON.
///
/// `docs/routing.md` describes the form. SoundFonts and tunings with relative paths are next to
/// the file.
public enum RackFile {
    /// Reads a rack; its SoundFonts are not opened.
    ///
    /// - Parameter path: The file.
    /// - Returns: The rack, with the paths of its files made relative to the current folder.
    /// - Throws: `noInput` if the file cannot be read, `data` for a text that is not a rack: the
    ///   position in it, and what was expected.
    public static func read(_ path: String) throws(PlaybackError) -> RackSettings {
        try parse(text(of: path, "a rack"), path: path)
    }

    /// Reads a value of a file as a rack is read.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - noun: The kind of file, in messages.
    ///   - handle: Another path of the file, at which it is opened.
    /// - Returns: The value.
    /// - Throws: As ``read(_:)``.
    static func decode<Value: Decodable>(
        _ path: String,
        _ noun: String,
        openedAt handle: String? = nil
    ) throws(PlaybackError) -> Value {
        try decode(text(of: path, noun, openedAt: handle), path: path)
    }

    private static func text(
        of path: String,
        _ noun: String,
        openedAt handle: String? = nil
    ) throws(PlaybackError) -> String {
        let bytes = try PlaybackError.catching { () throws(HostError) in
            // Much more than a rack of thousands of rules has.
            try InputFile.read(handle ?? path, limit: 16 << 20)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw PlaybackError(.data, "\(path): not \(noun): not a text in UTF-8")
        }
        return text
    }

    /// Reads the text of a rack.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - path: The file that it is from.
    /// - Returns: The rack.
    /// - Throws: As ``read(_:)``.
    static func parse(_ text: String, path: String) throws(PlaybackError) -> RackSettings {
        let rack: RackSettings = try decode(text, path: path)
        return rack.withFiles(in: path.lastIndex(of: "/").map { String(path[...$0]) } ?? "")
    }

    private static func decode<Value: Decodable>(
        _ text: String,
        path: String
    ) throws(PlaybackError) -> Value {
        let document: JSONValue
        do throws(JSONError) {
            document = try JSONReader.read(text)
        } catch {
            let position = TextPosition(byte: error.offset, of: text)
            throw PlaybackError(
                .data,
                "\(path): line \(position.line), column \(position.column): not JSON: \(error.message)"
            )
        }
        do {
            return try JSONDecoding.decode(from: document)
        } catch let error as DecodingError {
            let (place, problem) = error.parts
            throw PlaybackError(.data, "\(path): \(place.isEmpty ? "" : "\(place): ")\(problem)")
        } catch {
            throw PlaybackError(.data, "\(path): \(error)")
        }
    }

    /// The text of a rack, with a line for each of its samplers and rules.
    ///
    /// - Parameter rack: The rack; the paths of its fonts are written as they are.
    /// - Returns: The text, which `parse(_:path:)` reads as the same rack.
    public static func text(_ rack: RackSettings) -> String {
        // Only numbers that are not finite cannot be encoded; a strip writes −∞ as text.
        guard let document = try? JSONEncoding.encode(rack) else { return "{\"schema\":1}\n" }
        return document.indentedText + "\n"
    }
}

/// A position in a text, from 1.
private struct TextPosition {
    var line = 1
    var column = 1

    init(byte offset: Int, of text: String) {
        for byte in text.utf8.prefix(offset) {
            if byte == UInt8(ascii: "\n") {
                (line, column) = (line + 1, 1)
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
    }
}

extension RackSettings {
    /// Changes the relative paths of fonts and tunings to paths within a folder.
    ///
    /// - Parameter folder: The folder with a slash at its end; empty for the current one.
    /// - Returns: The rack with these paths.
    func withFiles(in folder: String) -> RackSettings {
        var rack = self
        for index in rack.samplers.indices {
            rack.samplers[index].settings.fonts = samplers[index].settings.fonts.map {
                $0.within(folder)
            }
            rack.samplers[index].placeTunings(in: folder)
        }
        if let fallback {
            rack.fallback?.settings.fonts = fallback.settings.fonts.map { $0.within(folder) }
            rack.fallback?.placeTunings(in: folder)
        }
        rack.clips = clips.map { $0.within(folder) }
        return rack
    }
}

extension RackSettings.Sampler {
    fileprivate mutating func placeTunings(in folder: String) {
        func place(_ tuning: TuningSettings) -> TuningSettings {
            tuning.mapPaths { $0.hasPrefix("/") ? $0 : folder + $0 }
        }
        settings.tuning = place(settings.tuning)
        channelTunings = channelTunings.mapValues(place)
    }
}

extension SoundFontReference {
    fileprivate func within(_ folder: String) -> SoundFontReference {
        var font = self
        if !path.hasPrefix("/") { font.path = folder + path }
        return font
    }
}
