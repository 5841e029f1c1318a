import { docs, found, judgement } from '../../kernel/evidence.ts'
import { assumed, choice, documented } from '../../kernel/rule.ts'
import { contract, officialClient, unnamed, reference } from '../sources.ts'

export const envIsString = documented({
  id: 'templates.env-is-a-string',
  section: 'Resources › Template',
  text: 'env is a string of container-run flags, never an object.',
})

export const envObjectAccepted = assumed({
  id: 'templates.env-object-accepted',
  evidence: [
    ...found('200.', unnamed(1, 'capture', '2026-01')),
    ...judgement('The contract says that it does not apply, not that it is refused.'),
  ],
  text: 'An object in the place of env is not an error.',
})

/** What an object in the place of env does, in templates and creations of instances. */
export const envObject = choice({
  id: 'templates.env-object',
  evidence: found('An object applies nothing.', contract),
  text: 'What an object in the place of env does.',
  usual: 'ignored',
  usually: 'It applies nothing.',
  alternatives: {
    applied: {
      text: 'It is read as the flags that it stands for: a name and its value as a variable, a name that begins with a dash as a flag, such as `-p 8000:8000`; null sets nothing, and neither does an empty object. What the contract says of an env string holds for these flags.',
      evidence: [
        ...found(
          'A rent with an object is accepted, and the object applied.',
          docs('vast-ai/docs, creating instances', '2026'),
          unnamed(1, 'code', '2026-10'),
          officialClient,
        ),
      ],
    },
    refused: {
      text: 'It is refused.',
      evidence: found('env is a string, never an object.', contract),
      status: 400,
      error: 'invalid_args',
    },
  },
  observed: 'applied',
})

export const envHostname = choice({
  id: 'templates.env-hostname',
  evidence: found('It shows -e and -p.', contract),
  text: 'Whether `-h hostname` in env is a flag.',
  usual: 'unread',
  usually: 'It applies nothing, as all words besides -e and -p.',
  alternatives: {
    read: {
      text: 'It names the host of the container; nothing that is answered shows it.',
      evidence: found('env takes -e, -p and -h.', reference),
    },
  },
  observed: 'read',
})
