package dev.drover.cel.parser;

import dev.drover.cel.parser.Token.Kind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reads an expression by recursive descent: the operators, from the weakest to the strongest;
/// [Operands] reads what they are applied to.
///
/// In Go: `parser.Parser` with the options that Kubernetes sets.
public final class Parser {
  private static final int DEPTH = 250;
  private static final int LONGEST = 100_000;
  private static final Map<Kind, String> RELATIONS =
      Map.of(
          Kind.LESS, "_<_",
          Kind.LESS_EQUALS, "_<=_",
          Kind.GREATER, "_>_",
          Kind.GREATER_EQUALS, "_>=_",
          Kind.EQUALS, "_==_",
          Kind.NOT_EQUALS, "_!=_",
          Kind.IN, "@in");
  private static final Map<Kind, String> PRODUCTS =
      Map.of(Kind.STAR, "_*_", Kind.SLASH, "_/_", Kind.PERCENT, "_%_");
  private static final Map<Kind, String> SUMS = Map.of(Kind.PLUS, "_+_", Kind.MINUS, "_-_");
  private final Source source;
  private final Issues issues;
  private final TokenStream tokens;
  private final Operands operands;
  private int depth; // of expressions in expressions
  private int chain; // of operators and selections around this place

  private Parser(Source source, Issues issues) {
    this.source = source;
    this.issues = issues;
    this.tokens = new TokenStream(new Lexer(source, issues).tokens(), issues);
    this.operands = new Operands(this, tokens, issues, new Macros(source, issues));
  }

  /// Parses an expression; what is wrong with it goes to `issues`.
  public static Expr parse(Source source, Issues issues) {
    if (source.length() > LONGEST) {
      issues.addAt(
          Source.NOWHERE,
          "expression code point size exceeds limit: size: "
              + source.length()
              + ", limit "
              + LONGEST);
      return new Expr.Broken(0);
    }
    Parser parser = new Parser(source, issues);
    try {
      Expr expr = parser.expression();
      parser.end();
      return expr;
    } catch (TokenStream.Mismatch | TokenStream.Abandoned _) {
      return new Expr.Broken(0);
    }
  }

  private void end() {
    tokens.match(Kind.END, Set.of());
  }

  /// A whole expression, such as that between parentheses.
  Expr expression() {
    limit(++depth, "expression recursion limit exceeded: " + DEPTH);
    Expr result = disjunction();
    if (tokens.kind() == Kind.QUESTION) {
      result = conditional(result);
    }
    depth--;
    return result;
  }

  private Expr conditional(Expr condition) {
    long id = id(tokens.take());
    try {
      tokens.enter(EnumSet.of(Kind.COLON));
      Expr yes = disjunction();
      tokens.exit();
      tokens.match(Kind.COLON, TokenStream.STARTS);
      return new Expr.Call(id, null, "_?_:_", List.of(condition, yes, expression()));
    } catch (TokenStream.Mismatch _) {
      tokens.recover();
      return new Expr.Broken(id);
    }
  }

  private void limit(int depth, String message) {
    if (depth > DEPTH) {
      issues.addAt(Source.NOWHERE, message);
      throw new TokenStream.Abandoned();
    }
  }

  /// Goes one operator deeper.
  private void deeper() {
    limit(++chain, "max recursion depth exceeded");
  }

  private Expr disjunction() {
    List<Expr> terms = new ArrayList<>(List.of(conjunction()));
    List<Long> operators = new ArrayList<>();
    while (tokens.kind() == Kind.OR) {
      Token operator = tokens.take();
      terms.add(conjunction());
      operators.add(id(operator));
    }
    return balanced("_||_", terms, operators);
  }

  private Expr conjunction() {
    List<Expr> terms = new ArrayList<>(List.of(relation()));
    List<Long> operators = new ArrayList<>();
    while (tokens.kind() == Kind.AND) {
      Token operator = tokens.take();
      terms.add(relation());
      operators.add(id(operator));
    }
    return balanced("_&&_", terms, operators);
  }

