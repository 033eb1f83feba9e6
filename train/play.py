"""Playing many games at once: the learner against itself and against frozen nets.

A group has its own environment. Its last places are league games: each slot of them is played against one frozen net,
which has one of the two sides and keeps it through a game (sides alternate from game to game in each place). Two groups
take turns, so that one is stepped by the CPU while the GPU decides for the other.
"""
import time

import torch

import net as nets
import records

# Bytes of bm_step.
MOVER, ANSWER, ENDED, END, REWARD, TO_MOVE, FIRST, RULES, GAME = 0, 1, 2, 3, 4, 5, 6, 7, 12
RANDOM = 'random'  # instead of a net: a player to whom all allowed actions are alike


class Slot:
    """The places [low, high) of a group, whose games are played against one frozen net."""

    def __init__(self, low, high, player=RANDOM):
        self.low, self.high, self.player = low, high, player


class Group:
    def __init__(self, environment, learner, decoder, slots=(), steps=1, greedy=False, graph=False, say=print):
        games, device = environment.games, decoder.device
        self.environment, self.learner, self.decoder, self.slots = environment, learner, decoder, slots
        self.games, self.greedy, self.say = games, greedy, say
        self.index = torch.arange(games, device=device)
        self.league = torch.zeros(games, dtype=torch.bool, device=device)
        for slot in slots:
            self.league[slot.low:slot.high] = True
        # What is waiting for a decision, and what each player remembers (a row for each game and side).
        self.records = environment.records.to(device)
        self.truths = environment.truths.to(device)
        self.steps = environment.steps.to(device)
        self.memories = torch.zeros((2 * games, records.MEN * 64), dtype=torch.uint8, device=device)
        # What is kept of the window. Row t + 1 of `step_log` tells what became of action t.
        self.rows = torch.zeros((steps + 1, games, records.ROW_BYTES), dtype=torch.uint8, device=device)
        self.step_log = torch.zeros((steps + 1, games, self.steps.shape[1]), dtype=torch.uint8, device=device)
        self.actions = torch.zeros((steps, games), dtype=torch.long, device=device)
        self.log_probabilities = torch.zeros((steps, games), device=device)
        self.learned = torch.zeros((steps, games), dtype=torch.bool, device=device)
        self.cuda = device.type == 'cuda'
        self.graph = None
        self.wants_graph = graph and self.cuda
        self.answered = torch.cuda.Event() if self.cuda else None
        self.pending = False
        self.waited = {'environment': 0.0, 'acting': 0.0}

    def decide(self):
        """Actions for the records that are waiting. Nothing here may depend on the host, so that it can be a graph."""
        side = self.steps[:, TO_MOVE].long()
        place = 2 * self.index + side
        first = self.steps[:, FIRST:FIRST + 1] != 0
        memory = torch.where(first, self.decoder.first_memory(self.records), self.memories[place])
        rows = self.decoder.rows(self.records, self.truths, memory)
        planes, numbers = self.decoder.actor_inputs(rows)
        logits, belief, _ = self.learner(planes, numbers)
        frozen = self.league & (((self.steps[:, GAME] + self.index) & 1) == side)
        temperature = torch.full_like(logits[:, :1], 0.0 if self.greedy else 1.0)
        for slot in self.slots:
            part = slice(slot.low, slot.high)
            theirs = frozen[part]
            if slot.player is RANDOM:
                logits[part] = logits[part].masked_fill(theirs[:, None], 0.0)
                temperature[part] = temperature[part].masked_fill(theirs[:, None], 1.0)
                continue
            their_logits, their_belief, _ = slot.player(planes[part], numbers[part])
            logits[part] = torch.where(theirs[:, None], their_logits, logits[part])
            belief[part] = torch.where(theirs[:, None, None], their_belief, belief[part])
        self.memories.index_copy_(0, place, records.memory_of(belief))
        log = nets.log_probabilities(logits, self.decoder.allowed(rows))
        noise = -torch.empty_like(log).exponential_().clamp_(min=1e-20).log()  # Gumbel: its maximum is a sample
        action = (log + temperature * noise).argmax(1)
        chosen = log.gather(1, action[:, None]).squeeze(1)
        return rows, action, chosen, ~frozen, action.int()

    def capture(self):
        """Records `decide` as a CUDA graph, which saves the launches of a few hundred small kernels."""
        self.wants_graph = False
        try:
            stream = torch.cuda.Stream()
            stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(stream):
                for _ in range(3):
                    self.decide()
            torch.cuda.current_stream().wait_stream(stream)
            torch.cuda.synchronize()
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                self.decided = self.decide()
            self.graph = graph
        except Exception as error:  # slower, but it works
            self.say(what='warning', text='no CUDA graph for acting: %r' % (error,))
            torch.cuda.synchronize()

    def recapture(self):
        """After a slot got another module; weights that are copied in place need nothing."""
        self.wants_graph, self.graph = self.graph is not None or self.wants_graph, None

    @torch.no_grad()
    def launch(self, t):
        """Takes in what the environment wrote, and sends the device to decide."""
        began = time.perf_counter()
        self.environment.wait()
        self.waited['environment'] += time.perf_counter() - began
        self._take_in()
        if self.wants_graph:
            self.capture()
        if self.graph is not None:
            self.graph.replay()
        else:
            self.decided = self.decide()
        rows, action, chosen, learned, answer = self.decided
        self.environment.actions.copy_(answer, non_blocking=True)
        if self.cuda:
            self.answered.record()
        self.rows[t].copy_(rows)
        self.step_log[t].copy_(self.steps)
        self.actions[t].copy_(action)
        self.log_probabilities[t].copy_(chosen)
        self.learned[t].copy_(learned)
        self.pending = True

    def answer(self):
        """Gives the actions to the environment as soon as they have arrived."""
        if not self.pending:
            return
        if self.cuda:
            began = time.perf_counter()
            self.answered.synchronize()
            self.waited['acting'] += time.perf_counter() - began
        self.environment.step()
        self.pending = False

    @torch.no_grad()
    def finish(self, t):
        """The decision that waits at the end of a window, which will be the first of the next."""
        self.environment.wait()
        self._take_in()
        side = self.steps[:, TO_MOVE].long()
        first = self.steps[:, FIRST:FIRST + 1] != 0
        memory = torch.where(first, self.decoder.first_memory(self.records), self.memories[2 * self.index + side])
        self.rows[t].copy_(self.decoder.rows(self.records, self.truths, memory))
        self.step_log[t].copy_(self.steps)

    def _take_in(self):
        self.records.copy_(self.environment.records, non_blocking=True)
        self.truths.copy_(self.environment.truths, non_blocking=True)
        self.steps.copy_(self.environment.steps, non_blocking=True)


