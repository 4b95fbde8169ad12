/** The program's version, from package.json. */
import pkg from '../package.json' with { type: 'json' };

/** Shape `<platform>.<major>.<minor>`. */
export const VERSION: string = pkg.version;
