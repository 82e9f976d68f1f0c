import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { followsQuery, useFollow } from '#web/api/follows.ts'
import { useUser } from '#web/api/session.ts'
import { ActionButton } from '#web/ui/buttons/action-button.tsx'
import { Bone } from '#web/ui/feedback/skeletons.tsx'
import { iconProps } from '#web/ui/theme/icon-props.ts'

/** For signed-in people who are not members: notices tell them of changes. */
export function FollowButton({ circleId, invite }: { circleId: string; invite: string | null }) {
  const user = useUser()
  const { data: followed, isError } = useQuery({ ...followsQuery(user?._id ?? ''), enabled: Boolean(user) })
  const { follow, stop } = useFollow(circleId, invite)
  if (!followed) return isError ? null : <Bone width={130} height={52} radius={10} />
  const isFollowing = followed.some((circle) => circle._id === circleId)
  const Sign = isFollowing ? IconBookmarkFilled : IconBookmark
  return (
    <ActionButton
      variant="outline"
      size="lg"
      leftSection={<Sign {...iconProps(18)} />}
      loading={follow.isPending || stop.isPending}
      onClick={() => (isFollowing ? stop : follow).mutate()}
    >
      {isFollowing ? 'Stop following' : 'Follow'}
    </ActionButton>
  )
}
