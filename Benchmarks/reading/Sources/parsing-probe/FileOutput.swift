import Glibc

/// Whole texts for a file descriptor.
enum FileOutput {
    /// Writes all bytes; what cannot be written, because nobody reads any more, is left out.
    static func write(_ bytes: some Collection<UInt8>, to descriptor: Int32) {
        let written: Void? = bytes.withContiguousStorageIfAvailable { buffer in
            var rest = UnsafeRawBufferPointer(buffer)[...]
            while !rest.isEmpty {
                let count = Glibc.write(
                    descriptor,
                    UnsafeRawBufferPointer(rebasing: rest).baseAddress,
                    rest.count
                )
                guard count > 0 || errno == EINTR else { return }
                rest = rest.dropFirst(max(count, 0))
            }
        }
        precondition(written != nil, "texts and arrays are contiguous")
    }
}
