/**
 * What reads the output may stop before it ends, as head does: what is written then is for nobody. Where it cannot be
 * written at all, as on a full disk, that is told once, and the exit code says so unless a server goes on without it.
 */
export function outliveClosedOutput(): void {
  let isTold = false
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (isTold || code === 'EPIPE' || code === 'ECONNRESET') return
      isTold = true
      process.exitCode = 2
      process.stderr.write(`rental-sim: the output cannot be written, and is lost from here on: ${message}\n`)
    })
}
