"""Games and views: copies, PGN, what is shown, and what is refused as bad input."""

import copy
import pickle
import random
import tempfile
from unittest import mock

from support import ROOT, RULES, START, Test

import blindmate
from blindmate import BadArgument, BadText, BlindmateError, Game, NotNow, Side, View, _pgn


def random_game(rules, seed, plies=40, fen=None):
    chance, game = random.Random(seed), Game(rules, fen)
    while not game.is_over and game.plies < plies:
        if game.view().may_ask_any and chance.random() < 0.3:
            game.ask("any")
        game.ask(chance.choice(game.askable()))
    return game


class Games(Test):
    def test_a_new_game(self):
        game = Game()
        self.assertEqual((game.position, game.plies, game.turn, game.rules.name, game.is_over, game.outcome),
                         (START, 0, Side.WHITE, "berkeley", False, None))
        # On the own board pawns capture to both sides: 16 steps and 14 captures, and 4 moves of knights.
        self.assertEqual(len(game.askable()), 34)

    def test_tries_as_numbers(self):
        game = Game()
        numbers = game.askable_numbers()
        self.assertEqual([blindmate.ask_text(number) for number in numbers], game.askable())
        e2e4 = 12 | 28 << 6
        self.assertIn(e2e4, numbers)
        self.assertEqual(game.ask(e2e4).answer, "ok")
        self.assertEqual(game.position.split()[0], "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")

    def test_a_refused_try_is_not_askable_in_this_turn(self):
        game = Game()
        game.ask("e2d3")
        self.assertNotIn("e2d3", game.askable())
        game.ask("e2e4")
        game.ask("a7a6")
        self.assertIn("d2c3", game.askable())

    def test_copies_do_not_know_each_other(self):
        game = Game()
        game.ask("e2e4")
        for other in (game.copy(), copy.copy(game), copy.deepcopy(game)):
            other.ask("e7e5")
            self.assertEqual((game.plies, other.plies), (1, 2))

    def test_pickling_is_refused_rather_than_sharing_a_handle(self):
        for thing in (Game(), Game().view(), blindmate.VectorEnv(1)):
            with self.assertRaises(TypeError):
                pickle.dumps(thing)

    def test_a_closed_game(self):
        with Game() as game:
            game.ask("e2e4")
        self.assertIn("closed", repr(game))
        for use in (lambda: game.ask("e7e5"), game.askable, game.view, game.copy, game.pgn, lambda: game.turn,
                    lambda: game.is_over, lambda: game.position):
            with self.assertRaisesRegex(BadArgument, "^this Game is closed$"):
                use()
        game.close()
        view = Game().view()
        view.close()
        with self.assertRaisesRegex(BadArgument, "^this View is closed$"):
            view.belief()
        with self.assertRaises(AttributeError):
            game.no_such_thing

    def test_conclude(self):
        game = Game()
        game.conclude("resignation", "black")
        self.assertEqual(game.outcome, blindmate.Outcome("resignation", Side.BLACK, "outside"))
        drawn = Game()
        drawn.conclude("agreement")
        self.assertEqual(drawn.outcome.result, "1/2-1/2")

    def test_drawings(self):
        game = Game("berkeley", "krbn/p3/3P/NBRK w - - 0 1")
        self.assertEqual(repr(game).split("\n")[1:], ["  4  ♚ ♜ ♝ ♞", "  3  ♟ · · ·", "  2  · · · ♙",
                                                      "  1  ♘ ♗ ♖ ♔", "     a b c d"])
        self.assertEqual(repr(game.view("white")).split("\n")[1:], ["  4  · · · ·", "  3  · · · ·", "  2  · · · ♙",
                                                                    "  1  ♘ ♗ ♖ ♔", "     a b c d"])
        self.assertEqual(repr(game.view("black")).split("\n")[1:], ["  1  · · · ·", "  2  · · · ·", "  3  · · · ♟",
                                                                    "  4  ♞ ♝ ♜ ♚", "     d c b a"])


