// A client that leads the transport of its server: it starts, stops and moves it, and tells bars and
// beats.
#include "client.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// The part that has a position; the first one for positions before it.
static const seqd_jack_beats *part_at(const struct seqd_jack_beat_list *list, double seconds) {
    uint32_t low = 0, high = list->count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (list->parts[middle].seconds <= seconds) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return &list->parts[low];
}

/// Called by the server's thread for each cycle.
static void tell_beats(int state, jack_nframes frames, jack_position *position, int is_new,
    void *context) {
    (void)state, (void)frames, (void)is_new;
    seqd_jack *jack = context;
    const struct seqd_jack_beat_list *list =
        atomic_load_explicit(&jack->beats, memory_order_acquire);
    if (!list || list->count == 0) {
        position->valid &= ~(uint32_t)JACK_POSITION_BBT;
        return;
    }
    // In the cycle after a jump JACK 2 has no rate in the position.
    double seconds = (double)position->frame / jack->rate;
    const seqd_jack_beats *part = part_at(list, seconds);
    double ticks = part->ticks + (seconds - part->seconds) * part->ticks_per_second;
    double bar_length = part->ticks_per_beat * part->beats_per_bar;
    // What is a beat but for rounding is that beat.
    double bars = floor((ticks + 1e-6) / bar_length);
    ticks -= bars * bar_length;
    if (ticks < 0) ticks = 0;
    double beats = floor((ticks + 1e-6) / part->ticks_per_beat);
    double rest = floor(ticks - beats * part->ticks_per_beat + 1e-6);
    position->valid |= JACK_POSITION_BBT;
    position->bar = part->bar + (int32_t)bars;
    position->beat = (int32_t)beats + 1;
    position->tick = rest < 0 ? 0 : (int32_t)rest;
    position->bar_start_tick = part->bar_start + bars * bar_length;
    position->beats_per_bar = part->beats_per_bar;
    position->beat_type = part->beat_type;
    position->ticks_per_beat = part->ticks_per_beat;
    position->beats_per_minute = part->ticks_per_second * 60 / part->ticks_per_beat;
}

bool seqd_jack_tell_beats(seqd_jack *jack) {
    // Only if no other client does.
    return jack_library.set_timebase_callback(jack->client, 1, tell_beats, jack) == 0;
}

bool seqd_jack_set_beats(seqd_jack *jack, const seqd_jack_beats *parts, uint32_t count) {
    struct seqd_jack_beat_list *list = malloc(sizeof *list + count * sizeof *parts);
    if (!list) return false;
    list->count = count;
    if (count > 0) memcpy(list->parts, parts, count * sizeof *parts);
    struct seqd_jack_beat_list *old =
        atomic_exchange_explicit(&jack->beats, list, memory_order_acq_rel);
    if (old) {
        old->replaced_at = seqd_jack_cycles(jack);
        old->next = jack->old_beats;
        jack->old_beats = old;
    }
    seqd_jack_free_beats(jack, false);
    return true;
}

void seqd_jack_free_beats(seqd_jack *jack, bool is_closed) {
    uint64_t cycles = seqd_jack_cycles(jack);
    struct seqd_jack_beat_list **link = &jack->old_beats;
    while (*link) {
        struct seqd_jack_beat_list *list = *link;
        // In the second cycle after that the server's thread has a newer one.
        if (is_closed || cycles >= list->replaced_at + 2) {
            *link = list->next;
            free(list);
        } else {
            link = &list->next;
        }
    }
    if (is_closed) free(atomic_exchange(&jack->beats, NULL));
}

void seqd_jack_roll(seqd_jack *jack, bool is_rolling) {
    if (is_rolling) {
        jack_library.transport_start(jack->client);
    } else {
        jack_library.transport_stop(jack->client);
    }
}

bool seqd_jack_locate(seqd_jack *jack, uint32_t frame) {
    return jack_library.transport_locate(jack->client, frame) == 0;
}
