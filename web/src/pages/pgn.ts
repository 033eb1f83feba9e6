// What can be said about a PGN before and after the server has read it. Pure.

const mostKib = 64;

/** Why it is not worth sending, or null. */
export function whyNot(pgn: string): string | null {
  if (pgn.trim() === '') return 'Paste a game, or open a file.';
  const kib = new TextEncoder().encode(pgn).length / 1024;
  if (kib <= mostKib) return null;
  return `This is too large: ${Math.ceil(kib)} KiB. The limit is ${mostKib} KiB. Import one game at a time.`;
}

interface Problem {
  text: string;
  /** The line that is wrong, from and to as places in the PGN. */
  line: { from: number; to: number; text: string } | null;
}

/** The server names a place by numbers: "4:2: reason". */
export function readProblem(message: string, pgn: string): Problem {
  const [place, number, column] = /^(\d+)(?::(\d+))?: /.exec(message) ?? [];
  if (!place) return { text: message, line: null };
  const where = column ? `Line ${number}, column ${column}` : `Line ${number}`;
  return { text: `${where}: ${message.slice(place.length)}`, line: lineOf(pgn, Number(number)) };
}

function lineOf(pgn: string, number: number): Problem['line'] {
  const lines = pgn.split('\n');
  const text = lines[number - 1];
  if (text === undefined) return null;
  const from = lines.slice(0, number - 1).reduce((sum, line) => sum + line.length + 1, 0);
  return { from, to: from + text.length, text };
}
