import Glibc

extension RegularFile {
    /// What makes a regular file the same under several names.
    package struct Identity: Hashable {
        private var device: dev_t
        private var number: ino_t

        /// The identity of the file of a name; `nil` where there is none, or no regular one.
        package init?(_ path: String) {
            var status = stat()
            guard path != "-", stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                return nil
            }
            (device, number) = (status.st_dev, status.st_ino)
        }
    }
}
