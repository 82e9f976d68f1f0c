import { mostMegabytes } from '#domain/files.ts'
import { everyArcHeld } from '#domain/invitation.ts'
import { mostPasskeys } from '#domain/passkeys.ts'
import { mostMegapixels } from '#domain/picture-size.ts'
import { mostPushDevices } from '#domain/pushes.ts'
import { questionsPerDay } from '#domain/questions.ts'
import { mostReports } from '#domain/reports.ts'
import { mostSavedSearches } from '#domain/saved-search-limits.ts'
import { wrongCredentials } from '#domain/sign-in.ts'
import { editMinutes } from '#domain/thread.ts'
import { askAgainDays } from '#domain/verification.ts'

/** Every refusal of the API: its status and the sentence that people read. */
export const refusals = {
  // Sessions
  missing_tokens: { status: 401, error: 'Missing tokens' },
  missing_access_token: { status: 401, error: 'Missing access token' },
  missing_refresh_token: { status: 401, error: 'Missing refresh token' },
  access_token_expired: { status: 302, error: 'The access token has expired.' },
  session_ended: { status: 401, error: 'Your session has ended. Please sign in again.' },
  wrong_credentials: { status: 401, error: wrongCredentials },
  account_suspended: { status: 403, error: 'This account is suspended.' },
  wrong_current_password: { status: 400, error: 'Your current password is not correct.' },
  step_up_required: { status: 400, error: 'Please confirm first that it is you.' },
  passkey_refused: { status: 400, error: 'This passkey could not be checked. Please try again.' },
  unsubscribe_link_invalid: { status: 404, error: 'This link is not valid. You can choose which mails you get in your profile.' },
  link_dead: { status: 400, error: 'This link has expired or was used already. Please ask for a new one.' },
  details_refused: { status: 400, error: 'Please check your details and try again.' },
  // Access
  not_allowed: { status: 403, error: "You can't access that" },
  not_verified: { status: 403, error: 'Your account has to be verified first.' },
  address_not_confirmed: { status: 403, error: 'Confirm your e-mail address to ask.' },
  not_for_brokers: { status: 403, error: 'Brokers can bring properties to a circle, but cannot create, join or vote.' },
  not_yourself: { status: 403, error: 'You can act only for yourself.' },
  address_refused: { status: 403, error: 'This address has expired or was changed. Please ask for a new one.' },
  demo_account: { status: 403, error: 'Demo accounts work only on the machine that runs the demonstration.' },
  own_flags: { status: 403, error: 'Your own flags can be changed only by another administrator.' },
  not_found: { status: 404, error: 'There is nothing at this address.' },
  user_not_found: { status: 404, error: 'This person could not be found.' },
  circle_not_found: { status: 404, error: 'The requested investment circle could not be found.' },
  membership_not_found: { status: 404, error: 'This membership could not be found.' },
  property_not_found: { status: 404, error: 'This property could not be found.' },
  file_not_found: { status: 404, error: 'This file could not be found.' },
  mail_not_found: { status: 404, error: 'This mail could not be found.' },
  report_not_found: { status: 404, error: 'This crash report could not be found.' },
  reported_not_found: { status: 404, error: 'What you want to report could not be found.' },
  abuse_report_not_found: { status: 404, error: 'This report could not be found.' },
  motion_not_found: { status: 404, error: 'This motion could not be found.' },
  post_not_found: { status: 404, error: 'This post could not be found.' },
  question_not_found: { status: 404, error: 'This question could not be found.' },
  notice_not_found: { status: 404, error: 'This notice could not be found.' },
  invitation_not_found: { status: 404, error: 'This invitation could not be found.' },
  invitation_not_yours: {
    status: 404,
    error:
      'This invitation was sent to another e-mail address. Sign in with that address, or ask the person who sent it to invite you too.',
  },
  invitation_ended: { status: 404, error: 'This invitation is no longer valid. Ask the person who sent it for a new one.' },
  session_not_found: { status: 404, error: 'This session could not be found.' },
  push_device_not_found: { status: 404, error: 'This device could not be found.' },
  passkey_not_found: { status: 404, error: 'This passkey could not be found.' },
  // Input
  invalid: { status: 400, error: 'Please check for errors' },
  malformed: { status: 400, error: 'The request could not be read.' },
  too_large: { status: 413, error: 'This is too large.' },
  file_too_large: { status: 413, error: `Files may be at most ${mostMegabytes} MB.` },
  wrong_media_type: { status: 415, error: 'This kind of content is not accepted here.' },
  file_kind_refused: { status: 400, error: 'This kind of file cannot be uploaded.' },
  picture_too_large: { status: 400, error: `Pictures may have at most ${mostMegapixels} megapixels.` },
  file_size_differs: { status: 400, error: 'The file is not of the size that was announced.' },
  file_not_yours: { status: 400, error: 'This file was not uploaded by you, or its upload did not finish.' },
  document_not_private: { status: 400, error: 'Please upload this document again: this file was uploaded for others to see.' },
  key_reused: { status: 422, error: 'This Idempotency-Key was used with another request.' },
  answer_erased: { status: 422, error: 'This was done already. Please reload: someone it tells of has deleted their account since.' },
  upload_quota: { status: 429, error: 'You have uploaded as much as one account may for now. Please try again tomorrow.' },
  invitation_limit: { status: 429, error: 'You cannot send more invitations for now. Please try again tomorrow.' },
  report_limit: { status: 429, error: `You have reported ${mostReports} things today. You can report again tomorrow.` },
  questions_used_up: { status: 429, error: `You have asked ${questionsPerDay} questions today. You can ask again tomorrow.` },
  too_many: { status: 429, error: 'Too many tries. Please wait a little and try again.' },
  // State
  changed_meanwhile: { status: 409, error: 'This was changed by someone else meanwhile. Please reload and try again.' },
  email_in_use: { status: 409, error: 'This e-mail address is in use already.' },
  email_not_confirmed: { status: 409, error: 'This person has not confirmed their e-mail address yet.' },
  undo_over: { status: 409, error: 'The ten minutes for Undo are over. Switch Verified off in Manage User instead.' },
  verification_decided: {
    status: 409,
    error: 'Another administrator has decided on this person meanwhile. Please look again before you decide.',
  },
  verification_declined: { status: 409, error: `Your request was declined. You may ask again ${askAgainDays} days after that.` },
  verification_not_waiting: { status: 409, error: 'You are not waiting for verification, so there is nothing to send.' },
  passkey_in_use: { status: 409, error: 'This passkey was added already.' },
  too_many_push_devices: { status: 409, error: `You have pushes on ${mostPushDevices} devices already. Switch one off first.` },
  too_many_passkeys: { status: 409, error: `You have ${mostPasskeys} passkeys already. Remove one first.` },
  circle_full: { status: 409, error: 'No shares are currently available in this circle.' },
  too_few_arcs_left: { status: 409, error: 'There are not that many arcs left.' },
  not_a_whole_number_of_arcs: { status: 400, error: 'The amount must buy a whole number of shares.' },
  circle_not_open: { status: 409, error: 'This circle has no target yet, so it cannot be joined.' },
  terms_locked: { status: 409, error: 'Target, share size and your amount are locked, because someone else has joined.' },
  owner_stays: { status: 409, error: 'The owner cannot be removed from the circle.' },
  circle_is_full: { status: 409, error: 'A fully funded circle cannot be left. Ask its members to release you, by a motion.' },
  owns_shared_circle: {
    status: 409,
    error: 'This person owns a circle with other members. Delete the circle or hand its ownership on first.',
  },
  you_own_shared_circle: {
    status: 409,
    error: 'You own a circle with other members. Delete the circle or hand its ownership on first.',
  },
  holds_funded_circle: {
    status: 409,
    error:
      'You hold arcs of a fully funded circle, so your account cannot be deleted yet. Ask its members to release you, by a motion; if you own the circle, hand it over first, or delete it if you are its only member.',
  },
  last_admin: { status: 409, error: 'This is the last administrator. Name another one first.' },
  move_not_allowed: { status: 409, error: 'A listing cannot move to this status from where it is.' },
  shares_available: { status: 409, error: 'Shares are available in this circle: it can be joined right away.' },
  file_stored: { status: 409, error: 'This file was uploaded already.' },
  new_owner_unfit: { status: 409, error: 'Ownership can be handed only to another verified member of this circle.' },
  title_not_typed: { status: 409, error: 'This circle holds commitments. Type its title to delete it.' },
  funded_circle_stays: { status: 409, error: 'A fully funded circle can be deleted by an administrator only.' },
  rules_in_use: { status: 409, error: 'The rules cannot change while an open property has votes.' },
  rules_by_motion: {
    status: 409,
    error:
      'Once every arc is held, or a motion has set the rules, they are changed by a motion only. Any member of a full circle can propose one.',
  },
  charter_changed: { status: 409, error: 'The circle’s rules have changed meanwhile. Please read them again before you agree.' },
  property_locked: {
    status: 409,
    error: 'Voting on this property has closed: its address, price, link, facts and pictures are locked, as they were decided on.',
  },
  property_changed: { status: 409, error: 'This property was changed after you read it. Please read it again.' },
  property_hidden: { status: 409, error: 'An administrator has hidden this property. It can be changed once it is shown again.' },
  report_decided: { status: 409, error: 'Another administrator has decided on this report meanwhile.' },
  report_of_own: { status: 403, error: 'This is your own, so there is nothing to report.' },
  cannot_hide: { status: 409, error: 'This cannot be hidden. You can dismiss the report or suspend the person.' },
  nobody_to_suspend: { status: 409, error: 'The person has deleted their account, so there is nobody to suspend.' },
  nothing_hidden: { status: 409, error: 'This is not hidden.' },
  voting_closed: { status: 409, error: 'Voting on this property has closed.' },
  circle_stays: {
    status: 409,
    error:
      'From buying on, nobody can leave a circle or be removed from it, and it cannot be deleted. Arcs have to be handed on to someone else first.',
  },
  properties_read_only: { status: 409, error: 'This circle has bought its property: its properties and votes can only be read.' },
  acquisition_open: { status: 409, error: 'This circle is buying a property already.' },
  acquisition_not_open: { status: 409, error: 'This circle is not buying a property now.' },
  acquisition_not_possible: {
    status: 409,
    error: 'Buying cannot start yet. The page of the purchase shows what is missing and who can do it.',
  },
  everyone_agreed: { status: 409, error: 'Every member has agreed to the current charter.' },
  charter_reminded: { status: 409, error: 'The members were reminded today already. You can remind them again tomorrow.' },
  step_not_found: { status: 404, error: 'This step could not be found.' },
  step_ended: { status: 409, error: 'This step is done or skipped already.' },
  step_follows: {
    status: 409,
    error: 'Nobody ends this step by hand: it follows from the signatures of all holders, or from the payments of all members.',
  },
  step_not_skipped: { status: 409, error: 'This step cannot be skipped.' },
  step_not_yours: { status: 403, error: 'Only the owner, the treasurer or the person assigned to a step can end it.' },
  step_person_unfit: { status: 400, error: 'A step can be assigned to a member or a broker of this circle only.' },
  wire_waits_for_steps: { status: 409, error: 'Every step before the wire has to be done or skipped first.' },
  wire_waits_for_details: {
    status: 409,
    error: 'Where to pay the title company has to be named, confirmed by another member and usable before money is sent.',
  },
  wire_amount_missing: { status: 400, error: 'Please say how much was sent to the title company.' },
  too_little_cash: { status: 409, error: 'The account of the circle holds less than that.' },
  day_not_here: { status: 400, error: 'Please choose a day between the start of the purchase and today.' },
  settlement_not_yet: {
    status: 409,
    error: 'The settlement statement is entered once the wire and every step before it are done or skipped.',
  },
  settlement_waits: { status: 409, error: 'A settlement statement waits for its confirmation already. Withdraw it first.' },
  settlement_not_found: { status: 404, error: 'This settlement statement could not be found: it was withdrawn or confirmed.' },
  settlement_by_another: { status: 403, error: 'You entered this settlement statement, so another member has to confirm it.' },
  settlement_line_wrong: { status: 400, error: 'A line of the settlement statement has an amount on the wrong side, or none.' },
  settlement_price_missing: { status: 400, error: 'The settlement statement needs the price.' },
  price_above_passed: { status: 409, error: 'The price is above the one that the circle passed.' },
  loan_without_motion: { status: 409, error: 'No passed motion names a loan of this amount by this lender.' },
  title_company_holds_less: { status: 409, error: 'The title company holds less than the settlement statement takes from it.' },
  only_the_owner_gives_up: { status: 403, error: 'Only the owner can give up the purchase.' },
  giving_up_needs_a_motion: { status: 409, error: 'Money was paid already, so giving up needs a motion of the members.' },
  wire_is_done: { status: 409, error: 'The money was sent to the title company. Giving up is possible once it is back.' },
  sale_not_permitted: { status: 409, error: 'No passed motion lets the circle sell its property.' },
  sale_below_passed_price: { status: 409, error: 'The price is below the least price that the circle passed.' },
  sale_too_late: {
    status: 409,
    error: 'The motion to sell passed more than 180 days ago, so it permits no sale any more. Propose it again.',
  },
  payoff_is_not_the_loan: {
    status: 409,
    error: 'The payoff has to be what is left of the loan in the book: the rest of the lender’s figure is interest or costs of the loan.',
  },
  deposits_are_not_held: {
    status: 409,
    error: 'Enter all tenants’ deposits that are held, or a line for each tenant with at most what is held for them.',
  },
  sale_done: { status: 409, error: 'The property is sold already.' },
  sale_day_not_here: { status: 400, error: 'Please choose a day between the purchase and today.' },
  ending_waits: { status: 409, error: 'A motion to end the circle has passed already: it waits until nothing stands in the way.' },
  something_is_owed: {
    status: 409,
    error: 'The circle gave up a purchase, and someone is still owed their money. First pay what is owed: the Book shows to whom.',
  },
  property_being_bought: { status: 409, error: 'The circle is buying this property, so it is locked.' },
  circle_hidden_by_admin: { status: 409, error: 'An administrator has hidden this circle. Only an administrator can show it again.' },
  circle_ended: { status: 409, error: 'This circle has ended. Its record stays for its members.' },
  motion_kind_not_now: {
    status: 409,
    error: 'A motion of this kind cannot be proposed in this stage of the circle. Motions begin once every arc is held.',
  },
  owner_hands_over_first: { status: 409, error: 'The owner of a circle cannot be released. Hand the circle over first.' },
  asks_to_be_released: { status: 409, error: 'This member has asked to be released, so the circle cannot be handed to them.' },
  already_owner: { status: 409, error: 'This member is the owner already.' },
  not_to_be_let_go: {
    status: 409,
    error:
      'A member can be let go only if they are away, were asked twice over 30 days and have not agreed to the charter, or held up a purchase that was given up. Never the owner.',
  },
  owner_gives_up: { status: 409, error: 'Nothing has been paid: the owner can give up the purchase without a motion.' },
  already_treasurer: { status: 409, error: 'This member is the treasurer already.' },
  member_not_here: { status: 400, error: 'This person is not a member of the circle.' },
  rules_unchanged: { status: 400, error: 'These are the rules that the circle has now.' },
  motion_refused_lately: {
    status: 409,
    error: 'You proposed the same motion less than 90 days ago, and it did not pass or was withdrawn after a vote.',
  },
  too_many_motions: {
    status: 409,
    error: 'You have many open motions in this circle. Withdraw one of them, or wait until one has closed.',
  },
  motion_closed: { status: 409, error: 'Voting on this motion has closed.' },
  motion_changed: { status: 409, error: 'This motion was changed after you read it. Please read it again.' },
  claim_answered: { status: 409, error: 'You have answered this already, and both words stand on record.' },
  motion_voted_on: {
    status: 409,
    error: 'Others have voted on this motion or said a word on it, so it cannot be changed. Propose a new one that takes its place.',
  },
  motion_not_replaceable: { status: 409, error: 'Only your own open or withdrawn motion can be replaced by a new one, and only once.' },
  document_not_found: { status: 404, error: 'This document could not be found.' },
  document_asked: {
    status: 409,
    error: 'Signatures are asked for on this document. A new version can be added once all have signed, or the request is withdrawn.',
  },
  document_superseded: { status: 409, error: 'This version was replaced while you were reading. Nothing was signed.' },
  document_differs: { status: 409, error: 'What you were reading is not this version. Please open it again. Nothing was signed.' },
  not_asked_to_sign: { status: 409, error: 'You are not asked to sign this version, or the request was withdrawn.' },
  signed_already: { status: 409, error: 'You have signed this version already.' },
  consent_changed: { status: 409, error: 'The words of consent have changed. Please read them again.' },
  name_differs: { status: 422, error: 'This is not the name on your profile. Please type your full name as it stands there.' },
  name_locked: {
    status: 409,
    error: 'Your name cannot be changed any more: a document with your name was given to you to sign. An administrator can help.',
  },
  asked_already: { status: 409, error: 'Everyone you chose was asked already.' },
  nobody_to_ask: { status: 422, error: 'Please choose who is asked. Only members who hold arcs can sign.' },
  nothing_asked: { status: 409, error: 'No signatures are asked for on this version.' },
  declined_already: { status: 409, error: 'You have said already that you do not sign this version.' },
  elsewhere_answered: { status: 409, error: 'You have answered this already, and your word stands.' },
  file_attached: { status: 409, error: 'This file is a version of a document already. Please upload it again.' },
  documents_not_yet: { status: 409, error: 'Documents are added once every arc is held.' },
  nothing_signed: { status: 409, error: 'Nobody has signed this version yet.' },
  too_many_documents: { status: 409, error: 'This circle has as many documents as it may have.' },
  too_many_versions: { status: 409, error: 'This document has as many versions as it may have.' },
  no_vote_here: { status: 403, error: 'You have no vote on this motion.' },
  statement_not_found: { status: 404, error: 'There is no statement of yours for this year.' },
  statements_issued: { status: 409, error: 'The statements of this year were issued already. A correction comes in the next ones.' },
  statements_not_yet: {
    status: 409,
    error: 'Statements are issued once the last month of the year is closed, and nothing waits in suspense.',
  },
  statements_in_order: { status: 409, error: 'Issue the statements of the years before first.' },
  book_not_yet: { status: 409, error: 'The book of a circle begins when it starts buying.' },
  payout_needs_word: {
    status: 409,
    error:
      'What was paid out counts by a line of the bank or by its receiver’s word. Book it from the line, or mark it as paid on the page of what was paid out.',
  },
  month_not_closed: { status: 409, error: 'This month is not closed, so there is nothing to reopen.' },
  book_month_closed: { status: 409, error: 'This month is closed. Book a late bill today and say to which month it belongs.' },
  book_day_too_early: { status: 400, error: 'This day is before the circle began to buy, and the bank shows nothing of so early a day.' },
  book_day_to_come: { status: 400, error: 'This day has not come yet.' },
  not_treasurer: { status: 403, error: 'Only the circle’s treasurer can do this. Until one is named, it is the owner.' },
  treasurer_has_no_word: { status: 403, error: 'What concerns the treasurer’s own money needs another member.' },
  bank_account_named_so: { status: 409, error: 'The circle has an account with this name already.' },
  entry_not_found: { status: 404, error: 'This entry could not be found.' },
  bank_line_not_found: { status: 404, error: 'This line of the bank could not be found.' },
  match_not_found: { status: 404, error: 'This match could not be found.' },
  outlay_not_found: { status: 404, error: 'This outlay could not be found, or is booked already.' },
  payment_not_permitted: { status: 409, error: 'Nothing permits this payment.' },
  more_than_held: { status: 409, error: 'This is more than there is.' },
  payee_missing: { status: 400, error: 'Please say who is paid.' },
  entry_reversed: { status: 409, error: 'This entry was reversed already.' },
  entry_refunded: { status: 409, error: 'A part of this payment came back. Reverse its refund first.' },
  reversal_stays: { status: 409, error: 'A reversal is not reversed. Book it again instead.' },
  reversal_needs_others: {
    status: 409,
    error:
      'Others decided or confirmed this entry, so the treasurer cannot take it back alone. A distribution is taken back by a motion, a payment of a member on the page of its call.',
  },
  reversal_waits: {
    status: 409,
    error: 'The reversal of this entry waits for a word already. It can be withdrawn, or the entry reversed against a line of the bank.',
  },
  entry_reversal_not_found: { status: 404, error: 'This reversal could not be found, was withdrawn or is booked already.' },
  reversal_needs_bank: {
    status: 409,
    error:
      'The bank has shown this payment, so it is reversed against the bank’s line with which the money came back. If they were matched by mistake, take the match back first.',
  },
  entry_not_refundable: { status: 409, error: 'Only a payment or an outlay that stands can be refunded, and at most as much as was paid.' },
  receipt_there: { status: 409, error: 'This document belongs to the entry already.' },
  match_refused: { status: 409, error: 'These lines do not belong together.' },
  bank_file_refused: { status: 422, error: 'This file cannot be imported.' },
  month_refused: { status: 409, error: 'This month cannot be confirmed.' },
  question_decided: { status: 409, error: 'This question was answered, declined or taken away meanwhile.' },
  too_late_to_edit: { status: 409, error: `A post can be changed for ${editMinutes} minutes only.` },
  invitation_reminded: { status: 409, error: 'This person was reminded already, has joined, or is no longer invited.' },
  too_many_invitations: { status: 409, error: 'This circle has as many invitations as it may have at a time. Withdraw some first.' },
  circle_full_no_invitations: { status: 409, error: everyArcHeld },
  search_not_found: { status: 404, error: 'This saved search could not be found.' },
  search_without_filters: { status: 422, error: 'Please choose a place or a filter first.' },
  search_too_long: { status: 422, error: 'This search is too long to be kept. Please shorten its keywords.' },
  too_many_searches: {
    status: 409,
    error: `You keep ${mostSavedSearches} searches, which is the most. Take one away in your profile first.`,
  },
  distribution_not_found: { status: 404, error: 'This distribution could not be found.' },
  distribution_not_now: { status: 409, error: 'Something can be paid out while the circle owns a property.' },
  distribution_proposed: { status: 409, error: 'This was proposed to the members already.' },
  distribution_not_posted: { status: 409, error: 'This distribution is not posted.' },
  distribution_reversed: { status: 409, error: 'This distribution was reversed.' },
  distribution_paid_already: { status: 409, error: 'Something of this distribution was paid already, so it cannot be reversed.' },
  later_distribution_stands: {
    status: 409,
    error: 'A later distribution evened out the odd cents of this one. Reverse the later one first.',
  },
  nothing_to_distribute: { status: 400, error: 'Please give an amount above zero.' },
  below_the_floor: { status: 409, error: 'This would leave less cash than the floor.' },
  not_owed: { status: 409, error: 'So much of this distribution is not owed to this person.' },
  payout_marked: { status: 409, error: 'This is marked as paid already and waits for a word.' },
  payout_mark_not_found: { status: 404, error: 'This mark was withdrawn or confirmed already.' },
  deposit_too_early: { status: 409, error: 'What could not be paid may be deposited after 90 days.' },
  deposit_not_permitted: { status: 409, error: 'No passed motion permits this deposit.' },
  call_not_found: { status: 404, error: 'This call could not be found.' },
  contribution_not_found: { status: 404, error: 'This payment could not be found.' },
  paid_back_not_found: { status: 404, error: 'This payment back could not be found.' },
  bank_account_not_found: { status: 404, error: 'This account of the circle could not be found.' },
  call_not_now: { status: 409, error: 'Money for a purchase can be called only while the circle is buying.' },
  money_not_now: { status: 409, error: 'Payments are recorded from the start of buying on.' },
  call_below_one_dollar_per_arc: { status: 400, error: 'A call must ask at least $1 for each arc.' },
  call_above_target: { status: 409, error: 'All calls of a purchase together may ask at most the target of the circle.' },
  paper_missing: { status: 400, error: 'A payment needs its paper, unless a line of the bank shows it. Please name a document.' },
  only_treasurer: { status: 403, error: 'Only the treasurer and the owner can do this.' },
  own_payment: { status: 403, error: 'You cannot confirm your own payment. Other members say that they have seen it.' },
  word_given: { status: 409, error: 'You have confirmed this already.' },
  contribution_counted: { status: 409, error: 'This payment counts already.' },
  contribution_withdrawn: { status: 409, error: 'This payment was withdrawn.' },
  contribution_not_counted: { status: 409, error: 'Only a payment that counts can be taken back by the bank.' },
  contribution_returned: { status: 409, error: 'It was recorded already that the bank took this payment back.' },
  contribution_given_up: { status: 409, error: 'The purchase was given up, and what each paid was settled then.' },
  more_than_kept: { status: 409, error: 'This is more than is kept for this member.' },
  more_than_there: { status: 409, error: 'There is less money at this place.' },
  not_your_word: { status: 403, error: 'Someone else has to confirm this.' },
  reminded_already: { status: 409, error: 'Those who have not paid were reminded less than a day ago.' },
  nobody_to_remind: { status: 409, error: 'Everyone has paid.' },
  already_member: { status: 409, error: 'You are a member of this circle already.' },
  // Where to pay
  credentials_changed: {
    status: 403,
    error:
      'Your password, address or passkeys changed a short time ago. Where to pay stays closed to you for three days of notice after that.',
  },
  pay_details_not_found: { status: 404, error: 'These account details could not be found.' },
  pay_details_not_now: { status: 409, error: 'These account details have changed meanwhile. Please look at them again.' },
  pay_details_not_usable: { status: 409, error: 'Nobody may pay to these account details now, so they are not shown.' },
  pay_details_stopped_once: { status: 409, error: 'You have stopped these account details once already.' },
  pay_details_unreadable: {
    status: 409,
    error: 'These account details cannot be read: they were changed outside Arcstead. Do not pay to them, and name them again.',
  },
  pay_details_closed: { status: 409, error: 'The details are hidden again. Please show them once more.' },
  title_company_not_now: { status: 409, error: 'The title company is named while the circle is buying.' },
  data_key_missing: {
    status: 409,
    error: 'Account details can’t be kept here yet: the people who run this site have to set a key for them first (DATA_KEY).',
  },
  // Handing on arcs
  offer_not_found: { status: 404, error: 'This offer of arcs could not be found.' },
  transfer_not_found: { status: 404, error: 'This transfer of arcs could not be found.' },
  offers_not_now: { status: 409, error: 'Arcs are handed on while the circle decides and while it owns its property.' },
  arcs_not_held: { status: 409, error: 'Please choose arcs that you hold.' },
  arcs_already_offered: { status: 409, error: 'One of these arcs is in an offer or a transfer already.' },
  bids_are_opened: { status: 409, error: 'The time for bids is over.' },
  own_offer: { status: 403, error: 'This offer is your own.' },
  not_a_member: { status: 403, error: 'Only members bid. Others may take arcs over that no member took.' },
  barred_from_bidding: {
    status: 403,
    error: 'You did not pay for arcs that you were to take over, so you cannot bid or take arcs over for 180 days.',
  },
  more_arcs_than_offered: { status: 400, error: 'Fewer arcs are offered.' },
  not_your_offer: { status: 403, error: 'Only the member who offers the arcs can do this.' },
  not_with_others: { status: 409, error: 'These arcs are not open to others.' },
  not_asked: { status: 403, error: 'These arcs are open to members, to the waiting list and to people who were invited.' },
  has_not_said_yes: { status: 409, error: 'This person has not said that they would take the arcs over.' },
  price_above_yes: { status: 409, error: 'This is more than they said that they would pay. Choose them at their price or less.' },
  price_below_members: {
    status: 409,
    error: 'Others pay at least the price at which the arcs were offered to the members. A lower price begins again with the members.',
  },
  nobody_may_admit: {
    status: 409,
    error:
      'Every other member has bid on these arcs, so nobody may vote on a newcomer. Choose a member, or offer the arcs at a lower price: who does not bid then may vote.',
  },
  nobody_may_settle: {
    status: 409,
    error: 'Only the two who hand these arcs on hold arcs, so nobody may vote on it. The transfer ends by itself if it is not received.',
  },
  arcs_not_free: { status: 409, error: 'One of these arcs is not free: a transfer of it is under way.' },
  price_not_lower: { status: 409, error: 'Please give a price below the present one.' },
  transfer_under_way: { status: 409, error: 'A transfer of these arcs is paid or being reckoned: it ends first.' },
  not_your_transfer: { status: 403, error: 'Only who takes the arcs over can do this.' },
  transfer_not_to_pay: { status: 409, error: 'This transfer does not wait for your payment.' },
  charter_not_accepted: { status: 409, error: 'Please read the circle’s charter and agree to it first.' },
  transfer_not_paid: { status: 409, error: 'This transfer does not wait for what you received.' },
  seller_reminded: { status: 409, error: 'The seller was told or reminded less than a day ago.' },
  transfer_does_not_hang: { status: 409, error: 'A motion can settle a transfer only if it was paid 30 days ago and not received.' },
  arcs_paid_for: {
    status: 409,
    error: 'Someone has paid for arcs of yours. Say that you received it, or have the transfer settled, before you leave.',
  },
  transfer_paid: {
    status: 409,
    error: 'Someone has paid for arcs of this circle, and the transfer is not over. It has to be received or settled first.',
  },
  // The service itself
  starting: { status: 503, error: 'Arcstead is starting or stopping. Please try again in a moment.' },
  busy: { status: 503, error: 'Arcstead is very busy. Please try again in a moment.' },
  database_away: { status: 503, error: 'Arcstead cannot reach its database. Please try again in a moment.' },
  store_away: { status: 503, error: 'The file store cannot be reached. Please try again in a moment.' },
  failed: { status: 500, error: 'Something went wrong...' },
} as const satisfies Record<string, { status: number; error: string }>

export type RefusalCode = keyof typeof refusals

export const refusalCodes = Object.keys(refusals) as readonly RefusalCode[]

export type FieldProblem = { readonly field: string; readonly message: string }

/** Thrown by a use case to refuse. The transaction rolls back; the person reads the sentence. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: number
  readonly fields: readonly FieldProblem[] | undefined
  readonly retryAfter: number | undefined

  constructor(code: RefusalCode, details: { error?: string; fields?: readonly FieldProblem[]; retryAfter?: number } = {}) {
    super(details.error ?? refusals[code].error)
    this.name = 'Refusal'
    this.code = code
    this.status = refusals[code].status
    this.fields = details.fields
    this.retryAfter = details.retryAfter
  }
}
