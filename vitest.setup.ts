import fc from 'fast-check'

// Random tests take the same course in every run, so that a run fails only because something was changed. RANDOM_SEED=… takes another course;
// the proofs take many.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.RANDOM_SEED ?? 37) })
