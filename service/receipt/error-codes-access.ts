/** Error constants of requests that are not let in (service/access); part of error-codes.ts. */
export const ACCESS_CODES = {
  '#HOST': {
    rc: 'BAD',
    meaning:
      'The request is for a name that is not known as one of this machine: a web page may be at work. HTTP status 403.',
    fix: 'Use the address, localhost or the name of the machine, or add the name to the profile attribute HttpServer_Hosts.',
  },
  '#FOREIGN_PAGE': {
    rc: 'BAD',
    meaning: 'A page of another site asks for something that belongs to the manager. HTTP status 403.',
    fix: 'Ask from a program, or from the page of the service.',
  },
  '#SIGN_IN': {
    rc: 'BAD',
    meaning:
      'The request needs the password of the profile, a user of .htdigest, or the machine of the service. HTTP status 401, or 403 where no password would help.',
    fix: 'Send basic authentication with the password of the profile (any user name), digest authentication, or the query parameter password.',
  },
  '#PASSWORD': {
    rc: 'BAD',
    meaning:
      'The password is wrong, or cannot be one. HTTP status 401 or 403, 400 when it was to be changed.',
    fix: 'Check the password. A new one has 8 to 200 characters.',
  },
  '#WAIT': {
    rc: 'BAD',
    meaning:
      'Several wrong passwords or digests came from this browser or network, or too many come at once. HTTP status 429.',
    fix: 'Wait for the seconds of the header Retry-After.',
  },
  '#ROLE': {
    rc: 'BAD',
    meaning:
      'Who has signed in on the control page with a PIN has a role that may not do this. HTTP status 403.',
    fix: 'Sign in as somebody who may, or with the password of the profile.',
  },
  '#PERSON': {
    rc: 'BAD',
    meaning:
      'A person of the control page, or a new PIN, cannot be so. HTTP status 400; 403 for a wrong name or PIN.',
    fix: 'Look at fields: names are unique, PINs have 4 to 8 digits and are no rows of digits.',
  },
  '#CSRF': {
    rc: 'BAD',
    meaning: 'A change by a signed-in manager lacks the token of the session. HTTP status 403.',
    fix: 'Send the token of GET /control/session in the header X-CSRF-Token.',
  },
} as const;
