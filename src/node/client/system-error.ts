/** What the operating system refuses: there is no such file, a port is in use. */
export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error
