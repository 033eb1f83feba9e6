// A finished game to take away: PGN of the whole game and of what each side has heard, and the transcript.
import * as api from '../base/api';
import { h } from '../base/dom';
import { sides, title, type Player, type Side, type Transcript } from '../base/protocol';
import { playerName } from '../ui/names';

const plain = (player: Player | null): string =>
  (player ? playerName(player) : 'nobody')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();

/** anna-club-medium-4f9a2c31.pgn; with `-white` before the dot for what White has heard. */
export function fileName({ white, black, id }: Transcript, ending: 'pgn' | 'json', side?: Side): string {
  const parts = [plain(white), plain(black), id.slice(0, 8), side];
  return `${parts.filter(Boolean).join('-')}.${ending}`;
}

export function exportMenu(transcript: Transcript): HTMLElement {
  const { id } = transcript;
  const item = (label: string, href: string, download: string) => h('li', {}, h('a', { href, download }, label));
  return h(
    'details',
    { class: 'export' },
    h('summary', { class: 'button' }, 'Export'),
    h(
      'ul',
      {},
      item('PGN, the whole game', api.pgnAddress(id), fileName(transcript, 'pgn')),
      sides.map((side) =>
        item(`PGN as ${title(side)} heard it`, api.pgnAddress(id, side), fileName(transcript, 'pgn', side)),
      ),
      item('JSON, the transcript', api.transcriptAddress(id), fileName(transcript, 'json')),
    ),
  );
}
