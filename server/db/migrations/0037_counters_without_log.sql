-- Counters of attempts are not money: after a power failure or on a promoted standby they may begin at zero. Without the write-ahead log
-- a counted attempt waits for no disk and no standby (docs/decisions/0031-counters-without-log.md).
alter table rate_counters set unlogged;
