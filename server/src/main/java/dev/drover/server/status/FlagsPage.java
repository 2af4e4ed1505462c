package dev.drover.server.status;

import dev.drover.server.core.Answer;
import dev.drover.server.core.Call;
import dev.drover.server.core.Endpoint;
import dev.drover.server.http.Representation;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Serves `/flagz`: with which options the server runs, by the names of kube-apiserver's flags.
///
/// In Go: `k8s.io/apiserver/pkg/server/flagz`.
public final class FlagsPage implements Endpoint {
  private final StatusDocument document;
  private final Map<String, String> flags;

  /// @param flags values by name
  public FlagsPage(Representation representation, Map<String, String> flags) {
    this.document = new StatusDocument("Flagz", representation);
    this.flags = new TreeMap<>(flags);
  }

  @Override
  public Answer serve(Call call) {
    return document.answer(call, this::text, () -> new TreeMap<>(Map.of("flags", flags)));
  }

  private String text() {
    return flags.entrySet().stream()
        .map(flag -> flag.getKey() + "=" + flag.getValue() + "\n")
        .collect(
            Collectors.joining(
                "",
                """

                apiserver flagz
                This page is for people who debug the server; its form may change.

                """,
                ""));
  }
}
