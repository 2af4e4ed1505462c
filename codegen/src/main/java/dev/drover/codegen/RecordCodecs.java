package dev.drover.codegen;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.tools.StandardLocation;

/// Writes the codecs of kinds: one class for each record of the sources that is in an object, so
/// that nothing is read by reflection. Records of other libraries are left to reflection, as are
/// those that generated code cannot name: private ones, and top-level ones in a file that has the
/// name of another type.
final class RecordCodecs {
  private final ProcessingEnvironment environment;
  private final Set<String> sources = new HashSet<>(); // outermost types that are compiled
  private final Set<String> written = new HashSet<>(); // binary names

  RecordCodecs(ProcessingEnvironment environment) {
    this.environment = environment;
  }

  /// Notes a type that is compiled from its source.
  void source(TypeElement outermost) {
    sources.add(outermost.getQualifiedName().toString());
  }

  /// Whether a record of the kind has a component of a type that another processor has yet to
  /// write.
  boolean isIncomplete(TypeElement kind) {
    return reachable(kind).stream()
        .flatMap(record -> record.getRecordComponents().stream())
        .anyMatch(component -> hasError(component.asType()));
  }

  private static boolean hasError(TypeMirror type) {
    return type.getKind() == TypeKind.ERROR
        || (type instanceof DeclaredType declared
            && declared.getTypeArguments().stream().anyMatch(RecordCodecs::hasError));
  }

  void write(TypeElement kind) throws IOException {
    for (TypeElement record : reachable(kind)) {
      String name = environment.getElementUtils().getBinaryName(record).toString();
      if (!written.add(name) || !JavaModel.isNameable(record, environment.getElementUtils())) {
        continue;
      }
      CodecSource source = CodecSource.of(record, name, this::isSource, environment);
      if (source == null) {
        continue; // RecordChecks, or Crd.of, says what is wrong
      }
      try (Writer out =
          environment
              .getFiler()
              .createSourceFile(source.qualifiedName(), new Element[] {record})
              .openWriter()) {
        out.write(source.text());
      }
      writeMetadata(record, source.qualifiedName());
    }
  }

  /// What GraalVM's native-image has to know of a class that is found by its name.
  private void writeMetadata(TypeElement record, String codec) throws IOException {
    String path = "META-INF/native-image/dev.drover/%s/reachability-metadata.json".formatted(codec);
    try (Writer out =
        environment
            .getFiler()
            .createResource(StandardLocation.CLASS_OUTPUT, "", path, new Element[] {record})
            .openWriter()) {
      out.write(
          """
          {"reflection": [{"type": "%s", "methods": [{"name": "<init>", "parameterTypes": []}]}]}
          """
              .formatted(codec));
    }
  }

  private boolean isSource(TypeElement type) {
    return sources.contains(JavaModel.outermost(type).getQualifiedName().toString());
  }

  /// The records of the sources in objects of a kind, itself included.
  private Set<TypeElement> reachable(TypeElement kind) {
    Set<TypeElement> found = new LinkedHashSet<>();
    Deque<TypeElement> open = new ArrayDeque<>();
    add(kind.asType(), found, open);
    while (!open.isEmpty()) {
      for (RecordComponentElement component : open.pop().getRecordComponents()) {
        add(component.asType(), found, open);
      }
    }
    return found;
  }

  private void add(TypeMirror type, Set<TypeElement> found, Deque<TypeElement> open) {
    if (!(type instanceof DeclaredType declared)
        || !(declared.asElement() instanceof TypeElement element)) {
      return;
    }
    declared.getTypeArguments().forEach(argument -> add(argument, found, open));
    if (!isSource(element)) {
      return;
    }
    if (element.getKind() == ElementKind.RECORD) {
      if (found.add(element)) {
        open.push(element);
      }
    } else if (element.getKind() == ElementKind.INTERFACE) {
      element.getPermittedSubclasses().forEach(permitted -> add(permitted, found, open));
    }
  }
}
