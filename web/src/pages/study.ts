// /study, /study/ID, and /study?game=ID&side=white&ply=12&asked=0: a problem board.
import * as api from '../base/api';
import { fill, h } from '../base/dom';
import type { Wish } from '../study/given';
import { Study } from '../study/study';
import { noGame } from '../study/text-panels';
import { loading } from '../ui/words';
import { failed } from './not-found';
import type { Page } from './page';

function wishOf(id: string, query: URLSearchParams): Wish {
  const game = query.get('game');
  const number = (name: string) => Math.max(0, Math.floor(Number(query.get(name)) || 0));
  return {
    way: id ? 'problem' : game ? 'game' : 'board',
    problem: id,
    game: game
      ? {
          game,
          side: query.get('side') === 'black' ? 'black' : 'white',
          ply: number('ply'),
          asked: number('asked'),
        }
      : noGame,
  };
}

export function studyPage(id: string): Page {
  const wish = wishOf(id, new URLSearchParams(location.search));
  const content = h('div', {}, h('p', { class: 'loading' }, loading));
  let study: Study | null = null;
  let closed = false;
  const open = () =>
    api.options().then(
      (options) => {
        if (closed) return;
        study = new Study(options, wish);
        fill(content, study.element);
      },
      (error: Error) => fill(content, failed(error.message, open)),
    );
  void open();
  return {
    title: 'Study',
    element: h(
      'main',
      { class: 'study-page' },
      h(
        'header',
        { class: 'study-head' },
        h('h1', {}, 'Study'),
        h(
          'p',
          { class: 'hint' },
          'Set up your men and where the opponent’s men can be. Is there a guaranteed mate?',
        ),
      ),
      content,
    ),
    close() {
      closed = true;
      study?.close();
    },
  };
}
