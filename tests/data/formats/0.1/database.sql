BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0011');
CREATE TABLE daily_counts (
	kind TEXT NOT NULL, 
	address TEXT NOT NULL, 
	hour BIGINT NOT NULL, 
	amount BIGINT NOT NULL, 
	CONSTRAINT pk_daily_counts PRIMARY KEY (kind, address, hour), 
	CONSTRAINT ck_daily_counts_kind CHECK (kind IN ('rated', 'imported')), 
	CONSTRAINT ck_daily_counts_address CHECK (length(address) <= 64), 
	CONSTRAINT ck_daily_counts_amount CHECK (amount >= 0)
);
CREATE TABLE games (
	id INTEGER NOT NULL, 
	public_id TEXT NOT NULL, 
	rows INTEGER NOT NULL, 
	cols INTEGER NOT NULL, 
	shape TEXT NOT NULL, 
	swap TEXT, 
	start TEXT, 
	start_key BIGINT NOT NULL, 
	start_turned_key BIGINT NOT NULL, 
	clock TEXT NOT NULL, 
	mode TEXT NOT NULL, 
	rated BOOLEAN NOT NULL, 
	training BOOLEAN NOT NULL, 
	status TEXT NOT NULL, 
	plies INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	state JSON NOT NULL, 
	created DATETIME NOT NULL, 
	started DATETIME, 
	finished DATETIME, 
	last_move INTEGER GENERATED ALWAYS AS (nullif(plies, 0)) STORED, 
	result_of INTEGER GENERATED ALWAYS AS (CASE WHEN status = 'finished' THEN id END) STORED, opener_id INTEGER, recorded INTEGER DEFAULT 0 NOT NULL, swapped BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_games PRIMARY KEY (id), 
	CONSTRAINT uq_games_public_id UNIQUE (public_id), 
	CONSTRAINT uq_games_id_status UNIQUE (id, status), 
	CONSTRAINT fk_games_id_last_move FOREIGN KEY(id, last_move) REFERENCES moves (game_id, number) DEFERRABLE INITIALLY DEFERRED, 
	CONSTRAINT fk_games_result_of FOREIGN KEY(result_of) REFERENCES results (game_id) DEFERRABLE INITIALLY DEFERRED, 
	CONSTRAINT ck_games_size CHECK (rows BETWEEN 1 AND 32 AND cols BETWEEN 1 AND 32), 
	CONSTRAINT ck_games_shape CHECK (shape IN ('hex', 'offset', 'square', 'triangle')), 
	CONSTRAINT ck_games_swap CHECK (swap IN ('pieces', 'sides')), 
	CONSTRAINT ck_games_mode CHECK (mode IN ('local', 'online', 'imported')), 
	CONSTRAINT ck_games_status CHECK (status IN ('waiting', 'live', 'finished', 'cancelled')), 
	CONSTRAINT ck_games_plies CHECK (plies >= 0), 
	CONSTRAINT ck_games_rated CHECK (NOT rated OR mode = 'online'), 
	CONSTRAINT ck_games_started CHECK (status NOT IN ('live', 'finished') OR started IS NOT NULL), 
	CONSTRAINT ck_games_finished CHECK (CASE WHEN status = 'finished' THEN finished IS NOT NULL OR mode = 'imported' ELSE finished IS NULL END)
);
INSERT INTO "games" VALUES(1,'HKRMvRNogu',3,3,'hex',NULL,NULL,1416775549274451288,1416775549274451288,'none','online',0,0,'finished',5,7,'{}','2026-11-18 21:09:33.678404','2026-11-18 21:09:33.681065','2026-11-18 21:09:33.727404',NULL,0,0);
INSERT INTO "games" VALUES(2,'EwNQWDO41j',3,3,'hex',NULL,NULL,1416775549274451288,1416775549274451288,'none','imported',0,0,'finished',0,1,'{}','2026-11-18 21:09:33.751249','2026-11-18 21:09:33.751249',NULL,NULL,4,0);
CREATE TABLE import_marks (
	digest TEXT NOT NULL, 
	read INTEGER NOT NULL, 
	added INTEGER NOT NULL, 
	known INTEGER NOT NULL, 
	ended BOOLEAN NOT NULL, 
	CONSTRAINT pk_import_marks PRIMARY KEY (digest)
);
CREATE TABLE imports (
	game_id INTEGER NOT NULL, 
	source TEXT NOT NULL, 
	digest TEXT NOT NULL, 
	record TEXT NOT NULL, line TEXT, 
	CONSTRAINT pk_imports PRIMARY KEY (game_id), 
	CONSTRAINT uq_imports_digest UNIQUE (digest), 
	CONSTRAINT fk_imports_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "imports" VALUES(2,'kept.sgf','0c3301325798c9dccc6586a83ba2190c0ec941eb45e91c2023e844bead8b0ead','{"schema": "hexmate-game/1", "rows": 3, "cols": 3, "shape": "hex", "swap": null, "headers": {"black": "Eve", "white": "Kim"}, "cursor": null, "nodes": [{}, "a1", "c3", "b2", "a3"]}','b:a1 w:c3 b:b2 w:a3');
CREATE TABLE moves (
	game_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	previous INTEGER GENERATED ALWAYS AS (nullif(number - 1, 0)) STORED, 
	color TEXT NOT NULL, 
	move TEXT NOT NULL, 
	played DATETIME NOT NULL, 
	black_ms BIGINT, 
	black_periods INTEGER, 
	white_ms BIGINT, 
	white_periods INTEGER, 
	"key" BIGINT NOT NULL, 
	turned_key BIGINT NOT NULL, 
	CONSTRAINT pk_moves PRIMARY KEY (game_id, number), 
	CONSTRAINT fk_moves_game_id_color FOREIGN KEY(game_id, color) REFERENCES seats (game_id, color), 
	CONSTRAINT fk_moves_game_id_previous FOREIGN KEY(game_id, previous) REFERENCES moves (game_id, number), 
	CONSTRAINT ck_moves_number CHECK (number >= 1), 
	CONSTRAINT ck_moves_move CHECK (length(move) BETWEEN 1 AND 16), 
	CONSTRAINT ck_moves_clocks CHECK ((black_ms IS NULL) = (white_ms IS NULL))
);
INSERT INTO "moves" VALUES(1,1,'black','a1','2026-11-18 21:09:33.706125',NULL,NULL,NULL,NULL,867185617414676123,7731372132350298129);
INSERT INTO "moves" VALUES(1,2,'white','b1','2026-11-18 21:09:33.713860',NULL,NULL,NULL,NULL,7076966569629731348,8873524278198974897);
INSERT INTO "moves" VALUES(1,3,'black','a2','2026-11-18 21:09:33.718116',NULL,NULL,NULL,NULL,2480703536004218315,9013537627554438050);
INSERT INTO "moves" VALUES(1,4,'white','b2','2026-11-18 21:09:33.720147',NULL,NULL,NULL,NULL,4839378846398144584,2041066753050543649);
INSERT INTO "moves" VALUES(1,5,'black','a3','2026-11-18 21:09:33.721967',NULL,NULL,NULL,NULL,4660841147611870034,-4018074082968980843);
CREATE TABLE players (
	id INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	name TEXT NOT NULL, 
	name_key TEXT NOT NULL, 
	token_hash TEXT, 
	created DATETIME NOT NULL, look_key TEXT, 
	CONSTRAINT pk_players PRIMARY KEY (id), 
	CONSTRAINT ck_players_kind CHECK (kind IN ('person', 'bot')), 
	CONSTRAINT ck_players_name_length CHECK (length(name) BETWEEN 1 AND 80), 
	CONSTRAINT ck_players_name_key_length CHECK (length(name_key) > 0), 
	CONSTRAINT uq_players_kind_name_key UNIQUE (kind, name_key), 
	CONSTRAINT uq_players_token_hash UNIQUE (token_hash)
);
INSERT INTO "players" VALUES(1,'person','Ada','ada',NULL,'2026-11-18 21:09:33.639874','ada');
INSERT INTO "players" VALUES(2,'person','Bob','bob',NULL,'2026-11-18 21:09:33.669950','bob');
CREATE TABLE position_blocks (
	id INTEGER NOT NULL, 
	bucket INTEGER NOT NULL, 
	entries BLOB NOT NULL, 
	CONSTRAINT pk_position_blocks PRIMARY KEY (id)
);
INSERT INTO "position_blocks" VALUES(1,-1,X'586DF60CDB65A9130100000000000000049B5E5478B9DC080C010000000100010004144A1886996F3662010000000200030004CB3D9600B93A6D22010000000300040004210670DA6553531C01000000040002000595326E03E9EE3CC8010000000500FCFF05');
INSERT INTO "position_blocks" VALUES(2,-1,X'586DF60CDB65A9130200000000000000009B5E5478B9DC080C02000000010008000042FC73977B732781020000000200040000B88309A5E7EFB61B020000000300060000887BF376DCDF94CE020000000400FCFF01');
CREATE TABLE ratings (
	id INTEGER NOT NULL, 
	game_id INTEGER NOT NULL, 
	color TEXT NOT NULL, 
	player_id INTEGER NOT NULL, 
	rating DOUBLE NOT NULL, 
	deviation DOUBLE NOT NULL, 
	volatility DOUBLE NOT NULL, 
	rated DATETIME NOT NULL, 
	CONSTRAINT pk_ratings PRIMARY KEY (id), 
	CONSTRAINT uq_ratings_game_id_color UNIQUE (game_id, color), 
	CONSTRAINT fk_ratings_game_id FOREIGN KEY(game_id) REFERENCES results (game_id), 
	CONSTRAINT fk_ratings_game_id_color_player_id FOREIGN KEY(game_id, color, player_id) REFERENCES seats (game_id, color, player_id), 
	CONSTRAINT ck_ratings_positive CHECK (deviation > 0 AND volatility > 0)
);
CREATE TABLE rematches (
	game_id INTEGER NOT NULL, 
	rematch_id INTEGER NOT NULL, 
	CONSTRAINT pk_rematches PRIMARY KEY (game_id), 
	CONSTRAINT uq_rematches_rematch_id UNIQUE (rematch_id), 
	CONSTRAINT fk_rematches_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_rematches_rematch_id FOREIGN KEY(rematch_id) REFERENCES games (id), 
	CONSTRAINT ck_rematches_order CHECK (rematch_id > game_id)
);
CREATE TABLE results (
	game_id INTEGER NOT NULL, 
	status TEXT DEFAULT 'finished' NOT NULL, 
	result TEXT NOT NULL, 
	termination TEXT NOT NULL, 
	winner_seat TEXT, 
	CONSTRAINT pk_results PRIMARY KEY (game_id), 
	CONSTRAINT fk_results_game_id_status FOREIGN KEY(game_id, status) REFERENCES games (id, status) DEFERRABLE INITIALLY DEFERRED, 
	CONSTRAINT fk_results_game_id_winner_seat FOREIGN KEY(game_id, winner_seat) REFERENCES seats (game_id, color), 
	CONSTRAINT ck_results_status CHECK (status = 'finished'), 
	CONSTRAINT ck_results_termination CHECK (termination IN ('connection', 'full board', 'resignation', 'forfeit', 'timeout', 'unknown')), 
	CONSTRAINT ck_results_winner CHECK ((winner_seat IS NOT NULL) = (substr(result, 1, 2) IN ('B+', 'W+'))), 
	CONSTRAINT ck_results_no_winner CHECK (winner_seat IS NOT NULL OR result IN ('Draw', 'Void', '?'))
);
INSERT INTO "results" VALUES(1,'finished','B+','connection','black');
INSERT INTO "results" VALUES(2,'finished','?','unknown',NULL);
CREATE TABLE reviews (
	game_id INTEGER NOT NULL, 
	player TEXT NOT NULL, 
	seconds DOUBLE NOT NULL, 
	visits INTEGER, 
	created DATETIME NOT NULL, 
	text TEXT NOT NULL, 
	CONSTRAINT pk_reviews PRIMARY KEY (game_id), 
	CONSTRAINT fk_reviews_game_id FOREIGN KEY(game_id) REFERENCES results (game_id), 
	CONSTRAINT ck_reviews_player CHECK (length(player) BETWEEN 1 AND 80), 
	CONSTRAINT ck_reviews_text CHECK (length(text) BETWEEN 1 AND 1000000)
);
CREATE TABLE seats (
	game_id INTEGER NOT NULL, 
	color TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	player_id INTEGER, 
	ai TEXT, 
	link_hash TEXT, 
	name TEXT, 
	name_key TEXT, 
	CONSTRAINT pk_seats PRIMARY KEY (game_id, color), 
	CONSTRAINT uq_seats_link_hash UNIQUE (link_hash), 
	CONSTRAINT uq_seats_game_id_color_player_id UNIQUE (game_id, color, player_id), 
	CONSTRAINT fk_seats_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_seats_player_id FOREIGN KEY(player_id) REFERENCES players (id), 
	CONSTRAINT ck_seats_color CHECK (color IN ('black', 'white')), 
	CONSTRAINT ck_seats_kind CHECK (kind IN ('person', 'ai', 'hybrid', 'open', 'named')), 
	CONSTRAINT ck_seats_player CHECK (kind NOT IN ('open', 'named') OR player_id IS NULL), 
	CONSTRAINT ck_seats_ai CHECK ((kind IN ('ai', 'hybrid')) = (ai IS NOT NULL)), 
	CONSTRAINT ck_seats_name_key CHECK ((name IS NULL) = (name_key IS NULL)), 
	CONSTRAINT ck_seats_name CHECK (kind = 'named' OR name IS NULL)
);
INSERT INTO "seats" VALUES(1,'black','person',1,NULL,NULL,NULL,NULL);
INSERT INTO "seats" VALUES(1,'white','person',2,NULL,NULL,NULL,NULL);
INSERT INTO "seats" VALUES(2,'black','named',NULL,NULL,NULL,'Eve','eve');
INSERT INTO "seats" VALUES(2,'white','named',NULL,NULL,NULL,'Kim','kim');
CREATE TABLE servers (
	name TEXT NOT NULL, 
	token TEXT, 
	host TEXT NOT NULL, 
	process TEXT NOT NULL, 
	alone BOOLEAN NOT NULL, 
	beat BIGINT NOT NULL, 
	reached BIGINT NOT NULL, 
	CONSTRAINT pk_servers PRIMARY KEY (name), 
	CONSTRAINT uq_servers_token UNIQUE (token)
);
CREATE TABLE solved (
	position TEXT NOT NULL, 
	verdict TEXT NOT NULL, 
	move TEXT, 
	carrier TEXT NOT NULL, 
	work BIGINT NOT NULL, 
	seconds DOUBLE NOT NULL, 
	created DATETIME NOT NULL, 
	CONSTRAINT pk_solved PRIMARY KEY (position), 
	CONSTRAINT ck_solved_position CHECK (length(position) BETWEEN 1 AND 4096), 
	CONSTRAINT ck_solved_verdict CHECK (verdict IN ('loss', 'draw', 'win'))
);
INSERT INTO "solved" VALUES('4x4 hex - 1w2/4/4/4 b','win','c2','c1 d1 c2 d2 b3 c3 d3 a4 b4 c4 d4',0,1.7075e-05,'2026-11-18 21:09:33.765860');
CREATE INDEX ix_games_start_key ON games (start_key);
CREATE INDEX ix_games_start_turned_key ON games (start_turned_key);
CREATE INDEX ix_seats_player_id ON seats (player_id);
CREATE INDEX ix_seats_name_key ON seats (name_key);
CREATE INDEX ix_moves_key ON moves ("key");
CREATE INDEX ix_results_result ON results (result);
CREATE INDEX ix_ratings_player_id_id ON ratings (player_id, id);
CREATE TRIGGER moves_insert BEFORE INSERT ON moves WHEN NOT EXISTS (SELECT 1 FROM games WHERE id = NEW.game_id AND status = 'live' AND plies >= NEW.number) BEGIN SELECT RAISE(ABORT, 'a move is played in a live game, which counts it'); END;
CREATE TRIGGER moves_update BEFORE UPDATE ON moves WHEN 1 = 1 BEGIN SELECT RAISE(ABORT, 'a stored move does not change'); END;
CREATE TRIGGER moves_delete BEFORE DELETE ON moves WHEN NOT EXISTS (SELECT 1 FROM games WHERE id = OLD.game_id AND status = 'live') BEGIN SELECT RAISE(ABORT, 'moves are taken back in a live game only'); END;
CREATE TRIGGER games_plies BEFORE UPDATE OF plies ON games WHEN EXISTS (SELECT 1 FROM moves WHERE game_id = NEW.id AND number > NEW.plies) BEGIN SELECT RAISE(ABORT, 'a game counts all its moves'); END;
CREATE TRIGGER games_seated_insert BEFORE INSERT ON games WHEN NEW.status IN ('live', 'finished') AND (SELECT count(*) FROM seats WHERE game_id = NEW.id AND kind <> 'open') < 2 BEGIN SELECT RAISE(ABORT, 'a game is played by two who have sat down'); END;
CREATE TRIGGER games_seated_update BEFORE UPDATE OF status ON games WHEN NEW.status IN ('live', 'finished') AND (SELECT count(*) FROM seats WHERE game_id = NEW.id AND kind <> 'open') < 2 BEGIN SELECT RAISE(ABORT, 'a game is played by two who have sat down'); END;
CREATE TRIGGER games_rated_insert BEFORE INSERT ON games WHEN NEW.rated AND NEW.status IN ('live', 'finished') AND ((SELECT count(DISTINCT players.id) FROM seats JOIN players ON players.id = seats.player_id WHERE seats.game_id = NEW.id AND seats.kind IN ('person', 'ai')) < 2 OR (SELECT count(DISTINCT players.kind) FROM seats JOIN players ON players.id = seats.player_id WHERE seats.game_id = NEW.id AND seats.kind IN ('person', 'ai')) > 1) BEGIN SELECT RAISE(ABORT, 'a rated game is between two people or between two bots'); END;
CREATE TRIGGER games_rated_update BEFORE UPDATE OF status, rated ON games WHEN NEW.rated AND NEW.status IN ('live', 'finished') AND ((SELECT count(DISTINCT players.id) FROM seats JOIN players ON players.id = seats.player_id WHERE seats.game_id = NEW.id AND seats.kind IN ('person', 'ai')) < 2 OR (SELECT count(DISTINCT players.kind) FROM seats JOIN players ON players.id = seats.player_id WHERE seats.game_id = NEW.id AND seats.kind IN ('person', 'ai')) > 1) BEGIN SELECT RAISE(ABORT, 'a rated game is between two people or between two bots'); END;
CREATE TRIGGER seats_update BEFORE UPDATE ON seats WHEN (SELECT status FROM games WHERE id = OLD.game_id) = 'finished' OR (NEW.kind = 'open' AND (SELECT status FROM games WHERE id = OLD.game_id) = 'live') BEGIN SELECT RAISE(ABORT, 'who sat down to a game that was played stays there'); END;
CREATE TRIGGER seats_delete BEFORE DELETE ON seats WHEN (SELECT status FROM games WHERE id = OLD.game_id) IN ('live', 'finished') BEGIN SELECT RAISE(ABORT, 'who sat down to a game that was played stays there'); END;
CREATE UNIQUE INDEX ix_players_look_key ON players (look_key);
CREATE INDEX ix_games_opener_id_status ON games (opener_id, status);
CREATE INDEX ix_games_status_mode_id ON games (status, mode, id);
CREATE INDEX ix_games_listing ON games (status, finished, id, rows, cols, shape, start_key, start_turned_key);
CREATE INDEX ix_games_result_of ON games (result_of);
CREATE INDEX ix_moves_swaps ON moves (game_id) WHERE move IN ('swap', 'swap-pieces', 'swap-sides');
CREATE INDEX ix_position_blocks_bucket ON position_blocks (bucket);
CREATE INDEX ix_daily_counts_hour ON daily_counts (hour);
COMMIT;
