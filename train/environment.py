"""The environment of include/blindmate.h for PyTorch: many games at once, their records as tensors of bytes.

The library writes straight into the tensors, which lie in pinned memory on a machine with a GPU, so that they can be
copied there while the CPU goes on. docs/environment.md explains what the bytes mean.
"""
import ctypes
import os

import torch

RECORD_VERSION = 1
RECORD_BYTES = 8 * (50 + 66 + 66) + 40
TRUTH_BYTES = 8 * 8 + 16
STEP_BYTES = 16
MOST_RULE_SETS = 16
ENDS = ('none', 'checkmate', 'stalemate', 'material', 'repetition', 'fifty', 'outside', 'limit', 'table')


class _Options(ctypes.Structure):
    _fields_ = [('games', ctypes.c_uint32), ('threads', ctypes.c_uint32), ('seed', ctypes.c_uint64),
                ('rule_weights', ctypes.c_double * MOST_RULE_SETS), ('starts', ctypes.POINTER(ctypes.c_char_p)),
                ('start_count', ctypes.c_size_t), ('random_plies', ctypes.c_uint32), ('most_plies', ctypes.c_uint32),
                ('tables_win', ctypes.c_uint32), ('reserved', ctypes.c_uint32)]


class _RuleSet(ctypes.Structure):
    _fields_ = [('name', ctypes.c_char_p), ('summary', ctypes.c_char_p), ('flags', ctypes.c_int32 * 10)]


class _Counts(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint64) for name in ('decisions', 'moves', 'refusals', 'questions', 'games', 'plies',
                                                     'white_wins', 'black_wins', 'draws')] + \
               [('ends', ctypes.c_uint64 * len(ENDS))]


def library_path():
    """BLINDMATE_LIBRARY, or the library of the release build of this checkout."""
    here = os.path.dirname(os.path.abspath(__file__))
    return os.environ.get('BLINDMATE_LIBRARY') or os.path.join(here, '..', 'build', 'release', 'libblindmate.so')


_library = None


def library():
    global _library
    if _library is None:
        lib = ctypes.CDLL(library_path())
        lib.bm_error.restype = ctypes.c_char_p
        pointer = ctypes.c_void_p
        lib.bm_env_defaults.argtypes = [ctypes.POINTER(_Options)]
        lib.bm_env_new.argtypes = [ctypes.POINTER(_Options), pointer, pointer, pointer, ctypes.POINTER(pointer)]
        lib.bm_env_step.argtypes = [pointer, pointer]
        lib.bm_env_count.argtypes = [pointer, ctypes.POINTER(_Counts)]
        for name in ('bm_env_wait', 'bm_env_reset', 'bm_env_free'):
            getattr(lib, name).argtypes = [pointer]
        lib.bm_env_free.restype = None
        lib.bm_rule_set_at.argtypes = [ctypes.c_int, ctypes.POINTER(_RuleSet)]
        if lib.bm_record_version() != RECORD_VERSION:
            raise RuntimeError('the library writes records of version %d, this trainer reads version %d'
                               % (lib.bm_record_version(), RECORD_VERSION))
        _library = lib
    return _library


def _check(status):
    if status != 0:
        raise RuntimeError('libblindmate: ' + library().bm_error().decode())


def rule_names():
    """The rule sets by number."""
    names = []
    for number in range(library().bm_rule_set_count()):
        rules = _RuleSet()
        _check(library().bm_rule_set_at(number, ctypes.byref(rules)))
        names.append(rules.name.decode())
    return names


class Environment:
    """`records`, `truths` and `steps` are tensors with one row of bytes for each game; `actions` is the answer.

    `step` returns at once; between `step` and `wait` the tensors must be left alone.
    """

    def __init__(self, games, threads=1, seed=1, rules=None, starts=(), random_plies=0, most_plies=400,
                 tables_win=True, pinned=False):
        lib = library()
        options = _Options()
        _check(lib.bm_env_defaults(ctypes.byref(options)))
        options.games, options.threads, options.seed = games, threads, seed
        if rules:
            names = rule_names()
            unknown = set(rules) - set(names)
            if unknown:
                raise ValueError('unknown rule sets: ' + ', '.join(sorted(unknown)))
            options.rule_weights = (ctypes.c_double * MOST_RULE_SETS)(*[rules.get(name, 0.0) for name in names])
        if starts:
            self._starts = (ctypes.c_char_p * len(starts))(*[fen.encode() for fen in starts])
            options.starts, options.start_count = self._starts, len(starts)
        options.random_plies, options.most_plies = random_plies, most_plies
        options.tables_win = 1 if tables_win else 0
        self.games = games
        self.records = torch.zeros((games, RECORD_BYTES), dtype=torch.uint8, pin_memory=pinned)
        self.truths = torch.zeros((games, TRUTH_BYTES), dtype=torch.uint8, pin_memory=pinned)
        self.steps = torch.zeros((games, STEP_BYTES), dtype=torch.uint8, pin_memory=pinned)
        self.actions = torch.zeros(games, dtype=torch.int32, pin_memory=pinned)
        self._env = ctypes.c_void_p()
        _check(lib.bm_env_new(ctypes.byref(options), self.records.data_ptr(), self.truths.data_ptr(),
                              self.steps.data_ptr(), ctypes.byref(self._env)))

    def step(self):
        _check(library().bm_env_step(self._env, self.actions.data_ptr()))

    def wait(self):
        _check(library().bm_env_wait(self._env))

    def reset(self):
        _check(library().bm_env_reset(self._env))

    def counts(self):
        """What happened since the beginning, as a flat dictionary."""
        counts = _Counts()
        _check(library().bm_env_count(self._env, ctypes.byref(counts)))
        flat = {name: getattr(counts, name) for name, _ in _Counts._fields_ if name != 'ends'}
        flat.update({'end_' + name: counts.ends[i] for i, name in enumerate(ENDS) if i > 0})
        return flat

    def close(self):
        if self._env:
            library().bm_env_free(self._env)
            self._env = ctypes.c_void_p()
