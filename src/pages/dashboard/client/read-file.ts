import { tell } from './toast.ts'

/** A file that is chosen becomes the text of the field that its input names. */
export async function readFile(input: HTMLInputElement): Promise<void> {
  const [file] = input.files ?? []
  const field = document.getElementById(input.dataset['reads'] ?? '')
  if (file === undefined || !(field instanceof HTMLTextAreaElement)) return
  const text = await file.text().catch(() => undefined)
  if (text === undefined) return tell('The file cannot be read.', { isProblem: true })
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
