#!/usr/bin/env python3
"""Matches of a net against players that are in no league: random, hs, club ...

    python3 train/judge.py runs/a/actor.net --against club --games 40 --seconds 0.2 --rules wild16

Players that think by the clock are weaker on a busy machine; with --nodes they are not. Colours alternate from game to game.
"""
import argparse
import math
import os
import sys

import torch

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'python'))
import blindmate
import checkpoint
import net as nets
import records


class NetPlayer:
    """A net at a table: what it believed at its last decision is part of what it sees at the next."""

    def __init__(self, net, temperature, seed):
        self.net, self.temperature = net, temperature
        self.decoder = records.Decoder(torch.device('cpu'))
        self.generator = torch.Generator().manual_seed(seed)
        self.memory = None

    @torch.no_grad()
    def choose(self, view):
        record = view.record()
        data = torch.frombuffer(bytearray(record.tobytes()), dtype=torch.uint8)[None]
        if self.memory is None:
            self.memory = self.decoder.first_memory(data)
        truth = torch.zeros((1, 80), dtype=torch.uint8)  # the critic's part of a row, which the actor does not see
        rows = self.decoder.rows(data, truth, self.memory)
        logits, belief, _ = self.net(*self.decoder.actor_inputs(rows))
        self.memory = records.memory_of(belief)
        log = nets.log_probabilities(logits, self.decoder.allowed(rows))[0]
        if self.temperature > 0:
            action = torch.multinomial(torch.softmax(log / self.temperature, 0), 1, generator=self.generator)
        else:
            action = log.argmax()
        return view.action_text(int(action))


def interval(score, games):
    """95% of a share, by Wilson."""
    z = 1.96
    middle = (score + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(score * (1 - score) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - half, middle + half


def judge(given):
    torch.set_num_threads(1)
    net, header = checkpoint.read_net(given.net, 'actor')
    net.eval()
    count = [0, 0, 0]
    for number in range(given.games):
        side = blindmate.WHITE if number % 2 == 0 else blindmate.BLACK
        players = {side: NetPlayer(net, given.temperature, given.seed + number),
                   side.opponent: blindmate.Player(given.against, seed=given.seed + number, seconds=given.seconds,
                                                 nodes=given.nodes)}
        game = blindmate.play(players[blindmate.WHITE], players[blindmate.BLACK], blindmate.Game(given.rules),
                              given.most_plies)
        winner = game.outcome.winner if game.outcome else None
        count[1 if winner is None else 0 if winner == side else 2] += 1
        reason = game.outcome.reason if game.outcome else 'limit of plies'
        score = (count[0] + count[1] / 2) / (number + 1)
        print('%4d  +%d =%d -%d  %.0f%% (%.0f to %.0f)  %d plies, %s' % (
            number + 1, *count, 100 * score, *[100 * x for x in interval(score, number + 1)], game.plies, reason), flush=True)
    effort = '%d nodes' % given.nodes if given.nodes else '%g s' % given.seconds
    print('%s after %.0f million decisions against %s, %s, %s a try: +%d =%d -%d' % (
        os.path.basename(given.net), header['decisions'] / 1e6, given.against, given.rules, effort, *count))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('net', help='a file actor.net')
    parser.add_argument('--against', default='club', help='a player of `blindmate list players`')
    parser.add_argument('--games', type=int, default=20)
    parser.add_argument('--rules', default='wild16')
    parser.add_argument('--seconds', type=float, default=0.2, help="the player's time for a try")
    parser.add_argument('--nodes', type=int, default=0, help='instead of time: nodes for a try, the same on every machine')
    parser.add_argument('--temperature', type=float, default=0.5, help='0: always the likeliest action')
    parser.add_argument('--most-plies', type=int, default=400)
    parser.add_argument('--seed', type=int, default=1)
    judge(parser.parse_args())


if __name__ == '__main__':
    main()
