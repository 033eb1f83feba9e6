"""What is learned from the games: returns, advantages, losses.

Policy: PPO (Schulman et al. 2017) with a term that holds it near a slowly following reference policy, as magnetic
mirror descent does (Sokota et al. 2023, "A Unified Approach to Reinforcement Learning, Quantal Response Equilibria, and
Two-Player Zero-Sum Games"). In a game of hidden information plain self-play runs in circles; regularisation towards a
reference is what makes it settle. Optionally the reward is transformed as in R-NaD (Perolat et al. 2022, "Mastering the
Game of Stratego"): an action that the policy plays more often than the reference costs its player
eta * log(policy / reference) and gives the same to the opponent.

Values are distributions over win, draw and loss. A discount moves weight towards "draw", so that everything stays a
distribution and one cross-entropy trains it. Rewards that are no result (material, eta) are a fourth number, `extra`.

Time passes with moves only: refused tries and questions are decisions too, but gamma and lambda are 1 over them.
"""
from collections import namedtuple

import torch
import torch.nn.functional as F

import net as nets

MAN_VALUES = (1.0, 3.0, 3.0, 5.0, 9.0, 0.0, 0.0)  # by truth.captured; the last is "no man"
ANSWER_MOVED = 0

# What the returns need to know of each decision, as tensors [T, games]. The critic's opinion is `value` [T, games, 3]
# and `extra`.
#   side    who decided             moved   the try was played (not refused, no question)
#   ended   the game ended with it  reward  -1, 0 or 1, to the mover, where it ended
#   bonus   rewards that are no result, to the mover; the opponent gets the negative
Window = namedtuple('Window', 'side moved ended reward bonus value extra')

# Targets for the critic [T, games, 3] and [T, games]; whether the decision has a return of its own [T, games].
Returns = namedtuple('Returns', 'target extra valid')


def _opposite(worths):
    """[.., 4] worths (win, draw, loss, extra) as the other player sees them."""
    return torch.stack([worths[..., 2], worths[..., 1], worths[..., 0], -worths[..., 3]], -1)


@torch.no_grad()
def returns(window, last_side, last_value, last_extra, gamma, lam):
    """TD(lambda) returns of each decision, along the decisions of the same player in the same game.

    `last_...` belong to the decision that is waiting when the window ends. For the player who waits there it is the
    decision to look ahead to. The other player's latest decision has nothing to look ahead to yet: it is not valid, and
    serves only as the value that his earlier decisions look ahead to.

    Going backwards, each game keeps a tail for each player: what a decision of his just before this moment is worth, by
    the return of his next decision, and by the critic's value of it. tails[0] is that of the player who decides now.
    """
    steps, games = window.side.shape
    device = last_value.device
    draw = torch.tensor([0.0, 1.0, 0.0, 0.0], device=device)
    ends = torch.eye(4, device=device)[(1 - window.reward).long()]  # 1, 0, -1: win, draw, loss, to the mover
    ends = torch.stack([ends, _opposite(ends)], 1)[:, :, None]      # [T, player, 1, games, 4]
    bonus = torch.zeros_like(ends)
    bonus[:, 0, 0, :, 3], bonus[:, 1, 0, :, 3] = window.bonus, -window.bonus
    discount = torch.where(window.moved, gamma, torch.ones_like(gamma))[..., None]
    mix = torch.where(window.moved & ~window.ended, lam, torch.ones_like(lam))[..., None]
    own = torch.cat([window.value, window.extra[..., None]], -1)
    turned = window.side != torch.cat([window.side[1:], last_side[None]])

    last = torch.cat([last_value, last_extra[:, None]], -1)
    tails = last.expand(2, 2, games, 4)  # [player, return or value, games, 4]
    known = torch.tensor([[True], [False]], device=device).expand(2, games)  # is there a next decision, or an end?
    found = torch.zeros(steps, games, 4, device=device)
    valid = torch.zeros(steps, games, dtype=torch.bool, device=device)
    for t in range(steps - 1, -1, -1):
        tails = torch.where(turned[t][:, None], tails.flip(0), tails)
        known = torch.where(turned[t], known.flip(0), known) | window.ended[t]
        passed = draw + discount[t] * (tails - draw)
        tails = torch.where(window.ended[t][:, None], ends[t], passed) + bonus[t]
        mixed = torch.lerp(tails[0, 1], tails[0, 0], mix[t])
        found[t] = torch.where(known[0][:, None], mixed, own[t])
        valid[t] = known[0]
        tails = torch.stack([torch.stack([found[t], own[t]]), tails[1]])
        known = torch.stack([torch.ones_like(known[0]), known[1]])
    return Returns(found[..., :3], found[..., 3], valid)


def worth(draw_value, device):
    """What win, draw and loss are worth. A draw may be worth less than nothing to both."""
    return torch.tensor([1.0, draw_value, -1.0], device=device)


def material(captured, per_pawn):
    """The reward for what was captured, by bm_truth.captured."""
    return torch.tensor(MAN_VALUES, device=captured.device)[captured.long().clamp(max=6)] * per_pawn


MEASURES = ('policy', 'entropy', 'kl_reference', 'belief', 'value', 'critic', 'extra', 'kl_old', 'clipped')


def loss_function(actor, critic, reference, decoder, settings):
    """The loss as a function of tensors alone, which is what torch.compile likes best."""
    low = decoder.dtype == torch.bfloat16
    device = decoder.device.type

    def loss(rows, action, old, advantage, target, extra, entropy_weight, kl_weight):
        """The sum of all losses, and its parts as one tensor in the order of MEASURES.

        Of each decision: its row, the action, the action's log-probability when it was chosen, its advantage, the
        critic's targets. The weights are tensors of one number. From the logits on, everything is float32.
        """
        allowed = decoder.allowed(rows)
        inputs = decoder.actor_inputs(rows)
        some = max(1, int(rows.shape[0] * settings.kl_share))
        with torch.no_grad():
            reference_log = nets.log_probabilities(reference(*[x[:some] for x in inputs])[0], allowed[:some])
        with torch.autocast(device, dtype=torch.bfloat16, enabled=low):
            logits, belief, value = actor(*inputs)
            criticism = critic(*decoder.critic_inputs(rows))
        log = nets.log_probabilities(logits, allowed)
        probability = log.exp()
        new = log.gather(1, action[:, None]).squeeze(1)
        ratio = (new - old).exp()
        clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
        policy = -torch.min(ratio * advantage, clipped * advantage).mean()
        entropy = -(probability * log).sum(1).mean()
        kl_reference = (probability[:some] * (log[:some] - reference_log)).sum(1).mean()

        board = decoder.board(rows).float()
        on_squares = F.cross_entropy(belief.float(), decoder.hidden_men(rows), reduction='none')
        belief_loss = (on_squares * board).sum() / board.sum()
        value_loss = -(target * F.log_softmax(value.float(), 1)).sum(1).mean()
        critic_loss = -(target * F.log_softmax(criticism[:, :3].float(), 1)).sum(1).mean()
        extra_loss = F.mse_loss(criticism[:, 3].float(), extra)

        total = (policy - entropy_weight * entropy + kl_weight * kl_reference + settings.belief_weight * belief_loss +
                 settings.value_weight * value_loss + settings.critic_weight * (critic_loss + 10 * extra_loss))
        parts = (policy, entropy, kl_reference, belief_loss, value_loss, critic_loss, extra_loss, (old - new).mean(),
                 ((ratio - 1).abs() > settings.clip).float().mean())
        return total, torch.stack([part.detach() for part in parts])

    return loss
