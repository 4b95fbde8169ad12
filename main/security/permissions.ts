import { app, session, type Session } from 'electron';

/** Denies every permission: the register's page needs no camera, no device and no notification. */
export function denyPermissions(): void {
  deny(session.defaultSession);
  app.on('session-created', deny);
}

function deny(target: Session): void {
  target.setPermissionRequestHandler((_contents, _permission, callback) => {
    callback(false);
  });
  target.setPermissionCheckHandler(() => false);
  target.setDevicePermissionHandler(() => false);
}
