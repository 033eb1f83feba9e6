// A WebSocket to the server. It connects again by itself, waiting longer each time, and never repeats what was said before the
// loss: where the server speaks first, its first message replaces everything; where it waits, `opened` says it anew.
export type Link = 'connecting' | 'open' | 'lost';

export interface Connection<Said> {
  /** False when there is no connection at this moment; then nothing was sent. */
  say(message: Said): boolean;
  close(): void;
}

const shortestWait = 500;
const longestWait = 8000;

export function connect<Heard, Said>(
  path: string,
  hear: (message: Heard) => void,
  linkChanged: (link: Link) => void,
  opened?: () => void,
): Connection<Said> {
  const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${path}`;
  let socket: WebSocket | null = null;
  let wait = shortestWait;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  function open(): void {
    clearTimeout(timer);
    const made = new WebSocket(address);
    socket = made;
    made.onopen = () => {
      if (closed) return made.close();
      if (!opened) return;
      linkChanged('open');
      opened();
    };
    made.onmessage = (event) => {
      if (closed) return;
      wait = shortestWait;
      linkChanged('open');
      hear(JSON.parse(String(event.data)) as Heard);
    };
    made.onclose = () => {
      if (closed || socket !== made) return;
      linkChanged('lost');
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 2, longestWait);
    };
  }

  // A network that is back, or a page that is looked at again, is a good moment to try at once.
  function hurry(): void {
    if (closed || document.hidden || socket?.readyState !== WebSocket.CLOSED) return;
    wait = shortestWait;
    open();
  }

  addEventListener('online', hurry);
  document.addEventListener('visibilitychange', hurry);
  linkChanged('connecting');
  open();

  return {
    say(message) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(message));
      return true;
    },
    close() {
      closed = true;
      clearTimeout(timer);
      removeEventListener('online', hurry);
      document.removeEventListener('visibilitychange', hurry);
      // Closing one that is not open yet would make the browser complain.
      if (socket?.readyState === WebSocket.OPEN) socket.close();
    },
  };
}
