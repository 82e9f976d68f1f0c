/** The pauses between attempts grow (graphile-worker), so that these take about four days. */
export const mailAttempts = 25

/** SQL for a query over mails: adds the job that sends the mail `id`. The key keeps it to one job per mail. */
export const addMailJob = `graphile_worker.add_job('send-mail', json_build_object('mailId', id), max_attempts := ${mailAttempts}, job_key := id::text)`
