//! What parsing-probe does, by midly: the same commands, the same output.
//!
//! Built by `peers.py` in a temporary crate that depends on a checkout of midly.

use midly::num::u28;
use midly::{MetaMessage, MidiMessage, Smf, TrackEventKind};
use std::fmt::Write as _;
use std::io::{BufRead, Write as _};
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let texts: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match texts[..] {
        ["read", path, runs] => read(path, runs.parse().unwrap()),
        ["scan", path, runs] => scan(path, runs.parse().unwrap()),
        ["write", path, runs] => write(path, runs.parse().unwrap()),
        ["events"] => list(),
        _ => std::process::exit(64),
    }
}

fn report(seconds: &[f64], events: usize, bytes: usize, memory: isize) {
    println!(
        "{{\"seconds\": {seconds:?}, \"events\": {events}, \"bytes\": {bytes}, \"memory\": {memory}}}"
    );
}

/// The memory in use, in bytes.
fn resident() -> isize {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap();
    text.split(' ').nth(1).unwrap().parse::<isize>().unwrap() * 4096
}

fn count(file: &Smf) -> usize {
    file.tracks.iter().map(|track| track.len()).sum()
}

fn read(path: &str, runs: usize) {
    let bytes = std::fs::read(path).unwrap();
    let (mut seconds, mut events, mut memory) = (vec![], 0, 0);
    for run in 0..runs {
        let before = resident();
        let start = Instant::now();
        let file = Smf::parse(&bytes).unwrap();
        seconds.push(start.elapsed().as_secs_f64());
        if run == 0 {
            memory = resident() - before;
        }
        events = count(&file);
    }
    report(&seconds, events, bytes.len(), memory);
}

fn scan(path: &str, runs: usize) {
    let bytes = std::fs::read(path).unwrap();
    let (mut seconds, mut events) = (vec![], 0);
    for _ in 0..runs {
        let (mut count, mut notes, mut end) = (0, 0usize, 0u64);
        let start = Instant::now();
        let (_, tracks) = midly::parse(&bytes).unwrap();
        for track in tracks {
            let mut tick = 0u64;
            for event in track.unwrap() {
                let event = event.unwrap();
                count += 1;
                tick += u64::from(event.delta.as_int());
                end = end.max(tick);
                if let TrackEventKind::Midi { message: MidiMessage::NoteOn { vel, .. }, .. } =
                    event.kind
                {
                    notes += usize::from(vel > 0);
                }
            }
        }
        seconds.push(start.elapsed().as_secs_f64());
        // Looked at, so that the loop is not left out.
        assert!(notes <= count && end < u64::MAX);
        events = count;
    }
    report(&seconds, events, bytes.len(), 0);
}

fn write(path: &str, runs: usize) {
    let bytes = std::fs::read(path).unwrap();
    let file = Smf::parse(&bytes).unwrap();
    let (mut seconds, mut size) = (vec![], 0);
    for _ in 0..runs {
        let start = Instant::now();
        let mut output = Vec::new();
        file.write(&mut output).unwrap();
        seconds.push(start.elapsed().as_secs_f64());
        size = output.len();
    }
    report(&seconds, count(&file), size, 0);
}

fn list() {
    let output = std::io::stdout();
    let mut output = std::io::BufWriter::new(output.lock());
    for path in std::io::stdin().lock().lines() {
        let path = path.unwrap();
        let mut text = format!("F {path}\n");
        match std::fs::read(&path).map_err(|error| error.to_string()).and_then(|bytes| {
            let file = Smf::parse(&bytes).map_err(|error| error.to_string())?;
            add(&mut text, &file);
            Ok(())
        }) {
            Ok(()) => {}
            Err(error) => writeln!(text, "E {}", error.replace('\n', " ")).unwrap(),
        }
        output.write_all(text.as_bytes()).unwrap();
    }
}

