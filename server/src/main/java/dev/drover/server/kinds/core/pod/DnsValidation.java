package dev.drover.server.kinds.core.pod;

import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.IpFields;
import dev.drover.server.validation.StringFormats;
import java.util.ArrayList;
import java.util.List;

/// Validates the DNS settings of a pod.
final class DnsValidation {
  private static final int MOST_SERVERS = 3;
  private static final int MOST_SEARCHES = 32;
  private static final int LONGEST_SEARCHES = 2048;
  private static final int LONGEST_SEARCH = 253;
  private static final String LABEL = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
  private static final StringFormats.Format SEARCH =
      new StringFormats.Format(
          "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_',"
              + " '-' or '.', and must start and end with an alphanumeric character",
          LABEL + "(\\." + LABEL + ")*",
          "example.com");

  private DnsValidation() {}

  static void check(FieldValidator spec) {
    FieldValidator config = spec.child("dnsConfig");
    FieldValidator servers = config.child("nameservers");
    if (spec.child("dnsPolicy").text().equals("None")) {
      if (!config.isPresent()) {
        config.required("must provide `dnsConfig` when `dnsPolicy` is None");
        return;
      }
      if (servers.size() == 0) {
        servers.required("must provide at least one DNS nameserver when `dnsPolicy` is None");
        return;
      }
    }
    if (servers.size() > MOST_SERVERS) {
      servers.invalid("must not have more than " + MOST_SERVERS + " nameservers");
    }
    servers.each(IpFields::check);
    checkSearches(config.child("searches"));
    for (FieldValidator option : config.child("options").items()) {
      if (option.child("name").isBlank()) {
        option.required("must not be empty");
      }
    }
  }

  private static void checkSearches(FieldValidator searches) {
    if (searches.size() > MOST_SEARCHES) {
      searches.invalid("must not have more than " + MOST_SEARCHES + " search paths");
    }
    String all = String.join(" ", searches.items().stream().map(FieldValidator::text).toList());
    if (StringFormats.length(all) > LONGEST_SEARCHES) {
      searches.invalid(
          "must not have more than "
              + LONGEST_SEARCHES
              + " characters (including spaces) in the search list");
    }
    searches.each(DnsValidation::checkSearch);
  }

  private static void checkSearch(FieldValidator search) {
    String text = search.text();
    if (text.equals(".")) {
      return;
    }
    String name = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    List<String> complaints = new ArrayList<>();
    if (StringFormats.length(name) > LONGEST_SEARCH) {
      complaints.add("must be no more than " + LONGEST_SEARCH + " characters");
    }
    complaints.addAll(SEARCH.complaints(name));
    complaints.forEach(complaint -> search.invalid(name, complaint));
  }
}
