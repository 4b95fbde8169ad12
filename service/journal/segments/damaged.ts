/** A journal file is damaged, or one is missing; the message names the place. */
export class DamagedFileError extends Error {}
