// Who uses this browser: an account, or a guest.
import * as api from './api';
import type { Account } from './protocol';
import { watched } from './watched';

export const account = watched<Account | null>(null);

let checks = 0;

export function isNow(who: Account | null): void {
  checks += 1;
  account.set(who);
}

/** Another window, or the account's owner elsewhere, may have changed it. */
export async function checkAccount(): Promise<void> {
  const check = ++checks;
  try {
    const answer = await api.account();
    // Who has signed in meanwhile knows better.
    if (check === checks) account.set(answer.account);
  } catch {
    // Whatever is asked of the server next will tell.
  }
}
