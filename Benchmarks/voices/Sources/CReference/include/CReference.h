// FluidSynth, to be compared with.
#ifndef CREFERENCE_H
#define CREFERENCE_H

#include <fluidsynth.h>

#endif
