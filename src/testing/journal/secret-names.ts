/** Words that make a name one of a secret wherever they stand in it. */
const ANYWHERE = new Set(
  'password passwords passwd passphrase passcode pwd secret secrets credential credentials creds authorization authorisation authentication cookie cookies bearer jwt'.split(
    ' ',
  ),
)
/** Words that do so at its end. A number of tokens or sessions is not a secret. */
const AT_THE_END = new Set('pass auth token signature sig session'.split(' '))
/** Names that are those of secrets on their own. */
const ALONE = new Set('key keys tokens'.split(' '))
/** Endings in writings that do not tell the words apart: `hftoken`, `x-apikey`, `docker_login_pas`. */
const ENDING =
  /(token|sessionid|password|passwd|passphrase|secret|credentials?|signature|authori[sz]ation|(api|access|secret|private|signing|encryption|master|auth|client)keys?(id)?|imagelogin|loginpass?(wd|word)?)$/

/** A part of every name below: without any, a text needs no closer look. */
const PART = /pass|pwd|secret|cred|auth|cookie|bearer|jwt|token|signature|sig|session|key|login/i

export const maySpeakOfSecrets = (text: string): boolean => PART.test(text)

/** Whether a field, header or parameter of this name holds a secret, in whatever spelling: `apiKey`, `X-Api-Key`, `api_key[]`. */
export const isSecretName = (name: string): boolean =>
  name.length <= MAX_SECRET_NAME && PART.test(name) && holdsSecret(name)

function holdsSecret(name: string): boolean {
  const words = wordsOf(name)
  return (
    words.some((word) => ANYWHERE.has(word)) ||
    AT_THE_END.has(words.at(-1) ?? '') ||
    ENDING.test(words.join('')) ||
    (words.length === 1 && ALONE.has(words[0] ?? ''))
  )
}

/** No name of a field is longer; a longer one is a text. */
const MAX_SECRET_NAME = 100

const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** Names of secrets even in a text that gives them no value. */
const MENTION = /docker_?login_?pas|image_?login|jupyter_?token|api_?key|authorization/i
/** What stands like a name before its value. */
const NAMED = /(?<![\w$.[\]-])([\w$.[\]-]{2,100})\\?["']?\s{0,20}[:=]/g

/** A part of a form in several parts. */
const PART_NAME = /\bname="([^"\r\n]{1,100})"/g

/** Whether a text names a secret that it may hold, wherever. */
export function mentionsSecret(text: string): boolean {
  if (!maySpeakOfSecrets(text)) return false
  if (MENTION.test(text)) return true
  for (const [, name = ''] of text.matchAll(PART_NAME)) if (isSecretName(name)) return true
  for (const [, name = ''] of text.matchAll(NAMED)) if (isSecretName(name)) return true
  return false
}
