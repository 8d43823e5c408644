import CPlugin
public import LV2
package import Platform
import Synchronization

/// An LV2 plugin in a strip.
///
/// Its code is not seqd's: nothing can say that it suits a real-time thread, or what it costs.
@safe
struct PluginInsert: ~Copyable {
    /// Frees the instance, off the audio thread.
    private let plugin: Plugin
    @unsafe private let handle: UnsafeMutablePointer<seqd_plugin>
    /// Whether it gave a value that is no number: it is left out from then on.
    private var hasFailed = false
    /// The frames after which what it holds counts as gone.
    private let rest: Int
    /// The frames since anything came in or out that could be heard.
    private var quietFrames: Int

    /// Makes it of an instance that nothing else uses.
    init(_ plugin: Plugin, rate: Int) {
        self.plugin = plugin
        unsafe handle = plugin.handle
        rest = Self.rest(rate: rate)
        quietFrames = rest
    }

    /// The frames of silence that a plugin's sound may follow: two seconds.
    static func rest(rate: Int) -> Int { 2 * rate }

    /// Leaves it out: a plugin cannot be cleared on the audio thread.
    @_noLocks
    mutating func reset() { hasFailed = true }

    /// Ends a block; see ``Insert/endBlock()``.
    @_noLocks
    func endBlock() -> Bool { quietFrames >= rest || hasFailed }

    /// Processes both sides.
    @_noLocks
    mutating func process(_ pair: InsertPair) {
        guard !hasFailed else { return }
        let wasAudible = !pair.isQuiet
        unsafe seqd_plugin_process(handle, pair.left, pair.right, UInt32(pair.count))
        quietFrames = wasAudible || !pair.isQuiet ? 0 : quietFrames &+ pair.count
    }
}

/// The plugins that have been made in this process.
private let known = Mutex<[PluginKey: MadePlugin]>([:])

private struct PluginKey: Hashable {
    let settings: PluginSettings
    let rate: Int
}

private struct MadePlugin {
    let latency: Int
    /// The first instance, for the next insert with these settings.
    var instance: Plugin?
}

extension PluginSettings: InsertParameters {
    static var kind: String { "lv2" }

    static var rows: [String] {
        [
            "the plugin | its name or URI, first: `seqd plugins` lists them | ",
            "`preset` | a preset of the plugin | ",
            "SYMBOL | a control of the plugin: `seqd plugins NAME` lists them | ",
        ]
    }

    var effect: InsertSettings.Effect { .plugin(self) }

    init(parsing words: [Substring]) throws(EffectsError) {
        do throws(HostError) {
            try self.init(parsing: words.map(String.init))
        } catch {
            throw EffectsError(error.description)
        }
    }

    func gap(rate: Int) -> Int { PluginInsert.rest(rate: rate) }

    func latency(rate: Int) -> Int {
        known.withLock { $0[PluginKey(settings: self, rate: rate)]?.latency } ?? 0
    }

    /// Makes an instance for the next insert with these settings.
    fileprivate func prepare(rate: Int) throws(HostError) {
        let key = PluginKey(settings: self, rate: rate)
        // A plugin that has been made once can be made again at once.
        guard known.withLock({ $0[key] == nil }) else { return }
        let plugin = try Plugin(self, rate: rate)
        known.withLock { $0[key] = MadePlugin(latency: plugin.latency, instance: plugin) }
    }

    /// An instance; `nil` for a plugin that was removed since it was prepared.
    func take(rate: Int) -> Plugin? {
        let key = PluginKey(settings: self, rate: rate)
        let first = known.withLock { $0[key]?.instance.take() }
        return first ?? (try? Plugin(self, rate: rate))
    }
}

extension InsertSettings {
    /// Gets ready what may fail: the instance of a plugin, which is tried in another process first.
    ///
    /// The next insert that is made of these settings has it. May take seconds.
    ///
    /// - Parameter rate: Frames per second.
    /// - Throws: `usage` for a plugin, preset or control that there is not, `unavailable` for a plugin
    ///   that does not work.
    package func prepare(rate: Int) throws(HostError) {
        guard !isBypassed, case .plugin(let settings) = effect else { return }
        do throws(HostError) {
            try settings.prepare(rate: rate)
        } catch {
            throw HostError(error.code, "insert lv2", error.description)
        }
    }
}
