"""Tests of train/: files, returns, and that it learns. Run by Debian's Python and PyTorch; BLINDMATE_LIBRARY names the
library."""
import os
import random
import shutil
import sys
import tempfile
import unittest

import torch

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..')
sys.path.insert(0, os.path.join(ROOT, 'train'))

import algorithm  # noqa: E402
import checkpoint  # noqa: E402
import environment  # noqa: E402
import league  # noqa: E402
import net as nets  # noqa: E402
import options  # noqa: E402
import play  # noqa: E402
import records  # noqa: E402
import train  # noqa: E402


def in_folder(test):
    folder = tempfile.mkdtemp()
    test.addCleanup(shutil.rmtree, folder)
    return folder


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = in_folder(self)
        self.path = os.path.join(self.folder, 'actor.net')
        torch.manual_seed(5)
        self.net = nets.Actor(channels=8, blocks=2)
        checkpoint.write_net(self.path, self.net, decisions=12, seconds=3.5)

    def test_round_trip(self):
        net, header = checkpoint.read_net(self.path, 'actor')
        self.assertEqual((header['decisions'], header['seconds']), (12, 3.5))
        self.assertEqual(net.settings, self.net.settings)
        for (name, was), (again, now) in zip(self.net.state_dict().items(), net.state_dict().items()):
            self.assertEqual(name, again)
            self.assertTrue(torch.equal(was.half().float(), now), name)

    def test_a_grown_net_computes_the_same(self):
        torch.manual_seed(6)
        planes = records.PLANES + records.MEN, records.PLANES + records.TRUTH_PLANES
        numbers = len(records.FEATURES), len(records.FEATURES) + len(records.TRUTH_FEATURES)
        larger = {'channels': 12, 'blocks': 4}
        for net, p, n in zip((self.net, nets.Critic(channels=8, blocks=2)), planes, numbers):
            for parameter in net.parameters():  # also those that start as zeros
                torch.nn.init.normal_(parameter, std=0.2)
            grown = nets.grown(net, {**net.settings, **larger})
            inputs = torch.rand(5, p, 8, 8), torch.rand(5, n)
            before, after = ([out] if net.kind == 'critic' else out for out in (net(*inputs), grown(*inputs)))
            for was, now in zip(before, after):
                torch.testing.assert_close(now, was)
            sum(out.square().sum() for out in after).backward()
            head = grown.squares if net.kind == 'critic' else grown.ends
            for new in (head.weight.grad[:, 8:], grown.trunk.blocks[3].second.weight.grad):
                self.assertGreater(new.abs().sum(), 0)  # what is new can learn
            with self.assertRaises(ValueError):
                nets.grown(grown, net.settings)

    def test_damaged_files_are_refused(self):
        with open(self.path, 'rb') as file:
            good = file.read()
        picks = random.Random(1).sample(range(len(good)), 40) + [0, 8, len(good) - 1]
        damaged = [good[:i] + bytes([good[i] ^ 1]) + good[i + 1:] for i in picks]
        damaged += [good[:-1], good[:20], b'', good + b'\0']
        for data in damaged:
            with open(self.path, 'wb') as file:
                file.write(data)
            with self.assertRaises(checkpoint.BadFile):
                checkpoint.read_net(self.path)

    def test_wrong_kind_is_refused(self):
        with self.assertRaises(checkpoint.BadFile):
            checkpoint.read_net(self.path, 'critic')

    def test_state_in_parts(self):
        state = {'numbers': torch.arange(5000.0), 'text': 'x', 'list': [1, 2.5]}
        checkpoint.write_state(self.folder, state, part_bytes=8192, most_parts=6)
        paths = checkpoint.state_files(self.folder)
        self.assertGreater(len(paths), 2)
        self.assertTrue(all(os.path.getsize(path) <= 8192 for path in paths))
        again = checkpoint.read_state(self.folder)
        self.assertTrue(torch.equal(again['numbers'], state['numbers']))
        checkpoint.write_state(self.folder, {'text': 'y'}, part_bytes=8192, most_parts=6)
        self.assertEqual(checkpoint.read_state(self.folder), {'text': 'y'})  # older parts are gone
        with open(paths[0], 'r+b') as file:
            file.seek(100)
            file.write(b'?')
        with self.assertRaises(checkpoint.BadFile):
            checkpoint.read_state(self.folder)
        with self.assertRaises(checkpoint.BadFile):
            checkpoint.write_state(self.folder, state, part_bytes=8192, most_parts=2)


