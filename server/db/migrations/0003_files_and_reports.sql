create table files (
  -- The server names keys: the cleaned file name, a dash and the ISO time.
  key text primary key,
  owner_id uuid references users,
  content_type text not null,
  -- Bytes announced when signing (null: any up to the limit), then bytes stored.
  announced_size bigint check (announced_size > 0),
  size bigint check (size >= 0),
  is_public boolean not null default false,
  is_viewable_by_any_user boolean not null default false,
  is_seed boolean not null default false,
  created_at timestamptz(3) not null default now(),
  stored_at timestamptz(3),
  check ((size is null) = (stored_at is null))
);
create index files_owner on files (owner_id);
create index files_abandoned on files (created_at) where stored_at is null;
alter table users add foreign key (profile_image_key) references files (key);

create table crash_reports (
  -- Unguessable: whoever holds it may add to the report.
  id text primary key,
  error jsonb not null,
  data jsonb not null,
  message text,
  user_id uuid references users,
  user_description text,
  status text not null default 'open' check (status in ('open', 'solved')),
  solved_at timestamptz(3),
  solved_by uuid references users,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  check ((status = 'solved') = (solved_at is not null))
);
create index crash_reports_status on crash_reports (status, created_at desc);
create trigger crash_reports_touch before update on crash_reports for each row execute function touch_updated_at();
