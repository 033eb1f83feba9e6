"""The settings of a run: defaults here, a JSON file over them, and single values from the command line over that.

A *schedule* is a number, or a list of [decisions, value]: between two entries the value changes linearly, before the
first and after the last it stays. Schedules count the decisions of all runs together, so runs that resume are one run.
"""
import dataclasses
import json
from dataclasses import dataclass, field


def default_rules():
    return {'wild16': 0.3, 'berkeley': 0.3, 'berkeley-any': 0.1, 'cincinnati': 0.1, 'rand': 0.1, 'english': 0.1}


@dataclass
class Settings:
    # The nets
    channels: int = 128
    blocks: int = 6
    vector: int = 32              # length of the from-vectors and to-vectors
    critic_channels: int = 64
    critic_blocks: int = 5
    critic_hidden: int = 128

    # The games
    games: int = 4096             # in each group
    groups: int = 2               # one is stepped while the other is on the GPU
    threads: int = 14             # of each group's environment
    rules: dict = field(default_factory=default_rules)  # how often each rule set is drawn
    starts: list = field(default_factory=list)          # FENs; none: the initial position
    random_plies: list = field(default_factory=lambda: [0, 4])  # of each group: openings of up to so many random plies
    most_plies: int = 400
    tables_win: bool = True       # a sure mate by the ending tables is a win at once
    seed: int = 1

    # The rhythm: an iteration plays `steps` decisions in every game, then learns from them
    steps: int = 32
    preroll: int = 8              # iterations without learning at the start of a run, so that games are of every age
    minibatch: int = 16384
    epochs: int = 1

    # The algorithm
    learning_rate: object = field(default_factory=lambda: [[0, 5e-4], [4e8, 2.5e-4], [1.5e9, 1e-4]])
    warm_up: int = 100            # updates until the full learning rate, after a start without the optimiser's state
    gradient_norm: float = 1.0    # at most, of each net
    clip: float = 0.2             # PPO's
    gamma: float = 0.998          # for each move of either side
    lam: float = 0.95             # for each own move
    entropy: object = field(default_factory=lambda: [[0, 0.015], [3e8, 0.006], [1e9, 0.003]])
    kl: object = 0.05             # weight of the divergence from the reference policy
    kl_share: float = 1.0         # of each batch, on which the divergence is measured; saves passes of the reference
    reference_rate: object = 0.03  # how far the reference follows the policy in each iteration
    eta: object = 0.0             # R-NaD's transformation of the reward
    draw_value: object = -0.2     # to both sides
    material: object = field(default_factory=lambda: [[0, 0.03], [1e8, 0.0]])  # reward for a pawn's worth of material
    belief_weight: float = 0.3
    value_weight: float = 0.1     # of the actor's own value head
    critic_weight: float = 1.0

    # The league
    league_share: float = 0.4     # of the games are against frozen nets
    slots: int = 4                # frozen nets at a time, in each group
    switch_every: int = 16        # iterations
    snapshot_every: float = 8e6   # decisions
    pool: int = 12                # earlier selves that are kept
    power: float = 2.0            # an opponent against whom the learner scores s has the weight (1 - s) ** power
    guests: list = field(default_factory=list)  # net files of other opponents
    keep_selves: bool = True      # false: guests only

    # Matches on the way
    match_every: float = 120.0    # seconds; 0: never
    match_games: int = 768        # shared out among the opponents and the rule sets
    match_opponents: int = 3      # uniform random, and so many less one earlier selves
    match_most_plies: int = 300
    match_most_steps: int = 1500
    match_greedy: bool = False    # the likeliest action instead of a sample

    # Files
    save_every: float = 60.0      # seconds
    log_every: float = 10.0       # seconds
    part_bytes: int = 16 * 2**20  # most bytes of a file of the state
    most_parts: int = 3           # most files of the state; members of the league that do not fit are left out

    # The machine: whatever is missing is done without
    compile: bool = True          # torch.compile, for learning
    compile_acting: bool = False  # torch.compile, for acting and judging
    graph: bool = True            # CUDA graphs, for acting
    bfloat16: bool = True         # on a GPU
    torch_threads: int = 0        # on a CPU; 0: torch decides


def load(path=None, overrides=()):
    """Settings from a JSON file and from texts such as "entropy=0.01"; unknown names are errors."""
    values = {}
    if path:
        with open(path) as file:
            values = json.load(file)
    for override in overrides:
        name, _, text = override.partition('=')
        try:
            values[name] = json.loads(text)
        except ValueError:
            raise ValueError('%s is not NAME=VALUE with a JSON value' % override)
    known = {f.name for f in dataclasses.fields(Settings)}
    unknown = set(values) - known
    if unknown:
        raise ValueError('unknown settings: ' + ', '.join(sorted(unknown)))
    return Settings(**values)


def scheduled(schedule, decisions):
    if isinstance(schedule, (int, float)):
        return float(schedule)
    before = schedule[0]
    for point in schedule:
        if decisions < point[0]:
            if point is before:
                return float(point[1])
            share = (decisions - before[0]) / (point[0] - before[0])
            return before[1] + share * (point[1] - before[1])
        before = point
    return float(before[1])
