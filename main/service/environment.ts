/** Variables that would change how the service's runtime works rather than what the service does. */
const DANGEROUS =
  /^(NODE_OPTIONS|NODE_CHANNEL_.*|NODE_INSPECT_.*|NODE_REPL_.*|NODE_V8_COVERAGE|ELECTRON_.*|LD_PRELOAD|DYLD_.*)$/i;

/**
 * The environment handed to the service: strings only, as Electron demands,
 * and nothing that a debugger or a parent Electron left behind. Everything
 * else goes through, `TILLMARK_*` settings and proxies included.
 */
export function serviceEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  const clean: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (typeof value === 'string' && !DANGEROUS.test(name)) clean[name] = value;
  }
  return clean;
}