fn add(text: &mut String, file: &Smf) {
    for track in &file.tracks {
        text.push_str("T\n");
        let mut tick = 0u64;
        for event in track {
            tick += u64::from(u28::from(event.delta).as_int());
            write!(text, "{tick} ").unwrap();
            for byte in bytes(&event.kind) {
                write!(text, "{byte:02X}").unwrap();
            }
            text.push('\n');
        }
    }
}

/// An event as midly understands it, written anew without lengths.
fn bytes(kind: &TrackEventKind) -> Vec<u8> {
    match kind {
        TrackEventKind::Midi { channel, message } => channel_message(channel.as_int(), message),
        TrackEventKind::SysEx(data) => [&[0xF0], *data].concat(),
        TrackEventKind::Escape(data) => [&[0xF7], *data].concat(),
        TrackEventKind::Meta(meta) => [vec![0xFF], meta_event(meta)].concat(),
    }
}

fn channel_message(channel: u8, message: &MidiMessage) -> Vec<u8> {
    let (kind, data) = match message {
        MidiMessage::NoteOff { key, vel } => (0x80, vec![key.as_int(), vel.as_int()]),
        MidiMessage::NoteOn { key, vel } => (0x90, vec![key.as_int(), vel.as_int()]),
        MidiMessage::Aftertouch { key, vel } => (0xA0, vec![key.as_int(), vel.as_int()]),
        MidiMessage::Controller { controller, value } => {
            (0xB0, vec![controller.as_int(), value.as_int()])
        }
        MidiMessage::ProgramChange { program } => (0xC0, vec![program.as_int()]),
        MidiMessage::ChannelAftertouch { vel } => (0xD0, vec![vel.as_int()]),
        MidiMessage::PitchBend { bend } => {
            let value = bend.0.as_int();
            (0xE0, vec![(value & 0x7F) as u8, (value >> 7) as u8])
        }
    };
    [vec![kind | channel], data].concat()
}

fn meta_event(meta: &MetaMessage) -> Vec<u8> {
    let text = |kind: u8, data: &[u8]| [&[kind], data].concat();
    match meta {
        MetaMessage::TrackNumber(None) => vec![0x00],
        MetaMessage::TrackNumber(Some(number)) => text(0x00, &number.to_be_bytes()),
        MetaMessage::Text(data) => text(0x01, data),
        MetaMessage::Copyright(data) => text(0x02, data),
        MetaMessage::TrackName(data) => text(0x03, data),
        MetaMessage::InstrumentName(data) => text(0x04, data),
        MetaMessage::Lyric(data) => text(0x05, data),
        MetaMessage::Marker(data) => text(0x06, data),
        MetaMessage::CuePoint(data) => text(0x07, data),
        MetaMessage::ProgramName(data) => text(0x08, data),
        MetaMessage::DeviceName(data) => text(0x09, data),
        MetaMessage::MidiChannel(channel) => vec![0x20, channel.as_int()],
        MetaMessage::MidiPort(port) => vec![0x21, port.as_int()],
        MetaMessage::EndOfTrack => vec![0x2F],
        MetaMessage::Tempo(tempo) => text(0x51, &tempo.as_int().to_be_bytes()[1..]),
        MetaMessage::SmpteOffset(time) => {
            let rate = match time.fps() {
                midly::Fps::Fps24 => 0,
                midly::Fps::Fps25 => 1,
                midly::Fps::Fps29 => 2,
                midly::Fps::Fps30 => 3,
            };
            let hour = rate << 5 | time.hour();
            text(0x54, &[hour, time.minute(), time.second(), time.frame(), time.subframe()])
        }
        MetaMessage::TimeSignature(numerator, denominator, clocks, notes) => {
            text(0x58, &[*numerator, *denominator, *clocks, *notes])
        }
        MetaMessage::KeySignature(sharps, is_minor) => {
            text(0x59, &[*sharps as u8, u8::from(*is_minor)])
        }
        MetaMessage::SequencerSpecific(data) => text(0x7F, data),
        MetaMessage::Unknown(kind, data) => text(*kind, data),
    }
}
