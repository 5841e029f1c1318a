/** What reads the output may stop before it ends, as head does: what is written then is for nobody. */
export function outliveClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') throw error
    })
}