class Views(Test):
    def test_a_view_is_a_moment(self):
        game = Game()
        view = game.view()
        game.ask("e2e4")
        game.close()
        self.assertEqual((view.side, view.turn, view.size, len(view.askable()), view.events), (0, 0, 8, 34, []))

    def test_events(self):
        game = Game()
        for ask in ("e2d3", "e2e4", "a7b6", "d7c6", "d7d5"):
            game.ask(ask)
        white = [(str(event.by), event.ask, event.heard.answer, event.times) for event in game.view("white").events]
        self.assertEqual(white, [("white", "e2d3", "no", 1), ("white", "e2e4", "ok", 1), ("black", None, "no", 2),
                                 ("black", None, "ok", 1)])
        black = [event.ask for event in game.view("black").events]
        self.assertEqual(black, [None, None, "a7b6", "d7c6", "d7d5"])

    def test_private_refusals_leave_no_trace(self):
        for rules in RULES:
            one, two = Game(rules), Game(rules)
            one.ask("e2d3")
            for game in (one, two):
                game.ask("e2e4")
            same = one.view("black").to_dict() == two.view("black").to_dict()
            self.assertEqual(same, rules == "wild16", rules)

    def test_what_was_announced_for_the_own_turn(self):
        game = Game("wild16", "4k3/8/8/3p4/2P1P3/8/8/R3K3 w - - 0 1")
        self.assertEqual(game.view("white").announced.pawn_tries, 2)
        game.ask("a1a8")
        self.assertEqual(game.view("black").announced.check, ("rank",))

    def test_the_opponents_men_are_not_in_it(self):
        view = random_game("berkeley", 1).view("white")
        self.assertEqual([letter for letter in view.own_board if letter.islower()], [])
        self.assertEqual(view.own_board, view.to_dict()["own_board"])

    def test_outcome(self):
        game = Game()
        game.conclude("resignation", "white")
        view = game.view("black")
        self.assertTrue(view.is_over)
        self.assertEqual(view.outcome, game.outcome)

    def test_from_a_log(self):
        for rules in RULES:
            for seed in range(6):
                fen = "4k3/pppp4/8/8/8/8/PPPP4/4K2R b K - 0 1" if seed % 2 else None
                game = random_game(rules, seed, fen=fen)
                for side in Side:
                    view = game.view(side)
                    same = View.from_log(view.to_dict()["log"], side, rules, fen)
                    if game.is_over:
                        self.assertEqual(same.to_dict()["log"], view.to_dict()["log"])
                    else:
                        self.assertEqual(same.to_dict(), view.to_dict())


def without_nonsense(view):
    """What a player has heard but nonsense; refusals of the opponent in a row are one event."""
    events = []
    for event in view.events:
        if event.nonsense or event.heard.answer == "nonsense":
            continue
        if events and event.ask is None and event.heard.answer == "no" and events[-1][1:3] == (None, event.heard):
            events[-1] = (*events[-1][:3], events[-1][3] + event.times)
        else:
            events.append((event.by, event.ask, event.heard, event.times))
    return events


def game_with_nonsense(rules, seed, plies, fen):
    chance, game = random.Random(seed), Game(rules, fen)
    squares = [blindmate.square_name(number) for number in range(64)]
    while not game.is_over and game.plies < plies:
        asked = game.view()
        repeated = [event.ask for event in asked.events[-3:] if event.ask and event.heard.answer == "no"]
        if chance.random() < 0.1:
            other = chance.choice(game.askable())  # nonsense with a promotion that is not one, or without one
            game.ask(chance.choice([chance.choice(squares) + chance.choice(squares), *repeated,
                                    other[:4] if len(other) == 5 else other + "q"]))
        elif asked.may_ask_any and chance.random() < 0.3:
            game.ask("any")
        else:
            game.ask(chance.choice(game.askable()))
    return game


