package dev.drover.server.kinds.flowcontrol;

import dev.drover.api.Names;
import dev.drover.server.validation.FieldValidator;
import java.util.List;

/// Validates the rules of a flow schema.
final class FlowRuleValidation {
  private static final List<String> VERBS =
      List.of(
          "create",
          "delete",
          "deletecollection",
          "get",
          "list",
          "patch",
          "proxy",
          "update",
          "watch");

  private FlowRuleValidation() {}

  static void checkResources(FieldValidator rule) {
    checkVerbs(rule.child("verbs"));
    checkList(rule.child("apiGroups"), "api group", "api groups");
    checkList(rule.child("resources"), "resource", "resources");
    FieldValidator namespaces = rule.child("namespaces");
    if (namespaces.size() == 0 && !rule.child("clusterScope").isTrue()) {
      namespaces.required(
          "resource rules that are not cluster scoped must supply at least one namespace");
    } else if (hasWildcard(namespaces)) {
      needAlone(namespaces, "namespaces");
    } else {
      for (FieldValidator namespace : namespaces.items()) {
        for (String complaint : Names.dnsLabel(namespace.text())) {
          namespace.invalid(
              "each member of this list must be '*' or a DNS-1123 label; " + complaint);
        }
      }
    }
  }

  static void checkUrls(FieldValidator rule) {
    checkVerbs(rule.child("verbs"));
    FieldValidator urls = rule.child("nonResourceURLs");
    if (urls.size() == 0) {
      urls.required("nonResourceURLs must contain at least one value");
    } else if (hasWildcard(urls)) {
      needAlone(urls, "non-resource URLs");
    } else {
      urls.each(FlowRuleValidation::checkUrl);
    }
  }

  private static void checkVerbs(FieldValidator verbs) {
    if (verbs.size() == 0) {
      verbs.required("verbs must contain at least one value");
    } else if (hasWildcard(verbs)) {
      needAlone(verbs, "verbs");
    } else if (verbs.value() instanceof List<?> list && !VERBS.containsAll(list)) {
      verbs.notSupported(list, VERBS);
    }
  }

  private static void checkList(FieldValidator list, String one, String many) {
    if (list.size() == 0) {
      list.required("resource rules must supply at least one " + one);
    } else if (hasWildcard(list)) {
      needAlone(list, many);
    }
  }

  private static boolean hasWildcard(FieldValidator list) {
    return list.items().stream().anyMatch(item -> item.text().equals("*"));
  }

  private static void needAlone(FieldValidator list, String what) {
    if (list.size() > 1) {
      list.invalid("if '*' is present, must not specify other " + what);
    }
  }

  private static void checkUrl(FieldValidator url) {
    String text = url.text();
    if (text.isEmpty()) {
      url.invalid("must not be empty");
    } else if (!text.startsWith("/")) {
      url.invalid("must start with slash");
    } else if (text.contains(" ")) {
      url.invalid("must not contain white-space");
    } else if (text.contains("//")) {
      url.invalid("must not contain double slash");
    } else if (text.indexOf('*') >= 0 && text.indexOf("/*") != text.length() - 2) {
      url.invalid("wildcard can only do suffix matching");
    } else if (text.indexOf('*') != text.lastIndexOf('*')) {
      url.invalid("wildcard can only do suffix matching");
    }
  }
}
