"""Compares how SFZ files sound in seqd and in sfizz, note by note. Benchmarks/README.md explains it."""
