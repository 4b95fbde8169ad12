/**
 * The code that runs inside the sandbox.
 *
 * {@link work} is sent there as text, so that it runs from the sources and from
 * the bundle alike. It must not use anything from outside itself.
 */

/** Turns template sources into one script. Nothing of a template is executed. */
export interface CompileJob {
  task: 'compile';
  /** Sources by file name. */
  files: Record<string, string>;
  /** File name of the template to start with. */
  entry: string;
  /** Module files of the compilers. */
  ejs: string;
  pug: string;
}

/** Runs a compiled script. */
export interface RunJob {
  task: 'run';
  script: string;
  /** JSON text of the values a template sees. */
  data: string;
  /** Most characters of the result. */
  most: number;
}

/** Outcome of a job; errors are texts, because objects of a template are not to be touched. */
export type JobResult = { text: string } | { error: string };

/** Program of a worker thread: the job comes as workerData, the result goes as message. */
export function threadProgram(): string {
  return `const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
const exit = process.exit.bind(process);
parentPort.postMessage((${work.toString()})(workerData));
// At once, so that nothing a template left behind for later gets its turn.
exit();`;
}

/**
 * Program of a process: the job comes as JSON on standard input, the result goes to standard output
 * behind a line end, which says before the job begins that the process has started.
 */
export function processProgram(): string {
  return `const fs = process.getBuiltinModule('node:fs');
const exit = process.exit.bind(process);
const job = JSON.parse(fs.readFileSync(0, 'utf8'));
fs.writeSync(1, '\\n');
const result = Buffer.from(JSON.stringify((${work.toString()})(job)));
for (let at = 0; at < result.length; ) {
  try {
    at += fs.writeSync(1, result, at);
  } catch (error) {
    if (error.code !== 'EAGAIN') throw error;
  }
}
exit();`;
}

function work(job: CompileJob | RunJob): JobResult {
  const builtin = process.getBuiltinModule.bind(process);
  const vm = builtin('node:vm');
  const { createRequire } = builtin('node:module');

  // Should an object of this realm ever reach a template, its constructors lead nowhere.
  const kinds = [
    () => 0,
    async () => 0,
    function* () {
      yield 0;
    },
    async function* () {
      yield 0;
    },
  ];
  const removeConstructors = () => {
    for (const kind of kinds)
      Object.defineProperty(Object.getPrototypeOf(kind), 'constructor', { value: undefined });
  };

  interface Ejs {
    Template: new (text: string, options: object) => { compile(): unknown; source: string };
  }
  interface Pug {
    compileClient(text: string, options: object): string;
  }

  function compile(job: CompileJob): string {
    return job.entry.endsWith('.pug') ? compilePug(job) : compileEjs(job);
  }

  /** All files, because an include is known only when it is reached; a broken one matters only then. */
  function compileEjs(job: CompileJob): string {
    const ejs = createRequire(job.ejs)(job.ejs) as Ejs;
    const functions = Object.entries(job.files)
      .filter(([file]) => file.endsWith('.ejs'))
      .map(([file, text]) => {
        const name = JSON.stringify(file.slice(0, -'.ejs'.length));
        try {
          const template = new ejs.Template(text, { filename: file, compileDebug: true });
          template.compile();
          return `${name}: function (locals, escapeFn, include) {
  var __line = 1;
  try {
${template.source}
  } catch (e) { throw inFile(e, ${JSON.stringify(file)}, __line); }
}`;
        } catch (error) {
          if (file === job.entry) throw error;
          return `${name}: function () { throw new Error(${JSON.stringify(String((error as Error).message))}); }`;
        }
      });
    const entry = JSON.stringify(job.entry.slice(0, -'.ejs'.length));
    return `const templates = {${functions.join(',\n')}};
const render = (data) => call(${entry}, data);
function inFile(e, file, line) {
  return e && e.placed ? e : { placed: true, message: file + ':' + line + ': ' + (e && e.message) };
}
const has = Object.prototype.hasOwnProperty;
const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' };
const escapeText = (value) =>
  value === undefined || value === null ? '' : String(value).replace(/[&<>'"]/g, (c) => escapes[c]);
function call(path, data) {
  const name = String(path).replace(/^\\.?\\//, '').replace(/\\.ejs$/, '');
  if (!has.call(templates, name)) throw new Error('there is no template ' + name);
  const locals = Object.assign(Object.create(null), data);
  return templates[name](locals, escapeText, (other, more) => call(other, Object.assign({}, locals, more)));
}`;
  }

  function compilePug(job: CompileJob): string {
    const load = createRequire(job.pug);
    // Pug evaluates constant expressions while it compiles, in this realm. With nothing
    // being constant, all of it happens where the template runs.
    const never = Object.assign(() => false, { isConstant: () => false, toConstant: never_ });
    function never_(): never {
      throw new Error('filters are not available');
    }
    for (const user of ['pug-code-gen', 'pug-filters']) {
      const found = createRequire(load.resolve(user)).resolve('constantinople');
      load.cache[found] = { exports: never, loaded: true } as unknown as NodeJS.Module;
    }
    const pug = load(job.pug) as Pug;
    const source = (file: string) => {
      if (!Object.hasOwn(job.files, file)) throw new Error(`there is no template ${file}`);
      return job.files[file]!;
    };
    const plugin = {
      resolve: (file: string) => file.replace(/^\.?\//, ''),
      read: (file: string) => source(file),
    };
    const code = pug.compileClient(source(job.entry), {
      filename: job.entry,
      compileDebug: false,
      name: 'template',
      plugins: [plugin],
      filters: {},
    });
    return `const render = (function () {${code}\nreturn template;})();`;
  }

  function run(job: RunJob): JobResult {
    // `import` is the only way for code in a context to ask for something outside of it.
    if (/\bimport\b/.test(job.script)) return { error: 'the word import is not allowed in a template' };
    const context = vm.createContext(vm.constants.DONT_CONTEXTIFY, {
      codeGeneration: { strings: false, wasm: false },
    });
    const script = `(function () {
for (const name of ['console', 'WebAssembly', 'SharedArrayBuffer', 'Atomics', 'ArrayBuffer', 'DataView', 'Int8Array',
  'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array', 'Float16Array',
  'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array', 'FinalizationRegistry', 'WeakRef'])
  delete globalThis[name];
Object.defineProperty(Error, 'stackTraceLimit', { value: 0 });
Object.defineProperty(Error, 'prepareStackTrace', { value: undefined });
Object.freeze(Error);
const length = (text) => text.length;
try {
  const data = JSON.parse(${JSON.stringify(job.data)});
${job.script}
  const result = render(data);
  if (typeof result !== 'string' || result.trim() === '') return 'E' + 'the template gave no text';
  if (length(result) > ${job.most}) return 'E' + 'the result has more than ${job.most} characters';
  return 'T' + result;
} catch (error) {
  let message;
  try { message = String(error && error.message).slice(0, 500); } catch { message = 'failed'; }
  return 'E' + message;
}
})()`;
    const outcome: unknown = new vm.Script(script, { filename: 'template' }).runInContext(context);
    // Only a primitive text leaves the context.
    if (typeof outcome !== 'string') return { error: 'the template gave no text' };
    return outcome.startsWith('T') ? { text: outcome.slice(1) } : { error: outcome.slice(1) };
  }

  try {
    if (job.task === 'compile') return { text: compile(job) };
    removeConstructors();
    return run(job);
  } catch (error) {
    return { error: String((error as Error | undefined)?.message ?? 'failed').slice(0, 500) };
  }
}
