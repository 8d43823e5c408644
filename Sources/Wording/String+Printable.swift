extension String {
    /// The text on one line, without control characters.
    ///
    /// For text from files, which may contain terminal escapes. Each control and bidirectional
    /// formatting character becomes a space.
    package var printable: String {
        String(
            UnicodeScalarView(
                unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .lineSeparator, .paragraphSeparator, .surrogate: " "
                    // The bidirectional marks, embeddings, overrides and isolates.
                    case .format where scalar.properties.isBidiControl: " "
                    default: scalar
                    }
                }
            )
        )
    }
}
