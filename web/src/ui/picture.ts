// A small board for decoration: White's men, and a few phantoms.
import { Chessground } from '@lichess-org/chessground';
import { h } from '../base/dom';

export function boardPicture(): HTMLElement {
  const wrap = h('div', { class: 'board ghosts-black' });
  Chessground(wrap, {
    viewOnly: true,
    coordinates: false,
    fen: '4k2r/5ppp/5n2/3P4/2B2p2/5N2/PPP2PPP/R2Q1RK1',
    drawable: { visible: false },
  });
  return h('div', { class: 'board-picture', 'aria-hidden': 'true' }, wrap);
}
