// The report on a problem, for who has composed it: is there one key, what else could be tried, what other rules change.
import { fill, h, show } from '../base/dom';
import type { PlanStep, Posed, Solution } from '../base/protocol';
import { tryText } from '../plan/plan';
import { placeAt } from '../plan/walk';
import { readBoard, type Men } from '../ui/men';
import { capital } from '../ui/names';
import { askText } from '../ui/referee';
import { dualsText, keyText, shortVerdict } from './words';

export interface ReportView {
  element: HTMLElement;
  update(solution: Solution, posed: Posed): void;
}

export function makeReport(walk: (path: PlanStep[]) => void): ReportView {
  const element = h('div', { class: 'report' });
  let shown: Solution | null = null;
  const named = (ask: string, men: Men) => (ask === 'any' ? askText(ask) : tryText(ask, men));
  return {
    element,
    update(solution, posed) {
      const { report, plan } = solution;
      show(element, report !== null);
      if (!report || solution === shown) return;
      shown = solution;
      const men = readBoard(posed.own);
      const duals = report.duals.map(({ path, ply, others }) => {
        const there = (plan && placeAt(plan, men, path)?.men) ?? men;
        const text = `${ply} ply left: or ${others.map((other) => named(other, there)).join(', ')}`;
        return h('li', {}, h('button', { type: 'button', class: 'link', onclick: () => walk(path) }, text));
      });
      const row = (rules: string, verdict: string, keys: string) =>
        h('tr', {}, h('th', { scope: 'row' }, rules), h('td', {}, verdict), h('td', {}, keys));
      fill(
        element,
        report.one_key !== null && h('p', {}, keyText(report)),
        solution.verdict === 'mate' && h('p', {}, dualsText(report)),
        duals.length > 0 && h('ul', { class: 'duals' }, duals),
        h(
          'table',
          {},
          h('caption', {}, 'Under other rules'),
          h(
            'tbody',
            {},
            report.elsewhere.map((one) =>
              row(
                capital(one.rules),
                one.problem ? `not possible: ${one.problem}` : shortVerdict(one),
                one.problem ? '' : (one.keys ?? []).map((key) => named(key, men)).join(', '),
              ),
            ),
          ),
        ),
      );
    },
  };
}
