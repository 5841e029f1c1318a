import type { Started } from './spawn-cli.ts'

/** The next report on standard error. */
export const nextReport = ({ child }: Pick<Started, 'child'>): Promise<string> =>
  new Promise((resolve) => {
    let text = ''
    const look = (part: string): void => {
      text += part
      if (!text.endsWith('\n')) return
      child.stderr?.off('data', look)
      resolve(text)
    }
    child.stderr?.on('data', look)
  })
