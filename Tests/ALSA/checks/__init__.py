"""Checks of seqd on ALSA's drivers; each module has those of one subject."""
