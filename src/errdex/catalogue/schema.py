"""The catalogue's tables, as one commented text, with its version and what each version changed."""

from __future__ import annotations

APPLICATION_ID = 0x45525258
"""`ERRX`: tells a catalogue from any other SQLite file."""

VERSION = 1
"""Of the tables below. A catalogue of another version is not read: indexing again costs minutes, a wrong answer more."""

VERSIONS = ((1, "the first one"),)
"""Every version there was, and what it changed."""

SCHEMA = """
-- What one file's bytes say, whatever the distribution, version or place they stand in.
CREATE TABLE content (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,          -- of the language's name and the bytes (`identity.content_hash`)
    analysis INTEGER NOT NULL,          -- version of the language's analysis that made the facts
    added INTEGER NOT NULL,             -- seconds since 1970; what no file uses is kept for a while (a run may be about to use it)
    facts BLOB,                         -- `nouns.codec.facts_to_json`, zlib; NULL: unread
    functions BLOB,                     -- name, first and last line of each function, zlib (`text.functions_to_blob`)
    source BLOB,                        -- the bytes, zlib, where no place on disk keeps them (archives); else NULL
    unread TEXT                         -- why the bytes could not be analysed, in one line; NULL: they were
);

-- A named, versioned body of source at one place. The same version installed twice may differ, so the place belongs to it.
CREATE TABLE distribution (
    id INTEGER PRIMARY KEY,
    ecosystem TEXT NOT NULL,
    name TEXT NOT NULL,
    version TEXT NOT NULL,
    root TEXT NOT NULL,                 -- folder that paths are relative to; '': it was an archive, and is gone
    repo TEXT,
    prefix TEXT NOT NULL,
    origin TEXT NOT NULL,               -- how it was found, for people
    asked INTEGER NOT NULL,             -- 1: indexed because somebody named it, so pruning leaves it
    listing BLOB NOT NULL,              -- fingerprint of paths, sizes and times: equal means that nothing changed
    linking INTEGER NOT NULL,           -- version of the linking that made its units; 0: made from facts that have changed since
    analysis INTEGER NOT NULL,          -- sum of the versions of all languages' analyses it was made with
    files INTEGER NOT NULL,             -- how many it has
    sites INTEGER NOT NULL,             -- how many stand in them
    indexed INTEGER NOT NULL,           -- seconds since 1970
    UNIQUE (name, ecosystem, version, root)
);

-- An interpreter, and which distributions are installed there now.
CREATE TABLE environment (
    id INTEGER PRIMARY KEY,
    python TEXT NOT NULL UNIQUE,
    version TEXT NOT NULL,
    complete INTEGER NOT NULL           -- 1: all its distributions are in the catalogue, 0: some
);
CREATE TABLE environment_distribution (
    environment INTEGER NOT NULL,
    distribution INTEGER NOT NULL,
    PRIMARY KEY (environment, distribution)
) WITHOUT ROWID;

CREATE TABLE file (
    id INTEGER PRIMARY KEY,
    distribution INTEGER NOT NULL,
    path TEXT NOT NULL,
    backwards TEXT NOT NULL,            -- the path's parts in reverse, `frame.py/core/pandas/`: a tail is a range of these
    module TEXT NOT NULL,
    location TEXT,                      -- where it can be read; NULL: the root and the path say it
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    content INTEGER,                    -- NULL: its bytes could not be read
    unit INTEGER,                       -- NULL: no site in it
    unread TEXT,                        -- why it could not be read, in one line; NULL: it was, or the content says why not
    UNIQUE (distribution, path)
);
CREATE INDEX file_backwards ON file (backwards);
CREATE INDEX file_module ON file (module);
CREATE INDEX file_unit ON file (unit);
CREATE INDEX file_content ON file (content);
CREATE INDEX file_unread ON file (distribution) WHERE unread IS NOT NULL;
CREATE INDEX content_unread ON content (id) WHERE unread IS NOT NULL;

-- Modules of other distributions that linking asked for, and what it got: when that changes, it has to link again.
CREATE TABLE foreign_use (
    module TEXT NOT NULL,
    distribution INTEGER NOT NULL,      -- the one that was linked
    content INTEGER,                    -- NULL: there was no such module
    PRIMARY KEY (module, distribution)
) WITHOUT ROWID;

-- The linked sites of one file, shared by all files for which linking came to the same result.
CREATE TABLE unit (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    first INTEGER NOT NULL,             -- row of its first site; the others follow it, in order of lines
    sites INTEGER NOT NULL,             -- how many
    details BLOB NOT NULL               -- `nouns.site_codec.site_to_json` of each, one a line, zlib
);
-- What lookups need of a site, cheap to read in bulk.
CREATE TABLE site (
    id INTEGER PRIMARY KEY,
    unit INTEGER NOT NULL,
    kind TEXT NOT NULL,
    line INTEGER NOT NULL,
    end_line INTEGER NOT NULL,
    function TEXT NOT NULL,
    class INTEGER NOT NULL
);
-- Exception classes as sites name them; a few thousand, so that none is ever removed.
CREATE TABLE class (
    id INTEGER PRIMARY KEY,
    exception TEXT NOT NULL,            -- as the source names it
    qualified TEXT NOT NULL,
    bases TEXT NOT NULL,                -- one a line
    UNIQUE (exception, qualified, bases)
);

-- Each distinct message. The id is a hash of the parts, so that whoever has the parts has the id.
CREATE TABLE template (
    id INTEGER PRIMARY KEY,
    word INTEGER NOT NULL,              -- with `second`, its place in `anchor`
    second INTEGER NOT NULL
);
CREATE TABLE site_template (
    template INTEGER NOT NULL,
    site INTEGER NOT NULL,
    PRIMARY KEY (template, site)
) WITHOUT ROWID;

-- Templates under their two rarest bounded words (keys of `nouns.anchors`), so that those which a text may come from
-- stand side by side; those that no word leads to under -1 and -1.
CREATE TABLE anchor (
    word INTEGER NOT NULL,
    second INTEGER NOT NULL,            -- equal to `word`: there is only one
    template INTEGER NOT NULL,
    mask INTEGER NOT NULL,              -- a bit for each of its bounded words (`text.words_mask`): tells most others apart
    parts TEXT NOT NULL,                -- literal text, U+0001 for each hole (`text.text_from_parts`)
    PRIMARY KEY (word, second, template)
) WITHOUT ROWID;

-- From a class (`nouns.anchors.class_key`) to the sites with templates that no word leads to.
CREATE TABLE weak (
    class INTEGER NOT NULL,
    bare INTEGER NOT NULL,              -- 0: some literal text, 1: nothing is known of the text
    template INTEGER NOT NULL,
    site INTEGER NOT NULL,
    PRIMARY KEY (class, bare, template, site)
) WITHOUT ROWID;

-- In how many templates each word stands; says which words are rare.
CREATE TABLE word (
    key INTEGER PRIMARY KEY,
    templates INTEGER NOT NULL
);

-- From a record's id (its 64 bits as a signed integer) to the site in a file, and back.
CREATE TABLE record (
    id INTEGER NOT NULL,
    file INTEGER NOT NULL,
    site INTEGER NOT NULL,
    PRIMARY KEY (id, file, site)
) WITHOUT ROWID;
CREATE INDEX record_file ON record (file, site);

-- Extension modules of an environment, and its interpreter.
CREATE TABLE binary (
    id INTEGER PRIMARY KEY,
    environment INTEGER NOT NULL,
    package TEXT NOT NULL,
    version TEXT NOT NULL,
    path TEXT NOT NULL,                 -- as installed; `cpython` for the interpreter
    location TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    unread TEXT,                        -- why nothing, or not all, of it was read
    UNIQUE (environment, location)
);

-- Each distinct text of a binary that can be a message or a piece of one. The id is a hash of the parts, as for `template`.
CREATE TABLE binary_text (
    id INTEGER PRIMARY KEY,
    parts TEXT NOT NULL
);
CREATE TABLE text_binary (
    text INTEGER NOT NULL,
    binary INTEGER NOT NULL,
    PRIMARY KEY (text, binary)
) WITHOUT ROWID;
CREATE INDEX text_of_binary ON text_binary (binary);

-- From the two rarest words of a text to the text, as `anchor` does for templates.
CREATE TABLE binary_anchor (
    word INTEGER NOT NULL,
    second INTEGER NOT NULL,
    text INTEGER NOT NULL,
    PRIMARY KEY (word, second, text)
) WITHOUT ROWID;

-- Single values: `anchored` (templates there were when all anchors were last chosen), `changed` (seconds since 1970).
CREATE TABLE fact (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) WITHOUT ROWID;
"""


def statements() -> list[str]:
    """The statements of `SCHEMA`, one by one."""
    return [statement for text in SCHEMA.split(";\n") if (statement := text.strip())]
