// A chunk of its own (build/chunks.ts): React is then evaluated in a task of its own before the entry.
import 'react-dom/client'
