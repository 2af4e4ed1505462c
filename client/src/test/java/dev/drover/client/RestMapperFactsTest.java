package dev.drover.client;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.api.GroupKind;
import dev.drover.api.GroupVersionKind;
import dev.drover.api.GroupVersionResource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The mapper answers as client-go's does, over the same documents, with few exceptions.
class RestMapperFactsTest {
  private static final RestMapper MAPPER =
      RestMapper.over(Discovery.over(CannedServer.withDiscovery().rest()));

  /// Where we answer otherwise on purpose: a short name means one resource, a group named in full
  /// is not the beginning of another, and versions come back in the order they were asked for.
  private static final Map<String, String> DIFFERENT =
      Map.of(
          "resourcesFor //ev", "/v1/events",
          "resourcesFor //deploy", "apps/v1/deployments",
          "resourcesFor apps//deployments", "apps/v1/deployments",
          "resourcesFor apps//deploy", "apps/v1/deployments",
          "mappings autoscaling/HorizontalPodAutoscaler/v1,v2",
              "autoscaling/v1/horizontalpodautoscalers:namespace"
                  + " autoscaling/v2/horizontalpodautoscalers:namespace");

  record Fact(String function, String question, String answer) {
    @Override
    public String toString() {
      return function + " " + question;
    }
  }

  static Stream<Fact> facts() {
    return CannedServer.resource("mapper.tsv")
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split("\t", -1))
        .map(columns -> new Fact(columns[0], columns[1], columns[2]));
  }

  @ParameterizedTest
  @MethodSource("facts")
  void restMapperAnswersAsInClientGo(Fact fact) {
    String wanted = DIFFERENT.getOrDefault(fact.toString(), fact.answer);

    assertThat(answer(fact)).isEqualTo(wanted);
  }

  private static String answer(Fact fact) {
    return switch (fact.function) {
      case "resourceFor" -> orNone(() -> text(MAPPER.resourceFor(resource(fact.question))));
      case "resourcesFor" ->
          orNone(
              () -> texts(MAPPER.resourcesFor(resource(fact.question)), RestMapperFactsTest::text));
      case "kindFor" -> orNone(() -> text(MAPPER.kindFor(resource(fact.question))));
      case "singular" -> orNone(() -> MAPPER.singular(fact.question));
      case "mapping" ->
          orNone(() -> text(MAPPER.mapping(kind(fact.question), versions(fact.question))));
      case "mappings" ->
          orNone(
              () ->
                  texts(
                      MAPPER.mappings(kind(fact.question), versions(fact.question)),
                      RestMapperFactsTest::text));
      case "category" ->
          texts(MAPPER.category(fact.question), name -> name.group() + "/" + name.resource());
      case "preferred" -> preferred(fact.question);
      default -> throw new IllegalArgumentException(fact.function);
    };
  }

  private static String preferred(String groupVersion) {
    return Discovery.over(CannedServer.withDiscovery().rest())
        .preferredResources()
        .allResources()
        .filter(resource -> resource.groupVersion().toString().equals(groupVersion))
        .map(ApiResource::name)
        .sorted()
        .collect(joining(" "));
  }

  private static String orNone(Supplier<String> question) {
    try {
      return question.get();
    } catch (MappingException.NoMatch e) {
      return "none";
    }
  }

  private static GroupVersionResource resource(String text) {
    String[] parts = text.split("/", -1);
    return new GroupVersionResource(parts[0], parts[1], parts[2]);
  }

  private static GroupKind kind(String text) {
    String[] parts = text.split("/", -1);
    return new GroupKind(parts[0], parts[1]);
  }

  private static String[] versions(String text) {
    return Arrays.stream(text.split("/", -1)[2].split(","))
        .filter(version -> !version.isEmpty())
        .toArray(String[]::new);
  }

  private static <T> String texts(List<T> list, Function<T, String> text) {
    return list.stream().map(text).collect(joining(" "));
  }

  private static String text(GroupVersionResource resource) {
    return resource.group() + "/" + resource.version() + "/" + resource.resource();
  }

  private static String text(GroupVersionKind kind) {
    return kind.group() + "/" + kind.version() + "/" + kind.kind();
  }

  private static String text(RestMapping mapping) {
    return text(mapping.resource()) + ":" + (mapping.isNamespaced() ? "namespace" : "root");
  }
}
