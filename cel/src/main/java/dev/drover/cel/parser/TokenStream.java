package dev.drover.cel.parser;

import dev.drover.cel.parser.Token.Kind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The tokens of an expression, with the parser's recovery from errors: it drops a token, assumes a
/// missing one, or skips to one where it can continue.
///
/// In Go: the parts of ANTLR's `DefaultErrorStrategy` that CEL's grammar meets.
final class TokenStream {
  /// Words that an operand can start with.
  static final Set<Kind> STARTS =
      EnumSet.of(
          Kind.LBRACKET,
          Kind.LBRACE,
          Kind.LPAREN,
          Kind.DOT,
          Kind.MINUS,
          Kind.EXCLAM,
          Kind.TRUE,
          Kind.FALSE,
          Kind.NULL,
          Kind.FLOAT,
          Kind.INT,
          Kind.UINT,
          Kind.STRING,
          Kind.BYTES,
          Kind.IDENTIFIER);

  /// Words that can come after an operand wherever it stands.
  private static final Set<Kind> OPERATORS =
      EnumSet.of(
          Kind.EQUALS,
          Kind.NOT_EQUALS,
          Kind.IN,
          Kind.LESS,
          Kind.LESS_EQUALS,
          Kind.GREATER_EQUALS,
          Kind.GREATER,
          Kind.AND,
          Kind.OR,
          Kind.LBRACKET,
          Kind.DOT,
          Kind.MINUS,
          Kind.QUESTION,
          Kind.PLUS,
          Kind.STAR,
          Kind.SLASH,
          Kind.PERCENT,
          Kind.END);

  private static final int RECOVERIES = 30;

  private final List<Token> tokens;
  private final Issues issues;
  private final Deque<Set<Kind>> enclosing = new ArrayDeque<>();
  private int at;
  private boolean recovering;
  private int recoveries;
  private int lastFailure = -1;

  TokenStream(List<Token> tokens, Issues issues) {
    this.tokens = tokens;
    this.issues = issues;
  }

  /// Thrown after a syntax error was reported; the rule that catches it skips ahead.
  static final class Mismatch extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Mismatch() {
      super(null, null, false, false);
    }
  }

  /// Thrown when there is no point in going on; everything is reported.
  static final class Abandoned extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Abandoned() {
      super(null, null, false, false);
    }
  }

  Token peek() {
    return tokens.get(at);
  }

  Kind kind() {
    return peek().kind();
  }

  Token ahead(int n) {
    return tokens.get(Math.min(at + n, tokens.size() - 1));
  }

  Token take() {
    Token token = peek();
    if (at < tokens.size() - 1) {
      at++;
    }
    recovering = false;
    return token;
  }

  boolean takeIf(Kind kind) {
    boolean there = kind() == kind;
    if (there) {
      take();
    }
    return there;
  }

  /// Enters a construct that ends with one of `closers`.
  void enter(Set<Kind> closers) {
    enclosing.push(closers);
  }

  void exit() {
    enclosing.pop();
  }

  /// Takes `kind`, or what comes nearest to it.
  ///
  /// @param after what can follow `kind`
  void match(Kind kind, Set<Kind> after) {
    if (kind() == kind) {
      take();
      return;
    }
    countRecovery();
    if (ahead(1).kind() == kind && kind() != Kind.END) {
      report("extraneous input " + peek().quoted() + " expecting " + kind.label);
      take();
      take();
    } else if (after.contains(kind())) {
      report("missing " + kind.label + " at " + peek().quoted());
      recovering = true;
    } else {
      mismatch(kind.label);
    }
  }

  /// Makes sure that one of `kinds` comes next, leaving out one word where that helps.
  void sync(Set<Kind> kinds) {
    if (kinds.contains(kind())) {
      return;
    }
    String expected = label(kinds);
    if (kind() != Kind.END && kinds.contains(ahead(1).kind())) {
      report("extraneous input " + peek().quoted() + " expecting " + expected);
      take();
    } else {
      countRecovery();
      mismatch(expected);
    }
  }

  /// What can follow an operand here.
  Set<Kind> follow() {
    Set<Kind> follow = EnumSet.copyOf(OPERATORS);
    enclosing.forEach(follow::addAll);
    return follow;
  }

  private void mismatch(String expected) {
    report("mismatched input " + peek().quoted() + " expecting " + expected);
    throw new Mismatch();
  }

  void report(String message) {
    if (!recovering) {
      issues.addAt(peek().offset(), "Syntax error: " + message);
    }
    recovering = true;
  }

  void reportAt(Token token, String message) {
    if (!recovering) {
      issues.addAt(token.offset(), "Syntax error: " + message);
    }
    recovering = true;
  }

  /// Skips to a word that can follow.
  void recover() {
    if (lastFailure == at && kind() != Kind.END) {
      at++;
    }
    lastFailure = at;
    Set<Kind> follow = follow();
    while (!follow.contains(kind())) {
      at++;
    }
  }

  private void countRecovery() {
    if (++recoveries > RECOVERIES) {
      recovering = false;
      report("error recovery attempt limit exceeded: " + RECOVERIES);
      throw new Abandoned();
    }
  }

  private static String label(Set<Kind> kinds) {
    return kinds.size() == 1
        ? kinds.iterator().next().label
        : kinds.stream().map(kind -> kind.label).collect(Collectors.joining(", ", "{", "}"));
  }
}
