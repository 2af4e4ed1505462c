/// Where the server's objects live: in memory, with a history.
///
/// Reading order: [Store] takes writes and answers reads; [Stored] is one version of an object;
/// [RevisionLog] remembers what happened; [ObjectLists] answers lists now, in the past and page by
/// page; [Watch] follows what happens; [WatchFilter] turns it into the events of a selector.
@NullMarked
package dev.drover.server.storage;

import org.jspecify.annotations.NullMarked;
