import CLinux
import Glibc
package import Platform

/// A file mapped into memory for reading: its pages are the kernel's, shared by all who map it.
///
/// A program that truncates the file while it is mapped takes pages away; they hold zeros from then
/// on (`seqd_mapping_guard`). One that replaces it by another file, as editors and package managers
/// do, changes nothing here.
@safe
package final class MappedFile: @unchecked Sendable {
    /// The path as the user gave it.
    package let path: String
    /// The content; it may change as the file does.
    package let bytes: UnsafeRawBufferPointer
    /// The mapped memory; `nil` if the content is a copy.
    private let mapping: UnsafeMutableRawPointer?
    private let number: Int32

    /// Maps a file, or reads it where it cannot be mapped.
    ///
    /// - Throws: `io` where it cannot be read either.
    package init(_ file: borrowing InputFile) throws(HostError) {
        path = file.path
        let size = file.size
        guard size > 0 else {
            unsafe bytes = UnsafeRawBufferPointer(start: nil, count: 0)
            unsafe mapping = nil
            number = -1
            return
        }
        if let mapped = unsafe file.map() {
            let guarded = unsafe seqd_mapping_guard(mapped, size)
            if guarded >= 0 {
                number = guarded
                unsafe mapping = mapped
                unsafe bytes = UnsafeRawBufferPointer(start: mapped, count: size)
                return
            }
            unsafe munmap(mapped, size)
        }
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        guard unsafe file.read(into: copy, at: 0) else {
            unsafe copy.deallocate()
            throw HostError(.io, file.path, "cannot be read")
        }
        number = -1
        unsafe mapping = nil
        unsafe bytes = UnsafeRawBufferPointer(copy)
    }

    deinit {
        if let mapping = unsafe mapping {
            seqd_mapping_release(number)
            unsafe munmap(mapping, bytes.count)
        } else {
            unsafe bytes.deallocate()
        }
    }

    /// Releases the memory that the file takes; reading brings it back.
    package func drop() {
        guard let mapping = unsafe mapping else { return }
        unsafe seqd_mapping_drop(mapping, bytes.count)
    }

    /// Locks the memory again as it is used, if that of the process is locked.
    package func keep() {
        guard let mapping = unsafe mapping else { return }
        unsafe seqd_mapping_keep(mapping, bytes.count)
    }

    /// Tells the kernel that all of it will be read; returns at once.
    package func announce() {
        guard let start = unsafe bytes.baseAddress else { return }
        unsafe seqd_mapping_announce(start, bytes.count)
    }
}
