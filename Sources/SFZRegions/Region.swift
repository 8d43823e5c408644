import Voices

/// A region as our voices play it, not that of the module Instruments.
typealias Region = Voices.Region
