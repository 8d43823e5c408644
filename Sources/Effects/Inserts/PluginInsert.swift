import CLinux
import CPlugin
public import LV2
package import Platform
import Realtime
import Synchronization
import Wording

/// An LV2 plugin in a strip.
///
/// Its code is not seqd's: nothing can check that it suits a real-time thread, or limit its cost.
@safe
struct PluginInsert: ~Copyable {
    /// Frees the instance, off the audio thread; `nil` for a plugin that was removed meanwhile.
    private let plugin: Plugin?
    @unsafe private let handle: UnsafeMutablePointer<seqd_plugin>?
    /// Whether sound passes it by, as late as through it.
    private var hasFailed: Bool
    /// Whether ``figures`` have a fault that has not been taken.
    private var hasNewFault = false
    /// The figures for other threads.
    let figures = SequenceLock(PluginFigures())
    private var fault: PluginFault?
    /// Whether its time is measured: for a file it may take any.
    private let isRealTime: Bool
    private var meter: PluginMeter
    private var bypass: PairDelay
    /// Its controls, and the values that they have.
    private let ports: FixedArray<UInt32>
    private var values: FixedArray<Double>
    /// The frames that are silenced: the plugin delayed them from before a pause.
    private var muted = 0
    /// The frames of silence after which it counts as silent.
    private let rest: Int
    /// The frames since anything came in or out that could be heard.
    private var quietFrames: Int

    /// Makes it of an instance that nothing else uses.
    ///
    /// - Parameters:
    ///   - plugin: The instance; `nil` for a plugin that was removed meanwhile.
    ///   - numbers: The mix, then the values that the controls have.
    ///   - latency: The frames by which it delays.
    ///   - rate: Frames per second.
    ///   - isRealTime: Whether it plays in real time, and not for a file.
    init(
        _ plugin: Plugin?,
        numbers: borrowing FixedArray<Double>,
        latency: Int,
        rate: Int,
        isRealTime: Bool
    ) {
        let ports = plugin?.controlPorts ?? []
        self.ports = FixedArray(count: ports.count) { UInt32(ports[$0]) }
        values = FixedArray(repeating: .nan, count: ports.count)
        for index in 0..<min(ports.count, numbers.count - 1) { values[index] = numbers[index + 1] }
        if !isRealTime { plugin?.freeWheel() }
        self.isRealTime = isRealTime
        meter = PluginMeter(rate: rate)
        self.plugin = plugin
        unsafe handle = plugin?.handle
        hasFailed = plugin == nil
        bypass = PairDelay(frames: latency)
        rest = Self.rest(rate: rate)
        quietFrames = rest
    }

    /// The frames of silence that a plugin's sound may follow: five seconds.
    static func rest(rate: Int) -> Int { 5 * rate }

    /// Bypasses it: a plugin cannot be cleared on the audio thread.
    @_noLocks
    mutating func reset() {
        bypass.reset()
        fail(.noNumber)
    }

    @_noLocks
    private mutating func fail(_ fault: PluginFault) {
        guard !hasFailed else { return }
        hasFailed = true
        hasNewFault = true
        self.fault = fault
    }

    /// Ends a period of a number of frames.
    ///
    /// - Returns: Whether it has been bypassed since the last call.
    @_noLocks
    mutating func endPeriod(_ frames: Int) -> Bool {
        if isRealTime, !hasFailed, meter.endPeriod(frames) { fail(.late) }
        var figures = PluginFigures()
        figures.fault = fault
        figures.meanLoad = meter.mean
        figures.longestLoad = meter.longest
        self.figures.store(figures)
        defer { hasNewFault = false }
        return hasNewFault
    }

    /// Forgets the sound that it has delayed.
    @_noLocks
    mutating func forgetDelayedFrames() {
        muted = bypass.frames
        bypass.reset()
    }

    /// Sets those of its controls that have other values now.
    ///
    /// - Parameter numbers: The mix, then the values of ``ports``; not a number for that of the preset.
    @_noLocks
    mutating func move(to numbers: borrowing FixedArray<Double>) {
        guard !hasFailed, let handle = unsafe handle else { return }
        for index in 0..<min(ports.count, numbers.count &- 1) {
            let value = numbers[index &+ 1]
            guard !value.isNaN, value != values[index] else { continue }
            values[index] = value
            unsafe seqd_plugin_set(handle, ports[index], Float(value))
        }
    }

    /// Ends a block; see ``Insert/endBlock()``.
    @_noLocks
    func endBlock() -> Bool { hasFailed ? bypass.isSilent : quietFrames >= rest }

