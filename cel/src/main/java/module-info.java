/// Kubernetes' dialect of the Common Expression Language, evaluated over JSON trees.
@SuppressWarnings("requires-automatic") // RE2/J names no module
module dev.drover.cel {
  requires static transitive org.jspecify;
  requires transitive dev.drover.schema;
  requires re2j;

  exports dev.drover.cel;
}
