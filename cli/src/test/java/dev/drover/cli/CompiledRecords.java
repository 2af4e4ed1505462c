package dev.drover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import dev.drover.api.crd.Crd;
import dev.drover.crd.RecordSources;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.annotation.processing.Processor;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/// Records that were generated from definitions, compiled and loaded.
final class CompiledRecords implements AutoCloseable {
  private final URLClassLoader loader;

  private CompiledRecords(URLClassLoader loader) {
    this.loader = loader;
  }

  static CompiledRecords of(List<RecordSources> all, Path classes, Processor... processors)
      throws IOException {
    List<JavaFileObject> sources = new ArrayList<>();
    for (RecordSources generated : all) {
      generated.files().forEach(file -> sources.add(new Source(file)));
    }
    StringWriter complaints = new StringWriter();
    List<String> options =
        List.of(
            "-d",
            classes.toString(),
            "-cp",
            System.getProperty("java.class.path"),
            "-Xlint:all,-classfile,-path,-processing",
            "-Werror");
    JavaCompiler.CompilationTask task =
        ToolProvider.getSystemJavaCompiler()
            .getTask(complaints, null, null, options, null, sources);
    task.setProcessors(List.of(processors));
    boolean isDone = task.call();
    assertThat(isDone).as(complaints.toString()).isTrue();
    return new CompiledRecords(
        new URLClassLoader(
            new URL[] {classes.toUri().toURL()}, CompiledRecords.class.getClassLoader()));
  }

  /// The kinds of one definition, in the order of its versions.
  List<Kind<?>> kinds(RecordSources generated) throws ClassNotFoundException {
    List<Kind<?>> kinds = new ArrayList<>();
    for (RecordSources.File file : generated.files()) {
      String name = file.path().replace('/', '.').replaceFirst("\\.java$", "");
      kinds.add(Kind.of(loader.loadClass(name).asSubclass(KubernetesObject.class)));
    }
    return kinds;
  }

  Crd crd(RecordSources generated) throws ClassNotFoundException {
    return Crd.of(kinds(generated));
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(RecordSources.File file) {
      super(URI.create("string:///" + file.path()), JavaFileObject.Kind.SOURCE);
      text = file.text();
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
