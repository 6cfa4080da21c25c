-- A store as version 1 wrote it (truel 0.1.0).
CREATE TABLE room (
        id TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        touched INTEGER NOT NULL,
        body TEXT NOT NULL
    , checksum INTEGER) STRICT;
CREATE INDEX room_touched ON room (touched);
CREATE TABLE secret (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        letters TEXT NOT NULL
    ) STRICT;
INSERT INTO secret VALUES (1, 'secret22secret22secret22secret22');
INSERT INTO room VALUES ('hidden2222222222', 'ropasci', 1790000003000,
    '{"id":"hidden2222222222","game":"ropasci","moves":["p@4,-2|p@-4,1"],"undone":[],"seats":[{"kind":"person","name":"Ann"},{"kind":"person","name":"Ben"}],"chosen":[1],"hidden":[[1,"-4,1>-3,1"]],"ended":null,"time":null,"clock":null,"touched":1790000003000,"version":3}',
    -1772986341472515318);
INSERT INTO room VALUES ('late222222222222', 'tic-tac-toe', 1790000005000,
    '{"id":"late222222222222","game":"tic-tac-toe","moves":[],"undone":[],"seats":[{"kind":"person","name":"Ann"},{"kind":"person","name":"Ben"}],"chosen":[],"ended":{"seat":0,"why":"time","payoffs":[0.0,1.0]},"time":null,"clock":{"time":1000,"increment":0,"left":[1000,1000],"since":1790000000000},"touched":1790000005000,"version":1}',
    7318233067747833968);
INSERT INTO room VALUES ('over222222222222', 'tic-tac-toe', 1790000000400,
    '{"id":"over222222222222","game":"tic-tac-toe","moves":["a1","a2","b1","b2","c1"],"undone":[],"seats":[{"kind":"person","name":"Ann"},{"kind":"agent","agent":"random"}],"chosen":[],"ended":null,"time":null,"clock":null,"touched":1790000000400,"version":5}',
    370650347932934721);
INSERT INTO room VALUES ('resigned22222222', 'connect-four', 1790000000020,
    '{"id":"resigned22222222","game":"connect-four","moves":["b"],"undone":[],"seats":[{"kind":"person","name":"Ann"},{"kind":"person","name":""}],"chosen":[],"ended":{"seat":1,"why":"resigned","payoffs":[1.0,0.0]},"time":null,"clock":null,"touched":1790000000020,"version":2}',
    2632358197602885891);
INSERT INTO room VALUES ('start22222222222', 'avalam', 1790000000077,
    '{"id":"start22222222222","game":"avalam","start":"Aa/AaAa/aAaAaA/BaAaAaAa/.aAaaAaA/aAaAaAaA/AaAaAa/aAaA/aA r","moves":["a6b6"],"undone":[],"seats":[{"kind":"person","name":"Ann"},{"kind":"person","name":"Ben"}],"chosen":[],"ended":null,"time":null,"clock":null,"touched":1790000000077,"version":1}',
    -4498344335286144624);
INSERT INTO room VALUES ('undone2222222222', 'chexers', 1790000009000,
    '{"id":"undone2222222222","game":"chexers","moves":["-3,0>-2,0","0,-3>0,-2","0,3>0,2"],"undone":["0,2>-1,3","0,-2>-1,-2","-2,0>-1,0"],"seats":[{"kind":"person","name":"Ann"},{"kind":"agent","agent":"greedy"},{"kind":"agent","agent":"random"}],"chosen":[],"ended":null,"time":"500ms","clock":{"time":600000,"increment":1000,"left":[601000,600000,600000],"since":1790000009000},"touched":1790000009000,"version":7}',
    6919972784871055893);
PRAGMA user_version = 1;
