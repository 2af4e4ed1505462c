/// Keeps a local, indexed, observable copy of a collection: stores, queues, reflectors, shared
/// informers.
module dev.drover.informer {
  requires transitive dev.drover.client;
  requires org.slf4j;

  exports dev.drover.informer;
  exports dev.drover.informer.classic;
}
