/// A weak reference as a value, for threads that report to an object on its event loop.
struct WeakReference<Object: AnyObject> {
    weak var object: Object?

    init(_ object: Object) {
        self.object = object
    }
}
