package dev.drover.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.Kind;
import dev.drover.api.KubernetesObject;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import javax.annotation.processing.Processor;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/// Sources that a test compiles, by path, with every warning as an error.
final class Compiled implements AutoCloseable {
  private final Path classes;
  private final URLClassLoader loader;

  /// The sources from which each generated file comes, by its path.
  final Map<String, List<String>> origins;

  private Compiled(Path classes, Map<String, List<String>> origins) throws IOException {
    this.classes = classes;
    this.origins = origins;
    this.loader =
        new URLClassLoader(new URL[] {classes.toUri().toURL()}, Compiled.class.getClassLoader());
  }

  static Compiled with(Path classes, Map<String, String> sources, Processor... processors)
      throws IOException {
    Map<String, List<String>> origins = new LinkedHashMap<>();
    List<String> options =
        List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path"));
    List<String> complaints = run(options, sources, origins, processors);
    assertThat(complaints).isEmpty();
    return new Compiled(classes, origins);
  }

  /// What is there already.
  static Compiled in(Path classes) throws IOException {
    return new Compiled(classes, Map.of());
  }

  /// The errors and warnings.
  static List<String> run(
      List<String> options,
      Map<String, String> sources,
      Map<String, List<String>> origins,
      Processor... processors) {
    return run(options, sources, List.of(), origins, processors);
  }

  /// The errors and warnings.
  ///
  /// @param again names of classes that are processed, too
  static List<String> run(
      List<String> options,
      Map<String, String> sources,
      List<String> again,
      Map<String, List<String>> origins,
      Processor... processors) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    List<JavaFileObject> files = new ArrayList<>();
    sources.forEach((path, text) -> files.add(new Source(path, text)));
    List<String> all =
        Stream.concat(
                options.stream(), Stream.of("-Xlint:all,-classfile,-path,-processing", "-Werror"))
            .toList();
    JavaCompiler.CompilationTask task =
        compiler.getTask(
            null,
            new Watched(compiler.getStandardFileManager(found, Locale.ROOT, null), origins),
            found,
            all,
            again,
            files);
    task.setProcessors(List.of(processors));
    boolean isDone = task.call();
    List<String> complaints =
        found.getDiagnostics().stream()
            .filter(it -> it.getKind() != Diagnostic.Kind.NOTE)
            .map(it -> it.getLineNumber() + ": " + it.getMessage(Locale.ROOT))
            .toList();
    assertThat(isDone).as("%s", complaints).isEqualTo(complaints.isEmpty());
    return complaints;
  }

  /// The names of generated classes.
  List<String> sources() {
    return origins.keySet().stream().filter(name -> !name.startsWith("META-INF")).toList();
  }

  Class<? extends KubernetesObject> type(String name) throws ClassNotFoundException {
    return loader.loadClass(name).asSubclass(KubernetesObject.class);
  }

  Kind<?> kind(String name) throws ClassNotFoundException {
    return Kind.of(type(name));
  }

  Class<?> load(String name) throws ClassNotFoundException {
    return loader.loadClass(name);
  }

  boolean has(String file) {
    return classes.resolve(file).toFile().exists();
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String path, String text) {
      super(URI.create("string:///" + path), JavaFileObject.Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  /// Notes from which sources a file is generated.
  private static final class Watched extends ForwardingJavaFileManager<JavaFileManager> {
    private final Map<String, List<String>> origins;

    Watched(JavaFileManager files, Map<String, List<String>> origins) {
      super(files);
      this.origins = origins;
    }

    @Override
    public JavaFileObject getJavaFileForOutputForOriginatingFiles(
        Location location, String className, JavaFileObject.Kind kind, FileObject... from)
        throws IOException {
      if (kind == JavaFileObject.Kind.SOURCE) {
        origins.put(className, Stream.of(from).map(FileObject::getName).toList());
      }
      return super.getJavaFileForOutputForOriginatingFiles(location, className, kind, from);
    }

    @Override
    public FileObject getFileForOutputForOriginatingFiles(
        Location location, String packageName, String name, FileObject... from) throws IOException {
      origins.put(name, Stream.of(from).map(FileObject::getName).toList());
      return super.getFileForOutputForOriginatingFiles(location, packageName, name, from);
    }
  }
}
