// The modules that users of samplers need: racks as values, MIDI ports, and the errors of the
// system.
@_exported public import MIDIPorts
@_exported public import Platform
@_exported public import Racks
