/* A C program of somebody else: referees a few tries and asks what Black can know. Built against an installed copy:
 *   cc c_example.c $(pkg-config --cflags --libs blindmate) */
#include <blindmate.h>
#include <stdio.h>
#include <stdlib.h>

static void stop_unless_ok(bm_status status) {
  if (status == BM_OK) return;
  fprintf(stderr, "blindmate: %s\n", bm_error());
  exit(1);
}

int main(void) {
  bm_game* game;
  stop_unless_ok(bm_game_new("berkeley", NULL, &game));
  const char* tries[] = {"e2e4", "d7d5", "e4f5", "e4d5"};
  for (int i = 0; i < 4; ++i) {
    bm_ask ask;
    bm_announcement said;
    char* words;
    stop_unless_ok(bm_ask_read(tries[i], &ask));
    stop_unless_ok(bm_game_ask(game, ask, &said));
    stop_unless_ok(bm_announcement_text(&said, &words));
    printf("%s: %s\n", tries[i], words);
    bm_text_free(words);
  }
  bm_view* view;
  bm_belief* belief;
  uint64_t positions;
  stop_unless_ok(bm_game_view(game, BM_BLACK, &view));
  stop_unless_ok(bm_belief_of_view(view, NULL, &belief));
  stop_unless_ok(bm_belief_size(belief, &positions));
  printf("%llu positions are possible to Black.\n", (unsigned long long)positions);
  bm_belief_free(belief);
  bm_view_free(view);
  bm_game_free(game);
  return 0;
}
