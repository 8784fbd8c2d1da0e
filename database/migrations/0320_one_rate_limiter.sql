-- Sign-in attempts are counted in rate_limits too. The counters of the last hour begin again.
drop table attempts;
