-- The point of a picture that stays in view however it is cropped, in percent from its left and top edge. It stands in
-- steps of ten, because pages crop by a class for each step: their policy allows no style of an element's own.
alter table pictures
  add column focus_x smallint not null default 50 check (focus_x between 0 and 100 and focus_x % 10 = 0),
  add column focus_y smallint not null default 50 check (focus_y between 0 and 100 and focus_y % 10 = 0);
