/**
 * Ignores that the reader of the output stops early, as `head` does. Where output cannot be written at all, as on a full
 * disk, an error is printed once, and the exit code is 2 unless a server goes on without output.
 */
export function ignoreEpipe(): void {
  let isTold = false
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (isTold || code === 'EPIPE' || code === 'ECONNRESET') return
      isTold = true
      process.exitCode = 2
      process.stderr.write(`rental-sim: the output cannot be written, and is lost from here on: ${message}\n`)
    })
}
