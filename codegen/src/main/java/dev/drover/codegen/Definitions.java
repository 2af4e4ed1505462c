package dev.drover.codegen;

import java.io.IOException;
import java.io.Writer;
import java.lang.reflect.InvocationTargetException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;
import javax.tools.StandardLocation;

/// Writes the CustomResourceDefinition of each kind into the resource
/// `META-INF/drover/crd/NAME.yaml`, as `Crd.of` of the program makes it from the records of all its
/// versions: it is the same code, which sees outlines of the classes.
final class Definitions {
  private final ProcessingEnvironment environment;
  private final OutlineLoader loader;
  private final Map<String, String> written = new HashMap<>(); // kinds by the name of the file

  Definitions(ProcessingEnvironment environment) {
    this.environment = environment;
    this.loader = new OutlineLoader(environment);
  }

  /// @param kind with its group
  /// @param versions their records
  void write(String kind, List<TypeElement> versions) throws IOException {
    TypeElement first = versions.getFirst();
    try {
      Class<?> crd = Class.forName("dev.drover.api.crd.Crd", true, loader);
      Class<?>[] others = new Class<?>[versions.size() - 1];
      for (int i = 0; i < others.length; i++) {
        others[i] = load(versions.get(i + 1));
      }
      Object definition =
          crd.getMethod("of", Class.class, Class[].class).invoke(null, load(first), others);
      String name = String.valueOf(crd.getMethod("name").invoke(definition));
      String other = written.putIfAbsent(name, kind);
      if (other == null) {
        String yaml = String.valueOf(crd.getMethod("toYaml").invoke(definition));
        write(name, yaml, versions);
      } else {
        note(kind, first, "%s is the name of that of %s, too".formatted(name, other));
      }
    } catch (InvocationTargetException e) {
      note(kind, first, e.getCause() == null ? e : e.getCause());
    } catch (ReflectiveOperationException | LinkageError | IllegalArgumentException e) {
      note(kind, first, e);
    }
  }

  private Class<?> load(TypeElement record) throws ClassNotFoundException {
    return Class.forName(
        environment.getElementUtils().getBinaryName(record).toString(), false, loader);
  }

  /// No error: the program may have other means, and what is wrong with the record is an error
  /// already.
  private void note(String kind, TypeElement at, Object why) {
    environment
        .getMessager()
        .printMessage(
            Diagnostic.Kind.NOTE, "no definition of %s is written: %s".formatted(kind, why), at);
  }

  private void write(String name, String yaml, List<TypeElement> versions) throws IOException {
    try (Writer out =
        environment
            .getFiler()
            .createResource(
                StandardLocation.CLASS_OUTPUT,
                "",
                "META-INF/drover/crd/" + name + ".yaml",
                versions.toArray(Element[]::new))
            .openWriter()) {
      out.write(yaml);
    }
  }
}
