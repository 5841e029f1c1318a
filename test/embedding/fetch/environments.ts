import type { Carrier } from './differences.ts'

/** What comes of an environment's own classes: with any `fetch` there. */
interface OwnWay {
  readonly environments: RegExp
  readonly by?: Carrier
  /** What is taken out of the list of what was unexpected. */
  readonly lines: RegExp
  readonly because: string
}

const ownWays: readonly OwnWay[] = [
  {
    environments: /^happy-dom/,
    lines:
      /^(gets (half|no byte) of a body|gets chunks, and is cut|is aborted while the response comes): brokeOff is .*Failed to read response body/,
    because: 'its Response wraps what reading a body rejects with',
  },
  {
    environments: /^happy-dom/,
    lines: /^(sends a body with GET|asks with no method of HTTP|reads the response twice): .*InvalidStateError/,
    because: 'its Request and Response throw another error than a TypeError',
  },
  {
    environments: /^(happy-dom|bun)/,
    lines: /^asks with patch in small letters: body is .*PATCH/,
    because: 'its Request writes patch in capital letters',
  },
  {
    environments: /^(happy-dom|deno)/,
    lines: /^is redirected to no URL: /,
    because: 'its URL has an error of its own',
  },
  {
    environments: /^(jsdom|happy-dom|deno)/,
    lines: /^(sends a form( with a file)?|is redirected with a form by 307): asked is /,
    because: 'it writes a form in its own way',
  },
  {
    environments: /^jsdom/,
    by: 'MSW',
    lines: /^sends a Blob/,
    because: "the Request of Vitest 4 sends undefined in place of a Blob of jsdom 29, and MSW's is made of it",
  },
  {
    environments: /^happy-dom/,
    by: 'MSW',
    lines:
      /: type is "basic"|^sends a stream of texts: |^sends another body than its Request: |^(asks with a query and a fragment|is redirected to a path): url/,
    because: 'MSW is given requests and responses of happy-dom',
  },
  {
    environments: /^bun/,
    lines: /^sends a Blob of a type: asked|^sends a body with GET: |^asks with no method of HTTP: /,
    because: 'its Request takes more, and its Blob adds a charset',
  },
  {
    environments: /^deno/,
    lines: /^(sends a body with GET|asks with no method of HTTP): rejected/,
    because: 'its Request has other messages',
  },
]

/** The lines that no environment's own way explains, and the ways that explain none. */
export function ofEnvironments(lines: readonly string[], environment: string, carrier: Carrier): readonly string[] {
  const here = ownWays.filter(({ environments, by = carrier }) => environments.test(environment) && by === carrier)
  const needless = here.filter((way) => !lines.some((line) => way.lines.test(line)))
  return [
    ...lines.filter((line) => !here.some((way) => way.lines.test(line))),
    ...needless.map(({ because }) => `nothing of ${environment} shows that ${because}`),
  ]
}
