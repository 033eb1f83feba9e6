"""From bytes to the inputs of the nets.

A *row* is all that is kept of one decision, as bytes: what the player knew (planes, numbers, allowed actions), what he
believed (the memory planes that were fed to the net), and the truth for the critic. A batch is one gather of rows; bits
become planes on the device.
"""
import torch

PLANES, NUMBERS, ACTIONS, ACTION_BYTES = 50, 40, 4169, 66 * 8
MEN = 6                    # kinds of men: pawn, knight, bishop, rook, queen, king
TRUTH_PLANES = 8           # men by kind, attacked, en passant
TRIES, PROMOTIONS = 4096, 72
BOARD_PLANE = 46

# Where the parts of a row begin.
_PARTS = (('planes', PLANES * 8), ('numbers', NUMBERS), ('allowed', ACTION_BYTES), ('memory', MEN * 64),
          ('truth', TRUTH_PLANES * 8), ('truth_numbers', 16))
SLICES = {}
ROW_BYTES = 0
for _name, _size in _PARTS:
    SLICES[_name] = slice(ROW_BYTES, ROW_BYTES + _size)
    ROW_BYTES += _size

# What the nets see of the numbers (docs/environment.md). Each feature is (number, scale, value): min(number * scale, 4)
# where value is -1; else 1 if the number equals the value and 0 if not. The table is written into net files.
FEATURES = (
    [(0, 1.0, -1)] + [(1, 0.0, rules) for rules in range(6)] + [(2, 0.125, -1)] +
    [(3, 1 / 64, -1), (3, 1 / 8, -1), (4, 1 / 50, -1), (5, 0.5, -1), (6, 1 / 8, -1), (6, 1.0, -1), (7, 1 / 8, -1)] +
    [(number, 1.0, -1) for number in range(8, 19)] + [(19, 0.25, -1), (19, 0.0, 0), (20, 1.0, -1), (21, 0.25, -1),
                                                      (21, 0.0, 0)] +
    [(22, 1 / 16, -1), (22, 0.0, 1), (22, 0.0, 2), (23, 1 / 8, -1), (23, 0.0, 0), (24, 1.0, -1), (25, 1.0, -1)] +
    [(26, 0.0, value) for value in range(4)] + [(27, 1.0, -1), (28, 1.0, -1)] +
    [(29, 0.0, value) for value in range(3)] + [(30, 1.0, -1)] + [(31, 0.0, value) for value in range(3)] +
    [(32, 0.5, -1), (33, 1 / 16, -1), (33, 0.0, 1), (34, 1 / 32, -1), (35, 1 / 32, -1)])
TRUTH_FEATURES = [(0, 1.0, -1), (1, 1.0, -1), (2, 1 / 50, -1), (3, 0.5, -1)]  # of truth_numbers: castling, draws


class Decoder:
    """Turns rows into inputs; holds the constant tensors that this needs on its device."""

    def __init__(self, device, dtype=torch.float32):
        self.device, self.dtype = device, dtype
        self.weights = torch.tensor([1, 2, 4, 8, 16, 32, 64, 128], dtype=torch.uint8, device=device)
        self.numbers = self._table(FEATURES)
        self.truth_numbers = self._table(TRUTH_FEATURES)
        self.kinds = torch.arange(1, MEN + 1, device=device).view(1, MEN, 1)
        self.initial = initial_memory().to(device)

    def _table(self, features):
        number, scale, value = zip(*features)
        return (torch.tensor(number, device=self.device), torch.tensor(scale, device=self.device),
                torch.tensor(value, dtype=torch.float32, device=self.device))

    def bits(self, data, sets):
        """[B, 8 * sets] bytes to [B, sets, 8, 8] bools, ranks before files."""
        return (data.reshape(-1, sets, 8, 1) & self.weights) != 0

    def features(self, numbers, table):
        number, scale, value = table
        x = numbers[:, number].float()
        return torch.where(value < 0, (x * scale).clamp(max=4.0), (x == value).float())

    def actor_inputs(self, rows):
        planes = self.bits(rows[:, SLICES['planes']], PLANES).to(self.dtype)
        memory = rows[:, SLICES['memory']].reshape(-1, MEN, 8, 8).to(self.dtype) * (1 / 255)
        x = torch.cat([planes, memory], 1).contiguous(memory_format=torch.channels_last)
        return x, self.features(rows[:, SLICES['numbers']], self.numbers).to(self.dtype)

    def critic_inputs(self, rows):
        planes = self.bits(rows[:, SLICES['planes']], PLANES).to(self.dtype)
        truth = self.bits(rows[:, SLICES['truth']], TRUTH_PLANES).to(self.dtype)
        x = torch.cat([planes, truth], 1).contiguous(memory_format=torch.channels_last)
        numbers = torch.cat([self.features(rows[:, SLICES['numbers']], self.numbers),
                             self.features(rows[:, SLICES['truth_numbers']], self.truth_numbers)], 1)
        return x, numbers.to(self.dtype)

    def allowed(self, rows):
        """[B, ACTIONS] bools: the actions to choose from."""
        return self.bits(rows[:, SLICES['allowed']], 66).view(-1, 66 * 64)[:, :ACTIONS]

    def hidden_men(self, rows):
        """[B, 64] classes: 0 no man of the opponent, 1 a pawn ... 6 the king."""
        men = self.bits(rows[:, SLICES['truth']][:, :MEN * 8], MEN).view(-1, MEN, 64)
        return (men * self.kinds).sum(1)

    def board(self, rows):
        """[B, 64] bools: the squares of the board."""
        start = 8 * BOARD_PLANE
        return self.bits(rows[:, start:start + 8], 1).view(-1, 64)

    def rows(self, records, truths, memory):
        """Rows from what the environment wrote, and from the memory planes."""
        planes, askable = records[:, :400], records[:, 400:928]
        impossible, numbers = records[:, 928:1456], records[:, 1456:]
        allowed = askable & ~impossible
        none_left = (allowed == 0).all(1, keepdim=True)  # everything left will be refused: ask anything
        return torch.cat([planes, numbers, torch.where(none_left, askable, allowed), memory, truths], 1)

    def first_memory(self, records):
        """The memory at a player's first decision: on the 8x8 board the opponent's men of the initial position."""
        full = records[:, 1456 + 2:1456 + 3] == 8
        return torch.where(full, self.initial, torch.zeros_like(self.initial))


def initial_memory():
    memory = torch.zeros(MEN, 64, dtype=torch.uint8)
    memory[0, 48:56] = 255
    for file, man in enumerate((3, 1, 2, 4, 5, 2, 1, 3)):
        memory[man, 56 + file] = 255
    return memory.view(-1)


def memory_of(belief):
    """What is remembered of the belief head's output [B, 7, 64]: probabilities of each kind of man, as bytes."""
    return (torch.softmax(belief.float(), 1)[:, 1:] * 255).round().to(torch.uint8).flatten(1)
