#!/usr/bin/env python3
"""Draws learning curves from logs of the trainer.

    python3 train/plot.py runs/a/log.jsonl runs/b/log.jsonl --out curve.png

The logs may be parts of one training (their decisions follow each other) or several; each file is one line.
"""
import argparse
import json
import os

import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plot  # noqa: E402

# What is drawn: a title, and the values of a line "train" by label.
PANELS = (
    ('Length and draws', {'plies / 100': lambda e: e['plies'] / 100, 'draws': lambda e: e['draws'],
                          'limit': lambda e: e['ends'].get('limit', 0.0)}),
    ('Refusals for each move', {'refusals': lambda e: e['refusals_per_move']}),
    ('Entropy (nats)', {'entropy': lambda e: e['entropy']}),
    ('Divergence', {'from the reference': lambda e: e['kl_reference']}),
    ('Prediction', {'belief loss': lambda e: e['belief'], 'explained variance': lambda e: e['explained']}),
    ('Decisions learned a second', {'decisions': lambda e: e['decisions_per_second']}),
)


def read(path):
    with open(path) as file:
        return [json.loads(line) for line in file if line.strip()]


def score(counts):
    won, drawn, lost = counts[:3]
    return (won + drawn / 2) / max(1, won + drawn + lost)


def draw_matches(axes, entries, suffix):
    """The score against uniform random, and against the oldest and the newest earlier self of that moment."""
    matches = [e for e in entries if e['what'] == 'match']
    if not matches:
        return
    decisions = [e['decisions'] / 1e6 for e in matches]
    axes.plot(decisions, [score(e['total']['random']) for e in matches], 'o-', label='random' + suffix)
    for label, pick in (('oldest self', 1), ('newest self', -1)):
        points = [list(e['total'].values()) for e in matches]
        axes.plot(decisions, [score(p[pick]) for p in points], 'o-', label=label + suffix)
    axes.set_ylim(0, 1)


def draw(paths, out):
    figure, grid = plot.subplots(3, 3, figsize=(15, 11))
    axes = grid.flatten()
    for path in paths:
        entries = read(path)
        suffix = ' (%s)' % (os.path.basename(os.path.dirname(path)) or path) if len(paths) > 1 else ''
        lines = [e for e in entries if e['what'] == 'train']
        decisions = [e['decisions'] / 1e6 for e in lines]
        draw_matches(axes[0], entries, suffix)
        for panel, (title, values) in zip(axes[1:], PANELS):
            panel.set_title(title)
            for label, read_value in values.items():
                panel.plot(decisions, [read_value(e) for e in lines], label=label + suffix)
        axes[7].plot(decisions, [min((m[0] for m in e['league'].values()), default=0.5) for e in lines],
                     label='hardest opponent' + suffix)
        axes[7].plot(decisions, [sum(m[0] for m in e['league'].values()) / max(1, len(e['league'])) for e in lines],
                     label='mean' + suffix)
    axes[0].set_title('Score in matches')
    axes[7].set_title('Score in the league')
    axes[8].axis('off')
    for panel in axes[:8]:
        panel.set_xlabel('decisions learned from (millions)')
        panel.grid(alpha=0.3)
        if panel.lines:
            panel.legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(out, dpi=110)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('logs', nargs='+')
    parser.add_argument('--out', default='curve.png')
    given = parser.parse_args()
    draw(given.logs, given.out)


if __name__ == '__main__':
    main()
