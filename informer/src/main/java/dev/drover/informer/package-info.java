/// Keeps a local, indexed, observable copy of a collection.
///
/// Reading order, as the data flows:
///
/// ```
/// ListerWatcher      reads lists and watches from the server
///   ▼ Reflector      list | stream the list → watch → resume | relist | back off
///   ▼ Queue          OrderedQueue (what informers use) | DeltaFifo | Fifo
///   ▼ Indexer        SnapshotStore with indexes: one writer, readers never block
///   ▼ EventHandler   one mailbox and one virtual thread per handler
/// SharedIndexInformer is all of these together; SharedCacheFactory has one for each collection.
/// ```
@NullMarked
package dev.drover.informer;

import org.jspecify.annotations.NullMarked;
