import { belongsToCircle, type CircleRelation, type MayInCircle } from './circle.ts'
import { mayAdminister } from './person.ts'

/** Also asking and answering about properties. Who may read them: `mayReadInside`. */
export const mayAddProperty: MayInCircle = belongsToCircle

/** To several circles at once: only the brokers of each, who look for houses for many. */
export const mayBringCopy: MayInCircle = ({ isAssignedBroker }) => isAssignedBroker

/** The uploader, the circle's owner and its brokers may edit a property while they belong to the circle. */
export const mayEditProperty = ({ isOwner, isAssignedBroker, isMember }: CircleRelation, isUploader: boolean): boolean =>
  isOwner || isAssignedBroker || (isMember && isUploader)

/** A closing date binds everyone, so only the circle's owner and brokers set it with a property. */
export const maySetClosingDate: MayInCircle = ({ isOwner, isAssignedBroker }) => isOwner || isAssignedBroker

/** On its own an administrator may set it too. */
export const mayMoveClosingDate: MayInCircle = (relation) => maySetClosingDate(relation) || mayAdminister(relation)
