/** Any text, beside those that an editor offers. */
export type OtherText = string & Record<never, never>
