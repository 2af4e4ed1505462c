package dev.drover.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The Helm chart of a new project: its manifests, with the values that installations choose.
///
/// @param name of the project
record InitChart(String name, boolean hasWebhook) {
  /// Writes the chart beside the manifests, which must be there.
  ///
  /// @param values what stands for `@NAME@` in templates, by `NAME`
  void write(Path project, Map<String, String> values) throws IOException {
    ProjectTemplate chart =
        new ProjectTemplate(values)
            .add("helm/Chart.yaml", "chart/Chart.yaml")
            .add("helm/values.yaml", "chart/values.yaml")
            .addText("chart/crds/crd.yaml", manifest(project, "crd"));
    List<String> names = new ArrayList<>(List.of("rbac", "deployment", "service", "networkpolicy"));
    if (hasWebhook) {
      names.addAll(List.of("certificate", "webhook"));
    }
    for (String manifest : names) {
      chart.addText("chart/templates/" + manifest + ".yaml", template(manifest(project, manifest)));
    }
    chart.write(project);
  }

  private static String manifest(Path project, String manifest) throws IOException {
    return Files.readString(project.resolve("config").resolve(manifest + ".yaml"));
  }

  /// Braces of a template would begin a map of YAML, so those values are quoted.
  private String template(String manifest) {
    return manifest
        .replace(
            name + "-webhooks." + name + "-system.svc",
            "\"" + name + "-webhooks.{{ .Release.Namespace }}.svc\"")
        .replace(
            name + "-system/" + name + "-webhooks",
            "\"{{ .Release.Namespace }}/" + name + "-webhooks\"")
        .replace(name + "-system", "\"{{ .Release.Namespace }}\"")
        .replace("registry.example.com/" + name + ":latest", "\"{{ .Values.image }}\"")
        .replace("replicas: 2", "replicas: {{ .Values.replicas }}")
        .replace(
            """
                    resources:
                      requests: {cpu: 50m, memory: 192Mi}
                      limits: {memory: 192Mi}
            """
                .indent(0),
            "        resources: {{- toYaml .Values.resources | nindent 10 }}\n");
  }
}
