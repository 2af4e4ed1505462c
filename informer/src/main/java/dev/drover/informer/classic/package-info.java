/// The building blocks of client-go's `tools/cache`: stores and queues for code that brings its own
/// loop. Informers, in [dev.drover.informer], need none of them in everyday use.
///
/// Reading order:
///
/// ```
/// Store            objects by key        Indexer: with indexes; ThreadSafeStore: keys by the caller;
///                                        ExpirationCache: with a time to live
/// Queue            changes by key        Fifo: the newest state; DeltaFifo: all changes of an object;
///                                        ChangeQueue: all changes in order, in batches
/// QueueController  reflector ─▶ queue ─▶ your function
/// ```
///
/// A [reflector][dev.drover.informer.Reflector] writes to any of them, because each is an
/// [dev.drover.informer.ObjectSink]. A queue is no store; [Queue#asStore] is a view of one as a
/// store.
@NullMarked
package dev.drover.informer.classic;

import org.jspecify.annotations.NullMarked;
