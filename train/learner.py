"""The learner: the nets that are trained, their optimiser, and what is made of a window of play.

Beside the nets in full precision there are copies for playing and judging: `player` (of the actor), `judge` (of the
critic) and `magnet` (of the reference policy). They are in low precision on a GPU, and always change in place.
"""
import os

import torch

import algorithm
import checkpoint
import net as nets
import play
import records

MEASURES = algorithm.MEASURES + ('norm_actor', 'norm_critic', 'explained', 'advantage')


class Learner:
    def __init__(self, settings, device, say, resume=None):
        self.settings, self.device, self.say = settings, device, say
        self.cuda = device.type == 'cuda'
        self.dtype = torch.bfloat16 if self.cuda and settings.bfloat16 else torch.float32
        self.decoder = records.Decoder(device, self.dtype)
        self.done = {'decisions': 0, 'seconds': 0.0, 'iterations': 0, 'updates': 0, 'games': 0}
        state = checkpoint.read_state(resume) if resume else None
        self._build(resume, state)
        for net in (self.actor, self.critic, self.reference):
            net.to(device).to(memory_format=torch.channels_last)
        self.parameters = list(self.actor.parameters()) + list(self.critic.parameters())
        self.optimizer = torch.optim.Adam(self.parameters, lr=1e-4, eps=1e-5, **({'fused': True} if self.cuda else {}))
        self.warm_updates = 0  # how far the learning rate has been warmed up
        self.league_state = state['league'] if state else None
        if state:
            self._restore_moments(state['moments'])
        self.first_update = self.done['updates']
        self.player = nets.low_copy(self.actor, self.dtype)
        self.judge = nets.low_copy(self.critic, self.dtype)
        self.magnet = nets.low_copy(self.reference, self.dtype)
        self.play, self.criticise = self.player, self.judge  # how they are called
        self._compile()

    # ---------------------------------------------------------------------------------------------- nets and state

    def _build(self, resume, state):
        s = self.settings
        if state:
            self.resumed = 'state'
            self.actor, self.critic, self.reference = (
                _restored(kind, state[name]) for kind, name in
                ((nets.Actor, 'actor'), (nets.Critic, 'critic'), (nets.Actor, 'reference')))
            self.done.update(state['done'])
            return
        self.actor = nets.Actor(s.channels, s.blocks, s.vector)
        self.critic = nets.Critic(s.critic_channels, s.critic_blocks, s.critic_hidden)
        if resume and os.path.exists(os.path.join(resume, 'actor.net')):
            # From net files alone: half precision, no moments, no league. The critic may be missing. Nets that are
            # smaller than the settings want grow.
            self.resumed = 'nets'
            actor, header = checkpoint.read_net(os.path.join(resume, 'actor.net'), 'actor')
            self.actor = nets.grown(actor, self.actor.settings)
            path = os.path.join(resume, 'critic.net')
            if os.path.exists(path):
                self.critic = nets.grown(checkpoint.read_net(path, 'critic')[0], self.critic.settings)
            self.done.update(decisions=header['decisions'], seconds=header['seconds'])
        else:
            self.resumed = 'nothing'
        self.reference = nets.Actor(**self.actor.settings)
        nets.follow(self.reference, self.actor)

    def _restore_moments(self, moments):
        if len(moments['first']) != len(self.parameters):
            return
        self.warm_updates = self.settings.warm_up
        for p, first, second in zip(self.parameters, moments['first'], moments['second']):
            step = torch.tensor(float(moments['step']), device=self.device if self.cuda else 'cpu')
            self.optimizer.state[p] = {'step': step, 'exp_avg': torch.empty_like(p).copy_(first.float()),
                                       'exp_avg_sq': torch.empty_like(p).copy_(second.float())}
        for p in self.parameters:
            for value in self.optimizer.state[p].values():
                value.requires_grad_(False)

    def _moments(self):
        states = [self.optimizer.state[p] for p in self.parameters if p in self.optimizer.state]
        return {'step': float(states[0]['step']) if states else 0.0,
                'first': [x['exp_avg'].bfloat16() for x in states],
                'second': [x['exp_avg_sq'].bfloat16() for x in states]}

    def save(self, folder, pool):
        """The checkpoint: net files, and the state with as much of the league's pool as fits."""
        s, done = self.settings, self.done
        checkpoint.write_net(os.path.join(folder, 'actor.net'), self.actor, done['decisions'], done['seconds'])
        checkpoint.write_net(os.path.join(folder, 'critic.net'), self.critic, done['decisions'], done['seconds'])
        state = {name: {'settings': net.settings, 'tensors': net.state_dict()} for name, net in
                 (('actor', self.actor), ('critic', self.critic), ('reference', self.reference))}
        state.update(moments=self._moments(), done=done)
        count = sum(p.numel() for p in self.parameters)
        used = 8 * count + 4 * sum(p.numel() for p in self.reference.parameters()) + 2**20  # bytes, and a reserve
        state['league'] = pool.state(s.part_bytes * s.most_parts - used)
        checkpoint.write_state(folder, state, s.part_bytes, s.most_parts)

    # ---------------------------------------------------------------------------------------------- experience

    @torch.no_grad()
    def _judged(self, rows):
        """The critic's values [.., 3] and extras [..] of rows [.., ROW_BYTES]."""
        flat = rows.view(-1, records.ROW_BYTES)
        parts = [self.criticise(*self.decoder.critic_inputs(part)).float()
                 for part in flat.split(self.settings.minibatch)]
        out = torch.cat(parts).view(*rows.shape[:-1], 4)
        return torch.softmax(out[..., :3], -1), out[..., 3]

    @torch.no_grad()
    def _reference_log(self, rows, actions):
        """Log-probabilities of actions [T, games] by the reference policy."""
        size, found = self.settings.minibatch, []
        for part, action in zip(rows.reshape(-1, records.ROW_BYTES).split(size), actions.reshape(-1).split(size)):
            log = nets.log_probabilities(self.magnet(*self.decoder.actor_inputs(part))[0], self.decoder.allowed(part))
            found.append(log.gather(1, action[:, None]).squeeze(1))
        return torch.cat(found).view(actions.shape)

    @torch.no_grad()
    def experience(self, groups, knobs):
        """What can be learned from the groups' windows: one row for each decision, and what belongs to it, by name."""
        rows, log, actions, chosen, learned = (
            torch.cat([getattr(group, name) for group in groups], 1)
            for name in ('rows', 'step_log', 'actions', 'log_probabilities', 'learned'))
        value, extra = self._judged(rows)
        ended = log[1:, :, play.ENDED] != 0
        captured = rows[1:, :, records.SLICES['truth_numbers']][..., 4]
        bonus = algorithm.material(captured, knobs['material']) * (~ended)
        if knobs['eta']:
            bonus = bonus - knobs['eta'] * (chosen - self._reference_log(rows[:-1], actions)) * learned
        side = log[..., play.TO_MOVE]
        reward = log[1:, :, play.REWARD].view(torch.int8).int()
        moved = log[1:, :, play.ANSWER] == algorithm.ANSWER_MOVED
        window = algorithm.Window(side[:-1], moved, ended, reward, bonus, value[:-1], extra[:-1])
        gamma, lam = (torch.tensor(x, device=self.device) for x in (self.settings.gamma, self.settings.lam))
        found = algorithm.returns(window, side[-1], value[-1], extra[-1], gamma, lam)
        worth = algorithm.worth(knobs['draw_value'], self.device)
        gain = (found.target * worth).sum(-1) + found.extra
        expected = (value[:-1] * worth).sum(-1) + extra[:-1]
        named = {'rows': rows[:-1], 'use': found.valid & learned, 'action': actions, 'old': chosen, 'gain': gain,
                 'expected': expected, 'target': found.target, 'extra': found.extra}
        return {name: tensor.flatten(0, 1) for name, tensor in named.items()}

    # ---------------------------------------------------------------------------------------------- learning

    def _compile(self):
        self.plain_loss = algorithm.loss_function(self.actor, self.critic, self.magnet, self.decoder, self.settings)
        self.loss, self.compiled = self.plain_loss, False
        if self.settings.compile and self.cuda and hasattr(torch, 'compile'):
            self.loss, self.compiled = torch.compile(self.plain_loss, dynamic=False), True
        if self.settings.compile_acting and self.cuda and hasattr(torch, 'compile'):
            self.play, self.criticise = (_Compiled(net, self.say) for net in (self.player, self.judge))

    def _gradients(self, batch):
        self.optimizer.zero_grad(set_to_none=True)
        total, parts = self.loss(*batch)
        total.backward()
        return parts

    def _update(self, batch, rate):
        for group in self.optimizer.param_groups:
            group['lr'] = rate
        try:
            parts = self._gradients(batch)
        except Exception as error:  # a compiler that fails does so at the first call
            if not self.compiled or self.done['updates'] > self.first_update:
                raise
            self.say(what='warning', text='no torch.compile: %s' % repr(error)[:2000])
            self.loss, self.compiled = self.plain_loss, False
            parts = self._gradients(batch)
        norms = [torch.nn.utils.clip_grad_norm_(net.parameters(), self.settings.gradient_norm)
                 for net in (self.actor, self.critic)]
        self.optimizer.step()
        self.done['updates'] += 1
        return torch.cat([parts, torch.stack(norms)])

    def learn(self, experience, knobs):
        """Updates the nets from experience; a tensor in the order of MEASURES."""
        s = self.settings
        use = experience['use'].nonzero().squeeze(1)
        advantage = experience['gain'] - experience['expected']
        deviation, mean = advantage[use].std(), advantage[use].mean()
        explained = 1 - advantage[use].var() / experience['gain'][use].var().clamp(min=1e-8)
        advantage = ((advantage - mean) / deviation.clamp(min=0.02)).clamp(-6, 6)
        weights = [torch.tensor(knobs[name], device=self.device) for name in ('entropy', 'kl')]
        size, measures = min(s.minibatch, len(use)), []
        for _ in range(s.epochs):
            order = use[torch.randperm(len(use), device=self.device)]
            for at in range(0, len(order) - size + 1, size):
                i = order[at:at + size]
                rows, action, old, target, extra = (experience[name][i]
                                                    for name in ('rows', 'action', 'old', 'target', 'extra'))
                batch = [rows, action, old, advantage[i], target, extra] + weights
                self.warm_updates += 1
                rate = knobs['learning_rate'] * min(1.0, self.warm_updates / max(1, s.warm_up))
                measures.append(self._update(batch, rate))
        nets.follow(self.reference, self.actor, knobs['reference_rate'])
        for copy, net in ((self.player, self.actor), (self.judge, self.critic), (self.magnet, self.reference)):
            nets.follow(copy, net)
        self.done['decisions'] += len(use)
        return torch.cat([torch.stack(measures).mean(0), torch.stack([explained, deviation])])


class _Compiled:
    """A net that is called by way of torch.compile, or as it is if that fails."""

    def __init__(self, net, say):
        self.net, self.say, self.call = net, say, torch.compile(net, dynamic=False)

    def __call__(self, *inputs):
        try:
            return self.call(*inputs)
        except Exception as error:
            if self.call is self.net:
                raise
            self.say(what='warning', text='no torch.compile for acting: %s' % repr(error)[:2000])
            self.call = self.net
            return self.net(*inputs)


def _restored(kind, state):
    net = kind(**state['settings'])
    net.load_state_dict(state['tensors'])
    return net
