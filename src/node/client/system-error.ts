/** Whether an error comes from the operating system, e.g. ENOENT or EADDRINUSE. */
export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error
