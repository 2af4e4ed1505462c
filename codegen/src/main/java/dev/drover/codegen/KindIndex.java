package dev.drover.codegen;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.util.Collection;
import java.util.List;
import javax.annotation.processing.Filer;
import javax.annotation.processing.ProcessingEnvironment;
import javax.tools.StandardLocation;

/// The resource `META-INF/drover/kinds`, which names the records that the build before found to be
/// kinds: an incremental compilation sees only some of them.
final class KindIndex {
  private static final String NAME = "META-INF/drover/kinds";

  private final Filer filer;

  KindIndex(ProcessingEnvironment environment) {
    this.filer = environment.getFiler();
  }

  /// None if there was no build before.
  List<KindVersion> read() {
    try (Reader in = filer.getResource(StandardLocation.CLASS_OUTPUT, "", NAME).openReader(true)) {
      return in.readAllLines().stream().flatMap(line -> KindVersion.parse(line).stream()).toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  void write(Collection<KindVersion> known) throws IOException {
    try (Writer out = filer.createResource(StandardLocation.CLASS_OUTPUT, "", NAME).openWriter()) {
      for (KindVersion one : known) {
        out.write(one + "\n");
      }
    }
  }

  /// Whether the output has a class of this name.
  ///
  /// @param name a qualified name, of a type at any depth
  boolean hasClass(String name) {
    String path = name.replace('.', '/');
    while (!has(path + ".class")) {
      int last = path.lastIndexOf('/');
      if (last < 0) {
        return false;
      }
      path = path.substring(0, last) + "$" + path.substring(last + 1);
    }
    return true;
  }

  private boolean has(String path) {
    try (var in = filer.getResource(StandardLocation.CLASS_OUTPUT, "", path).openInputStream()) {
      return in.read() >= 0;
    } catch (IOException | IllegalArgumentException e) {
      return false;
    }
  }
}