# One decision of a hand-made game: who decided, whether the try was played, the result for the mover if the game ended
# with it (None: it did not), rewards that are no result, and the critic's opinion.
class Decision:
    def __init__(self, side, moved=True, reward=None, bonus=0.0, value=(0.5, 0.3, 0.2), extra=0.0):
        self.side, self.moved, self.reward, self.bonus = side, moved, reward, bonus
        self.value, self.extra = value, extra


def naive_returns(game, last, gamma, lam):
    """The definition, decision by decision and forwards: the lambda-return by recursion. None where there is none."""
    def outcome(decision, player):
        reward = decision.reward if decision.side == player else -decision.reward
        return [float(reward == 1), float(reward == 0), float(reward == -1)]

    def towards_draw(value, gamma):
        return [gamma * value[0], gamma * value[1] + (1 - gamma), gamma * value[2]]

    def at(t):
        """(goal, extra goal, whether it is a true return) of decision t."""
        me, discount, bonus, found = game[t].side, 1.0, 0.0, None
        for u in range(t, len(game)):
            step = game[u]
            bonus += discount * (step.bonus if step.side == me else -step.bonus)
            if step.reward is not None:
                value = outcome(step, me)
                goal = value if discount == 1.0 else towards_draw(value, discount)
                return goal, bonus, True
            if step.moved:
                discount *= gamma
            following = game[u + 1] if u + 1 < len(game) else last
            if following.side == me:
                found = following
                break
        if found is None:
            return list(game[t].value), game[t].extra, False
        value, extra = list(found.value), found.extra
        goal, extra_goal = value, extra
        if found is not last:
            goal, extra_goal, _ = at(u + 1)
        mix = lam if game[t].moved else 1.0
        mixed = [mix * a + (1 - mix) * b for a, b in zip(goal, value)]
        mixed_extra = mix * extra_goal + (1 - mix) * extra
        return towards_draw(mixed, discount), bonus + discount * mixed_extra, True

    return [at(t) for t in range(len(game))]


