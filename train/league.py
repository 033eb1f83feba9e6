"""The league: earlier selves and other nets that the learner meets besides itself.

Self-play alone learns to beat its own likeness, and forgets how to beat what it has beaten before. So a share of the
games is played against frozen nets: older selves, spread evenly over all training so far, and guests (exploiters,
imitations of other players). They are drawn by prioritised fictitious self-play (Vinyals et al. 2019, "Grandmaster
level in StarCraft II"): those that do well against the learner come more often.
"""
import random

import torch

import net as nets
import play

PRIOR_GAMES = 10     # an unknown opponent counts as if so many games with it had been drawn
REMEMBERED = 3000    # older results fade: no more games than this count for an opponent


class Member:
    """A frozen net; its weights wait in half precision on the host."""

    def __init__(self, name, decisions, settings, weights, guest=False, results=(0.0, 0.0, 0.0)):
        self.name, self.decisions, self.settings, self.weights, self.guest = name, decisions, settings, weights, guest
        self.results = list(results)  # won, drawn, lost, by the learner

    def score(self):
        won, drawn, lost = self.results
        return (won + drawn / 2 + PRIOR_GAMES / 2) / (won + drawn + lost + PRIOR_GAMES)

    def count(self, results):
        total = sum(self.results) + sum(results)
        fade = min(1.0, REMEMBERED / total) if total else 1.0
        self.results = [fade * (a + b) for a, b in zip(self.results, results)]


def weights_of(net):
    return torch.cat([p.detach().reshape(-1).half().cpu() for p in net.parameters()])


@torch.no_grad()
def load_weights(net, weights):
    at = 0
    for parameter in net.parameters():
        parameter.copy_(weights[at:at + parameter.numel()].view(parameter.shape))
        at += parameter.numel()


class Pool:
    def __init__(self, room, power=2.0, seed=1):
        self.room, self.power = room, power
        self.members = []
        self.random = random.Random(seed)

    def add_self(self, net, decisions):
        """Keeps the net as it is now. When there are too many selves, the one goes whose neighbours are closest."""
        name = 'self-%.2fM' % (decisions / 1e6)
        self.members.append(Member(name, decisions, dict(net.settings), weights_of(net)))
        selves = self.selves()
        if len(selves) > self.room:
            gaps = [selves[i + 1].decisions - selves[i - 1].decisions for i in range(1, len(selves) - 1)]
            self.members.remove(selves[1 + gaps.index(min(gaps))])

    def add_guest(self, name, net):
        if name not in [member.name for member in self.members]:
            self.members.append(Member(name, 0, dict(net.settings), weights_of(net), guest=True))

    def selves(self):
        return sorted((m for m in self.members if not m.guest), key=lambda m: m.decisions)

    def draw(self):
        weights = [(1 - member.score()) ** self.power + 0.01 for member in self.members]
        return self.random.choices(self.members, weights)[0]

    def state(self, most_bytes):
        """For a checkpoint: as many members as fit. Guests are left out, they have files of their own."""
        selves, kept, used = self.selves(), [], 0
        for member in reversed(selves):
            used += 2 * member.weights.numel()
            if used <= most_bytes:
                kept.append(member)
        return {'members': [{'name': m.name, 'decisions': m.decisions, 'settings': m.settings, 'weights': m.weights,
                             'results': m.results} for m in reversed(kept)],
                'guests': {m.name: m.results for m in self.members if m.guest}}

    def load(self, state):
        self.members = [Member(m['name'], m['decisions'], m['settings'], m['weights'], False, m['results'])
                        for m in state['members']] + [m for m in self.members if m.guest]
        for member in self.members:
            if member.guest and member.name in state['guests']:
                member.results = list(state['guests'][member.name])


class Opponent(play.Slot):
    """A slot of a group with its present opponent from the pool."""

    def __init__(self, low, high, member, device, dtype):
        super().__init__(low, high)
        self.device, self.dtype = device, dtype
        self.wins = torch.zeros(3, device=device)
        self.clean = torch.zeros(high - low, dtype=torch.bool, device=device)
        self.load(member)

    def load(self, member):
        """Takes another opponent. True if its net has another shape, so that graphs must be captured again."""
        reshaped = self.player is play.RANDOM or self.player.settings != member.settings
        if reshaped:
            net = nets.Actor(**member.settings).to(self.device)
            self.player = nets.low_copy(net, self.dtype)
        load_weights(self.player, member.weights)
        self.member = member
        self.clean.zero_()  # games under way began against somebody else: they do not count
        self.wins.zero_()
        return reshaped

    @torch.no_grad()
    def watch(self, ended, result):
        """Counts the games of a window that began against this opponent and are over."""
        ended, result = ended[:, self.low:self.high], result[:, self.low:self.high]
        before = ended.long().cumsum(0) - ended.long()
        counted = ended & (self.clean[None] | (before > 0))
        self.wins += torch.stack([(counted & (result == value)).sum() for value in (1, 0, -1)])
        self.clean |= ended.any(0)

    def settle(self):
        """Hands the counted games over to the member."""
        results = self.wins.tolist()
        self.wins.zero_()
        self.member.count(results)
        return results
