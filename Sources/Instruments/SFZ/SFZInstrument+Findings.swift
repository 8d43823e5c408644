extension SFZInstrument {
    /// The findings about opcodes that are not carried out: one for those of a kind, and none for
    /// those that would change nothing.
    ///
    /// - Parameter opcodes: The opcodes.
    /// - Returns: The findings.
    public static func unsupported(_ opcodes: some Sequence<Opcode>) -> [InstrumentDiagnostic] {
        var log = InstrumentLog()
        for opcode in opcodes {
            SFZUnsupported.tell(opcode.name, opcode.value, opcode.position, &log)
        }
        return log.diagnostics
    }

    /// The findings about opcodes whose values should be numbers, each opcode once.
    ///
    /// - Parameter opcodes: The opcodes.
    /// - Returns: The findings.
    public static func unreadable(_ opcodes: some Sequence<Opcode>) -> [InstrumentDiagnostic] {
        var log = InstrumentLog()
        for opcode in opcodes {
            log.addOnce(
                .warning,
                opcode.position,
                opcode.name,
                "'\(opcode.value)', expected a number; left out"
            )
        }
        return log.diagnostics
    }

    /// Finds the recording of each region.
    mutating func findSources(_ prefixes: [String]) {
        var list = SourceList()
        for index in regions.indices {
            guard
                let sample = regions[index].opcodes.reversed().first(where: { $0.name == "sample" })
            else { continue }
            let name = sample.value.unquoted.replacingBackslashes
            guard !name.hasPrefix("*"), !name.isEmpty else { continue }
            regions[index].source = list.index(ofFile: prefixes[index] + name, sample.position)
        }
        sources = list.sources
    }
}
