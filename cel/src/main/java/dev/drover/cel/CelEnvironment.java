package dev.drover.cel;

import dev.drover.cel.checker.Checked;
import dev.drover.cel.checker.Checker;
import dev.drover.cel.checker.CostEstimator;
import dev.drover.cel.checker.Declarations;
import dev.drover.cel.checker.Range;
import dev.drover.cel.checker.Validators;
import dev.drover.cel.eval.Plan;
import dev.drover.cel.eval.Planner;
import dev.drover.cel.library.Authorization;
import dev.drover.cel.parser.Expr;
import dev.drover.cel.parser.Issues;
import dev.drover.cel.parser.Parser;
import dev.drover.cel.parser.Source;
import dev.drover.cel.schema.DeclType;
import dev.drover.cel.schema.NativeValues;
import dev.drover.cel.schema.TypedVariables;
import dev.drover.cel.types.NullValue;
import dev.drover.cel.types.OptionalValue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The variables that expressions can read; compiles expressions.
///
/// ```java
/// CelEnvironment environment = CelEnvironment.of().with("self", schema);
/// CelProgram rule = environment.compile("self.spec.replicas <= 5");
/// CelResult result = rule.evaluate(Map.of("self", object), CelProgram.COST_PER_CALL);
/// ```
///
/// Immutable and safe for several threads. The functions are those of Kubernetes 1.36: CEL's own,
/// its extensions for strings, lists, sets, optionals and two-variable macros, and Kubernetes'
/// libraries for URLs, IP addresses, quantities, semantic versions, formats and regular
/// expressions.
public final class CelEnvironment {
  private static final CelEnvironment EMPTY = new CelEnvironment(Map.of(), false);
  private final Map<String, Variable> variables;
  private final boolean makesPatches;

  private CelEnvironment(Map<String, Variable> variables, boolean makesPatches) {
    this.variables = variables;
    this.makesPatches = makesPatches;
  }

  /// A variable.
  ///
  /// @param read makes a value of a tree; null for `variables`
  record Variable(
      DeclType type, boolean optional, boolean nullable, @Nullable Function<Object, Object> read) {
    boolean isComposed() {
      return read == null;
    }

    /// The value of a tree; null where there must be one, but is none.
    @Nullable Object value(@Nullable Object tree) {
      if (tree == null || read == null) {
        return nullable ? NullValue.NULL : optional ? OptionalValue.NONE : null;
      }
      Object value = read.apply(tree);
      return optional ? new OptionalValue(value) : value;
    }
  }

  /// Without variables.
  public static CelEnvironment of() {
    return EMPTY;
  }

  /// With a variable that always has a value.
  public CelEnvironment with(String name, CelSchema schema) {
    return with(name, schema, false);
  }

  /// With a variable that is an optional value of the schema.
  public CelEnvironment withOptional(String name, CelSchema schema) {
    return with(name, schema, true);
  }

  private CelEnvironment with(String name, CelSchema schema, boolean optional) {
    return with(
        name, new Variable(TypedVariables.named(schema.type()), optional, false, schema::value));
  }

  /// With a variable whose values are taken as they are; it may be null.
  public CelEnvironment with(String name, CelDeclaration declaration) {
    return with(name, new Variable(declaration.type(), false, true, NativeValues::of));
  }

  /// With `authorizer`, whose value is a [CelAuthorizer], and `authorizer.requestResource`, whose
  /// value is a [CelRequestResource].
  public CelEnvironment withAuthorizer() {
    return withAuthorizerAlone().with("authorizer.requestResource", authorization("ResourceCheck"));
  }

  /// With `authorizer`, but not the resource of a request.
  public CelEnvironment withAuthorizerAlone() {
    return with("authorizer", authorization("Authorizer"));
  }

  private static Variable authorization(String type) {
    return new Variable(
        DeclType.of(Declarations.libraryType("kubernetes.authorization." + type)),
        false,
        false,
        CelEnvironment::authorizationValue);
  }

  private static Object authorizationValue(Object given) {
    return switch (given) {
      case CelAuthorizer by -> new Authorization.Authorizer(by);
      case CelRequestResource(CelAuthorizer by, CelAuthorizer.Check check) ->
          new Authorization.ResourceCheck(by, check);
      default -> throw new IllegalArgumentException("no authorizer: " + given);
    };
  }

  /// With `variables`, an object of the results of expressions; see [CelInput].
  ///
  /// @param composed by their names
  public CelEnvironment withVariables(Map<String, CelProgram> composed) {
    Map<String, DeclType> fields = new LinkedHashMap<>();
    composed.forEach((name, program) -> fields.put(name, program.declaredType()));
    return with(
        "variables",
        new Variable(DeclType.declared("kubernetes.variables", fields), false, false, null));
  }

  /// With the types of patches: expressions can make `Object{…}`, `Object.spec{…}` and
  /// `JSONPatch{…}`, and give a [CelObject] or a list of them.
  public CelEnvironment withPatchTypes() {
    return new CelEnvironment(variables, true);
  }

  private CelEnvironment with(String name, Variable variable) {
    Map<String, Variable> more = new LinkedHashMap<>(variables);
    more.put(name, variable);
    return new CelEnvironment(Map.copyOf(more), makesPatches);
  }

  /// Parses, checks and plans an expression.
  ///
  /// @throws CelException if it is wrong
  public CelProgram compile(String expression) throws CelException {
    TypedVariables types = types();
    Checked checked = checked(expression, types);
    Range cost = CostEstimator.estimate(checked, types);
    try {
      Plan plan = Planner.plan(checked);
      return new CelProgram(expression, checked, plan, cost, variables);
    } catch (Planner.InvalidConstant e) {
      throw new CelException(String.valueOf(e.getMessage()), true);
    }
  }

  /// Parses and checks an expression that is not evaluated.
  ///
  /// @return the type of its value as that of a variable
  /// @throws CelException if it is wrong
  public CelDeclaration check(String expression) throws CelException {
    return CelDeclaration.of(CelProgram.declared(checked(expression, types())));
  }

  private TypedVariables types() {
    TypedVariables types = new TypedVariables();
    if (makesPatches) {
      types.addPatchTypes();
    }
    variables.forEach((name, variable) -> types.add(name, variable.type(), variable.optional()));
    return types;
  }

  private static Checked checked(String expression, TypedVariables types) throws CelException {
    Source source = new Source(expression);
    Issues issues = new Issues(source);
    Expr parsed = Parser.parse(source, issues);
    fail(issues);
    Checked checked = Checker.check(parsed, types.types(), types, issues);
    fail(issues);
    Validators.check(checked, issues);
    fail(issues);
    return checked;
  }

  private static void fail(Issues issues) throws CelException {
    if (!issues.isEmpty()) {
      throw new CelException(issues.display(), false);
    }
  }
}
