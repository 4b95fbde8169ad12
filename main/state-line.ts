import type { ServiceState } from './bridge.ts';
import { fill, type Texts } from './texts.ts';

/** Which of the three icons a state shows: selling, look after it, or not selling. */
export type Light = 'ready' | 'warning' | 'stopped';

/** The state in one line, for tray and window title. */
export function stateLine(state: ServiceState, texts: Texts): string {
  switch (state.state) {
    case 'ready':
      return state.problems.length > 0
        ? fill(texts.readyWithWarnings, { count: state.problems.length })
        : texts.ready;
    case 'notReady':
      return fill(texts.notReady, { count: state.problems.length });
    case 'restarting': {
      const time = new Date(state.at).toLocaleTimeString(texts.language, { timeStyle: 'medium' });
      return fill(texts.restarting, { time });
    }
    case 'attached': {
      const { ready, problems } = state;
      if (ready === null) return `${texts.attached}. ${texts.attachedUnknown}`;
      return ready
        ? texts.attached
        : `${texts.attached}. ${fill(texts.notReady, { count: problems.length })}`;
    }
    case 'failed':
      return `${texts.failed}. ${texts.reasons[state.reason]}`;
    default:
      return texts[state.state];
  }
}

/** The icon for a state. */
export function lightOf(state: ServiceState): Light {
  switch (state.state) {
    case 'ready':
      return state.problems.length > 0 ? 'warning' : 'ready';
    case 'attached':
      if (state.ready === null) return 'warning';
      return state.ready ? 'ready' : 'stopped';
    case 'starting':
    case 'restarting':
      return 'warning';
    case 'notReady':
    case 'failed':
    case 'stopped':
      return 'stopped';
  }
}

/** Address of the register while there is one to show. */
export function registerUrl(state: ServiceState): string | null {
  return 'url' in state ? state.url : null;
}

/** Address of the portal beside, once it runs. */
export function portalUrl(state: ServiceState): string | null {
  return 'portal' in state ? (state.portal ?? null) : null;
}
