"""What the referee says, in positions worked out by hand from docs/rules.md."""

import json

from support import RULES, Test, program

from blindmate import RULE_SETS, BadArgument, Game, RuleSet


class Rules(Test):
    def test_they_are_those_of_the_program_in_its_order(self):
        listed = [json.loads(line)["name"] for line in program("list", "rules", "--json").splitlines()]
        self.assertEqual([rules.name for rules in RULE_SETS], listed)
        self.assertEqual([rules.number for rules in RULE_SETS], list(range(len(listed))))
        self.assertEqual(tuple(listed[:len(RULES)]), RULES)

    def test_columns_of_the_table(self):
        table = {rules.name: rules for rules in RULE_SETS}
        self.assertEqual([name for name in RULES if table[name].refusal_is_private], ["wild16"])
        self.assertEqual([table[name].nonsense for name in RULES],
                         ["mover", "mover", "both", "refusal", "both", "refusal"])
        self.assertEqual([table[name].any for name in RULES], ["", "until-legal", "", "", "", "once"])
        self.assertEqual([table[name].pawn_tries for name in RULES], ["", "", "whether", "number", "squares", ""])
        self.assertEqual([table[name].tells_pawn_or_piece for name in RULES], [False, False, True, True, True, False])
        self.assertEqual([name for name in RULES if table[name].names_en_passant], ["english"])
        self.assertEqual([name for name in RULES if table[name].tells_promotion], ["rand"])
        self.assertEqual([name for name in RULES if table[name].check_narrows_tries], ["rand"])
        self.assertEqual([name for name in RULES if table[name].stalemate_loses], ["rand"])
        self.assertEqual([name for name in RULES if not table[name].chess_draws], ["berkeley", "berkeley-any"])

    def test_found_by_name(self):
        self.assertEqual(RuleSet.of("wild16").number, 3)
        self.assertIs(RuleSet.of(RULE_SETS[2]), RULE_SETS[2])
        with self.assertRaisesRegex(BadArgument, "bughouse"):
            RuleSet.of("bughouse")