    /// Processes both sides.
    @_noLocks
    mutating func process(_ pair: InsertPair) {
        guard !hasFailed, let handle = unsafe handle else { return bypass.process(pair) }
        let wasAudible = !pair.isQuiet
        let begin = isRealTime ? seqd_monotonic_nanoseconds() : 0
        unsafe seqd_plugin_process(handle, pair.left, pair.right, UInt32(pair.count))
        if isRealTime { meter.add(seqd_monotonic_nanoseconds() &- begin) }
        if muted > 0 {
            for frame in 0..<min(muted, pair.count) {
                unsafe pair.left[frame] = 0
                unsafe pair.right[frame] = 0
            }
            muted = max(0, muted &- pair.count)
        }
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
    /// Whether the latency may be another one with other controls.
    let mayChangeLatency: Bool
    /// Whether an echo may follow silence.
    let mayEcho: Bool
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
            throw EffectsError(words.isEmpty ? error.reason : error.description)
        }
    }

    func changed(_ words: [Substring]) throws(EffectsError) -> Self {
        let change = try Self(parsing: [Substring(plugin)] + words)
        var result = self
        result.preset = change.preset ?? preset
        for control in change.controls {
            if let index = controls.firstIndex(where: { $0.symbol == control.symbol }) {
                result.controls[index] = control
            } else {
                result.controls.append(control)
            }
        }
        return result
    }

    func canMove(to other: PluginSettings) -> Bool {
        other.differsInControlsAlone(from: self)
            && known.withLock { known in
                known.contains { $0.key.settings.isSamePlugin(as: self) }
                    && known.allSatisfy {
                        !$0.key.settings.isSamePlugin(as: self) || !$0.value.mayChangeLatency
                    }
            }
    }

    /// The values of its controls; not a number where the settings mention none.
    func numbers(rate: Int) -> [InsertNumber] {
        // None where the plugin cannot be found any more.
        let controls =
            (try? PluginLibrary.installed()).flatMap { try? numbers(in: $0, rate: rate) } ?? []
        return controls.map { control in
            InsertNumber(
                control.symbol,
                control.value ?? .nan,
                in: control.range,
                isWhole: control.isWhole,
                control.isStepped ? .atOnce : .evenly
            )
        }
    }

    var layout: Int { plugin.hashValue }

    /// Whether other settings are of the same plugin with the same preset.
    private func isSamePlugin(as other: PluginSettings) -> Bool {
        plugin == other.plugin && preset == other.preset
    }

    /// The facts about the plugin: with these controls, or with others that change no latency.
    private func made(rate: Int) -> MadePlugin? {
        known.withLock { known in
            if let made = known[PluginKey(settings: self, rate: rate)] { return made }
            return known.first {
                $0.key.rate == rate && $0.key.settings.isSamePlugin(as: self)
                    && !$0.value.mayChangeLatency
            }?.value
        }
    }

    func gap(rate: Int) -> Int {
        made(rate: rate)?.mayEcho ?? true ? PluginInsert.rest(rate: rate) : 0
    }

    /// The classes of plugins whose sound ends soon after what comes in.
    private static let withoutEcho: Set = [
        "Amplifier", "Bandpass", "Compressor", "Distortion", "Dynamics", "EQ", "Expander", "Filter",
        "Gate", "Highpass", "Limiter", "Lowpass", "MultiEQ", "ParaEQ", "Waveshaper",
    ]

    func latency(rate: Int) -> Int { made(rate: rate)?.latency ?? 0 }

    /// Makes an instance for the next insert with these settings.
    ///
    /// - Parameters:
    ///   - rate: Frames per second.
    ///   - isNew: Whether an insert with these settings follows in any case; otherwise the first
    ///     instance is enough.
    /// - Throws: As ``InsertSettings/prepare(rate:isNew:)``.
    fileprivate func prepare(rate: Int, isNew: Bool) throws(HostError) {
        let key = PluginKey(settings: self, rate: rate)
        let made = known.withLock { $0[key] }
        guard made == nil || isNew && made?.instance == nil else { return }
        if !isNew, self.made(rate: rate) != nil {
            // Its controls may only have to be set.
            return _ = try resolve(in: PluginLibrary.installed(), rate: rate)
        }
        let plugin = try Plugin(self, rate: rate)
        known.withLock {
            $0[key] = MadePlugin(
                latency: plugin.latency,
                mayChangeLatency: plugin.mayChangeLatency,
                mayEcho: !Self.withoutEcho.contains(plugin.category),
                instance: plugin
            )
        }
    }

    /// An instance; `nil` for a plugin that was removed since it was prepared.
    func take(rate: Int) -> Plugin? {
        let key = PluginKey(settings: self, rate: rate)
        let first = known.withLock { $0[key]?.instance.take() }
        return first ?? (try? Plugin(self, rate: rate))
    }
}

extension InsertSettings {
    /// Whether its code is that of a plugin.
    package var isPlugin: Bool { pluginName != nil }

    /// The name or URI of its plugin; `nil` for another kind.
    package var pluginName: String? {
        if case .plugin(let settings) = effect { settings.plugin } else { nil }
    }

    /// Gets ready what may fail: the instance of a plugin, which is tried in another process first.
    ///
    /// The next insert that is made of these settings has it. May take seconds.
    ///
    /// - Parameters:
    ///   - rate: Frames per second.
    ///   - isNew: Whether it is made in any case; otherwise it is enough that it was ready once.
    /// - Throws: `usage` for a plugin, preset or control that there is not, `unavailable` for a plugin
    ///   that does not work.
    package func prepare(rate: Int, isNew: Bool = true) throws(HostError) {
        guard !isBypassed, case .plugin(let settings) = effect else { return }
        do throws(HostError) {
            try settings.prepare(rate: rate, isNew: isNew)
        } catch {
            throw HostError(error.code, "insert lv2", error.description)
        }
    }
}
