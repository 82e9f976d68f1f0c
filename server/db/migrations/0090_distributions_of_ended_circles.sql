-- A passed distribution that waits for cash has no effect once its circle has ended.
alter table distribution_lapses drop constraint distribution_lapses_because_check;
alter table distribution_lapses add constraint distribution_lapses_because_check
  check (because in ('no_cash', 'paid_meanwhile', 'later_stands', 'circle_ended'));