def rollout(groups, steps):
    """Fills the windows of all groups, whose turns alternate."""
    for t in range(steps):
        for number, group in enumerate(groups):
            group.launch(t)
            groups[number - 1].answer()
    groups[-1].answer()
    for group in groups:
        group.finish(steps)


def outcomes(group):
    """Of the window: whether a game ended with each decision, and its result for the learner, both [T, games]."""
    after = group.step_log[1:]
    ended = after[..., ENDED] != 0
    reward = after[..., REWARD].view(torch.int8).int()
    return ended, torch.where(group.learned, reward, -reward)


class Arena:
    """Matches of the learner, each against several opponents, by rule set. The first game in each place counts."""

    def __init__(self, environment, learner, decoder, opponents, rule_names, greedy=False, graph=False, say=print):
        size = environment.games // opponents
        slots = [Slot(i * size, (i + 1) * size) for i in range(opponents)]
        self.group = Group(environment, learner, decoder, slots, 1, greedy, graph, say)
        self.rule_names = rule_names

    def seat(self, number, player):
        slot = self.group.slots[number]
        if slot.player is not player:
            slot.player = player
            self.group.recapture()

    @torch.no_grad()
    def match(self, names, most_steps, seconds=60.0):
        """{name: {rule set: [won, drawn, lost]}}; games that are not over by then are counted as a fourth number."""
        group = self.group
        group.environment.reset()
        rules = group.environment.steps[:, RULES].clone()
        result = torch.full((group.games,), 2, dtype=torch.int32, device=group.decoder.device)
        until = time.time() + seconds
        for step in range(most_steps):
            group.launch(0)
            group.answer()
            group.environment.wait()
            after = group.environment.steps.to(result.device)
            reward = after[:, REWARD].view(torch.int8).int()
            mine = torch.where(group.learned[0], reward, -reward)
            result = torch.where((after[:, ENDED] != 0) & (result == 2), mine, result)
            if step % 32 == 31 and (time.time() > until or not bool((result == 2).any())):
                break
        result, table = result.cpu(), {}
        for name, slot in zip(names, group.slots):
            table[name] = {}
            for number, rule in enumerate(self.rule_names):
                seen = result[slot.low:slot.high][rules[slot.low:slot.high] == number]
                if len(seen):
                    counts = [int((seen == value).sum()) for value in (1, 0, -1, 2)]
                    table[name][rule] = counts if counts[3] else counts[:3]
        return table
