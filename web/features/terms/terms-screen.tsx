export function TermsScreen() {
  return <h1 tabIndex={-1}>Terms of Service</h1>
}