class Nonsense(Test):
    def test_random_games_with_nonsense_come_back_without(self):
        counts = dict.fromkeys(RULES, 0)
        for rules in RULES:
            for seed in range(30):
                fen = (None, "4k3/pppp4/8/8/8/8/PPPP4/4K2R b K - 0 1", "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1")[seed % 3]
                game = game_with_nonsense(rules, seed, 10 + 3 * seed, fen)
                for side in Side:
                    view = game.view(side)
                    counts[rules] += sum(event.nonsense or event.heard.answer == "nonsense" for event in view.events)
                    same = View.from_log(view.to_dict()["log"], side, rules, fen)
                    where = f"{rules} {seed} {side}"
                    self.assertEqual(without_nonsense(same), without_nonsense(view), where)
                    self.assertFalse(any(event.nonsense for event in same.events), where)
                    self.assertEqual((same.own_board, same.askable(), same.may_ask_any, same.duty, same.turn),
                                     (view.own_board, view.askable(), view.may_ask_any, view.duty, view.turn), where)
                    self.assertEqual(same.outcome, view.outcome, where)
        for rules in ("cincinnati", "wild16", "rand", "english"):
            self.assertGreater(counts[rules], 50, rules)

    def test_refusals_of_the_opponent_with_nonsense_between_them(self):
        start = "4k3/8/8/8/8/p7/8/R3K3 w - - 0 1"
        game = Game("cincinnati", start)
        for ask in ("a1a4", "a1a5", "a1h8", "a1a6", "a1b1"):
            game.ask(ask)
        view = game.view("black")
        same = View.from_log(view.to_dict()["log"], "black", "cincinnati", start)
        for heard, answers in ((view, [("no", 2), ("nonsense", 1), ("no", 1), ("ok", 1)]),
                               (same, [("no", 3), ("ok", 1)])):
            self.assertEqual([(event.heard.answer, event.times) for event in heard.events], answers)
        self.assertEqual(same.pgn(), view.pgn())

    def test_own_nonsense_that_sounds_like_a_refusal(self):
        for rules in ("wild16", "english"):
            game = Game(rules, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
            self.assertEqual(game.ask("a1b3").answer, "no")  # nonsense
            view = game.view("white")
            same = View.from_log(view.to_dict()["log"], "white", rules, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
            self.assertEqual((same.events, same.askable()), ([], view.askable()))


class Pgn(Test):
    def test_round_trip(self):
        for rules in RULES:
            for seed in range(5):
                game = random_game(rules, seed)
                again = Game.from_pgn(game.pgn())
                self.assertEqual((again.pgn(), again.position), (game.pgn(), game.position))
                for side in Side:
                    view = View.from_pgn(game.view(side).pgn())
                    self.assertEqual((view.side, view.to_dict()), (side, game.view(side).to_dict()))
                    self.assertEqual(View.from_pgn(game.pgn(), side=side).pgn(), view.pgn())

    def test_several_games(self):
        games = [random_game("english", seed, plies=6) for seed in range(3)]
        text = "\n".join(game.pgn() for game in games)
        self.assertEqual(blindmate.count_games(text), 3)
        self.assertEqual([game.pgn() for game in Game.all_from_pgn(text)], [game.pgn() for game in games])
        for number in (3, -1):
            with self.assertRaises(BadArgument):
                Game.from_pgn(text, number)

    def test_games_whole_and_filtered(self):
        game = random_game("rand", 1, plies=6)
        text = "\n".join([game.pgn(), game.view("black").pgn(), game.pgn()])
        read = list(blindmate.read_pgn(text))
        self.assertEqual([type(one) for one in read], [Game, View, Game])
        self.assertEqual((read[0].pgn(), read[1].pgn()), (game.pgn(), game.view("black").pgn()))
        self.assertEqual((read[1].side, blindmate.count_games(text)), (Side.BLACK, 3))
        games = Game.all_from_pgn(text)
        self.assertEqual(next(games).pgn(), game.pgn())
        with self.assertRaisesRegex(BadText, "game 1 is filtered.*read_pgn"):
            next(games)
        with self.assertRaises(BadText):
            blindmate.read_pgn("1. e4 {:} e5 {:} 2. Ke3 {:} *")  # at once, not when the first game is taken

    def test_no_games(self):
        for text in ("", " \n\n"):
            self.assertEqual((blindmate.count_games(text), list(blindmate.read_pgn(text)),
                              list(Game.all_from_pgn(text))), (0, [], []))
        with self.assertRaises(BadText):
            Game.from_pgn("")

    def test_a_text_is_read_once(self):
        with mock.patch.object(_pgn.library, "bm_pgn_read", wraps=_pgn.library.bm_pgn_read) as read:
            self.assertEqual(len(list(Game.all_from_pgn(Game().pgn() * 50))), 50)
        self.assertEqual(read.call_count, 1)

    def test_a_file(self):
        game = random_game("wild16", 2, plies=6)
        with tempfile.NamedTemporaryFile("w", suffix=".pgn") as file:
            file.write(game.pgn() * 2)
            file.flush()
            self.assertEqual([one.pgn() for one in blindmate.read_pgn_file(file.name)], [game.pgn()] * 2)
        packed = list(blindmate.read_pgn_file(ROOT / "data" / "problems" / "mates-5.pgn.zst"))
        self.assertGreater(len(packed), 100)
        self.assertEqual({type(one) for one in packed}, {View})

    def test_a_known_one(self):
        view = View.from_pgn('[Filtered "White"]\n\n'
                             "1. e4 {:} ?? {:} 2. d4 {:} ?? {d4:2} 3. Qxd4 {d4:c3,Nc3} ?? {N:} *")
        self.assertEqual(view.own_board, "8/8/8/8/3QP3/8/PPP2PPP/RNB1KBNR")
        self.assertEqual(view.announced.check, ("knight",))


class BadInput(Test):
    def test_moves(self):
        for text in ("", "e2", "e2e9", "e2e4k", "castle", "e2e4\0", "e2e4 ", "ééé"):
            with self.assertRaises(BadText, msg=text):
                Game().ask(text)
        for number in (-1, 70000, 2**70):
            with self.assertRaises(BadArgument, msg=str(number)):
                Game().ask(number)
        for thing in (None, 3.5, b"e2e4", ["e2e4"]):
            with self.assertRaises(TypeError, msg=repr(thing)):
                Game().ask(thing)

    def test_numbers_that_are_no_move(self):
        for number in (0, 12 | 28 << 6 | 5 << 12, 0x7FFF):
            try:
                answer = Game().ask(number).answer
            except BlindmateError:
                continue
            self.assertEqual(answer, "nonsense", hex(number))

    def test_positions_say_what_is_wrong(self):
        for fen, reason in (("", ""), ("rubbish", ""), ("8/8/8/8/8/8/8/8 w - - 0 1", "king"),
                            ("4k3/8/8/8/8/8/8/4K2P w - - 0 1", "pawn"), ("4k3/8/8/8/8/8/8/4K3 w - - 0 1\0", "NUL"),
                            ("3k/4/K2 w - - 0 1", "")):
            with self.assertRaisesRegex(BadText, reason, msg=fen):
                Game("berkeley", fen)

    def test_rules(self):
        with self.assertRaisesRegex(BadArgument, "poker"):
            Game("poker")
        with self.assertRaises(TypeError):
            Game(None)

    def test_sides(self):
        for side in ("grey", 2, -1, None, 0.5):
            with self.assertRaises(BadArgument, msg=repr(side)):
                Side.of(side)
        with self.assertRaises(BadArgument):
            Game().view("green")

    def test_pgn_has_the_place(self):
        with self.assertRaisesRegex(BadText, r"\d+:\d+"):
            Game.from_pgn("1. e4 {:} e5 {:} 2. Ke3 {:} *")
        with self.assertRaises(BadText):
            Game.from_pgn(Game().view("white").pgn())  # a filtered one
        with self.assertRaises(BadText):
            Game.from_pgn("1. e4 {d5:} *")  # the referee contradicts
        with self.assertRaises(BadText):
            View.from_pgn("1. e4 {:} (1. d4 {:}) *")

    def test_logs(self):
        for log in ([{}], [{"by": "white"}], ["e2e4"], [{"by": "white", "ask": "e2e4", "heard": {"check": ["up"]}}],
                    [{"by": "white", "ask": "e2e5", "heard": {}}], [{"by": "black", "ask": None, "heard": {}}] * 2):
            with self.assertRaises(BadText, msg=repr(log)):
                View.from_log(log, "white")

    def test_after_the_end(self):
        game = Game()
        game.conclude("resignation", "black")
        with self.assertRaises(NotNow):
            game.ask("e2e4")
        with self.assertRaises(NotNow):
            game.conclude("agreement")
        with self.assertRaises(NotNow):
            game.view().record()

    def test_the_word_of_an_end(self):
        with self.assertRaises(BlindmateError):
            Game().conclude('a "quoted" word')

    def test_every_error_is_a_blindmate_error_and_of_a_python_kind(self):
        for kind, python in ((BadArgument, ValueError), (BadText, ValueError), (NotNow, RuntimeError),
                             (blindmate.LimitReached, RuntimeError), (blindmate.OutOfMemory, MemoryError)):
            self.assertTrue(issubclass(kind, BlindmateError) and issubclass(kind, python))

    def test_squares(self):
        self.assertEqual([blindmate.square_number(blindmate.square_name(n)) for n in range(64)], list(range(64)))
        for bad in ("", "i1", "a9", "e44"):
            with self.assertRaises(BadArgument):
                blindmate.square_number(bad)
        with self.assertRaises(BadArgument):
            blindmate.square_name(64)
