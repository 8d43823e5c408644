/// The arguments of the process.
package enum ProcessArguments {
    /// The arguments behind the name of the program, file names without loss.
    package static var all: [String] {
        let arguments = unsafe UnsafeBufferPointer(
            start: CommandLine.unsafeArgv,
            count: Int(CommandLine.argc)
        )
        return unsafe arguments.dropFirst().compactMap { argument in
            unsafe argument.map { unsafe String(systemPath: $0) }
        }
    }
}
