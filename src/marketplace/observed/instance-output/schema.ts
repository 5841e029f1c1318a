import { z } from 'zod'
import { idInPath } from '../../../kernel/names.ts'
import { jsonText, object, strictObject } from '../../../kernel/wire.ts'

export const outputParams = z.object({ id: idInPath })

/** The longest command, in characters. */
const MAX_COMMAND_CHARACTERS = 512

const lines = z.union([
  z.int().min(0),
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
])

export const logsBody = object(() => ({
  tail: lines.optional().describe('How many lines of the end; all of them without it.'),
  filter: z.string().max(MAX_COMMAND_CHARACTERS).optional().describe('A text: lines without it are left out.'),
  daemon_logs: z
    .union([z.boolean(), z.enum(['true', 'false'])])
    .optional()
    .describe('Whether what the host says of the container is asked for, in place of what it prints.'),
}))
export type LogsBody = z.output<typeof logsBody>

export const commandBody = object(() => ({
  command: z.string().min(1).max(MAX_COMMAND_CHARACTERS).describe('`ls`, `rm`, `du` or `cat` with its arguments.'),
}))

export const logsAnswer = strictObject(() => ({
  success: z.literal(true),
  result_url: z.string().describe('Where the text is, a moment later.'),
  msg: z.string(),
})).meta({ id: 'InstanceLogs' })

export const commandAnswer = strictObject(() => ({
  success: z.literal(true),
  writeable_path: z.string().describe('The files of the container on its host.'),
  result_url: z.string().describe('Where the output is, a moment later.'),
  msg: z.string(),
})).meta({ id: 'InstanceCommand' })

/** What a link to an output says: what it is of, and from when on it is there. */
const outputLink = object(() => ({
  /** Unix seconds. */
  at: z.number(),
  tail: z.int().min(0).optional(),
  filter: z.string().optional(),
  daemon: z.boolean().optional(),
  command: z.string().optional(),
}))
export type OutputLink = z.output<typeof outputLink>

export const outputQuery = object(() => ({
  of: jsonText(outputLink).describe('What the output is of, as the link has it.'),
  check: z.string().describe('The end of the link: a link that was changed does not fit it.'),
}))
