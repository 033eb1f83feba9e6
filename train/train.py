#!/usr/bin/env python3
"""Trains a Kriegspiel net by self-play and a league. docs/learning.md explains the method, the files and the log.

    python3 train/train.py --out runs/a --seconds 570                    starts, or resumes what is in runs/a
    python3 train/train.py --out runs/b --resume runs/a --seconds 570    goes on from runs/a
"""
import argparse
import dataclasses
import json
import math
import os
import sys
import time

import torch

import checkpoint
import environment
import league
import learner
import net as nets
import options
import play

SCHEDULES = ('learning_rate', 'entropy', 'kl', 'reference_rate', 'eta', 'draw_value', 'material')


class Log:
    """One JSON object a line, on standard output and in log.jsonl."""

    def __init__(self, folder, quiet=False):
        self.began, self.quiet = time.time(), quiet
        self.file = open(os.path.join(folder, 'log.jsonl'), 'a')

    def __call__(self, **values):
        values = {'what': values.pop('what'), 'run_seconds': time.time() - self.began, **values}
        line = json.dumps(_rounded(values))
        if not self.quiet:
            print(line, flush=True)
        self.file.write(line + '\n')
        self.file.flush()


def _rounded(value):
    if isinstance(value, float):
        return float('%.5g' % value) if math.isfinite(value) else str(value)
    if isinstance(value, dict):
        return {name: _rounded(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_rounded(part) for part in value]
    return value


class Trainer:
    def __init__(self, settings, out, resume=None, device=None, quiet=False):
        self.settings, self.out = settings, out
        os.makedirs(out, exist_ok=True)
        self.say = Log(out, quiet)
        self.device = torch.device(device or ('cuda' if torch.cuda.is_available() else 'cpu'))
        self.cuda = self.device.type == 'cuda'
        if settings.torch_threads:
            torch.set_num_threads(settings.torch_threads)
        if self.cuda:
            torch.backends.cudnn.benchmark = True
            torch.set_float32_matmul_precision('high')
        torch.manual_seed(settings.seed)
        self.learner = learner.Learner(settings, self.device, self.say, resume)
        self.done = self.learner.done
        torch.manual_seed(settings.seed + self.done['decisions'])
        self._gather_league()
        self._seat()
        self.spent = {}
        self.say(what='start', torch=torch.__version__, device=str(self.device), resumed=self.learner.resumed,
                 done=self.done, settings=dataclasses.asdict(settings),
                 parameters=[sum(p.numel() for p in n.parameters()) for n in (self.learner.actor, self.learner.critic)])

    def close(self):
        """Gives the environments and the log back."""
        for group in self.groups + ([self.arena.group] if self.arena else []):
            group.environment.close()
        self.say.file.close()

    # ---------------------------------------------------------------------------------------------- games

    def _environment(self, games, seed, random_plies, most_plies):
        s = self.settings
        return environment.Environment(games, s.threads, seed, s.rules, s.starts, random_plies, most_plies,
                                       s.tables_win, pinned=self.cuda)

    def _gather_league(self):
        s = self.settings
        self.pool = league.Pool(s.pool, s.power, s.seed + self.done['decisions'])
        for path in s.guests:
            guest, _ = checkpoint.read_net(path, 'actor')
            self.pool.add_guest(path, guest)
        if self.learner.league_state:
            self.pool.load(self.learner.league_state)
        if not self.pool.members or s.keep_selves and not self.pool.selves():
            self.pool.add_self(self.learner.actor, self.done['decisions'])
        self.snapshot_at = max([m.decisions for m in self.pool.selves()], default=0)

    def _seat(self):
        """The groups with their opponents, and the arena for matches."""
        s, student = self.settings, self.learner
        size = round(s.games * s.league_share / s.slots) if s.slots else 0
        self.groups = []
        for number in range(s.groups):
            seed = 1000 * s.seed + number + 16 * self.done['decisions']  # a run that resumes has other games
            env = self._environment(s.games, seed, s.random_plies[number % len(s.random_plies)], s.most_plies)
            slots = [league.Opponent(s.games - (k + 1) * size, s.games - k * size, self.pool.draw(), self.device,
                                     student.dtype) for k in range(s.slots if size else 0)]
            self.groups.append(play.Group(env, student.play, student.decoder, slots, s.steps, graph=s.graph,
                                          say=self.say))
        self.arena = None
        if s.match_every:
            env = self._environment(s.match_games, 99, max(s.random_plies), s.match_most_plies)
            self.arena = play.Arena(env, student.player, student.decoder, s.match_opponents, environment.rule_names(),
                                    s.match_greedy, s.graph, self.say)
            for number in range(1, s.match_opponents):
                self.arena.seat(number, nets.low_copy(student.actor, student.dtype))

    def _watch(self):
        """Counts the league's games of this window, and changes opponents when it is time."""
        s = self.settings
        for group in self.groups:
            ended, result = play.outcomes(group)
            for k, slot in enumerate(group.slots):
                slot.watch(ended, result)
                delay = k * s.switch_every // len(group.slots)  # one slot after another, not all at once
                if (self.done['iterations'] + delay) % s.switch_every == s.switch_every - 1:
                    slot.settle()
                    if slot.load(self.pool.draw()):
                        group.recapture()
        if s.keep_selves and self.done['decisions'] >= self.snapshot_at + s.snapshot_every:
            self.pool.add_self(self.learner.actor, self.done['decisions'])
            self.snapshot_at = self.done['decisions']

    def match(self, seconds=30.0):
        """Plays against uniform random and against earlier selves: the oldest, the newest, and those between."""
        began = time.time()
        members = self.pool.selves() or self.pool.members
        count = self.settings.match_opponents - 1
        chosen = [members[round(k * (len(members) - 1) / max(1, count - 1))] for k in range(count)]
        names = ['random']
        for number, member in enumerate(chosen, 1):
            player = self.arena.group.slots[number].player
            if player.settings != member.settings:
                player = nets.low_copy(nets.Actor(**member.settings).to(self.device), self.learner.dtype)
                self.arena.seat(number, player)
            league.load_weights(player, member.weights)
            names.append(member.name if member.name not in names else member.name + '-again')
        table = self.arena.match(names, self.settings.match_most_steps, seconds)
        total = {name: [sum(column) for column in zip(*[(c + [0])[:4] for c in rules.values()])]
                 for name, rules in table.items()}
        self.say(what='match', decisions=self.done['decisions'], seconds=self.done['seconds'],
                 greedy=self.settings.match_greedy, total=total, by_rules=table, took=time.time() - began)
        return total

    # ---------------------------------------------------------------------------------------------- the loop

    def _sync(self):
        if self.cuda:
            torch.cuda.synchronize()

    def _counts(self):
        counts = [group.environment.counts() for group in self.groups]
        return {name: sum(c[name] for c in counts) for name in counts[0]}

    def iterate(self):
        """One iteration: play, judge, learn. Returns the measures as a tensor, and adds up the time of each part."""
        decisions = self.done['decisions']
        self.knobs = {name: options.scheduled(getattr(self.settings, name), decisions) for name in SCHEDULES}
        times = [time.perf_counter()]

        def lap():
            self._sync()
            times.append(time.perf_counter())

        play.rollout(self.groups, self.settings.steps)
        lap()
        experience = self.learner.experience(self.groups, self.knobs)
        lap()
        measures = self.learner.learn(experience, self.knobs)
        lap()
        self._watch()
        self.done['iterations'] += 1
        for name, start, end in zip(('play', 'advantages', 'learn'), times, times[1:]):
            self.spent[name] = self.spent.get(name, 0.0) + end - start
        return measures

    def train(self, seconds=None, decisions=None, margin=10.0):
        """Until so many seconds of this run have passed, or so many decisions of all runs have been learned from.

        False if the loss was not finite.
        """
        s, done = self.settings, self.done
        deadline = self.say.began + seconds - margin if seconds else math.inf
        for _ in range(s.preroll):
            play.rollout(self.groups, s.steps)
        self._sync()
        now = time.time()
        started, counts = now - done['seconds'], self._counts()
        logged, saved, matched, collected = now, now, now, []
        before, learned = counts, done['decisions']
        games = done['games'] - counts['games']
        self.say(what='ready')
        while time.time() < deadline and done['decisions'] < (decisions or math.inf):
            collected.append(self.iterate())
            now = time.time()
            done['seconds'] = now - started
            if now - logged > s.log_every or before is counts:  # the first iteration is reported at once
                counts = self._counts()
                done['games'] = games + counts['games']
                if not self._report(collected, counts, before, now - logged, done['decisions'] - learned):
                    self.say(what='error', text='the loss is not finite: stopped without saving')
                    return False
                logged, before, collected, learned = now, dict(counts), [], done['decisions']
            if now - saved > s.save_every:
                self.learner.save(self.out, self.pool)
                saved = time.time()
            if s.match_every and now - matched > s.match_every:
                self.match()
                matched = time.time()
                started += matched - now  # matches do not train
                logged += matched - now
        self.learner.save(self.out, self.pool)
        return True

    def _report(self, collected, counts, before, elapsed, learned):
        """Writes a line of the log about the iterations since the last. False if something is not finite."""
        values = torch.stack(collected).mean(0).tolist()
        new = {name: counts[name] - before[name] for name in counts}
        games, moves = max(1, new['games']), max(1, new['moves'])
        waited = {name: sum(g.waited[name] for g in self.groups) for name in ('environment', 'acting')}
        total = sum(self.spent.values())
        for slot in (slot for group in self.groups for slot in group.slots):
            slot.settle()
        self.say(what='train', decisions=self.done['decisions'], seconds=self.done['seconds'],
                 iterations=self.done['iterations'], decisions_per_second=learned / elapsed,
                 played_per_second=new['decisions'] / elapsed, games_per_second=new['games'] / elapsed,
                 plies=new['plies'] / games, draws=new['draws'] / games, white=new['white_wins'] / games,
                 black=new['black_wins'] / games, refusals_per_move=new['refusals'] / moves,
                 questions_per_move=new['questions'] / moves,
                 ends={n[4:]: new[n] / games for n in new if n.startswith('end_') and new[n]},
                 share={n: x / total for n, x in list(self.spent.items()) + list(waited.items())},
                 **dict(zip(learner.MEASURES, values)), schedule=self.knobs,
                 league={m.name: [m.score(), sum(m.results)] for m in self.pool.members},
                 gib=torch.cuda.max_memory_allocated() / 2**30 if self.cuda else 0.0)
        self.spent = {}
        for group in self.groups:
            group.waited = {name: 0.0 for name in group.waited}
        return all(math.isfinite(x) for x in values)

    def profile(self):
        """One iteration under PyTorch's profiler: what takes longest, and the seconds of each part, as text."""
        for _ in range(3):  # compilers, graphs and caches come first
            self.iterate()
        from torch.profiler import ProfilerActivity, profile
        self.spent = {}
        with profile(activities=[ProfilerActivity.CPU] + ([ProfilerActivity.CUDA] if self.cuda else [])) as profiled:
            self.iterate()
        averages = profiled.key_averages()
        order = 'self_cpu_time_total'
        if self.cuda:  # named differently in older versions
            newer = hasattr(averages[0], 'self_device_time_total')
            order = 'self_device_time_total' if newer else 'self_cuda_time_total'
        table = averages.table(sort_by=order, row_limit=40, max_name_column_width=90)
        return table + '\n' + json.dumps(self.spent)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    here = os.path.dirname(os.path.abspath(__file__))
    parser.add_argument('--settings', default=os.path.join(here, 'settings', 'default.json'), help='a JSON file')
    parser.add_argument('--set', action='append', default=[], metavar='NAME=VALUE', help='one setting, as JSON')
    parser.add_argument('--out', required=True, help='the folder for checkpoint and log')
    parser.add_argument('--resume', help='the folder to go on from; --out if it has a checkpoint')
    parser.add_argument('--seconds', type=float, help='how long this run may take, start and last match included')
    parser.add_argument('--decisions', type=float, help='stop when so many decisions have been learned from')
    parser.add_argument('--device', help='cuda or cpu; by default what is there')
    parser.add_argument('--profile', action='store_true', help='do not train: show what takes the time')
    return parser.parse_args()


def run(settings, out, resume, seconds, decisions, device):
    """Trains, saves, and plays a last match. The exit code."""
    trainer = Trainer(settings, out, resume, device)
    # The last match comes after the last checkpoint, which must not be lost if the time is up.
    good = trainer.train(seconds, decisions, 25.0 if settings.match_every else 5.0)
    if good and settings.match_every:
        trainer.match(trainer.say.began + seconds - time.time() - 4.0 if seconds else 60.0)
    trainer.say(what='end', done=trainer.done)
    return 0 if good else 1


def leave(code):
    """Ends at once: the threads of compilers need not be waited for."""
    sys.stdout.flush()
    os._exit(code)


def main():
    given = arguments()
    settings = options.load(given.settings, given.set)
    resume = given.resume or given.out
    if given.profile:
        print(Trainer(settings, given.out, resume, given.device).profile())
        return 0
    return run(settings, given.out, resume, given.seconds, given.decisions, given.device)


if __name__ == '__main__':
    leave(main())
