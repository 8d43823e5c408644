import Glibc

/// The identity of a file under any of its names.
struct FileIdentity: Equatable, Sendable {
    private var device: dev_t = 0
    private var node: ino_t = 0

    init(path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return }
        (device, node) = (status.st_dev, status.st_ino)
    }

    init(descriptor: CInt) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return }
        (device, node) = (status.st_dev, status.st_ino)
    }
}
