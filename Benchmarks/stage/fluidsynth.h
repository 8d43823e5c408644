// FluidSynth for the probe of effects.
#include <stdint.h>

/// An instance without fonts at 44,100 Hz, with reverb and chorus or without.
void *probe_synth(int reverb, int chorus);

/// Renders some frames, at most 4,096.
void probe_render(void *synth, int frames);

/// The monotonic clock.
int64_t probe_nanoseconds(void);
