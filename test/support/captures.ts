import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderForFile } from './folders.ts'
import { run } from './run-cli.ts'
import { START, START_SECONDS } from './simulate.ts'

export const url = (path: string): string => `https://rental.example${path}`

/** An instance as the real service lists it, with nulls; without an id. */
export const instance = {
  user_id: 77,
  machine_id: 5,
  host_id: 9,
  actual_status: 'running',
  cur_state: 'running',
  next_state: 'running',
  intended_status: 'running',
  label: null,
  image_uuid: 'a/b:1',
  image_args: [],
  image_runtype: 'ssh_direc ssh_proxy',
  extra_env: [],
  onstart: '',
  gpu_name: 'RTX 4090',
  num_gpus: 1,
  dph_base: 0.4,
  start_date: START_SECONDS - 3600,
  end_date: START_SECONDS + 3600,
  duration: 3600,
  volume_info: [],
}

/** A folder for captures, and the command on them. Every file calls it once: worker threads share this module. */
export function captures() {
  const folder = folderForFile()
  const file = join(folder, 'captured.json')

  /** Imports a capture, and gives what was printed, without the name of the file. */
  async function importing(captured: unknown, ...options: readonly string[]) {
    writeFileSync(file, typeof captured === 'string' ? captured : JSON.stringify(captured))
    const { code, stdout, stderr } = await run(['import', file, ...options])
    return { code, text: stdout, said: stderr.replaceAll(`${file}: `, '').trimEnd().split('\n') }
  }

  /** The same, where all is in order. */
  async function imported(captured: unknown, ...options: readonly string[]): Promise<string> {
    const { code, text, said } = await importing(captured, ...options)
    if (code !== 0 || said.join() !== '') throw new Error(`${code}: ${said.join('\n')}`)
    return text
  }

  /** Whether `validate` finds nothing wrong with a fixture. */
  async function isValid(text: string): Promise<boolean> {
    const fixture = join(folder, text.startsWith('{') ? 'imported.json' : 'imported.yaml')
    writeFileSync(fixture, text)
    return (await run(['validate', fixture])).code === 0
  }
  return { folder, file, importing, imported, isValid }
}

export interface Exchange {
  readonly method?: string
  readonly url: string
  readonly status?: number
  readonly body?: unknown
  /** Null where none was sent. */
  readonly key?: string | null
  readonly sent?: object | undefined
  /** Seconds after START. */
  readonly after?: number
  readonly encoding?: 'base64'
}

/** A HAR file as browsers write it. */
export const harOf = (...exchanges: readonly Exchange[]) => ({
  log: {
    version: '1.2',
    creator: { name: 'a browser', version: '1' },
    entries: exchanges.map(
      ({ method = 'GET', url, status = 200, body, key = 'live-31337-abc', sent, after = 0, encoding }) => {
        const text = body === undefined ? undefined : JSON.stringify(body)
        return {
          startedDateTime: new Date(Date.parse(START) + after * 1000 - 40).toISOString(),
          time: 40,
          request: {
            method,
            url,
            headers: key === null ? [] : [{ name: 'Authorization', value: `Bearer ${key}` }],
            ...(sent && { postData: { mimeType: 'application/json', text: JSON.stringify(sent) } }),
            cookies: [],
            queryString: [],
          },
          response: {
            status,
            headers: [{ name: 'Content-Type', value: 'application/json' }],
            content: {
              mimeType: 'application/json',
              ...(text !== undefined && { text: encoding ? Buffer.from(text).toString('base64') : text, encoding }),
            },
          },
        }
      },
    ),
  },
})
