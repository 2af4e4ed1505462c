package dev.drover.server.kinds.apiextensions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drover.schema.TreeNode;
import dev.drover.server.oracle.RealApiServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The answers that the other tests expect are still those of kube-apiserver.
@Tag("real")
class DefinitionsRealTest {
  @Test
  void recordedErrorsAreThoseOfTheRealServer() throws IOException, InterruptedException {
    List<String> differences = new ArrayList<>();
    try (RealApiServer server = RealApiServer.start()) {
      for (DefinitionCase given : DefinitionCase.all()) {
        List<String> answer =
            answer(
                server.send(
                    "POST",
                    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All",
                    given.definition()));
        if (!answer.equals(given.answer())) {
          differences.add(given.name() + "\n  file " + given.answer() + "\n  real " + answer);
        }
      }
    }
    assertThat(differences).isEmpty();
  }

  private static List<String> answer(RealApiServer.Reply reply) {
    if (reply.isOk()) {
      return reply.warnings().stream().map(DefinitionsRealTest::warning).sorted().toList();
    }
    return TreeNode.copyOf(reply.body()).at("details").items("causes").stream()
        .map(c -> c.text("field") + " | " + c.text("reason") + " | " + c.text("message"))
        .sorted()
        .toList();
  }

  /// The text in `299 - "text"`.
  private static String warning(String header) {
    return "!" + header.substring("299 - \"".length(), header.length() - 1).replace("\\\"", "\"");
  }
}
