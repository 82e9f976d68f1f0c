-- A passkey signs its person in and confirms that it is them. Only the public half is here.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users,
  -- Chosen by the authenticator; at most 1,023 bytes by the WebAuthn specification.
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  public_key bytea not null,
  -- The authenticator's count of uses; 0 if it does not count. One that does not grow means a copy.
  counter bigint not null check (counter >= 0),
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 60),
  -- Kept by a password manager and available on other devices too.
  is_synced boolean not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkeys_user_idx on passkeys (user_id);

-- What an authenticator has to sign: random, used once, for one purpose of one session, or of one browser before there is a session.
create table passkey_challenges (
  challenge bytea primary key,
  purpose text not null check (purpose ~ '^[a-z_]{1,40}$'),
  session_id uuid references sessions on delete cascade,
  browser_hash bytea,
  expires_at timestamptz(3) not null,
  check ((session_id is null) <> (browser_hash is null))
);
create index passkey_challenges_session_idx on passkey_challenges (session_id);
create index passkey_challenges_expires_idx on passkey_challenges (expires_at);

-- Who sits at a session confirmed a moment ago, by passkey or password, that it is them. Used once, for one purpose.
create table step_ups (
  session_id uuid not null references sessions on delete cascade,
  purpose text not null check (purpose ~ '^[a-z_]{1,40}$'),
  means text not null check (means in ('password', 'passkey')),
  expires_at timestamptz(3) not null,
  primary key (session_id, purpose)
);
