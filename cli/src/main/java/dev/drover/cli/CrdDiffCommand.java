package dev.drover.cli;

import dev.drover.api.crd.Crd;
import dev.drover.crd.CrdDiff;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `./drover crd diff`: says whether a new definition breaks stored objects or clients.
@Command(
    name = "diff",
    description =
        "Prints the changes between two definitions, each with what it breaks and what to do. Exit"
            + " code 1 when something breaks.")
final class CrdDiffCommand implements Callable<Integer> {
  @Mixin private final Terminal terminal = new Terminal();

  @Parameters(
      index = "0",
      paramLabel = "OLD",
      description = "a manifest, a Java file, a jar or a folder of classes")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private Path old;

  @Parameters(index = "1", paramLabel = "NEW", description = "the same for the new definition")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private Path next;

  @Override
  public Integer call() throws IOException {
    Map<String, Crd> after = byName(DefinitionFiles.read(next));
    boolean isCompatible = true;
    for (Map.Entry<String, Crd> before : byName(DefinitionFiles.read(old)).entrySet()) {
      @Nullable Crd changed = after.get(before.getKey());
      if (changed == null) {
        isCompatible = false;
        terminal.say(
            before.getKey()
                + "\n"
                + "  BREAKING the definition is gone; with it the server deletes all its"
                + " objects");
        continue;
      }
      CrdDiff diff = CrdDiff.between(before.getValue(), changed);
      isCompatible &= diff.isCompatible();
      if (!diff.changes().isEmpty()) {
        terminal.say(before.getKey());
        diff.changes().forEach(change -> terminal.say("  " + change));
      }
    }
    terminal.say(isCompatible ? "compatible" : "not compatible");
    return isCompatible ? 0 : 1;
  }

  private static Map<String, Crd> byName(List<Crd> definitions) {
    Map<String, Crd> byName = new TreeMap<>();
    definitions.forEach(crd -> byName.put(crd.name(), crd));
    return byName;
  }
}
