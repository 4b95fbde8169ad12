/** Lets nobody but registers in: before their body is read, so that others cannot make the portal read megabytes. */
import type { RequestHandler } from 'express';
import { authenticateRegister } from '../registers/register-caller.ts';
import type { RegisterRow } from '../registers/register.ts';
import type { PortalServices } from '../services.ts';

/** The first handler of a route, and who it has let in. */
export interface RegistersOnly {
  handler: RequestHandler;
  callerOf: (request: object) => RegisterRow;
}

/** See above. */
export function registersOnly(services: Pick<PortalServices, 'db'>): RegistersOnly {
  const callers = new WeakMap<object, RegisterRow>();
  return {
    handler: async (request, _response, next) => {
      callers.set(request, await authenticateRegister(services, request));
      next();
    },
    callerOf: (request) => callers.get(request)!,
  };
}
