/// Annotation processors for records that are kinds. Needed at compile time only.
module dev.drover.codegen {
  requires static transitive org.jspecify;
  requires transitive java.compiler;

  exports dev.drover.codegen;

  provides javax.annotation.processing.Processor with
      dev.drover.codegen.KindProcessor,
      dev.drover.codegen.DefinitionProcessor;
}
