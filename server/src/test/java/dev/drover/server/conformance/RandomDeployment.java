package dev.drover.server.conformance;

import dev.drover.schema.TreeNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Deployments, parts of them and changes to them, drawn at random: most are valid.
final class RandomDeployment {
  private final Random random;

  RandomDeployment(Random random) {
    this.random = random;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  String manager() {
    return pick("one", "two", "three");
  }

  /// Everything that a deployment needs.
  String whole() {
    return "{metadata:{labels:"
        + texts()
        + "},spec:{replicas:"
        + below(4)
        + ",selector:{matchLabels:{app:'a'}},template:{metadata:{labels:{app:'a'}},spec:{containers:["
        + container("a")
        + (random.nextBoolean() ? "," + container("b") : "")
        + "]}}}}";
  }

  String named() {
    return whole().replaceFirst("\\{metadata:\\{", "{metadata:{name:'a',");
  }

  /// Some fields, as a manager of only these would apply them.
  String part() {
    List<String> spec = new ArrayList<>();
    if (random.nextBoolean()) {
      spec.add("replicas:" + below(4));
    }
    if (below(4) == 0) {
      spec.add("minReadySeconds:" + below(3));
    }
    if (below(3) > 0) {
      String name = pick("a", "b", "c");
      List<String> pod = new ArrayList<>(List.of("containers:[" + container(name) + "]"));
      if (below(3) == 0) {
        pod.add("tolerations:[{key:'" + pick("t", "u") + "',operator:'Exists'}]");
      }
      if (below(3) == 0) {
        pod.add("nodeSelector:" + texts());
      }
      spec.add("template:{spec:{" + String.join(",", pod) + "}}");
    }
    String metadata =
        random.nextBoolean()
            ? "metadata:{" + pick("labels", "annotations") + ":" + texts() + "},"
            : "";
    return "{" + metadata + "spec:{" + String.join(",", spec) + "}}";
  }

  private String container(String name) {
    List<String> fields =
        new ArrayList<>(List.of("name:'" + name + "'", "image:'" + pick("i", "j") + "'"));
    if (random.nextBoolean()) {
      fields.add("env:[{name:'" + pick("x", "y", "z") + "',value:'" + pick("1", "2") + "'}]");
    }
    if (below(3) == 0) {
      fields.add(
          "ports:[{containerPort:" + (80 + below(3)) + ",protocol:'" + pick("TCP", "UDP") + "'}]");
    }
    if (below(3) == 0) {
      fields.add("args:['" + pick("a", "b") + "','" + pick("c", "d") + "']");
    }
    if (below(4) == 0) {
      fields.add("resources:{requests:{cpu:'" + pick("100m", "0.5", "1") + "'}}");
    }
    return "{" + String.join(",", fields) + "}";
  }

  /// A merge patch of single values, some of them taken away.
  String scalars() {
    return "{metadata:{labels:{"
        + pick("x", "y")
        + ":"
        + pick("null", "'1'", "'2'")
        + "}},spec:{"
        + pick("replicas", "minReadySeconds", "revisionHistoryLimit")
        + ":"
        + pick("null", "1", "2")
        + "}}";
  }

  /// The object with one thing changed.
  Map<String, Object> changed(Map<String, Object> object) {
    TreeNode node = TreeNode.copyOf(object);
    switch (below(4)) {
      case 0 -> node.orCreate("spec").set("replicas", (long) below(4));
      case 1 -> node.orCreate("metadata").orCreate("labels").set(pick("x", "y"), pick("1", "2"));
      case 2 -> node.orCreate("metadata").remove("labels");
      default ->
          node.at("spec")
              .at("template")
              .at("spec")
              .items("containers")
              .getFirst()
              .set("image", pick("i", "j", "k"));
    }
    return node.map();
  }

  /// A JSON patch.
  String operations() {
    List<String> operations = new ArrayList<>();
    for (int i = 0; i <= below(2); i++) {
      String path =
          pick(
              "/metadata/labels/x",
              "/metadata/labels",
              "/metadata/annotations",
              "/spec/replicas",
              "/spec/template/spec/containers/0/image",
              "/spec/template/spec/containers/1/image",
              "/spec/template/spec/containers/0/env/0",
              "/spec/template/spec/containers/-",
              "/spec/template/spec/containers/-1",
              "/spec/nothing");
      String value = pick("'1'", "{x:'2'}", "3", "{name:'q',image:'r'}", "null");
      operations.add(
          "{op:'"
              + pick("add", "remove", "replace", "test")
              + "',path:'"
              + path
              + "',value:"
              + value
              + "}");
    }
    return "[" + String.join(",", operations) + "]";
  }

  private String texts() {
    String first = "{x:'" + pick("1", "2") + "'";
    return random.nextBoolean() ? first + ",y:'" + pick("1", "2") + "'}" : first + "}";
  }

  private String pick(String... values) {
    return values[random.nextInt(values.length)];
  }
}
