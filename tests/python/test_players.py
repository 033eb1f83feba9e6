"""Players: the library's own, and games against players in Python."""

import json
import random

import numpy as np
from support import RULES, Test, program

from blindmate import PLAYERS, BadArgument, BadText, Game, NotNow, Player, View, play


class Anyone:
    def __init__(self, seed):
        self.chance, self.views = random.Random(seed), 0

    def choose(self, view):
        assert isinstance(view, View) and view.side == view.turn
        self.views += 1
        return self.chance.choice(view.askable())


class Players(Test):
    def test_names(self):
        listed = [json.loads(line)["name"] for line in program("list", "players", "--json").splitlines()]
        self.assertEqual(list(PLAYERS), listed)
        self.assertIn("champion", PLAYERS)

    def test_every_player_plays_sense_under_every_rule_set(self):
        for name in PLAYERS:
            for rules in RULES:
                game = play(Player(name, nodes=300), Anyone(1), Game(rules), most_plies=6)
                self.assertIn(game.outcome.reason, ("ply-limit", "checkmate"))

    def test_nodes_and_a_seed_play_the_same_game(self):
        games = [play(Player("hs", seed=seed, nodes=2000), Player("random", seed=7), most_plies=20).pgn()
                 for seed in (3, 3, 4)]
        self.assertEqual(games[0], games[1])
        self.assertNotEqual(games[0], games[2])

    def test_club_mates_on_sight(self):
        game = Game("berkeley", "7k/pp6/6K1/8/8/8/8/3R4 b - - 0 1")
        game.ask("h8g8")  # or a pawn's move: the rook mates in all cases
        self.assertEqual(Player("club", nodes=1000).choose(game.view()), "d1d8")

    def test_options_of_a_player(self):
        self.assertEqual(Player("mate:los:k=20", nodes=100).choose(Game().view())[1], "2")
        for spec in ("", "nobody", "hs:speed=3", "hs:k=", "random\0"):
            with self.assertRaises((BadArgument, BadText), msg=spec):
                Player(spec)
        with self.assertRaises(BadArgument):
            Player("club", seconds=-1)
        with self.assertRaises(BadArgument):
            Player("club", nodes=-1)

    def test_the_other_sides_turn(self):
        player = Player("random")
        with self.assertRaises(NotNow):
            player.choose(Game().view("black"))
        player.close()
        with self.assertRaisesRegex(BadArgument, "this Player is closed"):
            player.choose(Game().view())

    def test_a_player_plays_one_game(self):
        player = Player("random")
        play(player, Anyone(1), most_plies=4)
        with self.assertRaisesRegex(BadArgument, "another game.*make a new Player"):
            play(player, Anyone(1), most_plies=4)

    def test_seeds_of_numpy(self):
        for seed in (-1, 3):
            asks = {Player("random", seed=kind(seed)).choose(Game().view()) for kind in (int, np.int64, np.int32)}
            self.assertEqual(len(asks), 1)


class Play(Test):
    def test_the_limit(self):
        game = play(Anyone(1), Anyone(2), most_plies=10)
        self.assertEqual((game.plies, game.outcome.reason, game.outcome.winner), (10, "ply-limit", None))

    def test_a_player_is_asked_again_after_a_refusal(self):
        white, black = Anyone(1), Anyone(2)
        game = play(white, black, most_plies=40)
        self.assertGreater(white.views + black.views, game.plies)
        self.assertEqual(Game.from_pgn(game.pgn()).outcome, game.outcome)

    def test_nonsense_is_the_players_fault(self):
        class Fool:
            def choose(self, view):
                return "e2e5"

        with self.assertRaisesRegex(BadArgument, "white asks nonsense: e2e5"):
            play(Fool(), Fool())
