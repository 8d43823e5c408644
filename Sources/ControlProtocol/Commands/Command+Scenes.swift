/// The commands for scenes.
extension Command {
    /// Saves what sounds, and how, as a scene.
    public struct SaveScene: ControlCommand {
        /// The name.
        public var scene: SceneName
        /// Whether another scene of this name is replaced.
        public var replaces: Bool

        /// Makes the command.
        public init(_ scene: SceneName, replaces: Bool = false) {
            (self.scene, self.replaces) = (scene, replaces)
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            SaveScene(.blank),
            .admin,
            arguments: [
                .required("name", .scene, \.scene, "name of the scene"),
                .replace(\.replaces, "whether a scene of this name is replaced"),
            ],
            summary: "Save the instruments and the mixer as a scene",
            discussion: """
                A scene has the SoundFonts, the rack with its routes and presets, all that clients \
                have set of strips, inserts and effects, and the maps of controllers. It does not \
                have the music, its position and speed, nor the gain of the master. Scenes \
                are remembered across restarts; there can be 128.
                """
        )
    }

    /// Recalls a scene.
    public struct RecallScene: ControlCommand {
        /// The answer.
        public typealias Answer = LoadedFonts

        /// The name.
        public var scene: SceneName

        /// Makes the command.
        public init(_ scene: SceneName) { self.scene = scene }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            RecallScene(.blank),
            .transport,
            .exact,
            arguments: [.required("name", .scene, \.scene, "name of the scene")],
            summary: "Change to a scene",
            discussion: """
                The samplers are made in the background; then all of the scene takes effect without \
                a gap, with `at` on the frame of the position. What a keyboard holds sounds until \
                it is released; notes of the music that move to another sampler are released at \
                the change. If something cannot be used, such as a SoundFont that is missing, \
                everything stays as it is. If rack and SoundFonts are those in use, only the mixer \
                and the maps change; otherwise the files are read as they are now. Maps whose \
                command is `scene` stay. To change scenes from a keyboard: \
                `map program 5 "scene verse"`.
                """,
            answer: changedRack
        )
    }

    /// Lists the scenes.
    public struct Scenes: ControlCommand {
        /// The answer.
        public typealias Answer = [SceneEntry]

        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Scenes(),
            .observer,
            isReadOnly: true,
            summary: "List the scenes",
            answer: .list(SceneEntry.list)
        )
    }

    /// Deletes a scene.
    public struct DeleteScene: ControlCommand {
        /// The name.
        public var scene: SceneName

        /// Makes the command.
        public init(_ scene: SceneName) { self.scene = scene }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            DeleteScene(.blank),
            .admin,
            arguments: [.required("name", .scene, \.scene, "name of the scene")],
            summary: "Delete a scene",
            discussion: "Everything sounds on as it is."
        )
    }
}
