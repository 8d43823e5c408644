import Foundation

/// The path of an executable that was built together with the running tests.
///
/// It stands in the directory of the test executable, whatever the configuration and scratch
/// path are. The target has to be a dependency of the test target, or it may not be built.
///
/// - Parameter name: The product's name, such as `seqd`.
/// - Returns: Its absolute path.
/// - Throws: An error that names the places where it was looked for.
public func builtProduct(_ name: String) throws -> String {
    let files = FileManager.default
    // /proc/self/exe is `…/debug/seqdPackageTests.xctest`; argument 0 may be relative.
    let running = ["/proc/self/exe", CommandLine.arguments.first ?? ""]
    let directories = running.map {
        URL(fileURLWithPath: $0).resolvingSymlinksInPath().deletingLastPathComponent()
    }
    let candidates = directories.map { $0.appendingPathComponent(name).path }
    guard let found = candidates.first(where: { files.isExecutableFile(atPath: $0) }) else {
        throw TestSupportError("\(name) is not built: looked at \(candidates)")
    }
    return found
}
