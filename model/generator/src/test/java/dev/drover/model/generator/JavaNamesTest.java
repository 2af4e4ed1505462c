package dev.drover.model.generator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JavaNamesTest {

  @ParameterizedTest
  @CsvSource({
    "containers, containers",
    "hostPID, hostPID",
    "default, default_",
    "enum, enum_",
    "continue, continue_",
    "int, int_",
    "class, class_",
    "notify, notify_",
    "hashCode, hashCode_",
    "isEmpty, isEmpty_",
    "with, with_",
    "build, build_",
    "$ref, ref",
    "$schema, schema",
    "x-kubernetes-list-map-keys, xKubernetesListMapKeys",
    "jSONSchemas, jsonSchemas",
    "Port, port",
  })
  void accessorsAreJsonNamesMadeLegal(String json, String java) {
    assertThat(JavaNames.method(json)).isEqualTo(java);
  }

  @ParameterizedTest
  @CsvSource({
    "containers, container",
    "ports, port",
    "env, env",
    "envFrom, envFrom",
    "args, arg",
    "command, command",
    "data, data",
    "limits, limit",
    "matchLabels, matchLabel",
    "addresses, address",
    "ingresses, ingress",
    "searches, search",
    "indexes, index",
    "policies, policy",
    "entries, entry",
    "allowedTopologies, allowedTopology",
    "causes, cause",
    "usages, usage",
    "containerStatuses, containerStatus",
    "allocatedResourcesStatus, allocatedResourcesStatus",
    "egress, egress",
    "tls, tls",
    "hostAliases, hostAlias",
    "volumesAttached, volumeAttached",
    "podIPs, podIP",
    "nonResourceURLs, nonResourceURL",
    "jSONSchemas, jsonSchema",
    "x-kubernetes-validations, xKubernetesValidation",
    "enum, enum",
  })
  void listItemsHaveASingularName(String json, String singular) {
    assertThat(JavaNames.singular(json)).isEqualTo(singular);
  }

  @Test
  void packagesFollowTheFoldersOfTheTable() {
    assertThat(JavaNames.javaPackage("rbac/v1")).isEqualTo("dev.drover.model.rbac.v1");
  }
}
