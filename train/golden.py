#!/usr/bin/env python3
"""Writes what PyTorch makes of a net file, for a test of the program's own evaluation.

    python3 train/golden.py data/nets/actor.net --out tests/data/nets/actor.golden

The decisions come from games of the net against itself, in all rule sets. A file is one decision after another: the
record, the memory planes, then as float32 the logits of all actions, the probabilities of no man, pawn ... king on
each square [64, 7], and those of win, draw and loss.
"""
import argparse
import os
import sys

import torch

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'python'))
import blindmate
import checkpoint
import net as nets
import records


@torch.no_grad()
def write(given):
    net, _ = checkpoint.read_net(given.net, 'actor')
    net.eval()
    decoder = records.Decoder(torch.device('cpu'))
    generator = torch.Generator().manual_seed(given.seed)
    rule_sets = blindmate.RULE_SETS
    env = blindmate.VectorEnv(games=len(rule_sets), rules=rule_sets, seed=given.seed)
    memories = {}  # by place and side
    with open(given.out, 'wb') as file:
        written = 0
        for step in range(given.steps):
            data = torch.frombuffer(bytearray(env.records.tobytes()), dtype=torch.uint8).view(len(rule_sets), -1)
            actions = []
            for place in range(len(rule_sets)):
                record = data[place:place + 1]
                key = (place, int(env.steps['game'][place]), int(record[0, 1456]))
                memory = memories[key] if key in memories else decoder.first_memory(record)
                rows = decoder.rows(record, torch.zeros((1, 80), dtype=torch.uint8), memory)
                logits, belief, value = net(*decoder.actor_inputs(rows))
                memories[key] = records.memory_of(belief)
                if step % given.every == given.every - 1 and place == step // given.every % len(rule_sets):
                    for part in (record, memory):
                        file.write(part.numpy().tobytes())
                    for part in (logits, torch.softmax(belief, 1)[0].T, torch.softmax(value, 1)):
                        file.write(part.contiguous().float().numpy().astype('<f4').tobytes())
                    written += 1
                log = nets.log_probabilities(logits, decoder.allowed(rows))[0]
                actions.append(int(torch.multinomial(torch.exp(log), 1, generator=generator)))
            env.step(actions)
    print('%d decisions' % written)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('net', help='a file actor.net')
    parser.add_argument('--out', required=True)
    parser.add_argument('--steps', type=int, default=200)
    parser.add_argument('--every', type=int, default=20, help='steps between decisions that are written')
    parser.add_argument('--seed', type=int, default=1)
    write(parser.parse_args())


if __name__ == '__main__':
    main()
