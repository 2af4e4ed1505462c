package dev.drover.server.admission.match;

import static dev.drover.cel.CelDeclaration.BOOL;
import static dev.drover.cel.CelDeclaration.DYN;
import static dev.drover.cel.CelDeclaration.INT;
import static dev.drover.cel.CelDeclaration.STRING;
import static dev.drover.cel.CelDeclaration.TIMESTAMP;
import static dev.drover.cel.CelDeclaration.list;
import static dev.drover.cel.CelDeclaration.map;
import static dev.drover.cel.CelDeclaration.object;

import dev.drover.cel.CelDeclaration;
import dev.drover.cel.CelEnvironment;
import dev.drover.cel.CelException;
import dev.drover.cel.CelProgram;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Compiles the expressions of webhooks and policies.
///
/// ```java
/// CelProgram condition = AdmissionExpressions.compile(
///     AdmissionExpressions.environment(false, true), "request.operation != 'DELETE'", List.of("bool"));
/// ```
///
/// In Go: `plugin/cel.Compiler`.
public final class AdmissionExpressions {
  private static final CelDeclaration KIND =
      object("kubernetes.GroupVersionKind", texts("group", "version", "kind"));
  private static final CelDeclaration RESOURCE =
      object("kubernetes.GroupVersionResource", texts("group", "version", "resource"));
  private static final CelDeclaration USER =
      object(
          "kubernetes.UserInfo",
          Map.of(
              "username",
              STRING,
              "uid",
              STRING,
              "groups",
              list(STRING),
              "extra",
              map(list(STRING))));
  private static final CelDeclaration REQUEST = request();
  private static final CelDeclaration NAMESPACE = namespace();

  private AdmissionExpressions() {}

  /// Why an expression cannot be used.
  public static final class Unusable extends Exception {
    private static final long serialVersionUID = 1;
    private final boolean isInternal;

    Unusable(String message, boolean isInternal) {
      super(message, null, false, false); // an answer, not a defect
      this.isInternal = isInternal;
    }

    /// Whether the expression is well-formed, but a constant part of it fails.
    public boolean isInternal() {
      return isInternal;
    }

    public String problem() {
      return String.valueOf(getMessage());
    }
  }

  private static Map<String, CelDeclaration> texts(String... names) {
    Map<String, CelDeclaration> fields = new LinkedHashMap<>();
    for (String name : names) {
      fields.put(name, STRING);
    }
    return fields;
  }

  private static CelDeclaration request() {
    Map<String, CelDeclaration> fields = new LinkedHashMap<>();
    fields.put("kind", KIND);
    fields.put("resource", RESOURCE);
    fields.put("subResource", STRING);
    fields.put("requestKind", KIND);
    fields.put("requestResource", RESOURCE);
    fields.put("requestSubResource", STRING);
    fields.put("name", STRING);
    fields.put("namespace", STRING);
    fields.put("operation", STRING);
    fields.put("userInfo", USER);
    fields.put("dryRun", BOOL);
    fields.put("options", DYN);
    return object("kubernetes.AdmissionRequest", fields);
  }

  private static CelDeclaration namespace() {
    Map<String, CelDeclaration> condition = texts("status", "type", "message", "reason");
    condition.put("lastTransitionTime", TIMESTAMP);
    Map<String, CelDeclaration> metadata =
        texts("name", "generateName", "namespace", "UID", "resourceVersion");
    metadata.put("labels", map(STRING));
    metadata.put("annotations", map(STRING));
    metadata.put("creationTimestamp", TIMESTAMP);
    metadata.put("deletionTimestamp", TIMESTAMP);
    metadata.put("deletionGracePeriodSeconds", INT);
    metadata.put("generation", INT);
    metadata.put("finalizers", list(STRING));
    return object(
        "kubernetes.Namespace",
        Map.of(
            "metadata",
            object("kubernetes.NamespaceMetadata", metadata),
            "spec",
            object("kubernetes.NamespaceSpec", Map.of("finalizers", list(STRING))),
            "status",
            object(
                "kubernetes.NamespaceStatus",
                Map.of(
                    "conditions",
                    list(object("kubernetes.NamespaceCondition", condition)),
                    "phase",
                    STRING))));
  }

  /// The variables of admission.
  public static CelEnvironment environment(boolean hasParams, boolean hasAuthorizer) {
    CelEnvironment environment = environment(DYN, hasParams ? Optional.of(DYN) : Optional.empty());
    return hasAuthorizer ? environment.withAuthorizer() : environment;
  }

  private static CelEnvironment environment(
      CelDeclaration object, Optional<CelDeclaration> params) {
    CelEnvironment environment =
        CelEnvironment.of()
            .with("object", object)
            .with("oldObject", object)
            .with("namespaceObject", NAMESPACE)
            .with("request", REQUEST);
    return params.map(type -> environment.with("params", type)).orElse(environment);
  }

  /// The variables of admission with the types of the objects that a policy matches, for
  /// expressions that are checked and not evaluated. As in Kubernetes, `authorizer.requestResource`
  /// is not among them.
  ///
  /// In Go: `validating.buildEnvSet`.
  ///
  /// @param params empty for a policy without any
  public static CelEnvironment typed(CelDeclaration object, Optional<CelDeclaration> params) {
    return environment(object, params).withAuthorizerAlone();
  }

  /// What expressions of mutations must give.
  ///
  /// @param isPatch whether it is a JSON patch, and not an object to apply
  public static List<String> typesOfPatches(boolean isPatch) {
    return List.of(isPatch ? "list(JSONPatch)" : "Object");
  }

  /// An expression of any type, in the place of one that cannot be compiled.
  public static CelProgram anything() {
    try {
      return CelEnvironment.of().compile("dyn(0)");
    } catch (CelException e) {
      throw new IllegalStateException("a constant does not compile", e);
    }
  }

  /// Compiles an expression that must give one of some types; none for any type.
  public static CelProgram compile(
      CelEnvironment environment, String expression, List<String> types) throws Unusable {
    CelProgram program;
    try {
      program = environment.compile(expression);
    } catch (CelException e) {
      throw e.isProgramError()
          ? new Unusable("program instantiation failed: " + e.problem(), true)
          : new Unusable("compilation failed: " + e.problem(), false);
    }
    String type = program.type().equals("null") ? "null_type" : program.type();
    if (!types.isEmpty() && !types.contains(type)) {
      throw new Unusable(
          types.size() == 1
              ? "must evaluate to " + types.getFirst() + " but got " + type
              : "must evaluate to one of [" + String.join(" ", types) + "] but got " + type,
          false);
    }
    return program;
  }
}
