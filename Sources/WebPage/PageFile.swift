/// A file of the page.
package struct PageFile: Sendable {
    /// The media type.
    package let type: String
    /// The content.
    package let bytes: [UInt8]

    /// The names of all files.
    package static var names: Set<String> { Set(files.keys) }

    /// The file of a name; `nil` if there is none.
    package static func named(_ name: String) -> PageFile? { files[name] }

    // The names are those of Package.swift, as the compiler writes them.
    private static let files: [String: PageFile] = [
        "app.js": PageFile(.script, PackageResources.app_js),
        "client.js": PageFile(.script, PackageResources.client_js),
        "dom.js": PageFile(.script, PackageResources.dom_js),
        "files.js": PageFile(.script, PackageResources.files_js),
        "icon.svg": PageFile(.picture, PackageResources.icon_svg),
        "index.html": PageFile(.html, PackageResources.index_html),
        "keys.js": PageFile(.script, PackageResources.keys_js),
        "lyrics.js": PageFile(.script, PackageResources.lyrics_js),
        "manifest.webmanifest": PageFile(.manifest, PackageResources.manifest_webmanifest),
        "mixer.js": PageFile(.script, PackageResources.mixer_js),
        "model.js": PageFile(.script, PackageResources.model_js),
        "practice.js": PageFile(.script, PackageResources.practice_js),
        "queue.js": PageFile(.script, PackageResources.queue_js),
        "scenes.js": PageFile(.script, PackageResources.scenes_js),
        "scope.js": PageFile(.script, PackageResources.scope_js),
        "seqd.css": PageFile(.css, PackageResources.seqd_css),
        "timeline.js": PageFile(.script, PackageResources.timeline_js),
        "tracks.js": PageFile(.script, PackageResources.tracks_js),
        "transport.js": PageFile(.script, PackageResources.transport_js),
    ]

    private enum Kind: String {
        case html = "text/html; charset=utf-8"
        case css = "text/css; charset=utf-8"
        case script = "text/javascript; charset=utf-8"
        case picture = "image/svg+xml"
        case manifest = "application/manifest+json"
    }

    private init(_ kind: Kind, _ bytes: [UInt8]) {
        (type, self.bytes) = (kind.rawValue, bytes)
    }
}
