package dev.drover.model.generator;

import dev.drover.schema.SchemaTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/// Writes the Java sources of the model: `Main <table file> <output folder>`.
public final class Main {
  private Main() {}

  /// Runs the generator.
  public static void main(String[] args) throws IOException {
    if (args.length != 2) {
      throw new IllegalArgumentException("usage: Main <table file> <output folder>");
    }
    Path folder = Path.of(args[1]);
    for (Map.Entry<String, String> source :
        sources(SchemaTable.read(Path.of(args[0]))).entrySet()) {
      Path file = folder.resolve(source.getKey());
      Files.createDirectories(file.resolveSibling("."));
      Files.writeString(file, source.getValue());
    }
  }

  /// The sources by their paths below the output folder.
  static Map<String, String> sources(SchemaTable table) {
    Model model = Model.of(table);
    Map<String, String> sources = new TreeMap<>();
    for (StructModel struct : model.structs()) {
      sources.put(
          path(struct.javaPackage(), struct.name()), new StructWriter(model, struct).write());
    }
    for (String javaPackage : model.packages()) {
      PackageWriter writer = new PackageWriter(model, javaPackage);
      sources.put(path(javaPackage, "Types"), writer.types());
      sources.put(path(javaPackage, "package-info"), writer.packageInfo());
    }
    RootWriter root = new RootWriter(model);
    sources.put("module-info.java", root.moduleInfo());
    sources.put(path(JavaNames.ROOT_PACKAGE, "package-info"), root.packageInfo());
    sources.put(path(JavaNames.ROOT_PACKAGE, "Kubernetes"), root.kinds());
    return sources;
  }

  private static String path(String javaPackage, String name) {
    return javaPackage.replace('.', '/') + "/" + name + ".java";
  }
}
