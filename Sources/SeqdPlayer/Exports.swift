// The values that players take and give: messages, positions, pieces, racks, and their errors.
@_exported public import Effects
@_exported public import MIDI
@_exported public import Platform
@_exported public import Playback
@_exported public import Racks
@_exported public import Sequencer