class Announcements(Test):
    def test_refusal_of_a_pinned_knight(self):
        for rules in RULES:
            said = Game(rules, "k3r3/8/8/8/8/8/4N3/4K3 w - - 0 1").ask("e2c3")
            self.assertEqual((said.answer, said.is_ok, str(said.by)), ("no", False, "white"), rules)
            self.assertEqual(said.opponent_hears, rules != "wild16", rules)

    def test_nonsense(self):
        answers = {rules: Game(rules, "k3r3/8/8/8/8/8/4N3/4K3 w - - 0 1").ask("e2e4") for rules in RULES}
        self.assertEqual([answers[rules].answer for rules in RULES],
                         ["nonsense", "nonsense", "nonsense", "no", "nonsense", "no"])
        self.assertEqual([answers[rules].opponent_hears for rules in RULES], [False, False, True, False, True, True])

    def test_capture_of_a_piece(self):
        for rules in RULES:
            said = Game(rules, "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1").ask("d1d5")
            self.assertEqual((said.answer, said.capture), ("ok", "d5"))
            self.assertEqual(said.captured, "piece" if rules in ("cincinnati", "wild16", "rand") else None, rules)

    def test_en_passant_names_the_pawn_but_in_english_the_square_it_lands_on(self):
        for rules in RULES:
            said = Game(rules, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2").ask("e5d6")
            self.assertEqual((said.capture, said.en_passant),
                             ("d6", True) if rules == "english" else ("d5", False), rules)

    def test_directions_of_a_check(self):
        # The black king on e8; rank, file, knight, and the two diagonals through e8: e8-h5 has 4 squares, e8-a4 has 5.
        for fen, ask, check in (("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", ("rank",)),
                                ("4k3/8/8/8/8/8/8/R4K2 w - - 0 1", "a1e1", ("file",)),
                                ("4k3/8/8/3N4/8/8/P7/4K3 w - - 0 1", "d5c7", ("knight",)),
                                ("4k3/8/8/8/8/8/P3B3/4K3 w - - 0 1", "e2b5", ("long",)),
                                ("4k3/8/8/8/8/8/P3B3/4K3 w - - 0 1", "e2h5", ("short",)),
                                ("4k3/8/8/8/8/4N3/8/4RK2 w - - 0 1", "e3d5", ("file",)),
                                ("4k3/8/8/4N3/8/8/8/4RK2 w - - 0 1", "e5f7", ("file",)),
                                ("4k3/8/8/4N3/8/8/8/4RK2 w - - 0 1", "e5g6", ("file",)),
                                ("4k3/8/4N3/8/8/8/8/4RK2 w - - 0 1", "e6c7", ("file", "knight"))):
            said = Game("berkeley", fen).ask(ask)
            self.assertEqual(said.check, check, f"{fen} {ask}: {said}")

    def test_pawn_tries_are_told_in_the_form_of_the_rule_set(self):
        # After h7h6 White can take d5 with both pawns: c4xd5 and e4xd5.
        fen = "4k3/7p/8/3p4/2P1P3/8/8/4K3 b - - 0 1"
        told = {rules: Game(rules, fen).ask("h7h6").pawn_tries for rules in RULES}
        self.assertEqual(told, {"berkeley": None, "berkeley-any": None, "cincinnati": True, "wild16": 2,
                                "rand": ["c4", "e4"], "english": None})

    def test_promotion_is_told_in_rand_only(self):
        for rules in RULES:
            said = Game(rules, "8/P6k/8/8/8/8/8/K7 w - - 0 1").ask("a7a8n")
            self.assertEqual(said.promotion, rules == "rand", rules)

    def test_any(self):
        fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
        for rules in RULES:
            game = Game(rules, fen)
            has_it = rules in ("berkeley-any", "english")
            self.assertEqual(game.view().may_ask_any, has_it, rules)
            self.assertEqual(game.ask("any").answer, "any-yes" if has_it else "nonsense", rules)
            self.assertEqual(game.view().duty, has_it, rules)
            if has_it:
                self.assertEqual(set(game.askable()), {"e4d5", "e4f5"})
                self.assertEqual(game.ask("e4f5").answer, "no")
                self.assertEqual(game.view().duty, rules == "berkeley-any")
        self.assertEqual(Game("english", "4k3/8/3p4/8/4P3/8/8/4K3 w - - 0 1").ask("any").answer, "any-no")

    def test_the_words(self):
        game = Game("berkeley")
        self.assertEqual([str(game.ask(ask)) for ask in ("e2e4", "d7d5", "e4f5", "e4d5")],
                         ["White has moved.", "Black has moved.", "White tries: no.",
                          "White has moved. Capture on d5."])

    def test_heard_as_a_dictionary(self):
        said = Game("cincinnati", "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1").ask("d1d5")
        self.assertEqual(said.to_dict(), {"answer": "ok", "capture": {"square": "d5", "kind": "piece"}, "check": [],
                                          "en_passant": False, "promotion": False, "pawn_tries": False, "end": None})

    def test_equal_announcements(self):
        first, second = Game().ask("e2e4"), Game().ask("d2d4")
        self.assertEqual(first, second)
        self.assertEqual(len({first, second, Game().ask("e2e5")}), 2)


class Ends(Test):
    def test_fools_mate(self):
        game = Game()
        for ask in ("f2f3", "e7e5", "g2g4"):
            self.assertIsNone(game.ask(ask).end)
        said = game.ask("d8h4")
        self.assertEqual((said.end, said.check), ("checkmate", ("short",)))  # e1-h4 has 4 squares, e1-a5 has 5
        self.assertEqual((game.outcome.reason, str(game.outcome.winner), game.outcome.result),
                         ("checkmate", "black", "0-1"))
        self.assertEqual(game.askable(), [])

    def test_stalemate_is_a_draw_but_in_rand_it_loses(self):
        for rules in RULES:
            game = Game(rules, "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1")
            self.assertEqual(game.ask("f1f7").end, "stalemate")
            self.assertEqual(game.outcome.winner, 0 if rules == "rand" else None, rules)

    def test_insufficient_material(self):
        for rules in RULES:  # two knights against each other: too few in berkeley alone
            game = Game(rules, "4k1n1/8/8/8/8/8/3p4/4K1N1 w - - 0 1")
            self.assertEqual(game.ask("e1d2").end, "insufficient-material" if "berkeley" in rules else None, rules)

    def test_repetition_and_fifty_moves_where_the_rule_set_has_them(self):
        for rules in RULES:
            game = Game(rules)
            last = [game.ask(ask) for ask in ("g1f3", "g8f6", "f3g1", "f6g8") * 2][-1]
            self.assertEqual(last.end, None if "berkeley" in rules else "repetition", rules)
            said = Game(rules, "4k3/p7/8/8/8/8/P7/4K3 w - - 99 80").ask("e1e2")
            self.assertEqual(said.end, None if "berkeley" in rules else "fifty-moves", rules)
