/** Beside "Raised", once per screen: the sums are commitments. */
export const CommittedHint = ({ className }: { className?: string | undefined }) => (
  <p className={['small sub', className].filter(Boolean).join(' ')}>Committed by members. No payment is taken here.</p>
)