  /// A balanced tree, so that long chains do not nest deeply.
  private static Expr balanced(String function, List<Expr> terms, List<Long> operators) {
    return operators.isEmpty()
        ? terms.getFirst()
        : balanced(function, terms, operators, 0, operators.size() - 1);
  }

  private static Expr balanced(
      String function, List<Expr> terms, List<Long> operators, int low, int high) {
    int middle = (low + high + 1) / 2;
    Expr left =
        middle == low ? terms.get(middle) : balanced(function, terms, operators, low, middle - 1);
    Expr right =
        middle == high
            ? terms.get(middle + 1)
            : balanced(function, terms, operators, middle + 1, high);
    return new Expr.Call(operators.get(middle), null, function, List.of(left, right));
  }

  private Expr relation() {
    Expr left = sum();
    int levels = 0;
    while (RELATIONS.containsKey(tokens.kind())) {
      deeper();
      levels++;
      left = binary(left, RELATIONS.get(tokens.kind()), this::sum);
    }
    chain -= levels;
    return left;
  }

  private Expr sum() {
    Expr left = product();
    int levels = 0;
    while (SUMS.containsKey(tokens.kind())) {
      deeper();
      levels++;
      left = binary(left, SUMS.get(tokens.kind()), this::product);
    }
    chain -= levels;
    return left;
  }

  private Expr product() {
    Expr left = unary();
    int levels = 0;
    while (PRODUCTS.containsKey(tokens.kind())) {
      deeper();
      levels++;
      left = binary(left, PRODUCTS.get(tokens.kind()), this::unary);
    }
    chain -= levels;
    return left;
  }

  private interface Rule {
    Expr parse();
  }

  private Expr binary(Expr left, String function, Rule rule) {
    long id = id(tokens.take());
    return new Expr.Call(id, null, function, List.of(left, rule.parse()));
  }

  private Expr unary() {
    try {
      tokens.sync(TokenStream.STARTS);
      return switch (tokens.kind()) {
        case EXCLAM -> prefixed(Kind.EXCLAM, "!_");
        case MINUS -> isNumber(tokens.ahead(1).kind()) ? member() : prefixed(Kind.MINUS, "-_");
        default -> member();
      };
    } catch (TokenStream.Mismatch _) {
      tokens.recover();
      return new Expr.Broken(0);
    }
  }

  private static boolean isNumber(Kind kind) {
    return kind == Kind.INT || kind == Kind.FLOAT;
  }

  private Expr prefixed(Kind kind, String function) {
    Token first = tokens.take();
    boolean odd = true;
    while (tokens.kind() == kind && !(kind == Kind.MINUS && isNumber(tokens.ahead(1).kind()))) {
      tokens.take();
      odd = !odd;
    }
    if (tokens.kind() == Kind.MINUS && isNumber(tokens.ahead(1).kind()) && kind == Kind.MINUS) {
      // All signs belong to the operator, as the grammar prefers the longest run of them.
      tokens.take();
      odd = !odd;
    }
    if (!TokenStream.STARTS.contains(tokens.kind())) {
      tokens.report(
          "extraneous input "
              + tokens.peek().quoted()
              + " expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT,"
              + " NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}");
      throw new TokenStream.Mismatch();
    }
    Expr operand;
    if (odd) {
      long id = id(first);
      operand = member();
      return new Expr.Call(id, null, function, List.of(operand));
    }
    operand = member();
    return operand;
  }

  private Expr member() {
    Expr operand = operands.primary();
    int levels = 0;
    while (tokens.kind() == Kind.DOT || tokens.kind() == Kind.LBRACKET) {
      deeper();
      levels++;
      operand = tokens.kind() == Kind.DOT ? operands.selection(operand) : operands.index(operand);
    }
    chain -= levels;
    return operand;
  }

  /// A new identity for a node that begins at this token.
  long id(Token token) {
    return source.newId(token.offset());
  }
}
