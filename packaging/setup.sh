#!/bin/sh
# Installs the Debian (or Ubuntu) packages that building needs, where they are missing; with
# --tests those that the tests use as well, with --alsa those of Tests/ALSA, with --bench those of
# Benchmarks. Downloads nothing when all is there.
set -eu

needed="libfluidsynth-dev libasound2-dev libsndfile1-dev zlib1g-dev timgm6mb-soundfont"
wanted=""
case ${1-} in
# What shows man pages, what completions are loaded by, what makes the examples; and songs: without
# those the tests that play them are skipped, with a message.
--tests) needed="$needed groff man-db zsh fish python3 make sox midicsv librsvg2-bin" wanted="openttd-openmsx" ;;
# arecord and aplay, and what the checks are written in. The kernel's build tools are
# Tests/ALSA/alsa-vm's own affair: with a kernel in its cache it needs none.
--bench) needed="$needed fluidsynth python3 gcc libc6-dev" wanted="openttd-openmsx" ;;
--alsa) needed="$needed alsa-utils python3" ;;
esac

if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "setup: not a Debian system; needed are the development files of FluidSynth, ALSA and" \
        "libsndfile, and a General MIDI SoundFont"
    exit 0
fi

missing() {
    for package in "$@"; do
        status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
        [ "$status" = "install ok installed" ] || echo "$package"
    done
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

install_packages() {
    echo "setup: installing $*"
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -qq -y --no-install-recommends install "$@" >/dev/null
}

# Word splitting is meant: these are lists of names.
# shellcheck disable=SC2046,SC2086
{
    required=$(missing $needed)
    optional=$(missing $wanted)
    if [ -n "$required$optional" ]; then
        as_root apt-get -qq update || [ -z "$required" ] ||
            echo "setup: the lists of packages could not be renewed"
    fi
    if [ -n "$required" ]; then
        install_packages $required
    fi
    if [ -n "$optional" ]; then
        install_packages $optional || echo "setup: no $optional here; its tests will be skipped"
    fi
}
