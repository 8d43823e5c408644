import CommandSupport
import Platform
import SamplerHost
import Wording

/// The SoundFonts that would be used.
struct FontCheck {
    /// Those that were named, as the user writes them; else the default one.
    var named: [String]

    init(named: [String]) {
        self.named = named
    }

    var results: [DiagnosticResult] {
        guard named.isEmpty else {
            return named.map { name in
                result(of: SoundFontReference(parsing: name, exists: SoundFontSearch.exists))
            }
        }
        do throws(CommandFailure) {
            return [result(of: try SoundOptions.defaultFont(), isDefault: true)]
        } catch {
            return [problem(error)]
        }
    }

    private func result(of font: SoundFontReference, isDefault: Bool = false) -> DiagnosticResult {
        do throws(HostError) {
            let presets = try Preset.presets(ofFont: font.path)
            guard !presets.isEmpty else {
                return problem(CommandFailure(.data, "\(font.path): no presets"))
            }
            return .ok(
                "font",
                "SoundFont \(font.path): \(Self.size(of: font.path))"
                    + NumberText.count(presets.count, "preset") + (isDefault ? origin : "")
            )
        } catch {
            return problem(CommandFailure(error))
        }
    }

    private var isFromEnvironment: Bool { !(Environment["SEQD_SOUNDFONT"] ?? "").isEmpty }

    private var origin: String {
        isFromEnvironment ? ", from $SEQD_SOUNDFONT" : ", the default SoundFont"
    }

    private func problem(_ failure: CommandFailure) -> DiagnosticResult {
        let advice =
            named.isEmpty && isFromEnvironment
            ? "set by $SEQD_SOUNDFONT; set it to an existing SoundFont, or unset it"
            : "give a SoundFont with --sf2, or install one (Debian, Ubuntu: sudo apt install "
                + "timgm6mb-soundfont, or fluid-soundfont-gm for a larger one)"
        return .problem("font", failure.description, failure.status, advice: advice)
    }

    /// A file's size, followed by a comma; empty if it is not known, and for a folder.
    private static func size(of path: String) -> String {
        guard let status = FileStatus(path), status.kind != .folder else { return "" }
        let size = status.size
        let tenths = (size + 50_000) / 100_000
        return tenths == 0 ? "\(size) bytes, " : "\(tenths / 10).\(tenths % 10) MB, "
    }
}
