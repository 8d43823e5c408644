#!/bin/sh
# Installs the Debian (or Ubuntu) packages that building needs, where they are missing; with
# --tests those that the tests use as well, with --alsa those of Tests/ALSA, with --web those of
# Tests/Web, with --bench those of Benchmarks, with --deb those that make Debian's package, with
# --debian those of Tests/Debian, with --pictures those of docs/pictures. Downloads nothing when all
# is there.
set -eu

needed="libfluidsynth-dev libasound2-dev libsndfile1-dev libebur128-dev libyaml-dev zlib1g-dev liblilv-dev lv2-dev timgm6mb-soundfont"
wanted=""
unpacked=""
case ${1-} in
# What shows man pages, what completions are loaded by, what makes and runs the examples; and songs: without
# those the tests that play them are skipped, with a message. And two SF3 fonts whose chunks have no
# pad bytes. systemd-analyze, of systemd, rates the unit of the machine's daemon. LV2 plugins of other
# people, and a compiler for those of the tests. A JACK server. mpc, a client of MPD. A session bus, and
# playerctl, a client of media players. PipeWire, with its library for clients of JACK.
--tests)
    needed="$needed groff man-db zsh fish python3 make sox midicsv librsvg2-bin parallel mediainfo nodejs"
    needed="$needed gcc libc6-dev jackd2 mpc dbus playerctl"
    needed="$needed pipewire pipewire-bin pipewire-jack wireplumber"
    # Installed, it would make PipeWire the default device of the machine.
    unpacked="pipewire-alsa"
    needed="$needed fluidr3mono-gm-soundfont musescore-general-soundfont-small"
    wanted="openttd-openmsx systemd mda-lv2 x42-plugins lsp-plugins-lv2"
    ;;
# arecord and aplay, and what the checks are written in. The kernel's build tools are
# Tests/ALSA/alsa-vm's own affair: with a kernel in its cache it needs none.
--bench) needed="$needed fluidsynth mpd python3 gcc libc6-dev" wanted="openttd-openmsx" ;;
--alsa) needed="$needed alsa-utils python3" ;;
--web) needed="$needed chromium python3-venv zbar-tools" ;;
--deb) needed="$needed debhelper" ;;
--debian) needed="$needed debootstrap desktop-file-utils lintian man-db python3" ;;
--pictures) needed="$needed python3 tmux" ;;
esac

if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "setup: not a Debian system; install the development files of FluidSynth, ALSA," \
        "libsndfile, libebur128, libyaml, zlib and lilv, and a General MIDI SoundFont"
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

# Seconds between two tries, and how many tries for a lock that another program holds.
pause=5
tries=120

# Runs apt-get. While another apt or dpkg holds a lock, says so and waits. apt can do that itself
# (DPkg::Lock::Timeout), but not for the locks of its lists and archives.
apt_get() {
    try=1
    while :; do
        status=0
        messages=$(as_root env LC_ALL=C DEBIAN_FRONTEND=noninteractive \
            apt-get -qq "$@" 2>&1 >/dev/null) || status=$?
        case $status:$messages in
        0:*) break ;;
        *"Could not get lock"* | *"locked by another process"*) ;;
        *) break ;;
        esac
        [ "$try" -lt "$tries" ] || break
        if [ "$try" = 1 ]; then
            holder=$(echo "$messages" | sed -n 's/.*held by \(process [0-9]* ([^)]*)\).*/\1/p')
            echo "setup: waiting for ${holder:-another program} to release apt's lock" >&2
        fi
        try=$((try + 1))
        sleep "$pause"
    done
    [ -z "$messages" ] || echo "$messages" >&2
    return "$status"
}

install_packages() {
    echo "setup: installing $*"
    apt_get -y --no-install-recommends install "$@"
}

# Unpacks a package into the user's cache, for tests alone.
unpack_package() {
    folder=${XDG_CACHE_HOME:-$HOME/.cache}/seqd/$1
    [ ! -d "$folder/usr" ] || return 0
    echo "setup: unpacking $1"
    mkdir -p "$folder"
    (
        cd "$folder"
        apt-get -qq download "$1" 2>/dev/null || { apt_get update && apt-get -qq download "$1"; }
        dpkg-deb -x "$1"_*.deb .
        rm -f "$1"_*.deb
    )
}

# Word splitting is meant: these are lists of names.
# shellcheck disable=SC2046,SC2086
{
    required=$(missing $needed)
    optional=$(missing $wanted)
    if [ -n "$required$optional" ]; then
        apt_get update || [ -z "$required" ] ||
            echo "setup: could not update the package lists"
    fi
    if [ -n "$required" ]; then
        install_packages $required
    fi
    if [ -n "$optional" ]; then
        install_packages $optional || echo "setup: no $optional here; its tests will be skipped"
    fi
    for package in $unpacked; do
        unpack_package "$package" || echo "setup: no $package here; its tests will be skipped"
    done
}
