extension MIDIFile {
    /// The file as bytes.
    ///
    /// Reading them gives the same tracks again, event by event. A track without end-of-track gets
    /// one at the time of its last event. Repairs of the reader are written; a meta type above
    /// 0x7F, a SysEx message without its end and everything else that the reader retained stays as
    /// it is.
    ///
    /// In other styles than ``WritingStyle/preserving`` this is a plain file: foreign chunks, the
    /// header's extension and a RIFF wrapper, with the sound bank in it, are left out. Preserving,
    /// the sizes of the wrapper are set right if the music's length has changed.
    ///
    /// - Parameters:
    ///   - style: The choice between several encodings of an event. An event that was read with
    ///     running status, but no longer follows a message of the same status, gets its status byte
    ///     in every style.
    ///   - prepare: Gets the memory for the file, which is somewhat larger than it, before it is
    ///     touched: for instance to ask for large pages, see ``ReadingResources/prepare``.
    /// - Returns: The file.
    /// - Throws: ``SMFWriteError`` for what no file can have: more than 65,535 tracks, format 0 with
    ///   other than one, a division outside the range, a delta time above 0x0FFFFFFF, a data byte
    ///   above 127, an event after end-of-track, a SysEx continuation where no message is open or an
    ///   escape where one is (either would be read as the other), a payload above 0x0FFFFFFF bytes,
    ///   a chunk above 4 GiB − 1.
    public func bytes(
        _ style: WritingStyle = .compact,
        preparing prepare: ((UnsafeMutableRawBufferPointer) -> Void)? = nil
    ) throws(SMFWriteError) -> [UInt8] {
        try unsafe FileWriter(self, style: style, prepare: prepare).bytes()
    }
}
