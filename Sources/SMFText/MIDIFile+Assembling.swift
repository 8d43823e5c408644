public import SMF

extension MIDIFile {
    /// Makes a file of its text.
    ///
    /// Takes time in proportion to the text, and memory of a small multiple of it, for any bytes.
    /// The events know their encoding; a writer that preserves it writes the bytes of the file that
    /// a ``TextDump`` was made of.
    ///
    /// - Parameters:
    ///   - text: The text, in UTF-8 or, for records, with texts in any encoding.
    ///   - form: The text's form; `nil` for the one that its first line has.
    /// - Throws: The faults of the text with their positions.
    public init(assembling text: [UInt8], form: TextForm? = nil) throws(AssemblyError) {
        guard text.count <= Assembly.textLimit else {
            let fault = TextFault(
                line: 1,
                column: 1,
                detail: "text of \(text.count) bytes, expected at most \(Assembly.textLimit)"
            )
            throw AssemblyError(faults: [fault])
        }
        self = try unsafe text.withUnsafeBufferPointer { (bytes) throws(AssemblyError) in
            switch unsafe form ?? TextForm(of: bytes) {
            case .events:
                var assembler = unsafe TextAssembler(bytes)
                return try assembler.assemble()
            case .csv:
                var assembler = unsafe CSVAssembler(bytes)
                return try assembler.assemble()
            }
        }
    }
}
