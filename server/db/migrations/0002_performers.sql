CREATE TABLE performer (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  username text NOT NULL,
  username_folded text NOT NULL UNIQUE,
  password_hash text,
  date_of_birth date NOT NULL CONSTRAINT performer_adult CHECK (date_of_birth <= CURRENT_DATE - interval '18 years'),
  gender text NOT NULL CHECK (gender IN ('female', 'male', 'trans', 'couple')),
  online_status smallint NOT NULL DEFAULT 0 CHECK (online_status IN (0, 1, 3, 5, 9)),
  rating integer NOT NULL DEFAULT 0 CHECK (rating BETWEEN 0 AND 50),
  languages text[] NOT NULL DEFAULT '{}',
  categories text[] NOT NULL DEFAULT '{}',
  city text NOT NULL DEFAULT '',
  ethnicity text,
  hair_color text,
  eye_color text,
  physique text,
  breast_size smallint CHECK (breast_size BETWEEN 1 AND 4),
  penis_size smallint CHECK (penis_size BETWEEN 1 AND 4),
  shaved text CHECK (shaved IN ('shaved', 'natural')),
  piercings boolean NOT NULL DEFAULT false,
  cybertoy smallint NOT NULL DEFAULT 0,
  toy_active boolean NOT NULL DEFAULT false,
  nonude boolean NOT NULL DEFAULT false,
  profile jsonb NOT NULL DEFAULT '{}',
  texts jsonb NOT NULL DEFAULT '{}',
  first_cam_session timestamptz,
  last_cam_session timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
ALTER TABLE session ADD CONSTRAINT session_performer FOREIGN KEY (performer_id) REFERENCES performer (id);
--> statement-breakpoint
CREATE INDEX performer_order ON performer (gender, online_status DESC, rating DESC, id);
--> statement-breakpoint
CREATE INDEX performer_categories ON performer USING gin (categories);
--> statement-breakpoint
CREATE TABLE category (
  slug text PRIMARY KEY,
  position smallint NOT NULL,
  highlight boolean NOT NULL DEFAULT false,
  name jsonb NOT NULL
);
