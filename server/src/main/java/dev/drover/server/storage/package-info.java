/// The store: objects of all resources in memory, with a history, under one revision counter.
///
/// Reading order: [Store] takes writes and serves reads; [StoredObject] is one version of an
/// object; `RevisionLog` keeps the history; `ObjectLists` serves lists of the present, of the past
/// and page by page; [Watch] follows the log; [WatchFilter] turns changes into the events of a
/// selector.
@NullMarked
package dev.drover.server.storage;

import org.jspecify.annotations.NullMarked;