class Returns(unittest.TestCase):
    gamma, lam = 0.9, 0.7

    def compare(self, games, lasts):
        """All games at once through `returns`, each alone through the definition."""
        def column(read, dtype):
            return torch.tensor([[read(game[t]) for game in games] for t in range(len(games[0]))], dtype=dtype)

        window = algorithm.Window(
            column(lambda d: d.side, torch.uint8), column(lambda d: d.moved, torch.bool),
            column(lambda d: d.reward is not None, torch.bool), column(lambda d: d.reward or 0, torch.int32),
            column(lambda d: d.bonus, torch.float32), column(lambda d: d.value, torch.float32),
            column(lambda d: d.extra, torch.float32))
        found = algorithm.returns(window, torch.tensor([d.side for d in lasts], dtype=torch.uint8),
                                  torch.tensor([d.value for d in lasts]), torch.tensor([d.extra for d in lasts]),
                                  torch.tensor(self.gamma), torch.tensor(self.lam))
        for g, (game, last) in enumerate(zip(games, lasts)):
            for t, (goal, extra, valid) in enumerate(naive_returns(game, last, self.gamma, self.lam)):
                self.assertEqual(bool(found.valid[t, g]), valid, (g, t))
                for a, b in zip(found.target[t, g].tolist(), goal):
                    self.assertAlmostEqual(a, b, 5, (g, t))
                self.assertAlmostEqual(float(found.extra[t, g]), extra, 5, (g, t))
        return found

    def test_mate_on_own_move(self):
        D = Decision
        found = self.compare([[D(0), D(1, moved=False), D(1), D(0, reward=1)]], [D(0)])
        self.assertEqual(found.target[3, 0].tolist(), [1.0, 0.0, 0.0])
        # The loser's last decision hears of the loss, a move of each side later; its refused try before hears the same.
        self.assertAlmostEqual(float(found.target[2, 0, 2]), 0.9, 5)
        self.assertAlmostEqual(float(found.target[1, 0, 2]), 0.9, 5)

    def test_won_by_table(self):
        # White's move leaves Black, who is to move, with a sure mate: the mover's reward is -1.
        D = Decision
        found = self.compare([[D(1), D(0, reward=-1), D(0), D(1)]], [D(0)])
        self.assertEqual(found.target[1, 0].tolist(), [0.0, 0.0, 1.0])
        self.assertAlmostEqual(float(found.target[0, 0, 0]), 0.9, 5)

    def test_questions_and_bonus(self):
        D = Decision
        game = [D(0, moved=False, bonus=0.1), D(0, bonus=0.2), D(1, bonus=0.4, extra=0.3), D(0, reward=0)]
        found = self.compare([game], [D(1)])
        self.assertAlmostEqual(float(found.extra[0, 0] - found.extra[1, 0]), 0.1, 5)

    def test_end_of_the_window(self):
        D = Decision
        found = self.compare([[D(0), D(1), D(0), D(1)]], [D(0, value=(0.1, 0.1, 0.8))])
        self.assertEqual(found.valid[:, 0].tolist(), [True, True, True, False])

    def test_random_games(self):
        choose = random.Random(3)

        def value():
            parts = [choose.random() + 0.01 for _ in range(3)]
            return tuple(part / sum(parts) for part in parts)

        def game(length):
            decisions, side = [], choose.randrange(2)
            for _ in range(length):
                moved = choose.random() < 0.6
                reward = choose.choice((-1, 0, 1)) if moved and choose.random() < 0.2 else None
                decisions.append(Decision(side, moved, reward, choose.uniform(-1, 1), value(), choose.uniform(-1, 1)))
                side = choose.randrange(2) if reward is not None else side ^ moved
            return decisions, Decision(side, value=value(), extra=choose.uniform(-1, 1))

        games, lasts = zip(*[game(14) for _ in range(200)])
        self.compare(list(games), list(lasts))


