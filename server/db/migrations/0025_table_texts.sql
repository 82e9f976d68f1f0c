-- Money as tables show it, so that a search finds what is on screen: whole dollars, from a million on compact ($1.25M).
-- The same words as formatMoney in domain/money.ts.
create function money_label(amount bigint) returns text stable parallel safe language sql return
  case
    when abs(amount) < 1000000 then case when amount < 0 then '-' else '' end || '$' || to_char(abs(amount), 'FM999,999')
    else case when amount < 0 then '-' else '' end || '$' || case
      when round(abs(amount) / 10000.0) < 100000 then trim_scale(round(abs(amount) / 10000.0) / 100) || 'M'
      when round(abs(amount) / 10000000.0) < 100000 then trim_scale(round(abs(amount) / 10000000.0) / 100) || 'B'
      else trim_scale(round(abs(amount) / 10000000000.0) / 100) || 'T'
    end
  end;

-- The same figure as percentFunded in domain/funding.ts: rounded half up, at most 100, 0 without a target.
create function percent_funded(raised bigint, target bigint) returns integer immutable parallel safe language sql return
  coalesce(least(100, floor(raised * 100.0 / nullif(target, 0) + 0.5))::integer, 0);
