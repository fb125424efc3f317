-- The most performers who were live at once in each hour.
CREATE TABLE live_hour (
  hour timestamptz PRIMARY KEY CHECK (hour = date_trunc('hour', hour, 'UTC')),
  performers integer NOT NULL CHECK (performers >= 0)
);
