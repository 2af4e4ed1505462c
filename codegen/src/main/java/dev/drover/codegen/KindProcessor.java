package dev.drover.codegen;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;
import org.jspecify.annotations.Nullable;

/// Processes the source files that have annotations of `dev.drover.api`: records that are kinds,
/// and the records inside of them.
/// - Javadoc becomes descriptions: of a component, what `@param` says of it, of a record its first
///   paragraph. They are in `META-INF/drover` of the output, where `Crd.of` finds them;
///   `@Description` takes precedence.
/// - A record that implements an interface called like itself and `With` gets it, with a method for
///   each component that returns a changed copy:
///
/// ```java
/// @CustomResource(group = "example.dev", version = "v1")
/// record Shop(ObjectMeta metadata, Spec spec) implements KubernetesObject, ShopWith {
///   /// @param tills open tills
///   record Spec(int tills, List<String> shelves) implements ShopSpecWith {}
/// }
/// Shop larger = shop.withSpec(shop.spec().withTills(3));
/// ```
///
/// - Each record of a kind gets a codec, so that nothing is read by reflection at run time, and
///   each kind a constant: `ShopKind.KIND`, with `ShopKind.addTo(scheme)`.
/// - Mistakes that would show when the program starts are errors of the compiler, at the component,
///   with what to write instead.
///
/// It runs where the processor path of the build names it, or the compiler option `-processor
/// dev.drover.codegen.KindProcessor`: since Java 23 a processor that is merely on the class path
/// does not. Without it everything works by reflection, with `@Description` only.
///
/// Each output depends on one source file (Gradle: isolating). Definitions, which depend on all
/// versions of a kind, are the task of the [DefinitionProcessor].
@SupportedAnnotationTypes({"dev.drover.api.*", "dev.drover.api.crd.*"})
public final class KindProcessor extends AbstractProcessor {
  private final Set<String> done = new LinkedHashSet<>(); // names of types
  private final Set<String> waiting = new LinkedHashSet<>(); // names of kinds without codecs yet
  private @Nullable RecordCodecs codecs;

  /// For the compiler.
  public KindProcessor() {}

  @Override
  public SourceVersion getSupportedSourceVersion() {
    return SourceVersion.latest();
  }

  @Override
  public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
    RecordCodecs writer = codecs();
    for (Element root : round.getRootElements()) {
      if (root instanceof TypeElement type && isSource(type)) {
        writer.source(type);
      }
    }
    Set<TypeElement> outermost = new LinkedHashSet<>();
    for (TypeElement annotation : annotations) {
      for (Element element : round.getElementsAnnotatedWith(annotation)) {
        if (element.getKind() != ElementKind.PACKAGE && element.getKind() != ElementKind.MODULE) {
          outermost.add(JavaModel.outermost(element));
        }
      }
    }
    for (TypeElement type : outermost) {
      if (isSource(type) && done.add(type.getQualifiedName().toString())) {
        process(type);
      }
    }
    if (!round.processingOver()) {
      writeCodecs(writer);
    }
    return false;
  }

  /// Classes are processed again where an aggregating processor needs all of them; what is
  /// generated of them is there, and their Javadoc is not.
  private boolean isSource(TypeElement type) {
    return JavaModel.isSource(type, processingEnv.getElementUtils());
  }

  private RecordCodecs codecs() {
    RecordCodecs known = codecs;
    if (known == null) {
      known = new RecordCodecs(processingEnv);
      codecs = known;
    }
    return known;
  }

  private void process(TypeElement outermost) {
    RecordChecks checks = new RecordChecks(processingEnv);
    for (TypeElement type : JavaModel.nested(outermost)) {
      checks.check(type);
      try {
        Descriptions.write(type, processingEnv);
        WithMethods.write(type, processingEnv);
        if (type.getKind() == ElementKind.RECORD
            && JavaModel.has(type, "dev.drover.api.CustomResource")) {
          KindConstants.write(type, processingEnv);
          waiting.add(type.getQualifiedName().toString());
        }
      } catch (IOException e) {
        failed(e, type);
      }
    }
  }

  /// Codecs of a kind are written once all of its types are there.
  private void writeCodecs(RecordCodecs writer) {
    for (String name : List.copyOf(waiting)) {
      TypeElement kind = processingEnv.getElementUtils().getTypeElement(name);
      if (kind == null || writer.isIncomplete(kind)) {
        continue;
      }
      waiting.remove(name);
      try {
        writer.write(kind);
      } catch (IOException e) {
        failed(e, kind);
      }
    }
  }

  private void failed(IOException e, Element at) {
    processingEnv
        .getMessager()
        .printMessage(
            Diagnostic.Kind.ERROR, "cannot write what is generated: " + e.getMessage(), at);
  }
}
