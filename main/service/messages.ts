import type { ServiceMessage } from '../../service/wire.ts';

/** Reads a message of the service; null if it is none, e.g. after half an update. */
export function readServiceMessage(value: unknown): ServiceMessage | null {
  if (typeof value !== 'object' || value === null) return null;
  const message = value as Record<string, unknown>;
  switch (message['type']) {
    case 'ready':
      return message['url'] === null || isHttpUrl(message['url'])
        ? { type: 'ready', url: message['url'] }
        : null;
    case 'status': {
      const { ready, problems } = message;
      if (typeof ready !== 'boolean' || !Array.isArray(problems)) return null;
      return { type: 'status', ready, problems: problems.filter((code) => typeof code === 'string') };
    }
    case 'portal':
      return isHttpUrl(message['url']) ? { type: 'portal', url: message['url'] } : null;
    case 'activity':
    case 'leaving': {
      const { atWork, waiting, idleSeconds } = message;
      if (!isCount(atWork) || !isCount(waiting) || !(idleSeconds === null || isCount(idleSeconds)))
        return null;
      return { type: message['type'], atWork, waiting, idleSeconds };
    }
    case 'failed': {
      const { code, text } = message;
      if (typeof code !== 'number' || typeof text !== 'string') return null;
      return { type: 'failed', code, text };
    }
    default:
      return null;
  }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isHttpUrl(value: unknown): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const url = new URL(value);
  return (url.protocol === 'http:' || url.protocol === 'https:') && !url.username && !url.password;
}
