/**
 * Guard for routes that only the machine itself may use. Refuses other hosts,
 * and web pages of other origins that a browser on this machine may have open.
 */
import type { RequestHandler } from 'express';

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOCAL_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

/** Lets requests of this machine pass. */
export const localOnly: RequestHandler = (request, response, next) => {
  const { host = '', origin } = request.headers;
  const sameOrigin = origin === undefined || origin === `http://${host}`;
  // The Host check stops DNS rebinding: a foreign name that points to 127.0.0.1.
  if (LOOPBACK.test(request.socket.remoteAddress ?? '') && LOCAL_HOST.test(host) && sameOrigin) next();
  else response.status(403).type('text/plain').send('only allowed from the machine of the service');
};
