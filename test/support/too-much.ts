/**
 * Scenarios that are more than the engine of JavaScript takes: a call with so many arguments, a text so long. For a process:
 * the stack of a worker thread is larger.
 */
export const tooMuch = [
  {
    name: 'a-long-list',
    text: JSON.stringify({ name: 'a-long-list', description: 'd', fixture: Array.from({ length: 150_000 }, () => 1) }),
  },
  {
    name: 'a-long-text',
    text: JSON.stringify({
      name: 'a-long-text',
      description: 'd',
      params: { a: { type: 'string', default: 'x'.repeat(400_000) } },
      faults: [{ name: 'f', effect: { status: 500, body: '${a}'.repeat(20_000) } }],
    }),
  },
]

/** A line of a stack, as Node prints it. */
export const STACK = /^ {4}at /m
