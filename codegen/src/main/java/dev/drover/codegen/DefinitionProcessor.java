package dev.drover.codegen;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.tools.Diagnostic;
import org.jspecify.annotations.Nullable;

/// Writes the definition of each kind into `META-INF/drover/crd/NAME.yaml` of the output, with all
/// versions of the kind, as `Crd.of` makes it when the program runs:
///
/// ```java
/// @CustomResource(group = "example.dev", version = "v1")
/// record Shop(ObjectMeta metadata, Spec spec) implements KubernetesObject { ... }
///
/// @CustomResource(group = "example.dev", version = "v1beta1", kind = "Shop", storage = false)
/// record OldShop(ObjectMeta metadata, String till) implements KubernetesObject { ... }
///
/// // META-INF/drover/crd/shops.example.dev.yaml has both, META-INF/drover/kinds their names
/// ```
///
/// All versions of a kind have to be in one module: records of others are not searched for.
///
/// A definition depends on the records of all versions (Gradle: aggregating, so this is a processor
/// of its own beside [KindProcessor]). Where a build compiles only the files that changed,
/// `META-INF/drover/kinds` of the build before names the other records, whose classes are read.
@SupportedAnnotationTypes("dev.drover.api.CustomResource")
public final class DefinitionProcessor extends AbstractProcessor {
  private final Set<KindVersion> compiled = new TreeSet<>();

  /// For the compiler.
  public DefinitionProcessor() {}

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latest();
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    for (TypeElement annotation : annotations) {
      ElementFilter.typesIn(round.getElementsAnnotatedWith(annotation)).stream()
          .flatMap(type -> KindVersion.of(type).stream())
          .forEach(compiled::add);
    }
    if (round.processingOver() && !round.errorRaised() && !compiled.isEmpty()) {
      try {
        write();
      } catch (IOException e) {
        complain(Diagnostic.Kind.ERROR, "cannot write definitions: " + e.getMessage());
      }
    }
    return false;
  }

  /// In the last round, when the types that other processors write are there.
  private void write() throws IOException {
    KindIndex index = new KindIndex(processingEnv);
    Set<KindVersion> known = new TreeSet<>(compiled);
    for (KindVersion before : index.read()) {
      if (compiled.stream().noneMatch(before::isSameVersion) && isThere(before, index)) {
        known.add(before);
      }
    }
    Map<String, List<KindVersion>> kinds = new TreeMap<>();
    known.forEach(one -> kinds.computeIfAbsent(one.kind(), _ -> new ArrayList<>()).add(one));
    Definitions definitions = new Definitions(processingEnv);
    for (Map.Entry<String, List<KindVersion>> kind : kinds.entrySet()) {
      List<TypeElement> records = new ArrayList<>();
      for (KindVersion version : kind.getValue()) {
        TypeElement record = find(version);
        if (record != null) {
          records.add(record);
        }
      }
      if (records.size() == kind.getValue().size()) {
        definitions.write(kind.getKey(), records);
      } else if (kind.getValue().stream().anyMatch(compiled::contains)) {
        complain(
            Diagnostic.Kind.WARNING,
            "no definition of %s is written: a version of %s is in the output folder, which is not in the class path"
                .formatted(kind.getKey(), kind.getValue()));
      }
    }
    index.write(known);
  }

  private @Nullable TypeElement find(KindVersion version) {
    return processingEnv.getElementUtils().getTypeElement(version.record());
  }

  /// Whether a record of the build before is still a kind; it was deleted or renamed if its class
  /// is gone.
  private boolean isThere(KindVersion before, KindIndex index) {
    TypeElement type = find(before);
    return type == null
        ? index.hasClass(before.record())
        : KindVersion.of(type).filter(before::equals).isPresent();
  }

  private void complain(Diagnostic.Kind how, String text) {
    processingEnv.getMessager().printMessage(how, text);
  }
}
