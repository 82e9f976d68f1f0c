-- The same text as formatMoney in domain/money.ts, whose minus sign is not the hyphen.
create or replace function money_label(amount bigint) returns text stable parallel safe language sql return
  case
    when abs(amount) < 1000000 then case when amount < 0 then '−' else '' end || '$' || to_char(abs(amount), 'FM999,999')
    else case when amount < 0 then '−' else '' end || '$' || case
      when round(abs(amount) / 10000.0) < 100000 then trim_scale(round(abs(amount) / 10000.0) / 100) || 'M'
      when round(abs(amount) / 10000000.0) < 100000 then trim_scale(round(abs(amount) / 10000000.0) / 100) || 'B'
      else trim_scale(round(abs(amount) / 10000000000.0) / 100) || 'T'
    end
  end;
