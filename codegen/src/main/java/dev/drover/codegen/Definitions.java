package dev.drover.codegen;

import java.io.IOException;
import java.io.Writer;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;
import javax.tools.StandardLocation;

/// Writes the CustomResourceDefinition of a record into the resource
/// `META-INF/drover/crd/NAME.yaml`, as `Crd.of` of the program makes it: it is the same code, which
/// sees outlines of the classes.
///
/// Several versions of a kind in one package make no file: their definition has all of them, and an
/// incremental compilation may see one only. The goal `crd` of the Maven plug-in and `./drover crd`
/// write it.
final class Definitions {
  private static final String CUSTOM_RESOURCE = "dev.drover.api.CustomResource";

  private final ProcessingEnvironment environment;

  Definitions(ProcessingEnvironment environment) {
    this.environment = environment;
  }

  void write(TypeElement kind) throws IOException {
    if (isOneOfSeveral(kind)) {
      return;
    }
    OutlineLoader loader = new OutlineLoader(environment);
    try {
      Class<?> type =
          Class.forName(
              environment.getElementUtils().getBinaryName(kind).toString(), false, loader);
      Class<?> crd = Class.forName("dev.drover.api.crd.Crd", true, loader);
      Object definition =
          crd.getMethod("of", Class.class, Class[].class)
              .invoke(null, type, Array.newInstance(Class.class, 0));
      write(
          String.valueOf(crd.getMethod("name").invoke(definition)),
          String.valueOf(crd.getMethod("toYaml").invoke(definition)),
          kind);
    } catch (InvocationTargetException e) {
      note(kind, e.getCause() == null ? e : e.getCause());
    } catch (ReflectiveOperationException | LinkageError | IllegalArgumentException e) {
      note(kind, e);
    }
  }

  /// No error: the program may have other means, and what is wrong with the record is an error
  /// already.
  private void note(TypeElement kind, Throwable why) {
    environment
        .getMessager()
        .printMessage(
            Diagnostic.Kind.NOTE,
            "no definition of " + kind.getSimpleName() + " is written: " + why,
            kind);
  }

  private void write(String name, String yaml, TypeElement kind) throws IOException {
    try (Writer out =
        environment
            .getFiler()
            .createResource(
                StandardLocation.CLASS_OUTPUT,
                "",
                "META-INF/drover/crd/" + name + ".yaml",
                new Element[] {kind})
            .openWriter()) {
      out.write(yaml);
    }
  }

  /// Whether its package has another version of the kind, or the record says so.
  private boolean isOneOfSeveral(TypeElement kind) {
    String own = groupKind(kind).orElse("");
    return Boolean.FALSE.equals(attributes(kind).get("storage"))
        || environment.getElementUtils().getPackageOf(kind).getEnclosedElements().stream()
            .flatMap(type -> JavaModel.nested(type).stream())
            .filter(type -> !type.equals(kind))
            .anyMatch(type -> groupKind(type).filter(own::equals).isPresent());
  }

  private static Map<String, Object> attributes(TypeElement type) {
    return JavaModel.find(List.of(type), CUSTOM_RESOURCE)
        .map(JavaModel::attributes)
        .orElse(Map.of());
  }

  private static Optional<String> groupKind(TypeElement type) {
    Optional<AnnotationMirror> annotation = JavaModel.find(List.of(type), CUSTOM_RESOURCE);
    return annotation
        .map(JavaModel::attributes)
        .map(
            values ->
                values.get("group") + "/" + values.getOrDefault("kind", type.getSimpleName()));
  }
}
