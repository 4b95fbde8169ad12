/** Which methods a path takes, for whoever has asked with another one. */
import type { RequestHandler } from 'express';

/** What a router of Express is made of, as far as is needed here. */
interface Layer {
  match(path: string): boolean;
  route?: { methods: Readonly<Record<string, boolean>> };
}

/**
 * The methods that routes of these routers take at a path, for the header `Allow`; null where there is no route.
 * Looked at only when nothing has answered.
 */
export function allowedMethods(routers: readonly RequestHandler[], path: string): string | null {
  const methods = new Set<string>();
  for (const router of routers) {
    for (const { route, match } of layersOf(router)) {
      if (!route || !match(path)) continue;
      for (const name of Object.keys(route.methods))
        if (/^[a-z]+$/.test(name)) methods.add(name.toUpperCase());
    }
  }
  if (methods.has('GET')) methods.add('HEAD');
  return methods.size === 0 ? null : [...methods].sort().join(', ');
}

function layersOf(router: RequestHandler): { route: Layer['route']; match: (path: string) => boolean }[] {
  const { stack } = router as RequestHandler & { stack?: readonly Layer[] };
  return (stack ?? []).map((layer) => ({ route: layer.route, match: (path) => layer.match(path) }));
}