class Small(unittest.TestCase):
    def test_schedules(self):
        schedule = [[10, 1.0], [20, 3.0]]
        self.assertEqual([options.scheduled(schedule, d) for d in (0, 10, 15, 20, 99)], [1.0, 1.0, 2.0, 3.0, 3.0])
        self.assertEqual(options.scheduled(0.5, 7), 0.5)
        with self.assertRaises(ValueError):
            options.load(None, ['no_such_setting=1'])

    def test_pool_is_spread_evenly(self):
        pool = league.Pool(room=5)
        net = nets.Actor(channels=4, blocks=1)
        for decisions in range(0, 100):
            pool.add_self(net, decisions)
        kept = [member.decisions for member in pool.selves()]
        self.assertEqual((len(kept), kept[0], kept[-1]), (5, 0, 99))
        self.assertLess(max(b - a for a, b in zip(kept, kept[1:])), 60)

    def test_strong_opponents_come_more_often(self):
        pool = league.Pool(room=5)
        for name, results in (('weak', (95, 5, 0)), ('strong', (20, 20, 60))):
            pool.members.append(league.Member(name, 0, {}, None, results=results))
        drawn = [pool.draw().name for _ in range(1000)]
        self.assertGreater(drawn.count('strong'), 900)

    def test_bits_and_under_promotions(self):
        decoder = records.Decoder(torch.device('cpu'))
        rows = torch.zeros((1, records.ROW_BYTES), dtype=torch.uint8)
        action = 4096 + 24 * 2 + 3 * 4 + 1  # a knight, on the e-file, straight
        rows[0, records.SLICES['allowed'].start + action // 8] = 1 << action % 8
        rows[0, records.SLICES['truth'].start + 5 * 8 + 7] = 1 << 4  # the king on e8
        self.assertEqual(decoder.allowed(rows)[0].nonzero().flatten().tolist(), [action])
        self.assertEqual(decoder.hidden_men(rows)[0].nonzero().flatten().tolist(), [60])
        self.assertEqual(int(decoder.hidden_men(rows)[0, 60]), 6)
        net = nets.Actor(channels=4, blocks=1)
        logits, _, _ = net(*decoder.actor_inputs(rows))
        self.assertAlmostEqual(float(logits[0, action] - logits[0, 64 * 52 + 60]), float(net.out.bias[5]), delta=0.5)
        self.assertEqual(logits.shape, (1, records.ACTIONS))


@unittest.skipUnless(os.path.exists(environment.library_path()), 'the library is not built')
class Learning(unittest.TestCase):
    """King, queen and two rooks against the king, 5x5. Always the same games: one thread, one seed."""

    def trainer(self, out, resume=None, **changes):
        settings = options.load(os.path.join(ROOT, 'train', 'settings', 'tiny.json'))
        for name, value in changes.items():
            setattr(settings, name, value)
        trainer = train.Trainer(settings, out, resume, 'cpu', quiet=True)
        self.addCleanup(trainer.close)
        return trainer

    def test_resume(self):
        """A run that stops and resumes has the same weights, moments and league; net files alone are enough as well."""
        first, second = in_folder(self), in_folder(self)
        small = dict(games=16, steps=8, minibatch=64, snapshot_every=100, match_every=0)
        one = self.trainer(first, **small)
        one.train(decisions=400)
        two = self.trainer(second, first, **small)
        self.assertEqual(two.learner.resumed, 'state')
        self.assertEqual(two.done['decisions'], one.done['decisions'])
        self.assertEqual([m.name for m in two.pool.members], [m.name for m in one.pool.members])
        for a, b in zip(one.learner.parameters, two.learner.parameters):
            self.assertTrue(torch.equal(a, b))
            self.assertTrue(torch.equal(one.learner.optimizer.state[a]['exp_avg'].bfloat16(),
                                        two.learner.optimizer.state[b]['exp_avg'].bfloat16()))
        two.train(decisions=600)
        self.assertGreaterEqual(two.done['decisions'], 600)
        for path in checkpoint.state_files(first):
            os.remove(path)
        three = self.trainer(second, first, **small)
        self.assertEqual(three.learner.resumed, 'nets')
        for a, b in zip(one.learner.parameters, three.learner.parameters):
            self.assertTrue(torch.equal(a.half().float(), b))
        three.train(decisions=600)

    def test_records(self):
        """What the trainer reads out of real records: the start, seen from both sides."""
        trainer = self.trainer(in_folder(self), starts=[], games=8, groups=1, match_every=0, league_share=0.0)
        group = trainer.groups[0]
        play.rollout(trainer.groups, 16)
        decoder, rows = trainer.learner.decoder, group.rows[0]
        self.assertTrue(torch.equal(decoder.hidden_men(rows)[0, 48:].view(2, 8),
                                    torch.tensor([[1] * 8, [4, 2, 3, 5, 6, 3, 2, 4]])))
        self.assertTrue(decoder.board(rows).all())
        # Pawns capture on squares that are surely empty: those tries are impossible, 20 are left.
        self.assertEqual(int(decoder.allowed(rows)[0].sum()), 20)
        self.assertTrue(torch.equal(rows[0, records.SLICES['memory']], records.initial_memory()))

    def test_learns(self):
        trainer = self.trainer(in_folder(self), match_every=1e9)
        self.assertTrue(trainer.train(decisions=45000))
        won, drawn, lost, unfinished = trainer.match(600.0)['random']
        self.assertEqual(unfinished, 0)
        # A random player in its place would win as often as it loses: the difference has a standard deviation below 7.
        self.assertGreater(won - lost, 40, (won, drawn, lost))


if __name__ == '__main__':
    unittest.main(verbosity=2)
