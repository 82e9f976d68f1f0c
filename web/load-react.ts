// A chunk of its own (first-paint/chunks.ts): React is then evaluated in a task of its own before the entry.
import 'react-dom/client'
