package dev.drover.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.drover.api.GroupVersion;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What client-go's request builder makes of calls, and that this one makes the same of them.
class RestRequestFactsTest {

  static Stream<Arguments> cases() {
    Iterator<String> lines =
        CannedServer.resource("requests.txt")
            .lines()
            .filter(line -> !line.isEmpty() && !line.startsWith("#"))
            .iterator();
    Stream.Builder<Arguments> cases = Stream.builder();
    while (lines.hasNext()) {
      cases.add(Arguments.of(lines.next(), lines.next().strip()));
    }
    return cases.build();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void requestIsBuiltAsInClientGo(String calls, String outcome) {
    RestRequest request = request(calls.split(" "));
    if (outcome.startsWith("error ")) {
      String target = request.url();
      assertThatThrownBy(request::execute)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining(inOurWords(outcome.substring(6)));
      assertThat(request.url()).isEqualTo(target);
    } else {
      assertThat(request.error()).isEmpty();
      assertThat(told(request.url())).isEqualTo(outcome);
    }
  }

  private static RestRequest request(String... parts) {
    CannedServer nobody = CannedServer.empty();
    RestClient client = RestClient.over(ClientConfig.builder().server(parts[0]).build(), nobody);
    if (!parts[1].equals("-")) {
      client = client.forGroupVersion(GroupVersion.parse(parts[1]));
    }
    RestRequest request = client.verb(parts[2]);
    for (String call : List.of(parts).subList(3, parts.length)) {
      int equals = call.indexOf('=');
      apply(request, call.substring(0, equals), arguments(call.substring(equals + 1)));
    }
    return request;
  }

  private static String[] arguments(String list) {
    return Arrays.stream(list.split(",", -1))
        .map(RestRequestFactsTest::decoded)
        .toArray(String[]::new);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  private static void apply(RestRequest request, String method, String... arguments) {
    switch (method) {
      case "prefix" -> request.prefix(arguments);
      case "suffix" -> request.suffix(arguments);
      case "absPath" -> request.absPath(arguments);
      case "requestUri" -> request.requestUri(arguments[0]);
      case "resource" -> request.resource(arguments[0]);
      case "name" -> request.name(arguments[0]);
      case "namespace" -> request.namespace(arguments[0]);
      case "scoped" -> request.namespaceIfScoped(arguments[0], true);
      case "unscoped" -> request.namespaceIfScoped(arguments[0], false);
      case "subresource" -> request.subResource(arguments);
      case "param" -> request.param(arguments[0], arguments[1]);
      case "timeout" -> request.timeout(Duration.parse("PT" + arguments[0]));
      default -> throw new IllegalArgumentException(method);
    }
  }

  /// `path /a b=c d=e`: parameters sorted, and written as Go does it.
  private static String told(String url) {
    String target = url.replaceFirst("^http://server", "");
    int question = target.indexOf('?');
    if (question < 0) {
      return "path " + target;
    }
    return "path "
        + target.substring(0, question)
        + Arrays.stream(target.substring(question + 1).split("&"))
            .map(pair -> " " + pair.replace("%20", "+"))
            .collect(Collectors.joining());
  }

  private static String inOurWords(String error) {
    return error.startsWith("parse ")
        ? "%"
        : error.replace('"', '\'').replace("[", "").replaceFirst("]$", "");
  }
}
