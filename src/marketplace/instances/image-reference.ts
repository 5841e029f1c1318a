/**
 * An image with its tag: `library/ubuntu` is `library/ubuntu:latest`.
 * @param tag replaces a tag or digest of the image; an empty one does not
 * @param usual that of an image without any
 */
export function imageReference(image: string, tag = '', usual: string): string {
  if (tag !== '') return `${nameOf(image)}:${tag}`
  return hasTag(image) ? image : `${image}:${usual}`
}

/** Whether the image names a tag or a digest. */
export const hasTag = (image: string): boolean => nameOf(image) !== image

/** `1` of `a/b:1`; empty without a tag. */
export const tagOf = (image: string): string => image.slice(nameOf(image).length + 1)

/** The image without tag and digest: `registry:5000/a/b:1` is `registry:5000/a/b`. */
function nameOf(image: string): string {
  const from = image.lastIndexOf('/') + 1
  const length = image.slice(from).search(/[:@]/)
  return length < 0 ? image : image.slice(0, from + length)
}
