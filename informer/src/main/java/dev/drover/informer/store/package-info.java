/// The store of informers: immutable snapshots, replaced by compare and set. Not exported.
///
/// Reading order:
///
/// ```
/// Trie           a persistent hash map; TrieView: its keys or values as a list
/// Snapshot       objects and indexes of one moment
/// SnapshotEdit   makes the next snapshot; TableEdit: that of one index
/// SnapshotStore  the current snapshot; Watermark: waits for a version
/// StoreStep      from one snapshot to the next, with the changes for handlers
/// StoreReads     the reads of a CacheReader; InformerReader, SnapshotReader
/// ```
@NullMarked
package dev.drover.informer.store;

import org.jspecify.annotations.NullMarked;
