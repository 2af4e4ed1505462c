package dev.drover.server.workloads;

import dev.drover.server.rules.Addresses;
import dev.drover.server.rules.Formats;
import dev.drover.server.rules.Place;
import java.util.ArrayList;
import java.util.List;

/// How containers of a pod look up names.
final class DnsConfig {
  private static final int MOST_SERVERS = 3;
  private static final int MOST_SEARCHES = 32;
  private static final int LONGEST_SEARCHES = 2048;
  private static final int LONGEST_SEARCH = 253;
  private static final String LABEL = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
  private static final Formats.Format SEARCH =
      new Formats.Format(
          "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_',"
              + " '-' or '.', and must start and end with an alphanumeric character",
          LABEL + "(\\." + LABEL + ")*",
          "example.com");

  private DnsConfig() {}

  static void check(Place spec) {
    Place config = spec.child("dnsConfig");
    Place servers = config.child("nameservers");
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
    servers.each(Addresses::check);
    checkSearches(config.child("searches"));
    for (Place option : config.child("options").items()) {
      if (option.child("name").isBlank()) {
        option.required("must not be empty");
      }
    }
  }

  private static void checkSearches(Place searches) {
    if (searches.size() > MOST_SEARCHES) {
      searches.invalid("must not have more than " + MOST_SEARCHES + " search paths");
    }
    String all = String.join(" ", searches.items().stream().map(Place::text).toList());
    if (Formats.length(all) > LONGEST_SEARCHES) {
      searches.invalid(
          "must not have more than "
              + LONGEST_SEARCHES
              + " characters (including spaces) in the search list");
    }
    searches.each(DnsConfig::checkSearch);
  }

  private static void checkSearch(Place search) {
    String text = search.text();
    if (text.equals(".")) {
      return;
    }
    String name = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    List<String> complaints = new ArrayList<>();
    if (Formats.length(name) > LONGEST_SEARCH) {
      complaints.add("must be no more than " + LONGEST_SEARCH + " characters");
    }
    complaints.addAll(SEARCH.complaints(name));
    complaints.forEach(complaint -> search.invalid(name, complaint));
  }
}
