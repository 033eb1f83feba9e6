"""The nets: an actor, which sees what its player knows, and a critic, which sees the whole board.

Both have the same trunk: a convolution, to which a linear map of the numbers is added on every square, and residual
blocks. Each block adds a bias that comes from the mean over the board, because in Kriegspiel what is heard on one side
of the board matters on the other at once (global pooling as in Wu 2019, "Accelerating Self-Play Learning in Go"). There
is no normalisation: the second convolution of a block starts small instead, which is enough for nets of this depth and
leaves nothing that depends on the batch.

docs/learning.md has the formulas and the names of the tensors, for programs that evaluate net files.
"""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F

import records

POOLED = 64   # hidden units of the head on the pooled trunk
MASKED = -3e4  # the logit of what must not be asked; small enough for half precision to hold it


class Block(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1)
        self.second = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.pool = nn.Linear(channels, channels)
        nn.init.kaiming_normal_(self.first.weight, nonlinearity='relu')
        nn.init.zeros_(self.first.bias)
        nn.init.normal_(self.second.weight, std=0.1 * math.sqrt(2 / (9 * channels)))
        nn.init.normal_(self.pool.weight, std=0.1 / math.sqrt(channels))
        nn.init.zeros_(self.pool.bias)

    def forward(self, x):
        bias = self.pool(x.mean((2, 3)))
        y = F.relu(self.first(x) + bias[:, :, None, None])
        return F.relu(x + self.second(y))


class Trunk(nn.Module):
    def __init__(self, planes, numbers, channels, blocks):
        super().__init__()
        self.planes = nn.Conv2d(planes, channels, 3, padding=1)
        self.numbers = nn.Linear(numbers, channels, bias=False)
        self.blocks = nn.ModuleList([Block(channels) for _ in range(blocks)])
        nn.init.kaiming_normal_(self.planes.weight, nonlinearity='relu')
        nn.init.zeros_(self.planes.bias)
        nn.init.normal_(self.numbers.weight, std=0.5 / math.sqrt(numbers))

    def forward(self, planes, numbers):
        x = F.relu(self.planes(planes) + self.numbers(numbers)[:, :, None, None])
        for block in self.blocks:
            x = block(x)
        return x


def promotion_squares():
    """Of the 8 x 8 tries from the seventh rank to the eighth: that of each file and direction of an under-promotion."""
    squares = []
    for file in range(8):
        for direction in (-1, 0, 1):
            to = min(max(file + direction, 0), 7)  # never askable where this changes something
            squares.append(8 * file + to)
    return torch.tensor(squares)


class Actor(nn.Module):
    kind = 'actor'

    def __init__(self, channels=128, blocks=6, vector=32):
        super().__init__()
        self.settings = {'channels': channels, 'blocks': blocks, 'vector': vector}
        self.vector = vector
        self.trunk = Trunk(records.PLANES + records.MEN, len(records.FEATURES), channels, blocks)
        self.ends = nn.Conv2d(channels, 2 * vector, 1)  # a from-vector and a to-vector on each square
        self.belief = nn.Conv2d(channels, 1 + records.MEN, 1)
        self.pooled = nn.Linear(2 * channels, POOLED)
        self.out = nn.Linear(POOLED, 7)
        self.register_buffer('promotions', promotion_squares(), persistent=False)
        nn.init.normal_(self.ends.weight, std=0.3 / math.sqrt(channels))
        nn.init.normal_(self.belief.weight, std=0.1 / math.sqrt(channels))
        nn.init.normal_(self.out.weight, std=0.1 / math.sqrt(POOLED))
        for layer in (self.ends, self.belief, self.pooled, self.out):
            nn.init.zeros_(layer.bias)
        with torch.no_grad():
            self.out.bias[3:6] = -2.0  # three kinds of under-promotion should not outvote the queen

    def forward(self, planes, numbers):
        """Logits of all actions [B, 4169], of what is on each square [B, 7, 64], of win, draw and loss [B, 3]."""
        x = self.trunk(planes, numbers)
        out = self.out(F.relu(self.pooled(torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)))).float()
        ends = self.ends(x).flatten(2).float()
        vector = self.vector
        with torch.autocast(planes.device.type, enabled=False):  # a sum of 32 products deserves more than eight bits
            tries = torch.bmm(ends[:, :vector].transpose(1, 2), ends[:, vector:]) * (1 / math.sqrt(vector))
        queens = tries[:, 48:56, 56:64].flatten(1)[:, self.promotions]
        promotions = (queens[:, None, :] + out[:, 3:6, None]).flatten(1)
        return torch.cat([tries.flatten(1), promotions, out[:, 6:]], 1), self.belief(x).flatten(2), out[:, :3]


class Critic(nn.Module):
    kind = 'critic'

    def __init__(self, channels=64, blocks=5, hidden=128):
        super().__init__()
        self.settings = {'channels': channels, 'blocks': blocks, 'hidden': hidden}
        self.trunk = Trunk(records.PLANES + records.TRUTH_PLANES,
                           len(records.FEATURES) + len(records.TRUTH_FEATURES), channels, blocks)
        self.squares = nn.Conv2d(channels, 16, 1)
        self.hidden = nn.Linear(16 * 64, hidden)
        self.out = nn.Linear(hidden, 4)
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.out.bias)

    def forward(self, planes, numbers):
        """[B, 4]: logits of win, draw and loss for the player to move; then the rewards to come that are no result."""
        x = F.relu(self.squares(self.trunk(planes, numbers))).flatten(1)
        return self.out(F.relu(self.hidden(x))).float()


KINDS = {'actor': Actor, 'critic': Critic}


@torch.no_grad()
def grown(net, settings):
    """A larger net that computes the same: what is new adds nothing yet, and learns from there (Chen et al. 2016,
    "Net2Net"). New channels start with random weights, but nothing looks at them; new blocks change nothing."""
    if any(settings[name] != was and (settings[name] < was or name not in ('channels', 'blocks'))
           for name, was in net.settings.items()):
        raise ValueError('a net of %s does not grow to %s' % (net.settings, settings))
    larger = type(net)(**settings)
    old = net.state_dict()
    for name, weights in larger.state_dict().items():
        if name not in old:
            if name.endswith('.second.weight'):
                weights.zero_()
            continue
        small = old[name]
        if name == 'pooled.weight':  # its columns are means of all channels, then their maxima
            weights, small = (w.view(POOLED, 2, -1) for w in (weights, small))
        weights[:len(small)] = 0
        weights[tuple(slice(size) for size in small.shape)] = small
    return larger


def log_probabilities(logits, allowed):
    return F.log_softmax(logits.float().masked_fill(~allowed, MASKED), 1)


def low_copy(net, dtype):
    """A copy for playing, in low precision and without gradients."""
    copy = type(net)(**net.settings).to(next(net.parameters()).device)
    follow(copy, net)
    copy = copy.to(dtype).to(memory_format=torch.channels_last)
    for parameter in copy.parameters():
        parameter.requires_grad_(False)
    return copy


@torch.no_grad()
def follow(copy, net, rate=1.0):
    """Moves the weights of a copy towards those of the net; in place, so that CUDA graphs stay valid."""
    for to, source in zip(copy.parameters(), net.parameters()):
        if rate == 1.0:
            to.copy_(source)
        else:
            to.lerp_(source.to(to.dtype), rate)
