package dev.drover.cli;

import dev.drover.codegen.KindProcessor;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/// Compiles single Java files, with the annotation processor for kinds.
final class JavaFile {
  private JavaFile() {}

  /// @param classPath of the compilation
  /// @param into the folder for the classes
  /// @throws IllegalArgumentException if the file does not compile, with what the compiler says
  static void compile(Path file, String classPath, Path into) throws IOException {
    if (!Files.exists(file)) {
      throw new IllegalArgumentException("there is no file " + file);
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new IllegalStateException("this Java has no compiler: use a JDK, not a JRE");
    }
    StringWriter complaints = new StringWriter();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options =
          List.of("-d", into.toString(), "-cp", classPath, "-implicit:class", "-nowarn");
      JavaCompiler.CompilationTask task =
          compiler.getTask(complaints, files, null, options, null, files.getJavaFileObjects(file));
      task.setProcessors(List.of(new KindProcessor()));
      if (!task.call()) {
        throw new IllegalArgumentException("cannot compile " + file + ":\n" + complaints);
      }
    }
  }
}
