/// What a Kubernetes object is: names, metadata, events, selectors, patches, codecs. No I/O, no
/// threads.
module dev.drover.api {
  requires static transitive org.jspecify;
  requires org.snakeyaml.engine;

  exports dev.drover.api;
}
