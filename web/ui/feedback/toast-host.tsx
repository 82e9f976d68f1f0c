import '@mantine/core/styles/Notification.layer.css'
import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'

export function ToastHost() {
  return <Notifications position="top-right" autoClose={1000} limit={4} containerWidth={420} pauseResetOnHover="notification" />
}
