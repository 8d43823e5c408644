// The modules that users of samplers need: audio and MIDI ports, files of instruments, racks as
// values, and the errors of the system.
@_exported public import AudioOutput
@_exported public import FontFiles
@_exported public import MIDIPorts
@_exported public import Mixer
@_exported public import Platform
@_exported public import Racks
@_exported public import Synthesis
