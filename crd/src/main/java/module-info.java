/// Custom resources without a server: validates objects, compares definitions, generates records.
@SuppressWarnings("module") // the server is not on the module path of this build
module dev.drover.crd {
  requires static transitive org.jspecify;
  requires transitive dev.drover.api;
  requires dev.drover.cel;
  requires java.compiler; // the keywords of Java

  exports dev.drover.crd;
  exports dev.drover.crd.engine to
      dev.drover.server;
}
