import type { Started } from './spawn-cli.ts'

/** The next report on standard error. */
export const nextReport = ({ child, ended }: Pick<Started, 'child' | 'ended'>): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    const look = (part: string): void => {
      text += part
      if (!text.endsWith('\n')) return
      child.stderr?.off('data', look)
      resolve(text)
    }
    child.stderr?.on('data', look)
    ended.then((end) => reject(new Error(`ended: ${JSON.stringify(end)}`)), reject)
  })
