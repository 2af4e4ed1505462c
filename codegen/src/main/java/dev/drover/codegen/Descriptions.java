package dev.drover.codegen;

import java.io.IOException;
import java.io.Writer;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.tools.StandardLocation;
import org.jspecify.annotations.Nullable;

/// Writes the Javadoc of a record into the resource `META-INF/drover/NAME.descriptions`: one line
/// for each component, and one with the key `.` for the record. Backslashes and line breaks are
/// escaped.
final class Descriptions {
  private static final String FOLDER = "META-INF/drover/";
  private static final String SUFFIX = ".descriptions";
  private static final Pattern TAG = Pattern.compile("(?m)^\\s*@([a-z]+)\\s*");
  private static final Pattern INLINE =
      Pattern.compile("\\{@(?:code|link|linkplain|literal|index)\\s+([^{}]*)}");
  private static final Pattern MARKUP = Pattern.compile("</?[a-zA-Z][^<>]*>");
  private static final Pattern REFERENCE = Pattern.compile("\\[([^\\[\\]]+)](?!\\()");
  private static final Pattern SPACE = Pattern.compile("\\s+");

  private Descriptions() {}

  /// The record whose descriptions are in a resource of this name; null if it is another one.
  static @Nullable String recordOf(String resource) {
    return resource.startsWith(FOLDER) && resource.endsWith(SUFFIX)
        ? resource.substring(FOLDER.length(), resource.length() - SUFFIX.length())
        : null;
  }

  /// The content of the resource; empty if the type has none.
  static String text(TypeElement type, ProcessingEnvironment environment) {
    Map<String, String> texts =
        type.getKind() == ElementKind.RECORD
            ? read(environment.getElementUtils().getDocComment(type))
            : Map.of();
    StringBuilder lines = new StringBuilder();
    texts.forEach(
        (key, text) ->
            lines.append(key).append('=').append(text.replace("\\", "\\\\")).append('\n'));
    return lines.toString();
  }

  static void write(TypeElement type, ProcessingEnvironment environment) throws IOException {
    String lines = text(type, environment);
    if (lines.isEmpty()) {
      return;
    }
    String name = environment.getElementUtils().getBinaryName(type).toString();
    try (Writer out =
        environment
            .getFiler()
            .createResource(
                StandardLocation.CLASS_OUTPUT, "", FOLDER + name + SUFFIX, new Element[] {type})
            .openWriter()) {
      out.write(lines);
    }
  }

  /// The texts by component; that of the record has the key `.`.
  static Map<String, String> read(@Nullable String comment) {
    Map<String, String> texts = new TreeMap<>();
    if (comment == null) {
      return texts;
    }
    Matcher tag = TAG.matcher(comment);
    int end = tag.find() ? tag.start() : comment.length();
    put(texts, ".", firstParagraph(comment.substring(0, end)));
    while (end < comment.length()) {
      int begin = tag.end();
      String kind = tag.group(1);
      end = tag.find() ? tag.start() : comment.length();
      String[] words = comment.substring(begin, end).strip().split("\\s+", 2);
      if (kind.equals("param") && words.length == 2) {
        put(texts, words[0], words[1]);
      }
    }
    return texts;
  }

  private static String firstParagraph(String text) {
    return text.strip().split("\\n\\s*\\n|<p>|\\n\\s*```", 2)[0];
  }

  private static void put(Map<String, String> texts, String key, String text) {
    String plain = INLINE.matcher(text).replaceAll(match -> quoted(match.group(1)));
    plain = MARKUP.matcher(plain).replaceAll("");
    plain = REFERENCE.matcher(plain).replaceAll(match -> quoted(match.group(1)));
    plain = SPACE.matcher(plain).replaceAll(" ").strip();
    if (!plain.isEmpty()) {
      texts.put(key, plain);
    }
  }

  private static String quoted(String text) {
    return Matcher.quoteReplacement(text.strip());
  }
}
