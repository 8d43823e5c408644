import CLV2
import CPlugin
import Glibc
public import Platform

extension PluginTrial {
    /// The blocks that a plugin processes in its trial.
    private static let blocks = 64

    /// Tries a plugin in this process, and prints the stages: the part of the other process.
    ///
    /// - Parameters:
    ///   - settings: The plugin and its controls.
    ///   - rate: Frames per second.
    ///   - library: The plugins that are installed.
    /// - Throws: The error of making it.
    public static func perform(
        _ settings: PluginSettings,
        rate: Int,
        library: PluginLibrary
    ) throws(HostError) {
        // A crash is expected here: no dump of memory.
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        seqd_lv2_end_with_parent()
        let resolved = try settings.resolve(in: library, rate: rate)
        do {
            let plugin = try Plugin(resolved, rate: rate, library: library, onStage: report)
            report(.processing)
            process(plugin)
            report(.freeing)
        }
        report(.finished)
    }

    /// Has a plugin process a chord with a click, then silence, in blocks of several lengths.
    private static func process(_ plugin: borrowing Plugin) {
        var left = [Float](repeating: 0, count: 64)
        var right = left
        var frame = 0
        for block in 0..<blocks {
            let count = block % 3 == 0 ? 64 : 1 + (block * 37) % 64
            for index in 0..<count {
                let phase = Float((frame + index) % 100) / 50 - 1
                let isLoud = block < blocks / 2
                left[index] = isLoud ? phase * 0.3 : 0
                right[index] = isLoud ? -phase * 0.2 : 0
            }
            if block == 0 { left[0] = 1 }
            frame += count
            unsafe left.withUnsafeMutableBufferPointer { left in
                unsafe right.withUnsafeMutableBufferPointer { right in
                    guard let left = left.baseAddress, let right = right.baseAddress else { return }
                    unsafe seqd_plugin_process(plugin.handle, left, right, UInt32(count))
                }
            }
        }
    }

    /// Prints a stage at once: the next one may end the process.
    private static func report(_ stage: Stage) {
        let line = Array("\n\(mark)\(stage.rawValue)\n".utf8)
        _ = unsafe line.withUnsafeBytes { unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }
}
