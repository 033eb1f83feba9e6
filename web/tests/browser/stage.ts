// What every test in a browser needs: the program, a browser, and people who come for one test and leave after it.
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Settings } from '../../src/base/protocol';
import { launch, Person } from './player';
import { Server } from './server';

export interface Stage {
  readonly server: Server;
  enter(options?: BrowserContextOptions): Promise<Person>;
  /** Two people at one board. */
  meet(settings?: Partial<Settings>): Promise<[Person, Person]>;
}

export const phone: BrowserContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

export function stage(): Stage {
  let server: Server;
  let browser: Browser;
  let people: Person[] = [];

  beforeAll(async () => {
    [server, browser] = await Promise.all([Server.start(), launch()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });
  afterEach(async () => {
    const present = people;
    people = [];
    try {
      for (const person of present) person.checkAll();
    } finally {
      for (const person of present) await person.leave();
    }
  });

  async function enter(options?: BrowserContextOptions): Promise<Person> {
    const person = await Person.enter(browser, server, options);
    people.push(person);
    return person;
  }

  return {
    get server() {
      return server;
    },
    enter,
    async meet(settings = {}) {
      const white = await enter();
      const invitation = await white.begin({ colour: 'white', opponent: 'person', ...settings });
      const black = await enter();
      await black.accept(invitation!);
      return [white, black];
    },
  };
}
