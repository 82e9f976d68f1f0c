const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text for HTML, between tags or inside a quoted attribute. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => entities[letter] ?? letter)
