/// Keeps a local, indexed, observable copy of a collection.
///
/// ```java
/// try (var caches = SharedCacheFactory.over(client)) {
///   caches.forObject(Pod.class).addEventHandler(EventHandler.<Pod>of().onAdd(pod -> ...));
///   caches.start();
///   caches.waitForSync(Duration.ofSeconds(30));
///   caches.lister(Pod.class).get("shop", "web-1");
/// }
/// ```
///
/// Reading order, as the data flows:
///
/// ```
/// ListerWatcher        lists and watches a collection of the server
///   ▼ Reflector        list or streamed list → watch → resume, relist or back off
///   ▼ ObjectSink       what a reflector writes to: here a queue
///   ▼ CacheReader      the copy: one writer, readers never block; found by Index
///   ▼ EventHandler     one mailbox and one virtual thread per handler
/// SharedIndexInformer  all of these together; SharedCacheFactory has one for each collection
/// ```
///
/// Inside an informer: `InformerLifecycle` starts a `Source` for each scope of its [CacheOptions];
/// a source is a `ReflectorLoop` (`ListPager`, `EventLoop`, `StoredCopy`) and a queue; `Applier`
/// brings changes into the store; `Broadcaster` passes them to the `Listener` of each handler.
///
/// Stores and queues for code of your own are in [dev.drover.informer.classic].
@NullMarked
package dev.drover.informer;

import org.jspecify.annotations.NullMarked;
