/** A backup cannot be made or restored, for a reason that lies outside of the program; the message names it, in English. */
export class BackupError extends Error {}
