const plain = (text: string): string => text.trim().replaceAll(/\s+/g, ' ')

/** Whether someone has typed these words to confirm a deletion. Spaces at the ends and repeated ones do not count; capital letters do. */
export const isTyped = (typed: string, words: string): boolean => plain(words) !== '' && plain(typed) === plain(words)
