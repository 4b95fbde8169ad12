import { createInterface } from 'node:readline';
import { app, utilityProcess, type Details, type Event, type UtilityProcess } from 'electron';
import type { ServiceCommand } from '../../service/wire.ts';

/** How the service process came to its end. */
export interface ServiceEnd {
  code: number;
  /** The process crashed, was killed or ran out of memory, as opposed to leaving by itself. */
  crashed: boolean;
}

/** A running service process. Both callbacks are set right after the fork. */
export interface ServiceChild {
  /** Sends a command; does nothing once the process has ended. */
  send(command: ServiceCommand): void;
  /** Asks the process to terminate. */
  kill(): void;
  /** Ends a process that did not listen to `kill`. */
  forceKill(): void;
  onMessage(callback: (message: unknown) => void): void;
  /** Called exactly once, whichever sign of the end comes first. */
  onEnd(callback: (end: ServiceEnd) => void): void;
}

/** What to run. */
export interface ServiceLaunch {
  /** Path of the service's bundle. */
  module: string;
  args: string[];
  env: Record<string, string>;
  /** Receives what the service prints, line by line. */
  line: (text: string) => void;
}

let forks = 0;

/** Runs the service as a utility process. Only after the app is ready. */
export function forkService(launch: ServiceLaunch): ServiceChild {
  forks += 1;
  // A name of its own per fork: a late "gone" of the previous process is not taken for this one's.
  const serviceName = `Tillmark service ${forks}`;
  const child = utilityProcess.fork(launch.module, launch.args, {
    env: launch.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    serviceName,
  });
  pipeLines(child, launch.line);

  let ended = false;
  let pid: number | undefined;
  let tellEnd: (end: ServiceEnd) => void = () => undefined;
  const end = (how: ServiceEnd): void => {
    if (ended) return;
    ended = true;
    app.removeListener('child-process-gone', onGone);
    tellEnd(how);
  };
  // Exit codes of utility processes have been wrong in several releases; the app's event knows the
  // reason. Either may come first, or alone.
  const onGone = (_event: Event, details: Details): void => {
    if (details.type !== 'Utility') return;
    if (details.name !== serviceName && details.serviceName !== serviceName) return;
    const crashed = details.reason !== 'clean-exit' && details.reason !== 'abnormal-exit';
    end({ code: details.exitCode, crashed });
  };
  app.on('child-process-gone', onGone);
  child.on('spawn', () => {
    pid = child.pid;
  });
  child.on('error', (type, location) => {
    launch.line(`${type} at ${location}`);
  });
  child.on('exit', (code) => {
    end({ code, crashed: false });
  });

  return {
    send: (command) => {
      if (ended) return;
      try {
        child.postMessage(command);
      } catch {
        // Died between the check and the call: its end is reported by the events.
      }
    },
    kill: () => {
      if (!ended) child.kill();
    },
    forceKill: () => {
      if (ended || pid === undefined) return;
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // Gone meanwhile.
      }
    },
    onMessage: (callback) => {
      child.on('message', callback);
    },
    onEnd: (callback) => {
      tellEnd = callback;
    },
  };
}

function pipeLines(child: UtilityProcess, line: (text: string) => void): void {
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', line);
  }
}
