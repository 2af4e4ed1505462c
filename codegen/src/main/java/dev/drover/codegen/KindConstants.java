package dev.drover.codegen;

import java.io.IOException;
import java.io.Writer;
import java.util.Set;
import java.util.stream.Collectors;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.tools.Diagnostic;

/// Writes the class with the typed constant of a kind: `ShopKind.KIND` for `Shop`, and how it is
/// added to a scheme.
final class KindConstants {
  private KindConstants() {}

  static void write(TypeElement kind, ProcessingEnvironment environment) throws IOException {
    if (!JavaModel.isNameable(kind, environment.getElementUtils())) {
      return;
    }
    String name = JavaModel.nameAfter(kind, "Kind");
    String packageName =
        environment.getElementUtils().getPackageOf(kind).getQualifiedName().toString();
    String qualified = packageName.isEmpty() ? name : packageName + "." + name;
    TypeElement known = environment.getElementUtils().getTypeElement(qualified);
    if (known != null && !isGenerated(known)) {
      environment
          .getMessager()
          .printMessage(
              Diagnostic.Kind.NOTE,
              "%s exists, so there is no generated constant: use Kind.of(%s.class)"
                  .formatted(qualified, kind.getSimpleName()),
              kind);
      return;
    }
    try (Writer out =
        environment.getFiler().createSourceFile(qualified, new Element[] {kind}).openWriter()) {
      out.write(source(kind, packageName, name));
    }
  }

  /// Whether an earlier build left it, and no user wrote it.
  private static boolean isGenerated(TypeElement type) {
    return Set.of("KIND", "<init>", "addTo")
        .equals(
            type.getEnclosedElements().stream()
                .map(member -> member.getSimpleName().toString())
                .filter(name -> !name.equals("<clinit>"))
                .collect(Collectors.toSet()));
  }

  private static String source(TypeElement kind, String packageName, String name) {
    String template =
        """
        /// The kind {@link RECORD}.
        SUPPRESSEDVISIBLEfinal class NAME {
          /// Its names in the API, and how its objects are read and written.
          public static final dev.drover.api.Kind<RECORD> KIND =
              dev.drover.api.Kind.of(RECORD.class);

          private NAME() {}

          /// A scheme that knows this kind, too.
          public static dev.drover.api.Scheme addTo(dev.drover.api.Scheme scheme) {
            return scheme.with(RECORD.class);
          }
        }
        """;
    String visible = JavaModel.isPublic(kind) ? "public " : "";
    String header = packageName.isEmpty() ? "" : "package " + packageName + ";\n\n";
    return header
        + template
            .replace("SUPPRESSED", JavaModel.SUPPRESSED)
            .replace("VISIBLE", visible)
            .replace("NAME", name)
            .replace("RECORD", kind.getQualifiedName());
  }
}
